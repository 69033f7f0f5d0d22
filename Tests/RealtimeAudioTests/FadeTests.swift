import Glibc
import Testing

@testable import RealtimeAudio

@Suite("Fade")
struct FadeTests {
    @Test("follows the quarter of a sine up to full level", arguments: [1, 2, 3, 480, 4_410])
    func curve(length: Int) {
        var fade = Fade(length: length)
        fade.position = 0
        for step in 0..<length {
            let expected = sin(Double.pi / 2 * Double(step + 1) / Double(length))
            #expect(abs(Double(fade.gain(after: step, rising: true)) - expected) < 1e-6)
        }
        #expect(fade.gain(after: length, rising: true) == 1)
        #expect(fade.gain(after: length * 10, rising: true) == 1)
    }

    @Test("takes its length to fall from full level to silence", arguments: [1, 2, 500])
    func falling(length: Int) {
        var fade = Fade(length: length)
        #expect(fade.isFull == true)
        #expect(fade.remaining(rising: false) == length)
        #expect(fade.gain(after: 0, rising: false) == 1)
        #expect(fade.gain(after: length, rising: false) == 0)
        #expect(fade.gain(after: length * 10, rising: false) == 0)
        fade.advance(length, rising: false)
        #expect(fade.isSilent == true)
        #expect(fade.remaining(rising: false) == 0)
        #expect(fade.remaining(rising: true) == length)
    }

    @Test("two fades that cross keep the power constant")
    func equalPower() {
        let up = Fade(length: 400)
        var rising = Fade(length: 400)
        rising.position = 0
        for step in 0..<399 {
            let one = rising.gain(after: step, rising: true)
            let other = up.gain(after: step + 1, rising: false)
            #expect(abs(one * one + other * other - 1) < 1e-5)
        }
    }

    @Test("turns round at any frame without a step", arguments: [1, 7, 250, 499, 500])
    func reversal(turn: Int) {
        var fade = Fade(length: 500)
        var gains: [Float] = []
        func play(_ count: Int, rising: Bool) {
            for step in 0..<count { gains.append(fade.gain(after: step, rising: rising)) }
            fade.advance(count, rising: rising)
        }
        play(10, rising: true)
        play(turn, rising: false)
        play(turn, rising: true)
        play(500, rising: false)
        play(3, rising: false)
        play(500, rising: true)
        #expect(largestStep(in: gains) <= steepestStep())
        #expect(fade.isFull == true)
    }

    @Test("a fade of no length is a switch that loses no frame")
    func noLength() {
        var fade = Fade(length: 0)
        #expect(fade.gain(after: 0, rising: false) == 1)
        fade.advance(1, rising: false)
        #expect(fade.isSilent == true)
        #expect(fade.gain(after: 0, rising: true) == 1)
    }
}
