/// The queue of markers from the callback to the worker, oldest first.
@safe struct CaptureMarkerQueue: ~Copyable {
    private let indices: QueueIndices
    private let storage: UnsafeMutablePointer<CaptureMarker>

    /// Makes an empty queue. `capacity` must be a power of two.
    init(capacity: Int) {
        indices = QueueIndices(capacity: capacity)
        unsafe storage = .allocate(capacity: capacity)
        // Touches every page now, so that the callback, which writes here, never meets a first page fault.
        let nothing = CaptureMarker(ringFrame: 0, missedFrames: 0, droppedFrames: 0, capturedAt: 0)
        unsafe storage.initialize(repeating: nothing, count: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// Callback: whether there is room for markers that are only useful.
    @_noLocks
    func hasMuchRoom() -> Bool { indices.isLessThanHalfFull() }

    /// Callback: appends `marker`, or returns `false` if the queue is full.
    @_noLocks
    func push(_ marker: CaptureMarker) -> Bool {
        let slot = indices.writableSlot()
        if slot < 0 { return false }
        unsafe storage[slot] = marker
        indices.publish()
        return true
    }

    /// Worker: returns the oldest marker, or `nil` if the queue is empty. The marker stays until ``removeFirst()``.
    func first() -> CaptureMarker? {
        let slot = indices.readableSlot()
        return slot < 0 ? nil : unsafe storage[slot]
    }

    /// Worker: removes the oldest marker.
    func removeFirst() { indices.release() }
}
