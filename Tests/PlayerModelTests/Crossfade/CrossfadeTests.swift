import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("How two tracks overlap")
struct CrossfadeTests {
    @Test("both are as loud together as each alone, one goes as the other comes", arguments: [1, 2, 441, 22_050])
    func equalPower(count: Int) {
        let levels = (0..<count).map { Crossfade.levels(at: $0, of: count) }
        #expect(levels.allSatisfy { abs($0.leaving * $0.leaving + $0.coming * $0.coming - 1) < 1e-6 })
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0.leaving >= $1.leaving && $0.coming <= $1.coming })
        #expect(zip(levels, levels.reversed()).allSatisfy { abs($0.leaving - $1.coming) < 1e-6 })
    }

    @Test("a track gives up half of itself at most, and a stream nothing")
    func longest() {
        func frames(_ seconds: Double, of duration: Double?, from start: Double = 0, isRemote: Bool = false) -> Int64 {
            var song = SourceDescription.song(duration)
            song.isRemote = isRemote
            return Crossfade.longest(seconds, of: song, from: FrameCount(seconds: start, at: .cd), at: .cd).value
        }
        #expect(frames(2, of: 10) == 88_200)
        #expect(frames(2, of: 3) == 66_150)
        #expect(frames(2, of: 10, from: 4) == 88_200)
        #expect(frames(2, of: 10, from: 9) == 22_050)
        #expect(frames(2, of: 10, from: 10) == 0 && frames(2, of: 10, from: 11) == 0)
        #expect(frames(0, of: 10) == 0)
        #expect(frames(2, of: nil) == 0)
        #expect(frames(2, of: 0) == 0)
        #expect(frames(2, of: 10, isRemote: true) == 0)
    }
}
