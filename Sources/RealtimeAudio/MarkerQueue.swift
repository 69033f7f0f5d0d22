/// The markers on their way from the decode worker to the callback, oldest first.
@safe package struct MarkerQueue: ~Copyable {
    private let indices: QueueIndices
    private let storage: UnsafeMutablePointer<SegmentMarker>

    /// Makes an empty queue. `capacity` must be a power of two.
    package init(capacity: Int) {
        indices = QueueIndices(capacity: capacity)
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// Worker: puts `marker` in, or returns `false` where the queue is full.
    package func push(_ marker: SegmentMarker) -> Bool {
        let slot = indices.writableSlot()
        if slot < 0 { return false }
        unsafe storage[slot] = marker
        indices.publish()
        return true
    }

    /// Callback: where the oldest marker stands, for ``marker(at:)``; -1 where there is none. It stays until ``removeFirst()``.
    @_noLocks
    func first() -> Int { indices.readableSlot() }

    /// Callback: where the marker behind the oldest stands; -1 where there is none.
    @_noLocks
    func second() -> Int { indices.readableSlot(after: 1) }

    /// Callback: the marker at a place that ``first()`` or ``second()`` named.
    @_noLocks
    func marker(at slot: Int) -> SegmentMarker { unsafe storage[slot] }

    /// Callback: takes the oldest marker out.
    @_noLocks
    func removeFirst() { indices.release() }
}
