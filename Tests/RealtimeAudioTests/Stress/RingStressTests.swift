import AudioTypes
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import RealtimeAudio

/// One thread writes numbered frames, another takes them: nothing may be lost, repeated or torn. ThreadSanitizer watches the
/// same tests (`scripts/sanitize-thread`).
@Suite("Producer against consumer", .serialized)
struct RingStressTests {
    /// Enough for each ring to wrap thousands of times, and for small ones to hand over in every position.
    static let frames = 60_000

    @Test("a ring hands every frame over whole and once", arguments: [2, 4, 8, 64, 1_024], [0, UInt64.max - 30_000])
    func ring(capacity: Int, start: UInt64) async {
        let (shared, total) = (Shared(capacity: capacity, start: start), Self.frames)
        async let produced: Void = shared.produce(total)
        #expect(await onOwnThread { shared.consume(total) } == 0)
        await produced
    }

    @Test("whoever looks on sees a fill between nothing and everything")
    func fill() async {
        let (start, total) = (UInt64.max - 30_000, Self.frames * 10)
        let shared = Shared(capacity: 256, start: start)
        async let produced: Void = shared.produce(total)
        async let odd = onOwnThread { shared.lookOn(until: start &+ UInt64(total)) }
        #expect(await onOwnThread { shared.consume(total) } == 0)
        await produced
        #expect(await odd == 0)
    }

    @Test("indices hand every element over whole and once", arguments: [1, 2, 4, 64], [0, UInt64.max - 30_000])
    func indices(capacity: Int, start: UInt64) async {
        let (shared, total) = (SharedQueue(capacity: capacity, start: start), Self.frames)
        async let produced: Void = onOwnThread { shared.produce(total) }
        #expect(await onOwnThread { shared.consume(total) } == 0)
        await produced
    }

    @Test("the callback plays what a worker writes at the same time, at every ring size", arguments: [2, 16, 256, 4_096])
    func callback(capacity: Int) async {
        let harness = RenderHarness(capacity: capacity, startingAt: UInt64.max - 20_000)
        harness.keepsOutput = false
        let total = 40_000
        let renderer = harness.renderer
        renderer.setPlays(true)
        async let written: Void = onOwnThread { writeSegments(total, to: renderer) }
        var heard: [Float] = []
        var random = SeededGenerator(seed: UInt64(capacity))
        // Numbers begin at 1, so that zero is silence the worker was too slow for.
        while heard.count < total {
            let cycle = harness.render(Int.random(in: 1...(2 * capacity), using: &random)).filter { $0 != 0 }
            if cycle.isEmpty { sched_yield() }
            heard += cycle
        }
        await written
        #expect(heard == numbered(total))
        let began = harness.events.filter { $0.kind == .began }.map(\.segment)
        #expect(began == (1...40).map { UInt64($0) })
    }
}

extension RingStressTests {
    @Test("a worker gets what the callback captures at the same time, each frame in its place", arguments: [16, 256, 4_096])
    func captured(capacity: Int) async {
        let harness = CaptureHarness(capacity: capacity, startingAt: UInt64.max - 20_000)
        let total = Self.frames
        let shared = SharedHarness(harness)
        async let captured: Void = onOwnThread { shared.capture(total) }
        var taken: [Float] = []
        while !shared.isDone.load(ordering: .acquiring) {
            let more = harness.take(atMost: 57)
            if more.isEmpty { sched_yield() }
            taken += more
        }
        await captured
        taken += harness.take()
        // The marker of what was dropped last comes with the next frame.
        harness.cycle(1)
        taken += harness.take()
        // What was dropped is silence, so each frame stands at the place of its number.
        let wrong = taken.enumerated().filter { $0.element != 0 && $0.element != Float($0.offset + 1) }
        #expect(wrong.isEmpty)
        let silent = taken.count { $0 == 0 }
        #expect(UInt64(silent) == harness.buffer.statistics.droppedFrames)
    }
}

/// A harness of which one thread uses the graph's side, another the worker's.
private final class SharedHarness: @unchecked Sendable {
    private let harness: CaptureHarness
    /// Whether everything is captured.
    let isDone = Atomic<Bool>(false)

    init(_ harness: CaptureHarness) { self.harness = harness }

