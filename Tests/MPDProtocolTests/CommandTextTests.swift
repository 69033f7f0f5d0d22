import MPDProtocol
import Testing

@Suite("the words of a command")
struct CommandTextTests {
    private func words(_ line: String) throws -> [String] {
        let text = try CommandText(parsing: Array(line.utf8))
        return [text.name] + text.arguments.indices.map(text.text)
    }

    @Test(
        "arguments end at blanks, or stand between double quotes",
        arguments: [
            ("status", ["status"]), ("play 3", ["play", "3"]), ("play\t 3 ", ["play", "3"]),
            (#"add "a b""#, ["add", "a b"]), (#"add "a \"b\" \\ c""#, ["add", #"a "b" \ c"#]), (#"add """#, ["add", ""]),
            (#"find Artist "x" Album y"#, ["find", "Artist", "x", "Album", "y"]), (#"add a\b"#, ["add", #"a\b"#]),
        ])
    func arguments(line: String, words: [String]) throws { #expect(try self.words(line) == words) }

    @Test(
        "arguments that cannot be told apart are refused with MPD's sentences",
        arguments: [
            ("status 'a'", "Invalid unquoted character"), (#"foo a"b"#, "Invalid unquoted character"),
            (#"status "a"#, "Missing closing '\"'"), (#"status "a\"#, "Missing closing '\"'"),
            (#"status "a"b"#, "Space expected after closing '\"'"),
        ])
    func mistakes(line: String, sentence: String) {
        #expect(throws: CommandText.Mistake.arguments(sentence)) { try words(line) }
    }

    @Test("a name has letters, digits and underscores", arguments: ["a-b", "play!", "a\u{e4}"])
    func names(line: String) {
        #expect(throws: CommandText.Mistake.word("Invalid word character")) { try words(line) }
    }

    @Test("bytes that are not UTF-8 stay as they are in an argument")
    func rawBytes() throws {
        let text = try CommandText(parsing: Array("add /".utf8) + [0xFF, 0xE4])
        #expect(text.arguments == [[0x2F, 0xFF, 0xE4]])
    }

    @Test("more arguments than any command takes are refused")
    func tooMany() {
        let line = "idle" + String(repeating: " x", count: CommandText.argumentLimit + 1)
        #expect(throws: CommandText.Mistake.count("Too many arguments")) { try words(line) }
    }
}

@Suite("arguments that are numbers")
struct NumberTests {
    private func message(_ argument: String, _ read: (CommandText) throws -> some Any) -> String {
        do {
            return "\(try read(CommandText("x", [Array(argument.utf8)])))"
        } catch let error as MPDFailure {
            return "ACK \(error.code.rawValue) \(error.message)"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        "whole numbers and truth values are checked as MPD does",
        arguments: [
            ("5", "5"), ("x", "ACK 2 Integer expected: x"), ("-1", "ACK 2 Number too large: -1"),
            ("", "ACK 2 Integer expected:"),
        ])
    func unsigned(argument: String, result: String) { #expect(message(argument) { try $0.unsigned(0) } == result) }

    @Test("numbers of any length are refused")
    func huge() {
        #expect(message("99999999999999999999999") { try $0.unsigned(0) } == "ACK 2 Number too large: 99999999999999999999999")
        #expect(message("-99999999999999999999999") { try $0.integer(0) } == "ACK 2 Number too small: -99999999999999999999999")
        #expect(message("99999999999") { try $0.range(0) } == "ACK 2 Number too large: 99999999999")
        #expect(message("101") { try $0.unsigned(0, most: 100) } == "ACK 2 Number too large: 101")
    }

    @Test("a truth value is 0 or 1", arguments: [("0", "false"), ("1", "true"), ("2", "ACK 2 Boolean (0/1) expected: 2")])
    func flags(argument: String, result: String) { #expect(message(argument) { try $0.flag(0) } == result) }

    @Test("seconds are finite and not negative")
    func seconds() {
        #expect(message("1.5") { try $0.seconds(0) } == "1.5")
        #expect(message("+1") { try $0.number(0) } == "1.0")
        #expect(message("-1") { try $0.seconds(0) } == "ACK 2 Negative value not allowed: -1")
        for text in ["x", "nan", "inf"] { #expect(message(text) { try $0.seconds(0) } == "ACK 2 Float expected: \(text)") }
        #expect(message("") { try $0.seconds(0) } == "ACK 2 Float expected:")
    }

    @Test(
        "ranges are checked as MPD does",
        arguments: [
            ("a", "ACK 2 Integer or range expected: a"), ("1:a", "ACK 2 Integer or range expected: 1:a"),
            ("3:1", "ACK 2 Malformed range: 3:1"), ("-2", "ACK 2 Number is negative: -2"),
        ])
    func ranges(argument: String, result: String) { #expect(message(argument) { try $0.range(0) } == result) }

    @Test("a range may be open, and -1 stands for all positions")
    func openRanges() throws {
        func range(_ text: String) throws -> PositionRange { try CommandText("x", [Array(text.utf8)]).range(0) }
        #expect(try range("4") == PositionRange(start: 4, end: 5))
        #expect(try range("4:9").clipped(to: 6) == 4..<6)
        #expect(try range("4:").clipped(to: 6) == 4..<6)
        #expect(try range("-1").clipped(to: 6) == 0..<6)
        #expect(try range("6:").clipped(to: 6) == 6..<6)
        #expect(throws: MPDFailure.badIndex) { try range("7").clipped(to: 6) }
        #expect(throws: MPDFailure.badIndex) { try range("4:9").whole(in: 6) }
    }

    @Test("a place counts from the beginning or from the current song")
    func places() throws {
        func index(_ text: String, current: Int?) throws -> Int {
            try CommandText("x", [Array(text.utf8)]).position(0).index(in: 5, current: current)
        }
        #expect(try index("5", current: nil) == 5)
        #expect(try index("+0", current: 2) == 3)
        #expect(try index("+2", current: 2) == 5)
        #expect(try index("-0", current: 2) == 2)
        #expect(try index("-2", current: 2) == 0)
        #expect(throws: MPDFailure(.argument, "Number too large: 6")) { try index("6", current: nil) }
        #expect(throws: MPDFailure(.argument, "Number too large: 3")) { try index("+3", current: 2) }
        #expect(throws: MPDFailure(.argument, "Number too large: 3")) { try index("-3", current: 2) }
        #expect(throws: MPDFailure.noCurrentSong) { try index("+0", current: nil) }
    }

    @Test("the place for songs that are found is taken off the end, and is none where it is a value of a condition")
    func placeOfFoundSongs() throws {
        func parts(_ line: String) throws -> [String?] {
            let (text, place) = try CommandText(parsing: Array(line.utf8)).withoutPlace()
            return [text.arguments.indices.map(text.text).joined(separator: " "), place?.text(0)]
        }
        #expect(try parts("findadd title x window 0:2 position +0") == ["title x window 0:2", "+0"])
        #expect(try parts("findadd title position position 3") == ["title position", "3"])
        #expect(try parts("findadd position 3 title x") == ["position 3 title x", nil])
        #expect(try parts("findadd title position") == ["title position", nil])
        #expect(try parts("findadd position 3") == ["", "3"])
        #expect(try parts("findadd position") == ["position", nil])
    }
}
