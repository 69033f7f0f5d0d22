/// The queue of markers from the decode worker to the callback, oldest first.
@safe struct MarkerQueue: ~Copyable {
    private let indices: QueueIndices
    private let storage: UnsafeMutablePointer<SegmentMarker>

    /// Makes an empty queue. `capacity` must be a power of two.
    init(capacity: Int) {
        indices = QueueIndices(capacity: capacity)
        unsafe storage = .allocate(capacity: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// Worker: appends `marker`, or returns `false` if the queue is full.
    func push(_ marker: SegmentMarker) -> Bool {
        let slot = indices.writableSlot()
        if slot < 0 { return false }
        unsafe storage[slot] = marker
        indices.publish()
        return true
    }

    /// Callback: returns the slot of the oldest marker, for ``marker(at:)``, or -1 if the queue is empty. The marker stays in
    /// the queue until ``removeFirst()``.
    @_noLocks
    func first() -> Int { indices.readableSlot() }

    /// Callback: returns the slot of the marker after the oldest, or -1 if there is none.
    @_noLocks
    func second() -> Int { indices.readableSlot(after: 1) }

    /// Callback: returns the marker at a slot that ``first()`` or ``second()`` returned.
    @_noLocks
    func marker(at slot: Int) -> SegmentMarker { unsafe storage[slot] }

    /// Callback: removes the oldest marker.
    @_noLocks
    func removeFirst() { indices.release() }
}
