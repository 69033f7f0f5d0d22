import Testing

@testable import Playback

@Suite("The steps of a gap for the graph")
struct RenegotiationTests {
    @Test("the sound fades, the stream rests, the sound comes back")
    func steps() {
        var gap = Renegotiation()
        #expect(!gap.isUnderWay && !gap.willReturn)
        gap.begin()
        #expect(gap.isUnderWay && gap.willReturn && !gap.isResting)
        let rests = gap.rest()
        #expect(rests && gap.isResting && gap.willReturn)
        let goesOn = gap.goOn()
        #expect(goesOn && gap.isReturning && !gap.willReturn && gap.isUnderWay)
        gap.end()
        #expect(!gap.isUnderWay)
    }

    @Test("no step can be taken before the one ahead of it, or twice")
    func order() {
        var gap = Renegotiation()
        /// Which steps can be taken now, each tried on a copy.
        func possible() -> [String] {
            var (resting, goingOn, looking) = (gap, gap, gap)
            return (resting.rest() ? ["rest"] : []) + (goingOn.goOn() ? ["go on"] : []) + (looking.countLook() ? ["look"] : [])
        }
        #expect(possible() == [])
        gap.begin()
        #expect(possible() == ["rest"])
        _ = gap.rest()
        #expect(possible() == ["go on"])
        _ = gap.goOn()
        #expect(possible() == ["look"])
        gap.end()
        #expect(possible() == [])
    }

    @Test("three gaps are made for one wish, and each wish begins anew")
    func gaps() {
        var gap = Renegotiation()
        for _ in 0..<2 {
            gap.begin()
            var rests = [gap.restAfterRelease]
            for _ in 0..<10 {
                _ = gap.rest()
                _ = gap.goOn()
                guard gap.beginAgain() else { break }
                rests.append(gap.restAfterRelease)
            }
            #expect(rests == [0, 100_000_000, 500_000_000])
            gap.end()
        }
        gap.begin()
        let early = gap.beginAgain()
        #expect(!early, "the sound is not back")
    }

    @Test("after a hundred looks it is not looked again")
    func looks() {
        var gap = Renegotiation()
        gap.begin()
        _ = gap.rest()
        _ = gap.goOn()
        var looks = 1
        while gap.countLook() { looks += 1 }
        #expect(looks == 100)
    }
}
