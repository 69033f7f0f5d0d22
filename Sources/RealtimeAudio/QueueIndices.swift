import Synchronization

/// The indices of a lock-free queue between exactly one producer and one consumer, of fixed power-of-two capacity. The
/// elements stand in the storage of whoever owns the indices: a generic queue would not pass the `@_noLocks` check.
///
/// Indices run freely (64 bits never wrap in practice) and are masked into the storage. Each side reads its own index
/// relaxed and the other side's with acquire, and publishes its own with release: what was written before is seen after.
package struct QueueIndices: ~Copyable {
    private let mask: UInt64
    /// How many elements were ever taken; written by the consumer only.
    private let readIndex: Atomic<UInt64>
    /// How many elements were ever put in; written by the producer only.
    private let writeIndex: Atomic<UInt64>

    /// Makes the indices of an empty queue. `capacity` must be a power of two.
    package init(capacity: Int, startingAt index: UInt64 = 0) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "indices are masked: the capacity is a power of two")
        mask = UInt64(capacity - 1)
        readIndex = Atomic(index)
        writeIndex = Atomic(index)
    }

    /// Producer: the slot to write the next element to, or -1 where the queue is full.
    @_noLocks
    package func writableSlot() -> Int {
        let write = writeIndex.load(ordering: .relaxed)
        if write &- readIndex.load(ordering: .acquiring) > mask { return -1 }
        return Int(truncatingIfNeeded: write & mask)
    }

    /// Producer: hands over the element written to ``writableSlot()``.
    @_noLocks
    package func publish() {
        writeIndex.store(writeIndex.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Consumer: the slot of the oldest element, or of the one `skipped` behind it; -1 where it does not wait yet.
    @_noLocks
    package func readableSlot(after skipped: UInt64 = 0) -> Int {
        let read = readIndex.load(ordering: .relaxed)
        if writeIndex.load(ordering: .acquiring) &- read <= skipped { return -1 }
        return Int(truncatingIfNeeded: (read &+ skipped) & mask)
    }

    /// Consumer: takes the oldest element out. Only where ``readableSlot()`` named one.
    @_noLocks
    package func release() {
        readIndex.store(readIndex.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }
}
