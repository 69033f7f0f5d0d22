import Testing

@testable import Broadcasting

@Suite("The pace of an endless stream")
struct BroadcastPaceTests {
    private static let rate = 48_000
    private static let millisecond: Int64 = 1_000_000

    /// Passes sound on that an output with a clock of its own plays for `seconds`, in pieces of a tenth of a second. Returns how many frames of
    /// silence went before it.
    private func play(_ pace: inout BroadcastPace, from begin: Int64, seconds: Int, lateBy part: Double = 0) -> (
        silence: Int, end: Int64
    ) {
        var (silence, now) = (0, begin)
        for piece in 1...seconds * 10 {
            now = begin + Int64(Double(piece) * 100e6 * (1 + part))
            let before = pace.silence(beforeSoundAt: now, waiting: 100 * Self.millisecond)
            #expect(pace.silence(dueAt: now) == 0)
            silence += before
            pace.wrote(before + Self.rate / 10)
        }
        return (silence, now)
    }

    @Test("sound that comes on and on has no silence in it, whose clock it ever follows", arguments: [0, 0.0003, -0.0003])
    func drift(part: Double) {
        var pace = BroadcastPace(rate: Self.rate, at: 0)
        #expect(play(&pace, from: 0, seconds: 3_600, lateBy: part).silence == 0)
    }

    @Test("where nothing comes, silence lasts as long as the time")
    func silence() {
        var pace = BroadcastPace(rate: Self.rate, at: 0)
        var written = 0
        for tick in 1...100 {
            let count = pace.silence(dueAt: Int64(tick) * 100 * Self.millisecond)
            pace.wrote(count)
            written += count
        }
        #expect(written == Self.rate * 10)
    }

    @Test("a pause between sounds is as long in the stream, and a late thread makes none")
    func pause() {
        var pace = BroadcastPace(rate: Self.rate, at: 0)
        let first = play(&pace, from: 0, seconds: 2)
        #expect(first.silence == 0)
        // The thread was held up, and half a second of sound waits.
        let late = first.end + 500 * Self.millisecond
        #expect(pace.silence(beforeSoundAt: late, waiting: 500 * Self.millisecond) == 0)
        pace.wrote(Self.rate / 2)
        // Nothing comes for two seconds.
        var silent = 0
        for tick in 1...20 {
            let count = pace.silence(dueAt: late + Int64(tick) * 100 * Self.millisecond)
            pace.wrote(count)
            silent += count
        }
        let second = play(&pace, from: late + 2_000 * Self.millisecond, seconds: 1)
        #expect(abs(silent + second.silence - Self.rate * 2) <= Self.rate / 10, "\(silent) + \(second.silence)")
    }

    @Test("short gaps add up until silence makes up for them")
    func seeks() {
        var (pace, now, silence) = (BroadcastPace(rate: Self.rate, at: 0), Int64(0), 0)
        for _ in 1...40 {
            let played = play(&pace, from: now, seconds: 1)
            silence += played.silence
            now = played.end + 60 * Self.millisecond
        }
        #expect((1_800...2_400).contains(silence * 1_000 / Self.rate), "\(silence) frames for 40 gaps of 60 ms")
    }
}
