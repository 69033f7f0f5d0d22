import AudioTypes
import Testing

@testable import Decoding

@Suite("Frames that are kept back from the ring")
struct HeldFramesTests {
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
