import Logging
import Testing

@testable import Configuration

@Suite("reading config.toml")
struct ConfigurationParsingTests {
    private func mistake(in text: String) -> ConfigurationError? {
        do throws(ConfigurationError) {
            _ = try Configuration(parsing: text, file: "c.toml")
            return nil
        } catch {
            return error
        }
    }

    @Test("an empty file means the defaults")
    func emptyFile() throws {
        #expect(try Configuration(parsing: "", file: "c.toml") == Configuration())
    }

    @Test("what a file does not set keeps its default")
    func partialFile() throws {
        let read = try Configuration(parsing: "[playback]\nbuffer_seconds = 2\nrestore = \"off\"\n", file: "c.toml")
        var expected = Configuration()
        expected.playback.bufferSeconds = 2
        expected.playback.restore = .off
        #expect(read == expected)
        #expect(read.changedKeys(since: Configuration()).map(\.path) == ["playback.buffer_seconds", "playback.restore"])
    }

    @Test("dotted keys, inline tables and CRLF are read too")
    func otherSpellings() throws {
        let text = "queue.limit = 5\r\nlog = { level = \"debug\" }\r\n"
        let read = try Configuration(parsing: text, file: "c.toml")
        #expect(read.queue.limit == 5)
        #expect(read.log.level == .debug)
    }

    @Test(
        "a mistake is named with file, line and column",
        arguments: [
            ("[server]\ndepth = = 3\n", "c.toml:2:9: ", ConfigurationError.Code.syntax),
            ("a\0b", "c.toml:1:2: the file contains a NUL character", .syntax),
            // The parser ends the process here.
            ("[\n", "c.toml:1:2: a section's name has to follow \"[\"", .syntax),
            ("[log]\n \t[[ \u{FFFD}\n", "c.toml:2:6: a section's name has to follow \"[\"", .syntax),
            ("[\rlog]\n", "c.toml:1:2: a section's name has to follow \"[\"", .syntax),
            ("[[[log]]]\n", "c.toml:1:3: a section's name has to follow \"[\"", .syntax),
            ("[session]\nignored_players = [\"}\", }]\n", "c.toml:2:25: this character may only stand in a text", .syntax),
            ("[session]\n# \u{E9} }\nignored_players = [\u{2028}]\n", "c.toml:3:20: this character may only stand", .syntax),
            ("[a-1]\nb2-c:d = -1e-2\ne = 1979-05-27TI7:32:00Z\n", "c.toml:3:9: this character may only stand", .syntax),
            ("[log]\nlevel = 17:x\n", "c.toml:2:11: this character may only stand in a text", .syntax),
            ("[]\n", "c.toml:1:2: Error while parsing table header", .syntax),
            (
                "[server]\n\n  dpeth = 3 # 32\n", "c.toml:3:3: unknown key \"dpeth\" in [server]; did you mean \"depth\"?",
                .unknownKey
            ),
            ("[sever]\ndepth = 3\n", "c.toml:1:2: unknown section \"sever\"; did you mean \"server\"?", .unknownKey),
            ("level = \"info\"\n", "c.toml:1:1: unknown key \"level\"; did you mean \"log.level\"?", .unknownKey),
            ("[log]\nzzzzzzzzzz = 1\n", "c.toml:2:1: unknown key \"zzzzzzzzzz\" in [log]", .unknownKey),
            ("queue = 5\n", "c.toml:1:1: \"queue\" is a section: write [queue] and its keys below", .wrongType),
            ("[[queue]]\n", "c.toml:1:3: \"queue\" is a section: write [queue] and its keys below", .wrongType),
            ("[queue]\nshuffle = 1\n", "c.toml:2:1: \"queue.shuffle\" must be true or false", .wrongType),
            ("[queue]\nlimit = 2.0\n", "c.toml:2:1: \"queue.limit\" must be a whole number from 1 to 1000000", .wrongType),
            ("[queue]\nlimit = 0\n", "c.toml:2:1: \"queue.limit\" must be a whole number from 1 to 1000000", .badValue),
            (
                "[playback]\nfade_seconds = nan\n",
                "c.toml:2:1: \"playback.fade_seconds\" must be a number of seconds from 0 to 1",
                .badValue
            ),
            (
                "[queue]\nrepeat = \"al\"\n", "c.toml:2:1: \"queue.repeat\" must be one of \"off\", \"one\", \"all\"",
                .badValue
            ),
            (
                "[output]\nmedia_role = \"\"\n",
                "c.toml:2:1: \"output.media_role\" must be a text, not empty, without control characters", .badValue
            ),
        ])
    func mistake(text: String, message: String, code: ConfigurationError.Code) throws {
        let error = try #require(mistake(in: text))
        #expect(error.description.hasPrefix(message), "\(error)")
        #expect(error.code == code)
    }

    @Test("of several mistakes the first in the file is told")
    func firstMistake() throws {
        let error = try #require(mistake(in: "[server]\nclients = 0\n[log]\nlevel = 3\n[queue]\nnothing = 1\n"))
        #expect(error.position == SourcePosition(line: 2, column: 1))
    }

    @Test("buffer_duration takes 0 and what a sound server can do", arguments: [0, 0.0005, 0.5, 0.0004, 0.51, -1])
    func bufferDuration(seconds: Double) {
        let isAllowed = seconds == 0 || (0.0005...0.5).contains(seconds)
        #expect((mistake(in: "[output]\nbuffer_duration = \(seconds)\n") == nil) == isAllowed)
    }
}
