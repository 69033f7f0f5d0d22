import AudioSession
import AudioTypes
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
}
