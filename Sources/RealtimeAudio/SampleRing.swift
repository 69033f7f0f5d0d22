import Synchronization

/// A lock-free ring of planar samples between one producer (the decode worker) and one consumer (the callback).
///
/// Every channel has a plane of `capacity` floats; one pair of free-running frame counters serves all planes, so that a
/// frame is there in all channels or in none. The counters double as the ring's time line: a ``SegmentMarker`` names the
/// counter's value at which it takes effect.
@safe package struct SampleRing: ~Copyable {
    /// How many planes.
    package let channelCount: Int
    /// How many frames fit; a power of two.
    package let capacity: Int

    private let samples: UnsafeMutablePointer<Float>
    private let readCounter: Atomic<UInt64>
    private let writeCounter: Atomic<UInt64>

    /// Makes an empty ring of at least `minimumCapacity` frames, rounded up to a power of two. The counters start at
    /// `counter`; tests start them near their end to see the wrap.
    package init(channelCount: Int, minimumCapacity: Int, startingAt counter: UInt64 = 0) {
        self.channelCount = channelCount
        capacity = minimumCapacity.roundedUpToPowerOfTwo
        unsafe samples = .allocate(capacity: capacity * channelCount)
        // Touches every page now: the callback and the worker never meet a first page fault.
        unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
        readCounter = Atomic(counter)
        writeCounter = Atomic(counter)
    }

    deinit { unsafe samples.deallocate() }

    /// The part of one plane that holds, or will hold, the frame with this counter value, up to the end of the storage.
    @_noLocks
    private func plane(_ channel: Int, at counter: UInt64) -> UnsafeMutablePointer<Float> {
        unsafe samples + (channel &* capacity &+ offset(of: counter))
    }

    @_noLocks
    private func offset(of counter: UInt64) -> Int {
        Int(truncatingIfNeeded: counter & UInt64(truncatingIfNeeded: capacity &- 1))
    }

    // MARK: Anybody

    /// Any thread but the real-time one: how many frames it holds, 0 to ``capacity``. A value of the recent past.
    package var fillCount: Int {
        // What was taken is read first: what was written by then, or later, is never less. It may be a whole ring more by later.
        let taken = readCounter.load(ordering: .acquiring)
        return min(capacity, Int(truncatingIfNeeded: writeCounter.load(ordering: .acquiring) &- taken))
    }

    // MARK: Producer

    /// Producer: frames written so far, the counter of the next one. Exact for the producer.
    package var written: UInt64 {
        @_noLocks get { writeCounter.load(ordering: .relaxed) }
    }

    /// Producer: how many frames can be written now; the consumer can only make it more.
    package var writableCount: Int {
        capacity - Int(truncatingIfNeeded: written &- readCounter.load(ordering: .acquiring))
    }

    /// Producer: the pointers to write the frames from `offset` after ``written`` on, one a channel, stored into `planes`.
    /// - Returns: how many frames can be written there in one run: up to the free space or the end of the storage.
    package func writeRegion(after offset: Int, into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Int {
        let counter = written &+ UInt64(offset)
        for channel in 0..<channelCount {
            unsafe planes[channel] = plane(channel, at: counter)
        }
        return min(writableCount - offset, capacity - self.offset(of: counter))
    }

    /// Producer: hands `count` written frames to the consumer.
    package func commit(_ count: Int) {
        writeCounter.store(written &+ UInt64(count), ordering: .releasing)
    }

    // MARK: Consumer

    /// Consumer: frames taken so far, the counter of the next one. Exact for the consumer; others see a value that was true.
    package var taken: UInt64 {
        @_noLocks get { readCounter.load(ordering: .relaxed) }
    }

    /// Consumer: how many frames can be read now; the producer can only make it more.
    package var readableCount: Int {
        @_noLocks get { Int(truncatingIfNeeded: writeCounter.load(ordering: .acquiring) &- readCounter.load(ordering: .relaxed)) }
    }

    /// Consumer: the samples of `channel` from ``taken`` on; valid for ``contiguousReadableCount(atMost:)`` frames.
    @_noLocks
    package func readRegion(_ channel: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(plane(channel, at: taken))
    }

    /// Consumer: how many of `count` readable frames lie in one run before the storage's end.
    @_noLocks
    package func contiguousReadableCount(atMost count: Int) -> Int {
        min(count, capacity &- offset(of: taken))
    }

    /// Consumer: gives `count` frames back to the producer.
    @_noLocks
    package func release(_ count: Int) {
        readCounter.store(taken &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }
}
