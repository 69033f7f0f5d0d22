import TestSupport
import Testing

@Suite("A daemon that is to play on", .serialized)
struct RestartTests {
    private static let configuration = "[playback]\nrestore = \"playing\"\n"

    /// Ends a daemon that has played for a second, and has `meanwhile` happen before the next one is started.
    private func restart(
        _ stage: SessionStage, meanwhile: () async throws -> Void
    ) async throws -> (DaemonProcess, ControlClient) {
        try await stage.waitForPosition(1)
        try await stage.daemon.stop()
        try await meanwhile()
        let second = try await DaemonProcess.start(in: stage.system, configuration: Self.configuration)
        return (second, try second.connect())
    }

    private func waitFor(_ state: String, _ reason: String, _ client: ControlClient) async throws {
        try await waitUntil("\(state), \(reason)") { () async throws(TestSupportError) -> Bool in
            let status = try await client.call("status")
            return status.string(at: "result.state") == state && status.string(at: "result.reason") == reason
        }
    }

    @Test("and is started before the sound server plays on once that is there")
    func beforeServer() async throws {
        let stage = try await SessionStage.playing(configuration: Self.configuration)
        let (second, client) = try await restart(stage) { try await stage.system.kill(.server) }
        try await waitFor("paused", "mediaServicesLost", client)
        #expect(try await client.call("status").value(at: "result.resumeExpected", as: Bool.self) == true)
        try await stage.system.restart()
        try await waitFor("playing", "mediaServicesLost", client)
        #expect(try await client.call("status").number(at: "result.position.seconds") ?? 0 >= 1, "\(second.log)")
        try await second.stop()
    }

    @Test("plays nothing aloud that was heard on headphones, where those are gone")
    func withoutHeadphones() async throws {
        let stage = try await SessionStage.playing(on: .headphones, configuration: Self.configuration)
        let (second, client) = try await restart(stage) {
            try await stage.system.removeSink("headphones")
            try await stage.system.waitForDefaultSink("speaker")
        }
        let speaker = try await SinkCapture.monitoring("speaker", in: stage.system, sampleRate: 44_100)
        try await waitFor("paused", "routeLost", client)
        #expect(try await speaker.stop().soundingRange.isEmpty, "\(second.log)")
        try await second.stop()
    }

    @Test("plays on headphones that are still there")
    func withHeadphones() async throws {
        let stage = try await SessionStage.playing(on: .headphones, configuration: Self.configuration)
        let (second, client) = try await restart(stage) {}
        try await waitFor("playing", "mediaServicesLost", client)
        try await stage.system.waitForLink(from: "fermata", to: "headphones")
        try await second.stop()
    }
}
