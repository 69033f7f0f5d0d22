import AudioSession
import AudioTypes
import Decoding
import NIOCore
import NIOPosix
import Network
import PlayerModel
import Synchronization
import SystemSupport
import TestSupport

@testable import Application

/// An application on an event loop of its own, with an output without a sound system, and everything that it told.
final class ApplicationStage: Sendable {
    let output = TestOutput()
    let log = RecordedLog()
    private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    private let application: NIOLoopBound<Application>
    private let told = Mutex<[ApplicationEvent]>([])

    /// Starts the application. A speaker is there, unless nothing of the graph is known yet.
    init(
        _ directory: TemporaryDirectory, settings: ApplicationSettings = ApplicationSettings(), isGraphKnown: Bool = true
    ) throws {
        let (loop, output, log) = (loop, output, log)
        application = try loop.submit {
            let made = Application(
                settings, network: NetworkConfiguration(timeoutSeconds: 300), output: output,
                streams: PushedStreams(news: .init(farewell: { _ in [] }, report: { _ in })), stateDirectory: directory.path,
                cacheDirectory: directory.file("cache"), eventLoop: loop,
                logger: log.logger)
            return NIOLoopBound(made, eventLoop: loop)
        }.wait()
        try on { application in
            application.observe { [self] event in told.withLock { $0.append(event) } }
            try application.start(
                settings, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(directory.file("no-bus"))"], restoring: nil)
        }
        guard isGraphKnown else { return }
        output.stream.send(.serverConnected(version: "1"))
        output.report([GraphSink(uid: "speaker", serial: 1, name: "Speaker", type: .builtInSpeaker, channelCount: 2)])
    }

    /// What observers were told so far.
    var events: [ApplicationEvent] { told.withLock { $0 } }

    /// Calls `body` on the control thread.
    func on<Value: Sendable>(_ body: @escaping @Sendable (Application) throws -> Value) throws -> Value {
        try loop.submit { [application] in try body(application.value) }.wait()
    }

    /// Runs cycles until the player that was told to play has played to the end of its queue.
    func playOut() async throws {
        let states = {
            self.events.compactMap { event -> PlaybackState? in
                if case .player(.stateChanged(let state, _, _)) = event { state } else { nil }
            }
        }
        let begun = states().count
        try await waitUntil("the end of the queue", poll: .milliseconds(1)) { [output] in
            output.stream.runCycle(256, now: MonotonicClock.nanoseconds)
            return states().dropFirst(begun).last == .stopped
        }
    }

    /// Ends the application.
    func end() async throws {
        let ended = loop.makePromise(of: Void.self)
        try on { application in
            application.fadeOut {
                application.close()
                ended.succeed()
            }
        }
        try await ended.futureResult.get()
    }
}
