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

    @Test("with mistakes is refused with the line and the column of each, and so is a curve")
    func mistakes() async throws {
        let stage = try await SessionStage.set()
        let wrong = try await stage.client.reply(
            to: "output.setFilters",
            #"{"output":"speaker","equalizer":"Preamp: -6 dB\nFilter 1: ON PK Fc 1000 Hz Gain 300 dB Q 1"}"#)
        #expect(wrong.string(at: "error.data.reason") == "invalid_equalizer", "\(wrong.line)")
        #expect(wrong.number(at: "error.data.faults.0.line") == 2)
        #expect((wrong.number(at: "error.data.faults.0.column") ?? 0) > 20)
        #expect(wrong.string(at: "error.message")?.contains("line 2, column") == true)
        let curve = try await stage.client.reply(
            to: "output.setFilters", ##"{"output":"speaker","equalizer":"# AutoEq\nGraphicEQ: 20 0; 1000 3"}"##)
        #expect(curve.number(at: "error.data.faults.0.line") == 2, "\(curve.line)")
        let long = String(repeating: "#", count: 65_537)
        let tooLong = try await stage.client.reply(
            to: "output.setFilters",
            "{\"output\":\"a\",\"equalizer\":\"\(long)\"}")
        #expect(tooLong.string(at: "error.data.code") == "invalid_params")
        #expect(try await filters(stage).string(at: "result.choices.0.output") == nil)
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
