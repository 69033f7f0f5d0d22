import Testing

@testable import PlayerModel

@Suite("A start at a time")
struct TimedStartTests {
    @Test("holds until it is heard, also where the item begins anew at another place meanwhile")
    func holds() {
        var start = TimedStart()
        #expect(start.tell() == nil, "who wants no time gets none")
        start.begin(at: 5_000_000_000)
        #expect(start.tell() == 5_000_000_000)
        #expect(start.tell() == 5_000_000_000, "after a seek, perhaps with another ring")
        #expect(start.began(at: 5_000_000_000) == nil)
        #expect(start.tell() == 0 && start.tell() == nil)
    }

    @Test("is taken back by what begins or resumes without one")
    func takenBack() {
        for resumes in [true, false] {
            var start = TimedStart()
            start.begin(at: 5_000_000_000)
            _ = start.tell()
            if resumes { start.resume(at: nil) } else { start.begin(at: nil) }
            #expect(start.tell() == 0 && start.tell() == nil)
            #expect(start.began(at: 9_000_000_000) == nil)
        }
    }

    @Test("is late by more than a millisecond, or in time")
    func late() {
        for (heard, late) in [(Int64(5_000_000_000), Double?.none), (5_000_900_000, nil), (5_250_000_000, 0.25)] {
            var start = TimedStart()
            start.begin(at: 5_000_000_000)
            _ = start.tell()
            #expect(start.began(at: heard) == late)
            #expect(start.began(at: heard + 1_000_000_000) == nil, "only the first frame counts")
        }
    }

    @Test("of a resume is not told of when the next item begins")
    func resumed() {
        var start = TimedStart()
        start.resume(at: 5_000_000_000)
        #expect(start.tell() == 5_000_000_000)
        #expect(start.began(at: 185_000_000_000) == nil)
    }
}
