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
            pacing.wrote(count, at: now)
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
        pacing.wrote(rate * Int(day), at: 0)
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

    @Test("a network that is late by less than the lead changes nothing")
    func delay() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        let next = pacing.nextTime
        pacing.delivered(allBut: 4_800, at: Pacing.lead - Pacing.period - millisecond)
        #expect(pacing.nextTime == next)
        #expect(!pacing.isStarving(at: Pacing.lead - Pacing.period - millisecond))
    }

    @Test("the server's time begins anew with the frame that it waits for, and no more is written than the longest lead")
    func starving() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        // It has got 100 ms, and nothing from then on.
        var now = Int64(0)
        while now < 2_000 * millisecond {
            now += 10 * millisecond
            pacing.delivered(allBut: Int(pacing.written) - 4_800, at: now)
            #expect(pacing.isStarving(at: now) == (now >= 100 * millisecond))
            _ = catchUp(&pacing, at: now)
        }
        #expect(pacing.written == 4_800 + 28_800)
        // The server takes what is on its way from now on.
        #expect(pacing.nextTime == now + Pacing.longestLead)
        #expect(!pacing.isLate(at: now))
        pacing.delivered(allBut: 0, at: now + millisecond)
        #expect(pacing.nextTime == now + Pacing.longestLead)
        #expect(!pacing.isStarving(at: now + millisecond))
    }

    @Test("a network that was late changes when the server takes frames, not when they are written")
    func longerLead() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        let (next, due) = (pacing.nextTime, pacing.dueTime)
        pacing.delivered(allBut: Int(pacing.written), at: 50 * millisecond)
        #expect(pacing.nextTime == next + 50 * millisecond)
        #expect(pacing.dueTime == due)
    }

    @Test("a standstill lasts from the last frame that arrived, and ends with the next one")
    func standstill() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        pacing.delivered(allBut: 0, at: 50 * millisecond)
        pacing.wrote(4_800, at: 100 * millisecond)
        pacing.delivered(allBut: 4_800, at: 150 * millisecond)
        pacing.delivered(allBut: 4_800, at: 1_050 * millisecond)
        #expect(pacing.standstill(at: 1_050 * millisecond) == 950 * millisecond)
        pacing.delivered(allBut: 4_799, at: 1_060 * millisecond)
        #expect(pacing.standstill(at: 1_060 * millisecond) == 0)
        pacing.delivered(allBut: 0, at: 1_070 * millisecond)
        #expect(pacing.standstill(at: 9_000 * millisecond) == 0)
    }

    @Test("a writer that rested while everything had arrived has not stood still")
    func rest() {
        var pacing = Pacing(rate: 48_000, at: 0)
        _ = catchUp(&pacing, at: 0)
        pacing.delivered(allBut: 0, at: millisecond)
        pacing.wrote(4_800, at: 9_000 * millisecond)
        pacing.delivered(allBut: 4_800, at: 9_001 * millisecond)
        #expect(pacing.standstill(at: 9_001 * millisecond) == millisecond)
    }
}
