import Synchronization

/// The indices of a lock-free queue between exactly one producer and one consumer, with a fixed power-of-two capacity. The
/// owner of the indices holds the elements in storage of its own: a generic queue would not pass the `@_noLocks` check.
///
/// Indices only grow (64 bits never wrap in practice) and are masked to a slot of the storage. Each side reads its own index
/// with relaxed ordering and the other side's with acquire, and publishes its own with release: whatever a side wrote before is
/// visible to the other side afterwards.
package struct QueueIndices: ~Copyable {
    private let mask: UInt64
    /// The number of elements ever taken; only the consumer writes it.
    private let readIndex: Atomic<UInt64>
    /// The number of elements ever put in; only the producer writes it.
    private let writeIndex: Atomic<UInt64>

    /// Makes the indices of an empty queue. `capacity` must be a power of two.
    package init(capacity: Int, startingAt index: UInt64 = 0) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "indices are masked: the capacity is a power of two")
        mask = UInt64(capacity - 1)
        readIndex = Atomic(index)
        writeIndex = Atomic(index)
    }

    /// Producer: returns the slot for the next element, or -1 if the queue is full.
    @_noLocks
    package func writableSlot() -> Int {
        let write = writeIndex.load(ordering: .relaxed)
        if write &- readIndex.load(ordering: .acquiring) > mask { return -1 }
        return Int(truncatingIfNeeded: write & mask)
    }

    /// Producer: whether less than half of the queue is taken.
    @_noLocks
    package func isLessThanHalfFull() -> Bool {
        writeIndex.load(ordering: .relaxed) &- readIndex.load(ordering: .acquiring) <= mask / 2
    }

    /// Producer: hands over the element that it wrote to ``writableSlot()``.
    @_noLocks
    package func publish() {
        writeIndex.store(writeIndex.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Consumer: returns the slot of the element that is `skipped` places after the oldest, or -1 if there is no such element
    /// yet.
    @_noLocks
    package func readableSlot(after skipped: UInt64 = 0) -> Int {
        let read = readIndex.load(ordering: .relaxed)
        if writeIndex.load(ordering: .acquiring) &- read <= skipped { return -1 }
        return Int(truncatingIfNeeded: (read &+ skipped) & mask)
    }

    /// Consumer: removes the oldest element. Only if ``readableSlot(after:)`` returned a slot.
    @_noLocks
    package func release() {
        readIndex.store(readIndex.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }
}
