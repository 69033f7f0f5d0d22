import TestSupport
import Testing

@Suite("What the session wishes of the graph", .serialized)
struct PreferenceTests {
    @Test("of a short buffer is given, told, and costs not a frame; so do cycles that others force")
    func bufferDuration() async throws {
        let audio = AudioFixture.unique(frameCount: 44_100 * 6)
        let stage = try await Stage.set()
        try await stage.play(try await stage.write(audio))
        try await stage.client.waitForEvent("player.itemChanged")
        let answer = try await stage.client.call("session.setPreferredIOBufferDuration", "{\"seconds\":0.005}")
        #expect(answer.number(at: "result.preferredIOBufferDuration") == 0.005)
        try await stage.client.waitForEvent("session.configurationChanged") {
            ($0.number(at: "params.ioBufferDuration") ?? 1) <= 256 / 44_100
        }
        let session = try await stage.client.call("session.get")
        #expect((session.number(at: "result.ioBufferDuration") ?? 1) <= 256 / 44_100)
        for quantum in [64, 1_024] {
            try await stage.system.forceQuantum(quantum)
            let event = try await stage.client.waitForEvent("session.configurationChanged") {
                abs(($0.number(at: "params.ioBufferDuration") ?? 0) - Double(quantum) / 44_100) < 1e-9
            }
            #expect(event.number(at: "params.sampleRate") == 44_100)
        }
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test(
        "that cannot be is refused, and nothing changes",
        arguments: [
            ("session.setPreferredIOBufferDuration", "{\"seconds\":0.6}", "invalid_params"),
            ("session.setPreferredIOBufferDuration", "{\"seconds\":-1}", "invalid_params"),
            ("session.setPreferredSampleRate", "{\"hertz\":7999}", "invalid_params"),
            ("session.setCategory", "{\"category\":\"ambient\",\"options\":[\"mixWithOthers\"]}", "session_bad_option"),
            ("session.setCategory", "{\"category\":\"playback\",\"mode\":\"voiceChat\"}", "session_bad_option"),
            ("session.setCategory", "{\"category\":\"nonsense\"}", "invalid_params"),
            ("session.endInterruption", "{\"interruption\":99}", "invalid_params"),
        ])
    func refused(method: String, parameters: String, code: String) async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let before = try await client.call("session.get")
        let answer = try await client.reply(to: method, parameters)
        #expect(answer.errorName == code, "\(answer.line)")
        let after = try await client.call("session.get")
        for path in ["category", "mode"] {
            #expect(before.string(at: "result.\(path)") == after.string(at: "result.\(path)"))
        }
        #expect(after.value(at: "result.options", as: [String].self) == [])
        #expect(after.number(at: "result.preferredIOBufferDuration") == 0)
    }

    @Test("outlives a restart of the daemon")
    func restart() async throws {
        let system = try await PrivateSoundSystem.start()
        let first = try await DaemonProcess.start(in: system)
        let parameters = "{\"category\":\"playAndRecord\",\"mode\":\"measurement\",\"options\":[\"duckOthers\"]}"
        try await first.connect().call("session.setCategory", parameters)
        try await first.connect().call("session.setPreferredSampleRate", "{\"hertz\":96000}")
        try await first.stop()
        let second = try await DaemonProcess.start(in: system)
        let session = try await second.connect().call("session.get")
        #expect(session.string(at: "result.category") == "playAndRecord")
        #expect(session.string(at: "result.mode") == "measurement")
        #expect(session.value(at: "result.options", as: [String].self) == ["duckOthers"])
        #expect(session.number(at: "result.preferredSampleRate") == 96_000)
    }
}
