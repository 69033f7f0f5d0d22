import Testing

@testable import SnapcastOutput

@Suite("the pacing of a feed")
struct PacingTests {
    private let millisecond: Int64 = 1_000_000

    /// Writes what is due at `now`, and returns how many frames that are.
    private func catchUp(_ pacing: inout Pacing, at now: Int64) -> Int {
        var sum = 0
        while true {
            let count = pacing.framesDue(at: now)
            if count == 0 { return sum }
            pacing.wrote(count)
            sum += count
        }
    }

    @Test("it begins with the whole lead")
    func beginning() {
        var pacing = Pacing(rate: 48_000, at: 7)
        #expect(catchUp(&pacing, at: 7) == 14_400)
        #expect(pacing.nextTime == 7 + Pacing.lead)
        #expect(!pacing.isLate(at: 7))
    }

    @Test("it then writes one period for each period that passes")
    func steady() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        #expect(pacing.dueTime == Pacing.period)
        #expect(catchUp(&pacing, at: Pacing.period - 1) == 0)
        #expect(catchUp(&pacing, at: Pacing.period) == 4_800)
        #expect(catchUp(&pacing, at: 3 * Pacing.period + millisecond) == 9_600)
    }

    @Test("at every rate, a day of frames is as long as a day", arguments: [8_000, 11_025, 44_100, 48_000, 96_000, 384_000])
    func aDay(rate: Int) {
        var pacing = Pacing(rate: rate, at: 0)
        let day: Int64 = 86_400
        pacing.wrote(rate * Int(day))
        #expect(pacing.nextTime == day * 1_000_000_000)
    }

    @Test("for sound that is not decoded yet it waits a period at the beginning, and later as long as a part of the lead is left")
    func patience() {
        var pacing = Pacing(rate: 48_000, at: 7)
        #expect(pacing.framesWanted == 14_400 && pacing.patienceEnd == 7 + Pacing.period)
        pacing.begin(again: 50)
        _ = catchUp(&pacing, at: 50)
        #expect(pacing.framesWanted == 4_800 && pacing.patienceEnd == 50 + Pacing.lead - Pacing.reserve)
        #expect(pacing.dueTime < pacing.patienceEnd)
    }

    @Test("a writer is late once the server has had to wait, and then begins anew with the whole lead")
    func late() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        #expect(!pacing.isLate(at: Pacing.lead))
        let now = Pacing.lead + 30 * millisecond
        #expect(pacing.isLate(at: now))
        pacing.begin(again: now)
        #expect(pacing.nextTime == now)
        #expect(catchUp(&pacing, at: now) == 14_400)
        #expect(!pacing.isLate(at: now + Pacing.lead))
    }
}
