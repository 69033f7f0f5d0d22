import AudioSession
import AudioTypes
import Decoding
import NIOCore
import NIOPosix
import Network
import TestSupport
import Testing

@testable import Application

@Suite("An application that has ended")
struct EndTests {
    @Test("tells nobody of a change that comes later: who observed it may be gone")
    func late() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        try await stage.end()
        let told = stage.events.count
        stage.output.report([GraphSink(uid: "headphones", serial: 2, name: "Headphones", type: .headphones, channelCount: 2)])
        stage.output.stream.send(.serverLost(message: "gone"))
        // Behind the hops to the control thread, and behind what these put off.
        for _ in 0..<3 { try stage.on { _ in } }
        #expect(stage.events.count == told, "\(stage.events.dropFirst(told))")
    }

    @Test("is freed, and its descriptors with it")
    func freed() async throws {
        let directory = try TemporaryDirectory()
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        let trace = Trace()
        let ended = loop.makePromise(of: Void.self)
        try await loop.submit {
            let application = Application(
                ApplicationSettings(), network: NetworkConfiguration(), output: TestOutput(),
                streams: PushedStreams(news: .init(farewell: { _ in [] }, report: { _ in })),
                stateDirectory: directory.path, cacheDirectory: nil, eventLoop: loop, logger: RecordedLog().logger)
            trace.application = application
            application.watchEngine()
            application.fadeOut {
                application.close()
                ended.succeed()
            }
        }.get()
        try await ended.futureResult.get()
        // Tasks of the loop that hold it still may be behind the end.
        try await waitUntil("the application is freed") { (try? await loop.submit { trace.application == nil }.get()) == true }
    }
}

/// Knows whether an application is still there. Used on the control thread.
private final class Trace: @unchecked Sendable {
    weak var application: Application?
}
