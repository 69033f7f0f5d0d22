import TestSupport
import Testing

@Suite("The equaliser", .serialized)
struct EqualizerTests {
    private static let text = "Preamp: -6 dB\\nFilter 1: ON PK Fc 1000 Hz Gain 3 dB Q 1\\n"

    private func set(_ equalizer: String, of output: String, _ stage: SessionStage) async throws -> ControlMessage {
        try await stage.client.call("output.setFilters", "{\"output\":\"\(output)\",\"equalizer\":\(equalizer)}")
    }

    private func filters(_ stage: SessionStage) async throws -> ControlMessage {
        try await stage.client.call("output.filters", "{\"output\":\"speaker\"}")
    }

    @Test("of an output is chosen by a client, told to all, seen in the status, taken back, and there again after a restart")
    func chosen() async throws {
        let stage = try await SessionStage.playing()
        #expect(try await stage.client.call("status").string(at: "result.filters.output") == nil)
        #expect(try await set("\"\(Self.text)\"", of: "speaker", stage).value(at: "result.notes", as: [String].self) == [])
        let event = try await stage.client.waitForEvent("output.filtersChanged")
        #expect(event.string(at: "params.output") == "speaker" && event.string(at: "params.choice") == "equalizer")
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.filters.rule") == "speaker", "\(status.line)")
        #expect(status.number(at: "result.filters.bands") == 1)
        let level = try #require(status.number(at: "result.filters.level"))
        #expect(abs(level + 3) < 0.01, "as much lower as the band raises, whatever the text says")

        try await stage.client.call("pause")
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system)
        let client = try second.connect()
        let after = try await client.call("output.filters", "{\"output\":\"speaker\"}")
        #expect(after.string(at: "result.choices.0.output") == "speaker", "\(after.line)")
        #expect(after.string(at: "result.choices.0.equalizer")?.contains("PK Fc 1000 Hz Gain 3 dB") == true)
        #expect(after.number(at: "result.curve.bands") == 1)
        try await client.call("output.setFilters", "{\"output\":\"speaker\",\"equalizer\":null}")
        #expect(try await client.call("output.filters").string(at: "result.choices.0.output") == nil)
        try await second.stop()
    }

    @Test("with mistakes is refused with the line and the column of each")
    func mistakes() async throws {
        let stage = try await SessionStage.set()
        let wrong = try await stage.client.reply(
            to: "output.setFilters",
            #"{"output":"speaker","equalizer":"Preamp: -6 dB\nFilter 1: ON PK Fc 1000 Hz Gain 300 dB Q 1"}"#)
        #expect(wrong.string(at: "error.data.reason") == "invalid_equalizer", "\(wrong.line)")
        #expect(wrong.number(at: "error.data.faults.0.line") == 2)
        #expect((wrong.number(at: "error.data.faults.0.column") ?? 0) > 20)
        #expect(wrong.string(at: "error.message")?.contains("line 2, column") == true)
        let long = String(repeating: "#", count: 65_537)
        let tooLong = try await stage.client.reply(
            to: "output.setFilters",
            "{\"output\":\"a\",\"equalizer\":\"\(long)\"}")
        #expect(tooLong.string(at: "error.data.code") == "invalid_params")
        #expect(try await filters(stage).string(at: "result.choices.0.output") == nil)
    }

    @Test("and all other parts are chosen one by one, kept over a restart, and taken back together")
    func parts() async throws {
        let stage = try await SessionStage.playing()
        let client = stage.client
        try await client.call("output.setFilters", "{\"output\":\"speaker\",\"equalizer\":\"GraphicEQ: 20 0; 1000 -3\"}")
        try await client.call("output.setFilters", "{\"output\":\"speaker\",\"limiter\":-2,\"crossfeed\":{}}")
        try await client.call(
            "output.setFilters",
            "{\"output\":\"speaker\",\"balance\":-1.5,\"matrix\":[0,1,1,0],\"delays\":[1,0],\"loudness\":{\"reference\":-20}}")
        try await waitUntil("the limiter") { () async throws(TestSupportError) in
            abs((try await client.call("status").number(at: "result.filters.latency") ?? 0) - 0.005) < 0.0001
        }
        let status = try await client.call("status")
        let parts = (0..<8).compactMap { status.string(at: "result.filters.parts.\($0)") }.filter { $0 != "crossfeed" }
        #expect(status.string(at: "result.filters.parts.2") == "crossfeed")
        #expect(
            parts == ["matrix", "balance", "loudness", "equalizer", "delays", "limiter"], "\(status.line)")
        #expect(status.string(at: "result.filters.problem") == nil)
        let wrong = try await client.reply(to: "output.setFilters", "{\"output\":\"speaker\",\"matrix\":[1,0,0]}")
        #expect(wrong.string(at: "error.data.parameter") == "matrix", "\(wrong.line)")
        let relative = try await client.reply(to: "output.setFilters", "{\"output\":\"speaker\",\"impulse\":\"room.wav\"}")
        #expect(relative.string(at: "error.data.parameter") == "impulse", "\(relative.line)")
        try await stage.daemon.stop()
        let second = try await DaemonProcess.start(in: stage.system)
        let other = try second.connect()
        let after = try await other.call("output.filters")
        #expect(after.number(at: "result.choices.0.limiter") == -2, "\(after.line)")
        #expect(after.number(at: "result.choices.0.matrix.1") == 1 && after.number(at: "result.choices.0.crossfeed.feed") == nil)
        #expect(after.string(at: "result.choices.0.equalizer")?.contains("GraphicEQ") == true)
        try await other.call("output.setFilters", "{\"output\":\"speaker\",\"limiter\":null}")
        #expect(try await other.call("output.filters").number(at: "result.choices.0.limiter") == nil)
        try await other.call("output.setFilters", "{\"output\":\"speaker\",\"equalizer\":null}")
        #expect(try await other.call("output.filters").string(at: "result.choices.0.output") == nil)
        try await second.stop()
    }

    @Test("of the configuration counts until a client wants another one, and a mistake in one leaves the others")
    func configured() async throws {
        let stage = try await SessionStage.playing(
            configuration: """
                [outputs.default]
                equalizer = "Filter 1: ON PK Fc 1000 Hz Gain 3 dB Q 1"
                automatic_level = false
                [outputs."headphones"]
                equalizer = "/no/such/file"
                [outputs."tv*"]
                equalizer = "off"

                """)
        let status = try await stage.client.call("status")
        #expect(status.string(at: "result.filters.rule") == "default", "\(status.line)")
        #expect(status.number(at: "result.filters.level") == 0)
        let listed = try await filters(stage)
        #expect(listed.value(at: "result.choices.0.configured", as: Bool.self) == true, "\(listed.line)")
        #expect(listed.string(at: "result.choices.1.output") == "tv*" && listed.string(at: "result.choices.2.output") == nil)
        #expect(stage.daemon.log.contains("/no/such/file cannot be read"))
        _ = try await set("\"off\"", of: "default", stage)
        #expect(try await stage.client.call("status").number(at: "result.filters.bands") == 0)
        _ = try await set("null", of: "default", stage)
        #expect(try await stage.client.call("status").number(at: "result.filters.bands") == 1)
    }
}
