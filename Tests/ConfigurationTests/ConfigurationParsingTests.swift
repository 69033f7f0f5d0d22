import Logging
import TOML
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
            ("a\0b", "c.toml:1:2: \"=\" has to follow a key, but U+0000 stands there", .syntax),
            ("[\n", "c.toml:1:2: a name was expected, but the line ends", .syntax),
            ("[log]\n \t[[ \u{FFFD}\n", "c.toml:2:6: a name was expected, but U+FFFD stands there", .syntax),
            ("[log", "c.toml:1:5: the section's name has to end with \"]\", but the file ends", .syntax),
            ("[log]\nlevel = \"info\n", "c.toml:2:14: the string has to go on or to end with \", but the line ends", .syntax),
            ("[log]\nlevel = info\n", "c.toml:2:9: \"info\" is not a value: a string needs quotes", .syntax),
            ("[log]\nlevel = 1979-05-27\n", "c.toml:2:9: no key takes a date or a time", .syntax),
            ("[queue]\nlimit = 9223372036854775808\n", "c.toml:2:9: \"9223372036854775808\" does not fit", .syntax),
            ("[queue]\nlimit = 1\nlimit = 2\n", "c.toml:3:1: \"limit\" is set already, in line 2", .syntax),
            ("[queue]\nlimit = 1 2\n", "c.toml:2:11: the line has to end here, but \"2\" stands there", .syntax),
            (
                "[server]\n\n  dpeth = 3 # 32\n", "c.toml:3:3: unknown key \"dpeth\" in [server]; did you mean \"depth\"?",
                .unknownKey
            ),
            ("[sever]\ndepth = 3\n", "c.toml:1:2: unknown section \"sever\"; did you mean \"server\"?", .unknownKey),
            ("level = \"info\"\n", "c.toml:1:1: unknown key \"level\"; did you mean \"log.level\"?", .unknownKey),
            ("\"a\\nb\\u001B[2J\" = 1\n", "c.toml:1:1: unknown key \"a\u{FFFD}b\u{FFFD}[2J\"", .unknownKey),
            (
                String(repeating: "x", count: 100_000) + " = 1\n",
                "c.toml:1:1: unknown key \"" + String(repeating: "x", count: 64) + "…\"", .unknownKey
            ),
            ("[log]\nzzzzzzzzzz = 1\n", "c.toml:2:1: unknown key \"zzzzzzzzzz\" in [log]", .unknownKey),
            ("queue.dpeth = 1\n", "c.toml:1:7: unknown key \"dpeth\" in [queue]", .unknownKey),
            ("queue = 5\n", "c.toml:1:1: \"queue\" is a section: write [queue] and its keys below", .wrongType),
            ("[[queue]]\n", "c.toml:1:3: \"queue\" is a section: write [queue] and its keys below", .wrongType),
            ("[queue]\nshuffle = 1\n", "c.toml:2:1: \"queue.shuffle\" must be true, false or \"albums\"", .wrongType),
            ("[queue]\nshuffle = \"all\"\n", "c.toml:2:1: \"queue.shuffle\" must be true, false or \"albums\"", .badValue),
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
                "[output]\npassthrough = [\"ac3\", \"mp3\"]\n",
                "c.toml:2:1: \"output.passthrough\" must be an array of strings, each of them one of \"ac3\", \"eac3\", \"dts\", \"dop\"",
                .badValue
            ),
            (
                "[output]\nmedia_role = \"\"\n",
                "c.toml:2:1: \"output.media_role\" must be a non-empty string without control characters", .badValue
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