    /// Captures `total` frames, and drops some of them now and then.
    func capture(_ total: Int) {
        var captured = 0
        while captured < total {
            let count = 1 + captured % 13
            while captured % 5 != 0, harness.buffer.capacity - harness.buffer.fillCount < count { sched_yield() }
            harness.cycle(count)
            captured += count
        }
        isDone.store(true, ordering: .releasing)
    }
}

/// Writes numbered frames in 40 segments, each end told before its last frame, as the decode worker does.
private func writeSegments(_ total: Int, to renderer: Renderer) {
    let producer = renderer.producer
    let region = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { region.deallocate() }
    let length = total / 40
    var next = 0
    func push(_ kind: SegmentMarker.Kind, _ segment: Int, after offset: Int) {
        let marker = SegmentMarker(
            ringFrame: producer.written &+ UInt64(offset), segment: UInt64(segment), mediaFrame: 0, generation: 0,
            kind: kind, rampsIn: false)
        while !producer.push(marker) { sched_yield() }
    }
    var hasBegun = 0
    while next < total {
        if next % length == 0, hasBegun == next / length {
            hasBegun += 1
            push(.begin, hasBegun, after: 0)
        }
        let room = producer.writeRegion(after: 0, into: region)
        let count = min(room, length - next % length)
        for frame in 0..<count { region[0][frame] = Float(next + frame + 1) }
        next += count
        if count > 0, next % length == 0 { push(.end, next / length, after: count) }
        producer.commit(count)
        if count == 0 { sched_yield() }
    }
}

/// A ring of three channels that two threads use.
// One thread is the producer, the other the consumer: what the ring asks of its users.
private final class Shared: @unchecked Sendable {
    private let ring: SampleRing
    init(capacity: Int, start: UInt64) {
        ring = SampleRing(channelCount: 3, minimumCapacity: capacity, startingAt: start)
    }

    /// How many fills were impossible, while others write and take the frames up to the counter's value `end`.
    func lookOn(until end: UInt64) -> Int {
        var odd = 0
        while ring.taken != end {
            if !(0...ring.capacity).contains(ring.fillCount) { odd += 1 }
        }
        return odd
    }

    func produce(_ total: Int) async {
        await onOwnThread { [self] in
            let regions = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 3)
            defer { regions.deallocate() }
            var next = 0
            while next < total {
                let count = min(ring.writeRegion(after: 0, into: regions), total - next, 1 + next % 97)
                for channel in 0..<3 {
                    for frame in 0..<count { regions[channel][frame] = Float((next + frame) * 4 + channel) }
                }
                ring.commit(count)
                next += count
                if count == 0 { sched_yield() }
            }
        }
    }

    /// Takes `total` frames; how many samples were not what they should be.
    func consume(_ total: Int) -> Int {
        var next = 0
        var wrong = 0
        while next < total {
            let count = ring.contiguousReadableCount(atMost: min(ring.readableCount, 1 + next % 89))
            for channel in 0..<3 {
                let samples = ring.readRegion(channel)
                for frame in 0..<count where samples[frame] != Float((next + frame) * 4 + channel) { wrong += 1 }
            }
            ring.release(count)
            next += count
            if count == 0 { sched_yield() }
        }
        return wrong + ring.readableCount
    }
}

/// A queue of pairs that two threads use.
private final class SharedQueue: @unchecked Sendable {
    private let indices: QueueIndices
    private let storage: UnsafeMutablePointer<(Int, Int)>

    init(capacity: Int, start: UInt64) {
        indices = QueueIndices(capacity: capacity, startingAt: start)
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: (0, 0), count: capacity)
    }

    deinit { storage.deallocate() }

    func produce(_ total: Int) {
        var next = 0
        while next < total {
            let slot = indices.writableSlot()
            guard slot >= 0 else {
                sched_yield()
                continue
            }
            storage[slot] = (next, ~next)
            indices.publish()
            next += 1
        }
    }

    func consume(_ total: Int) -> Int {
        var wrong = 0
        var next = 0
        while next < total {
            let slot = indices.readableSlot()
            guard slot >= 0 else {
                sched_yield()
                continue
            }
            if storage[slot] != (next, ~next) { wrong += 1 }
            indices.release()
            next += 1
        }
        return wrong
    }
}
