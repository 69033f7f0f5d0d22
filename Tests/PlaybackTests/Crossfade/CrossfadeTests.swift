import AudioTypes
import SystemSupport
import TestSupport
import Testing

@testable import Playback

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

    @Test("frames that are held come out as they went in, whatever is taken and added in between", arguments: 0..<4)
    func heldFrames(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let held = HeldFrames(channelCount: 2, capacity: 64)
        let planes = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
        let room = [UnsafeMutablePointer<Float>.allocate(capacity: 100), .allocate(capacity: 100)]
        defer {
            planes.deallocate()
            for plane in room { plane.deallocate() }
        }
        var (written, taken) = (0, 0)
        for turn in 0..<400 {
            if turn == 200 { held.reserve(97) }
            let fits = min(held.writeRegion(into: planes), Int.random(in: 0..<40, using: &random))
            for frame in 0..<fits {
                planes[0][frame] = Float(written + frame)
                planes[1][frame] = -Float(written + frame)
            }
            held.commit(fits)
            written += fits
            for channel in 0..<2 { planes[channel] = room[channel] }
            let count = held.take(into: planes, atMost: Int.random(in: 0..<40, using: &random))
            #expect((0..<count).allSatisfy { room[0][$0] == Float(taken + $0) && room[1][$0] == -Float(taken + $0) })
            taken += count
            #expect(held.count == written - taken)
        }
        #expect(written > 1_000)
    }
}

/// The mix of two mono tracks that overlap by `count` frames, the ends of both with their gains.
func crossfaded(_ first: [Float], _ second: [Float], _ count: Int, gains: (Float, Float) = (1, 1)) -> [Float] {
    let start = first.count - count
    let mixed = (0..<count).map { frame in
        let levels = Crossfade.levels(at: frame, of: count)
        return first[start + frame] * gains.0 * levels.leaving + second[frame] * gains.1 * levels.coming
    }
    return first[..<start].map { $0 * gains.0 } + mixed + second[count...].map { $0 * gains.1 }
}

/// Whether all samples agree, but for what 32-bit floats round.
func areNearlyEqual(_ left: [Float], _ right: [Float]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= max(1e-3, abs($1) * 1e-6) }
}
