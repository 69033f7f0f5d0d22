import Testing
import TextPatterns

@Suite("regular expressions")
struct TextPatternTests {
    /// An effort that only counts steps.
    private func effort(steps: UInt32 = 250_000) -> ComparisonEffort {
        ComparisonEffort(ComparisonEffort.Limits(steps: steps, nanoseconds: 1, bytes: .max)) { 0 }
    }

    private func finds(_ source: String, in text: [UInt8], foldsCase: Bool = false, _ effort: ComparisonEffort) throws -> Bool {
        let pattern = try TextPattern(source, foldsCase: foldsCase)
        return text.withUnsafeBufferPointer { effort.finds(pattern, in: $0) }
    }

    @Test(
        "an expression matches any part of a text, which is bytes",
        arguments: [
            ("b", "abc", true), ("^b", "abc", false), ("c$", "abc", true), ("B", "abc", false), ("a.c", "a\nc", true),
            ("", "", true), ("", "x", true), ("^$", "", true), ("x", "", false), (#"\d+"#, "No. 12", true),
            ("ö", "Björk", true), ("^Bj.rk$", "Björk", false), ("^Bj..rk$", "Björk", true), ("(*UTF)^Bj.rk$", "Björk", true),
            ("(?<=b)c", "abc", true), ("(?<!b)c", "abc", false), ("(?i)BJ", "bj", true), (#"^(?<x>a)\k<x>$"#, "aa", true),
            ("(?C1)a", "a", true),
        ])
    func texts(source: String, text: String, isFound: Bool) throws {
        let effort = effort()
        #expect(try finds(source, in: Array(text.utf8), effort) == isFound)
        #expect(!effort.isSpent)
    }

    @Test("only letters of ASCII have no case, unless the expression says that it means letters")
    func caseOfLetters() throws {
        let effort = effort()
        for (source, text, isFound) in [("BJ", "björk", true), ("Ö", "björk", false), ("(*UTF)Ö", "björk", true)] {
            #expect(try finds(source, in: Array(text.utf8), foldsCase: true, effort) == isFound, "\(source)")
        }
    }

    @Test("recursion works, and one without end matches nothing")
    func recursion() throws {
        let nested = #"^(?<p>\((?:[^()]|(?&p))*\))$"#
        let effort = effort()
        for (source, text, isFound) in [
            (nested, "(a(b)c)", true), (nested, "(a(b)c", false), ("a(?R)?b", "xaabbx", true), ("(?R)", "a", false),
        ] {
            #expect(try finds(source, in: Array(text.utf8), effort) == isFound, "\(source) \(text)")
        }
        #expect(!effort.isSpent)
    }

    @Test("a text that is not UTF-8 matches nothing if the expression means letters, and is bytes otherwise")
    func damagedTexts() throws {
        let effort = effort()
        #expect(try finds("a", in: [0x61, 0xFF], effort))
        #expect(try !finds("(*UTF)a", in: [0x61, 0xFF], effort))
        #expect(!effort.isSpent)
    }

    @Test(
        "mistakes are refused with PCRE2's sentence and the place in the expression",
        arguments: [
            ("(", 1, "missing closing parenthesis"), ("[a", 2, "missing terminating ] for character class"),
            ("*a", 0, "quantifier does not follow a repeatable item"), ("\\", 1, "\\ at end of pattern"),
            ("x{99999}", 7, "number too big in {} quantifier"), ("[z-a]", 3, "range out of order in character class"),
            // Parentheses without a name capture nothing.
            (#"(a)\1"#, 4, "reference to non-existent subpattern"),
        ])
    func mistakes(source: String, offset: Int, sentence: String) {
        let error = #expect(throws: TextPatternError.self) { try TextPattern(source, foldsCase: false) }
        #expect(error?.code == .malformed)
        #expect(error?.message == "Error in regex at offset \(offset): \(sentence)")
    }

    @Test("an expression has a longest length, and nests only so deep")
    func bounds() throws {
        let longest = String(repeating: "a", count: TextPattern.lengthLimit)
        #expect(try finds(longest, in: Array(repeating: 0x61, count: 4_096), effort()))
        let error = #expect(throws: TextPatternError.self) { try TextPattern(longest + "a", foldsCase: false) }
        #expect(error?.code == .tooLong)
        let letters = "(*UTF)" + String(repeating: "[\u{100}-\u{10FFFF}]", count: 40)
        #expect(#expect(throws: TextPatternError.self) { try TextPattern(letters, foldsCase: true) }?.code == .tooLong)
        for open in ["(", "(?:", "(?=", "(?<=", "(?|"] {
            let nested = String(repeating: open, count: 600) + String(repeating: ")", count: 600)
            let error = #expect(throws: TextPatternError.self) { try TextPattern(nested, foldsCase: false) }
            #expect(error?.message.hasSuffix(": parentheses are too deeply nested") == true, "\(open)")
        }
    }

    @Test(
        "a comparison that tries too much spends the effort, and after that nothing matches",
        arguments: ["(a+)+$", "(a|a)*$", "(?:a?){40}a{40}$", "(a*)*b$", "(?:.*a){20}$"])
    func hostile(source: String) throws {
        let effort = effort()
        let text = Array(String(repeating: "a", count: 38).utf8) + [UInt8(ascii: "!"), UInt8(ascii: "b"), UInt8(ascii: "!")]
        #expect(try !finds(source, in: text, effort))
        #expect(effort.isSpent)
        #expect(try !finds("a", in: text, effort), "nothing is compared any more")
    }

    @Test(
        "neither do many letters to begin from add up to more, nor is a text looked at that is too long",
        arguments: [("(?:.|.){14}[!?]", 1_000), ("(?:.|.){17}[!?]", 100), ("[a-z ]+[a-z]+[b?]", 4_000), ("a", 4_097)])
    func longTexts(source: String, length: Int) throws {
        let effort = effort()
        #expect(try !finds(source, in: Array(repeating: 0x61, count: length), effort))
        #expect(effort.isSpent)
    }

    @Test("the bound of one comparison does not add up over many")
    func manyTexts() throws {
        let pattern = try TextPattern("[a-z]+[a-z ]+ live", foldsCase: false)
        let effort = effort(steps: 20_000)
        let text = Array("the quick brown fox here".utf8)
        for _ in 0..<1_000 { #expect(!text.withUnsafeBufferPointer { effort.finds(pattern, in: $0) }) }
        #expect(!effort.isSpent)
    }

    @Test("the time of all comparisons together is bounded")
    func time() throws {
        var now: Int64 = 0
        let effort = ComparisonEffort(ComparisonEffort.Limits(steps: 1_000, nanoseconds: 100, bytes: .max)) {
            now += 20
            return now
        }
        let pattern = try TextPattern("a", foldsCase: false)
        let text: [UInt8] = [0x61]
        // Each comparison takes 20 ns, from one look at the clock to the next.
        for _ in 0..<5 { #expect(text.withUnsafeBufferPointer { effort.finds(pattern, in: $0) }) }
        #expect(!effort.isSpent)
        #expect(!text.withUnsafeBufferPointer { effort.finds(pattern, in: $0) })
        #expect(effort.isSpent)
    }

    @Test("expressions are equal if they are written with the same bytes and treat case alike")
    func equality() throws {
        let pattern = try TextPattern("e\u{301}", foldsCase: false)
        let same = try TextPattern("e\u{301}", foldsCase: false)
        #expect(pattern == same && pattern.hashValue == same.hashValue)
        // Equal for strings of Swift.
        let composed = try TextPattern("\u{E9}", foldsCase: false)
        let folding = try TextPattern("e\u{301}", foldsCase: true)
        #expect(pattern != composed && pattern != folding)
    }
}
