import AudioTypes
import FoundationEssentials
import TestSupport
import Testing

@testable import TOML

/// Thousands of texts, some right and most wrong, that Python's reader judges too.
@Suite("TOML, held against another reader")
struct TOMLOracleTests {
    @Test("the same texts are right, and mean the same")
    func sameVerdict() async throws {
        let texts = Self.texts(count: 6_000)
        let directory = try TemporaryDirectory()
        let file = directory.file("texts")
        try Data(texts.joined(separator: "\0").utf8).write(to: URL(filePath: file))
        // Debian's Python: another may come first in the path, and older ones have no reader.
        let output = try await Tool.run("/usr/bin/python3", ["-c", Self.script, file])
        let verdicts = String(decoding: output, as: UTF8.self).split(separator: "\n")
        try #require(verdicts.count == texts.count)
        var rightCount = 0
        for (text, verdict) in zip(texts, verdicts) {
            let own = (try? TOMLReader.table(in: text)).map { TOMLValue.table($0).canonical } ?? "wrong"
            // Python takes dates and numbers of any size.
            let expected = verdict.contains("beyond") ? "wrong" : String(verdict)
            #expect(own == expected, "\(text.debugDescription)")
            rightCount += expected == "wrong" ? 0 : 1
        }
        // Or all this says nothing.
        #expect(rightCount > texts.count / 8)
    }

    /// Texts of pieces at random, and whole ones in which pieces are lost, doubled or put in. The same each time.
    private static func texts(count: Int) -> [String] {
        var generator = SeededGenerator(seed: 25)
        func any(of parts: [String]) -> String { parts[Int.random(in: parts.indices, using: &generator)] }
        return (0..<count).map { number in
            var parts: [String] = []
            if number.isMultiple(of: 4) {
                parts = (0..<Int.random(in: 1...10, using: &generator)).map { _ in any(of: pieces) }
            } else {
                parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in any(of: lines) }
                parts = parts.joined(separator: "\n").unicodeScalars.map { String($0) }
                for _ in 0..<Int.random(in: 0...2, using: &generator) where !parts.isEmpty {
                    let place = Int.random(in: parts.indices, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: parts.remove(at: place)
                    case 1: parts.insert(any(of: pieces), at: place)
                    default: parts[place] = any(of: parts)
                    }
                }
            }
            return parts.joined()
        }
    }

    private static let pieces = [
        "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", " ", "\t", "\n", "\r\n", "\r", "\"", "'", "\"\"\"", "'''", "\\",
        "\\u00e9",
        "\\U0001F600", "\\x", "a", "b", "ab", "a=", "0", "1", "12", "_", "-", "+", "e", "E5", "0x", "0o7", "0b1", "inf", "nan",
        "true",
        "false", ".5", "1979-05-27", "07:32:00", "\u{7F}", "\u{1}", "é", "\u{FEFF}",
    ]

    private static let lines = [
        "a = 1", "b = -1_000", "c = 0xDEAD_beef", "d = 0o17", "e = 0b101", "f = 1.5", "g = -1e6", "h = 6.626e-34", "i = inf",
        "j = -nan", "k = true", "l = \"x\\ty\\u00e9\\\"\"", "m = 'C:\\x'", "n = \"\"\"a\nb\\\n   c\"\"\"", "o = '''\nx''y'''",
        "p = [1, 2, 3,]", "q = [ # c\n [1.0, 'x'],\n]", "r = { a = 1, b.c = 2 }", "s.t.u = 1", "s.t.v = 2", "\"w x\".'y' = 1",
        "[a]",
        "[a.b]", "[[b]]", "[[b.c]]", "[a.b.c.d]", "[ s . \"t\" ]", "# comment", "", "   ", "x = 9223372036854775807",
        "y = 9223372036854775808", "z = 1979-05-27T07:32:00Z", "t = 07:32:00", "A = {}", "B = []", "C = +0", "D = 00", "E = 1.e5",
        "F = \"\"\"\"x\"\"\"\"\"", "a.b = 1", "a.b.c = 1", "b.c = {}\r",
    ]

    private static let script = """
        import struct, sys, tomllib
        def canonical(value):
            if isinstance(value, bool): return str(value).lower()
            if isinstance(value, int): return "i%d" % value if -2**63 <= value < 2**63 else "beyond"
            if isinstance(value, float):
                return "nan" if value != value else "f%x" % struct.unpack(">Q", struct.pack(">d", value))[0]
            if isinstance(value, str): return "t" + "".join("%x." % ord(c) for c in value)
            if isinstance(value, list):
                # [[name]], of which the last counts, looks like a list of tables in braces.
                inner = ",".join(map(canonical, value))
                if value and all(isinstance(v, dict) for v in value) and "beyond" not in inner: inner = canonical(value[-1])
                return "[" + inner + "]"
            if isinstance(value, dict):
                return "{" + ",".join(sorted(canonical(k) + "=" + canonical(v) for k, v in value.items())) + "}"
            return "beyond"
        for text in open(sys.argv[1], newline="", encoding="utf-8").read().split("\\0"):
            # Python refuses a mark of the byte order in front.
            try: print(canonical(tomllib.loads(text.removeprefix("\\ufeff"))))
            except ValueError: print("wrong")
        """
}

extension TOMLValue {
    /// The same for the same meaning, without order and place.
    fileprivate var canonical: String {
        switch self {
        case .text(let text): return "t" + text.unicodeScalars.map { String($0.value, radix: 16) + "." }.joined()
        case .integer(let number): return "i\(number)"
        case .number(let number): return number.isNaN ? "nan" : "f" + String(number.bitPattern, radix: 16)
        case .flag(let flag): return "\(flag)"
        case .tables(let last): return "[\(TOMLValue.table(last).canonical)]"
        case .table(let table):
            let pairs = table.entries.map { "\(TOMLValue.text($0.name).canonical)=\($0.value.canonical)" }
            return "{\(pairs.sorted().joined(separator: ","))}"
        case .list(let list):
            let areTables = list.allSatisfy { if case .table = $0 { true } else { false } }
            return "[\((areTables ? Array(list.suffix(1)) : list).map(\.canonical).joined(separator: ","))]"
        }
    }
}
