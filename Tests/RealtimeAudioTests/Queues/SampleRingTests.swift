import AudioTypes
import Testing

@testable import RealtimeAudio

@Suite("Sample ring")
struct SampleRingTests {
    @Test(
        "rounds its capacity up to a power of two",
        arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (1_000, 1_024), (176_400, 262_144)])
    func capacity(minimum: Int, rounded: Int) {
        #expect(SampleRing(channelCount: 1, minimumCapacity: minimum).capacity == rounded)
    }

    @Test("is empty, then full, then empty again", arguments: [1, 2, 64], [0, UInt64.max - 1])
    func fillAndDrain(capacity: Int, start: UInt64) {
        let ring = SampleRing(channelCount: 2, minimumCapacity: capacity, startingAt: start)
        #expect(ring.readableCount == 0)
        #expect(ring.writableCount == capacity)
        ring.commit(capacity)
        #expect(ring.readableCount == capacity)
        #expect(ring.writableCount == 0)
        ring.release(capacity)
        #expect(ring.readableCount == 0)
        #expect(ring.writableCount == capacity)
        #expect(ring.written == start &+ UInt64(capacity))
        #expect(ring.taken == ring.written)
    }

    @Test("keeps every channel's samples apart, in order and whole", arguments: [1, 2, 4, 32], [1, 2, 8])
    func content(capacity: Int, channelCount: Int) {
        let ring = SampleRing(
            channelCount: channelCount, minimumCapacity: capacity, startingAt: UInt64.max - UInt64(3 * capacity))
        let regions = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: channelCount)
        defer { regions.deallocate() }
        var random = SeededGenerator(seed: UInt64(capacity * 10 + channelCount))
        var written = 0
        var taken = 0
        while taken < 40 * capacity {
            let room = ring.writeRegion(after: 0, into: regions)
            let toWrite = Int.random(in: 0...room, using: &random)
            for channel in 0..<channelCount {
                for frame in 0..<toWrite { regions[channel][frame] = Float((written + frame) * 8 + channel) }
            }
            ring.commit(toWrite)
            written += toWrite
            let run = ring.contiguousReadableCount(atMost: ring.readableCount)
            let toRead = Int.random(in: 0...run, using: &random)
            for channel in 0..<channelCount {
                let samples = ring.readRegion(channel)
                for frame in 0..<toRead { #expect(samples[frame] == Float((taken + frame) * 8 + channel)) }
            }
            ring.release(toRead)
            taken += toRead
        }
    }

    @Test("lets the producer prepare frames that the consumer does not see before they are handed over")
    func heldFrames() {
        let ring = SampleRing(channelCount: 1, minimumCapacity: 8, startingAt: UInt64.max - 4)
        let regions = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
        defer { regions.deallocate() }
        // The counter stands at slot 3 of 8: five frames to the storage's end, three more from its start.
        #expect(ring.writeRegion(after: 0, into: regions) == 5)
        #expect(ring.writeRegion(after: 5, into: regions) == 3)
        #expect(ring.writeRegion(after: 8, into: regions) == 0)
        #expect(ring.readableCount == 0)
        ring.commit(8)
        #expect(ring.readableCount == 8)
        #expect(ring.contiguousReadableCount(atMost: 8) == 5)
    }

    @Test("ends a debug build whose producer writes over frames that were not read", .enabled(if: isDebugBuild))
    func overrun() async {
        await #expect(processExitsWith: .failure) {
            let ring = SampleRing(channelCount: 1, minimumCapacity: 8)
            ring.commit(8)
            ring.commit(1)
        }
        await #expect(processExitsWith: .success) {
            let ring = SampleRing(channelCount: 1, minimumCapacity: 8)
            ring.commit(8)
        }
    }
}

/// Whether assertions are checked.
private let isDebugBuild: Bool = {
    var isDebug = false
    assert(
        {
            isDebug = true; return true
        }())
    return isDebug
}()
