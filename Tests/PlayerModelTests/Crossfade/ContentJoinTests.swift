import MediaTypes
import Testing

@testable import PlayerModel

@Suite("How the sound at the ends of two tracks decides how they are joined")
struct ContentJoinTests {
    /// Sound of -10 dB that rises from silence and dies away in a straight line of decibels, from 60 dB below.
    static func ends(
        silence: Double = 0, rise: Double = 0, fade: Double = 0, silentEnd: Double = 0, level: Double = -10
    ) throws -> SoundEnds {
        func points(_ silent: Double, _ changing: Double) -> [SoundEnds.Point] {
            [.init(decibels: level - 60, seconds: silent), .init(decibels: level, seconds: silent + changing)]
        }
        return try #require(SoundEnds(level: level, beginning: points(silence, rise), ending: points(silentEnd, fade)))
    }

    private func side(
        silence: Double = 0, rise: Double = 0, fade: Double = 0, silentEnd: Double = 0, level: Double = -10, played: Double = 200,
        speed: Double = 1, decibels: Double = 0
    ) throws -> ContentJoin.Side {
        ContentJoin.Side(
            ends: try Self.ends(silence: silence, rise: rise, fade: fade, silentEnd: silentEnd, level: level), played: played,
            speed: speed,
            decibels: decibels)
    }

    private func expect(
        _ join: ContentJoin, _ overlap: Double, leftOut: Double = 0, skipped: Double = 0,
        at place: SourceLocation = #_sourceLocation
    ) {
        let found = [join.overlap, join.leftOut, join.skipped]
        #expect(zip(found, [overlap, leftOut, skipped]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)", sourceLocation: place)
    }

    @Test("what ends or begins at once overlaps with nothing, and only silence is left out")
    func abrupt() throws {
        expect(ContentJoin(of: try side(), with: try side(), limit: 8), 0)
        expect(ContentJoin(of: try side(silentEnd: 1.5), with: try side(silence: 2), limit: 8), 0, leftOut: 1.5, skipped: 2)
    }

    @Test("a change that is hardly longer than what is told apart is an edge")
    func edge() throws {
        // 30 dB of these are 30 and 45 milliseconds.
        expect(ContentJoin(of: try side(fade: 0.06), with: try side(), limit: 8), 0, leftOut: 0.015)
        expect(ContentJoin(of: try side(fade: 0.09), with: try side(), limit: 8), 0.045, leftOut: 0.022_5)
    }

    @Test("a fade-out overlaps from 15 dB down to 45 dB down, and what is softer is left out; up to the limit, at its end")
    func fadeOut() throws {
        // Six seconds for 60 dB: 15 dB are a second and a half.
        expect(ContentJoin(of: try side(fade: 6), with: try side(), limit: 8), 3, leftOut: 1.5)
        expect(ContentJoin(of: try side(fade: 6, silentEnd: 1), with: try side(), limit: 8), 3, leftOut: 2.5)
        expect(ContentJoin(of: try side(fade: 30), with: try side(), limit: 8), 8, leftOut: 7.5)
        expect(ContentJoin(of: try side(fade: 6), with: try side(), limit: 0), 0, leftOut: 1.5)
    }

    @Test("a beginning that rises overlaps as long as that, and both overlap as long as both")
    func rise() throws {
        expect(ContentJoin(of: try side(), with: try side(rise: 4), limit: 8), 2, skipped: 1)
        expect(ContentJoin(of: try side(fade: 6), with: try side(silence: 1, rise: 4), limit: 8), 5, leftOut: 1.5, skipped: 2)
    }

    @Test("half of what is heard of a track overlaps at most")
    func half() throws {
        expect(ContentJoin(of: try side(fade: 6, played: 5.5), with: try side(), limit: 8), 2, leftOut: 1.5)
        expect(ContentJoin(of: try side(fade: 6), with: try side(played: 3), limit: 8), 1.5, leftOut: 1.5)
        // Of this one, only the silence is played.
        expect(ContentJoin(of: try side(fade: 6, silentEnd: 4, played: 2), with: try side(), limit: 8), 0, leftOut: 2)
        expect(ContentJoin(of: try side(), with: try side(silence: 4, played: 2), limit: 8), 0, skipped: 2)
    }

    @Test("silence that is longer than what can be kept goes on before what follows, and nothing overlaps with it")
    func longSilence() throws {
        expect(ContentJoin(of: try side(fade: 6, silentEnd: 60), with: try side(), limit: 8), 0, leftOut: 30)
        #expect(ContentJoin.longestSilence(of: try Self.ends(silentEnd: 60), speed: 1) == 30)
    }

    @Test("times are those of the sound as it is heard, at the speed of each")
    func speeds() throws {
        expect(
            ContentJoin(of: try side(fade: 6, speed: 2), with: try side(silence: 3, speed: 1.5), limit: 8), 1.5, leftOut: 0.75,
            skipped: 2)
    }

    @Test(
        "a soft track is silent earlier beside a loud one, by what both have as they are played, and never above 30 dB below itself"
    )
    func gains() throws {
        // 10 dB softer: silent at 35 dB below itself.
        let soft = try side(fade: 6, level: -20)
        expect(ContentJoin(of: soft, with: try side(), limit: 8), 2, leftOut: 2.5)
        // The gain makes both alike.
        expect(ContentJoin(of: try side(fade: 6, level: -20, decibels: 10), with: try side(), limit: 8), 3, leftOut: 1.5)
        expect(ContentJoin(of: try side(fade: 6, level: -50), with: try side(), limit: 8), 1.5, leftOut: 3)
        #expect(ContentJoin.longestSilence(of: soft.ends, speed: 2) == 1.5)
    }

    @Test(
        "is never negative, never longer than the limit or than half of a track, and never more than what is kept, whatever the ends are"
    )
    func bounds() throws {
        var random = Numbers(state: 7)
        func points() -> [SoundEnds.Point] {
            var (seconds, decibels) = (0.0, -110.0)
            return (0...Int(random.next(20))).map { _ in
                decibels += random.next(8)
                if random.next(1) < 0.7 { seconds += random.next(1) < 0.1 ? random.next(90) : random.next(3) }
                return SoundEnds.Point(decibels: decibels, seconds: seconds)
            }
        }
        func side() throws -> ContentJoin.Side {
            let ends = try #require(SoundEnds(level: random.next(80) - 80, beginning: points(), ending: points()))
            return ContentJoin.Side(
                ends: ends, played: random.next(1) < 0.2 ? random.next(3) - 1 : random.next(300), speed: 0.25 + random.next(3.75),
                decibels: random.next(40) - 20)
        }
        for _ in 0..<20_000 {
            let (leaving, coming, limit) = (try side(), try side(), random.next(1) < 0.1 ? 0 : random.next(12))
            let join = ContentJoin(of: leaving, with: coming, limit: limit)
            #expect(join.overlap >= 0 && join.leftOut >= 0 && join.skipped >= 0)
            #expect(join.overlap <= limit && join.leftOut <= 30 && join.skipped <= 30)
            #expect(
                join.overlap <= max(0, leaving.played - join.leftOut) / 2
                    && join.overlap <= max(0, coming.played - join.skipped) / 2)
            #expect(join.leftOut <= ContentJoin.longestSilence(of: leaving.ends, speed: leaving.speed))
        }
    }
}

/// Numbers that look like chance, and are the same in each run.
private struct Numbers {
    var state: UInt64

    mutating func next(_ below: Double) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53) * below
    }
}
