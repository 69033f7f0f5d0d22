import AudioTypes
import TOML
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

    @Test("has what else the sound of an output goes through")
    func parts() throws {
        let outputs = try read(
            """
            [outputs.hp]
            impulse_response = "~/rooms/hp-%r.wav"
            limiter = true
            night_mode = true
            mono = true
            swap = true
            balance_db = -2.5
            crossfeed = [650, 6]
            loudness = -20
            channel_delays_ms = [0, 1.5]
            matrix = [[0, 1], [1, 0]]
            crossover = "80 low high"
            """)
        var parts = SoundParts()
        (parts.impulse, parts.limiter, parts.isNight, parts.isMono, parts.isSwapped) = ("~/rooms/hp-%r.wav", -1, true, true, true)
        (parts.balance, parts.crossfeed, parts.loudness) = (-2.5, .init(cutoff: 650, feed: 6), .init(reference: -20))
        (parts.delays, parts.matrix) = ([0, 1.5], [[0, 1], [1, 0]])
        parts.crossover = .init(frequency: 80, sides: [.low, .high])
        #expect(outputs["hp"]?.parts == parts)
        #expect(try read("[outputs.hp]\nlimiter = -3\ncrossfeed = true")["hp"]?.parts.limiter == -3)
    }

    @Test("gives a room a ceiling, and nothing else")
    func rooms() throws {
        let outputs = try read("[outputs.\"room:kitchen\"]\nvolume_max = 60\n")
        #expect(outputs["room:kitchen"]?.volume == VolumeRule(maximum: 0.6))
        #expect(try read("[outputs.\"Room:Kitchen\"]\nvolume_max = 60\n")["room:Kitchen"]?.volume.maximum == 0.6)
        #expect(throws: ConfigurationError.self) {
            try read("[outputs.\"room:a\"]\nvolume_max = 60\n[outputs.\"ROOM:a\"]\nvolume_max = 50\n")
        }
        for text in ["[outputs.\"Room:a\"]\nlimiter = true\n", "[outputs.\"room:\"]\nvolume_max = 60\n"] {
            #expect(throws: ConfigurationError.self) { try read(text) }
        }
        for line in ["limiter = true", "volume_at_start = 20", "volume = \"sink\"", "equalizer = \"off\""] {
            #expect(throws: ConfigurationError.self) { try read("[outputs.\"room:kitchen\"]\nvolume_max = 60\n\(line)\n") }
        }
    }

    @Test("gives outputs a ceiling, a beginning and a place for the volume, in percent")
    func volumes() throws {
        let outputs = try read(
            """
            [outputs.default]
            volume_max = 80
            [outputs."bluez*"]
            volume_max = 62.5
            volume_at_start = 0
            volume = "sink"
            """)
        #expect(outputs["default"]?.volume == VolumeRule(maximum: 0.8))
        #expect(outputs["bluez*"]?.volume == VolumeRule(maximum: 0.625, atStart: 0, control: .sink))
    }

    @Test(
        "refuses a volume that is none, as the only mistake of its line",
        arguments: [
            "volume_max = 101", "volume_max = -1", "volume_max = \"loud\"", "volume_max = nan", "volume_at_start = 100.5",
            "volume_at_start = true", "volume = \"hardware\"", "volume = 50",
        ])
    func refusedVolumes(line: String) {
        let error = #expect(throws: ConfigurationError.self) { try read("[outputs.speaker]\n\(line)") }
        #expect(error?.position?.line == 2, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(
        "refuses what it does not know, at its place",
        arguments: [
            ("[outputs]\nspeaker = 1", 2), ("[outputs.speaker]\nequalizer = 1", 2), ("[outputs.speaker]\nautomatic_level = 1", 2),
            ("[outputs.speaker]\nequaliser = \"off\"", 2), ("[outputs.\"\"]\nequalizer = \"off\"", 1), ("outputs = 1", 1),
            ("[outputs.a]\nlimiter = \"loud\"", 2), ("[outputs.a]\nmatrix = [1, 0]", 2),
            ("[outputs.a]\ncrossover = \"80 left\"", 2),
            ("[outputs.a]\ncrossfeed = [1]", 2), ("[outputs.a]\nmono = 1", 2), ("[outputs.a]\nchannel_delays_ms = [true]", 2),
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
