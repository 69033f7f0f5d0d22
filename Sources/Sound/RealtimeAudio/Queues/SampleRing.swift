import Synchronization

/// A lock-free ring of planar samples between one producer and one consumer: of a stream that plays, the decode worker and the
/// callback; of one that captures, the callback and the worker that takes the samples out.
///
/// Every channel has a plane of `capacity` floats. One pair of free-running frame counters serves all planes, so a frame is
/// there in all channels or in none. The counters are also the time line of the ring: a ``SegmentMarker`` names the counter
/// value at which it takes effect.
@safe struct SampleRing: ~Copyable {
    /// The number of planes.
    let channelCount: Int
    /// The number of frames that fit; a power of two.
    let capacity: Int

    private let samples: UnsafeMutablePointer<Float>
    private let readCounter: Atomic<UInt64>
    private let writeCounter: Atomic<UInt64>

    /// Makes an empty ring of at least `minimumCapacity` frames, rounded up to a power of two. The counters start at
    /// `counter`; tests start them near their end to see the wrap.
    init(channelCount: Int, minimumCapacity: Int, startingAt counter: UInt64 = 0) {
        self.channelCount = channelCount
        capacity = minimumCapacity.roundedUpToPowerOfTwo
        unsafe samples = .allocate(capacity: capacity * channelCount)
        // Touches every page now, so that the callback and the worker never meet a first page fault.
        unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
        readCounter = Atomic(counter)
        writeCounter = Atomic(counter)
    }

    deinit { unsafe samples.deallocate() }

    /// Returns the part of one plane from the frame with this counter value to the end of the storage.
    @_noLocks
    private func plane(_ channel: Int, at counter: UInt64) -> UnsafeMutablePointer<Float> {
        unsafe samples + (channel &* capacity &+ offset(of: counter))
    }

    @_noLocks
    private func offset(of counter: UInt64) -> Int {
        Int(truncatingIfNeeded: counter & UInt64(truncatingIfNeeded: capacity &- 1))
    }

    // MARK: Anybody

    /// Any thread except the real-time one: the number of frames in the ring, 0 to ``capacity``. The value is of the recent
    /// past.
    var fillCount: Int {
        // The read counter is loaded first: the write counter, loaded later, is never less. By then it may be more than a ring
        // ahead.
        let taken = readCounter.load(ordering: .acquiring)
        return min(capacity, Int(truncatingIfNeeded: writeCounter.load(ordering: .acquiring) &- taken))
    }

    // MARK: Producer

    /// Producer: the number of frames written so far, which is the counter of the next frame. Exact for the producer.
    var written: UInt64 {
        @_noLocks get { writeCounter.load(ordering: .relaxed) }
    }

    /// Producer: the number of frames that can be written now; the consumer can only make it larger.
    var writableCount: Int {
        @_noLocks get { capacity &- Int(truncatingIfNeeded: written &- readCounter.load(ordering: .acquiring)) }
    }

    /// Producer: stores into `planes`, one for each channel, the pointers to write the frames from `offset` after ``written``
    /// on.
    /// - Returns: the number of frames that can be written there in one run: up to the free space or the end of the storage.
    @_noLocks
    func writeRegion(after offset: Int, into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Int {
        let counter = written &+ UInt64(truncatingIfNeeded: offset)
        for channel in 0..<channelCount {
            unsafe planes[channel] = plane(channel, at: counter)
        }
        return min(writableCount &- offset, capacity &- self.offset(of: counter))
    }

    /// Producer: hands `count` written frames to the consumer.
    @_noLocks
    func commit(_ count: Int) {
        assert(count >= 0 && count <= writableCount, "the producer wrote over frames that the consumer has not read")
        writeCounter.store(written &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }

    // MARK: Consumer

    /// Consumer: the number of frames taken so far, which is the counter of the next frame. Exact for the consumer; others see
    /// a value that was true.
    var taken: UInt64 {
        @_noLocks get { readCounter.load(ordering: .relaxed) }
    }

    /// Consumer: the number of frames that can be read now; the producer can only make it larger.
    var readableCount: Int {
        @_noLocks get { Int(truncatingIfNeeded: writeCounter.load(ordering: .acquiring) &- readCounter.load(ordering: .relaxed)) }
    }

    /// Consumer: returns the samples of `channel` from ``taken`` on; valid for ``contiguousReadableCount(atMost:)`` frames.
    @_noLocks
    func readRegion(_ channel: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(plane(channel, at: taken))
    }

    /// Consumer: returns how many of `count` readable frames lie in one run before the end of the storage.
    @_noLocks
    func contiguousReadableCount(atMost count: Int) -> Int {
        min(count, capacity &- offset(of: taken))
    }

    /// Consumer: gives `count` frames back to the producer.
    @_noLocks
    func release(_ count: Int) {
        readCounter.store(taken &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }
}
