import Testing

@testable import PlayerModel

@Suite("A start at a time")
struct TimedStartTests {
    @Test("is told once, and taken back before what plays at once")
    func told() {
        var start = TimedStart()
        #expect(start.tell() == nil, "who wants no time gets none")
        start.want(5_000_000_000)
        #expect(start.tell() == 5_000_000_000)
        #expect(start.tell() == 0, "a pause and a play later, the time holds no longer")
        #expect(start.tell() == nil)
    }

    @Test("is late by more than a millisecond, or in time")
    func late() {
        for (heard, late) in [(Int64(5_000_000_000), Double?.none), (5_000_900_000, nil), (5_250_000_000, 0.25)] {
            var start = TimedStart()
            start.want(5_000_000_000)
            _ = start.tell()
            #expect(start.began(at: heard) == late)
            #expect(start.began(at: heard + 1_000_000_000) == nil, "only the first frame counts")
        }
    }

    @Test("is forgotten by a command that decides anew what is heard")
    func forgotten() {
        var start = TimedStart()
        start.want(5_000_000_000)
        start.want(nil)
        #expect(start.tell() == nil)
        #expect(PlayerCommand.pause.decidesStart && !PlayerCommand.setVolume(level: 1, delta: nil, muted: nil).decidesStart)
    }
}
