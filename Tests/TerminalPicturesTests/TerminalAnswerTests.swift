import AudioTypes
import TerminalPictures
import Testing

@Suite
struct TerminalAnswerTests {
    private func answer(_ text: String, pieces: Int = 1_000) -> TerminalAnswer {
        var answer = TerminalAnswer()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            answer.take(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return answer
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func whatATerminalCanDrawIsRead(pieces: Int) {
        let known = answer("\u{1B}[6;20;10t\u{1B}[?62;4;6;22c", pieces: pieces)
        #expect(known.isComplete && known.hasSixels && known.cell == TerminalAnswer.Cell(width: 10, height: 20))
        let plain = answer("\u{1B}[?62;22c", pieces: pieces)
        #expect(plain.isComplete && !plain.hasSixels && plain.cell == nil)
    }

    @Test
    func theKindOfATerminalIsNoAbility() {
        #expect(!answer("\u{1B}[?4;6c").hasSixels && !answer("\u{1B}[?6c").hasSixels)
        #expect(answer("\u{1B}[?64;1;2;4c").hasSixels)
    }

    @Test(
        "what is no answer is left out, and the answer behind it counts",
        arguments: [
            "typed", "\u{1B}", "\u{1B}[", "\u{1B}[A", "\u{1B}OP", "\u{1B}[4c", "\u{1B}[?c", "\u{1B}[?62;;4c",
            "\u{1B}[?62;4444444c",
            "\u{1B}[?4x;4c", "\u{1B}[6;20t", "\u{1B}[6;0;0t", "\u{1B}[6;9999;9999t", "\u{1B}[4;20;10t", "\u{1B}[?6;20;10t",
            "\u{1B}[?" + String(repeating: "4;", count: 40) + "4c", "\u{1B}[?" + String(repeating: "1", count: 200) + "c",
            "\u{FF}\u{0}",
        ])
    func whatIsNoAnswerIsLeftOut(noise: String) {
        let found = answer(noise + "\u{1B}[?1;2c")
        #expect(found.isComplete && !found.hasSixels && found.cell == nil && !found.isInterrupted)
        #expect(answer(noise + "\u{1B}[?1;4c").hasSixels)
        #expect(!answer(noise).isComplete)
    }

    @Test
    func moreThanAnAnswerMayHaveIsNotRead() {
        let long = answer(String(repeating: "x", count: TerminalAnswer.byteLimit) + "\u{1B}[?1;4c")
        #expect(long.isComplete && !long.hasSixels)
        var after = answer("\u{1B}[?1c")
        after.take(Array("\u{1B}[?1;4c\u{3}".utf8))
        #expect(!after.hasSixels && !after.isInterrupted)
    }

    @Test
    func theKeyThatEndsAProgramEndsTheQuestion() {
        let found = answer("\u{3}\u{1B}[?1;4c")
        #expect(found.isComplete && found.isInterrupted && !found.hasSixels)
    }

    @Test
    func inventedAnswersEndWithinTheirLimit() {
        let words = ["\u{1B}[", "?", "4", ";", "c", "t", "6", "\u{1B}", "62", "99999", "x", "\u{3}", "\u{9B}"]
        for seed in 1...5_000 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let text = (0..<Int.random(in: 0...60, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined()
            let whole = answer(text)
            let pieces = answer(text, pieces: Int.random(in: 1...5, using: &generator))
            #expect(
                whole.isComplete == pieces.isComplete && whole.hasSixels == pieces.hasSixels && whole.cell == pieces.cell,
                "\(text)")
            #expect(!whole.hasSixels || text.contains("4"), "\(text)")
        }
    }
}
