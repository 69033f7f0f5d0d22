import Testing

@testable import Configuration

@Suite("[outputs]")
struct OutputsTests {
    private func read(_ text: String) throws(ConfigurationError) -> [String: Configuration.OutputEntry] {
        try Configuration(parsing: text, file: "c.toml").outputs
    }

    @Test("names outputs and patterns, each with its equaliser")
    func equalizers() throws {
        let outputs = try read(
            """
            [outputs."alsa_output.usb#line"]
            equalizer = "/hd650.txt"
            automatic_level = false
            [outputs."bluez*"]
            equalizer = "off"
            """)
        #expect(outputs.count == 2)
        #expect(outputs["alsa_output.usb#line"]?.equalizer == "/hd650.txt")
        #expect(outputs["alsa_output.usb#line"]?.automaticLevel == false)
        #expect(outputs["bluez*"]?.equalizer == "off" && outputs["bluez*"]?.automaticLevel == true)
    }

    @Test(
        "refuses what it does not know, at its place",
        arguments: [
            ("[outputs]\nspeaker = 1", 2), ("[outputs.speaker]\nequalizer = 1", 2), ("[outputs.speaker]\nautomatic_level = 1", 2),
            ("[outputs.speaker]\nequaliser = \"off\"", 2), ("[outputs.\"\"]\nequalizer = \"off\"", 1), ("outputs = 1", 1),
        ])
    func refused(text: String, line: Int) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.position?.line == line, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("has at most 64 of them")
    func most() throws {
        let entries = { (count: Int) in (0..<count).map { "[outputs.o\($0)]\nequalizer = \"off\"\n" }.joined() }
        #expect(try read(entries(64)).count == 64)
        #expect(throws: ConfigurationError.self) { try read(entries(65)) }
    }
}
