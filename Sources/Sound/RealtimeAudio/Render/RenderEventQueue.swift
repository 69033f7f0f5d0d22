import AudioTypes

/// The queue of events from the callback to the output's loop thread, oldest first.
@safe struct RenderEventQueue: ~Copyable {
    private let indices: QueueIndices
    private let storage: UnsafeMutablePointer<RenderEvent>

    /// Makes an empty queue. `capacity` must be a power of two.
    init(capacity: Int) {
        indices = QueueIndices(capacity: capacity)
        unsafe storage = .allocate(capacity: capacity)
        // Touches every page now, so that the callback, which writes here, never meets a first page fault.
        let nothing = RenderEvent(kind: .began, segment: 0, mediaFrame: 0, heardAt: 0, generation: 0)
        unsafe storage.initialize(repeating: nothing, count: capacity)
    }

    deinit { unsafe storage.deallocate() }

    /// Callback: appends `event`, or returns `false` if the queue is full.
    @_noLocks
    func push(_ event: RenderEvent) -> Bool {
        let slot = indices.writableSlot()
        if slot < 0 { return false }
        unsafe storage[slot] = event
        indices.publish()
        return true
    }

    /// Loop thread: removes the oldest event and returns it, or `nil` if the queue is empty.
    func pop() -> RenderEvent? {
        let slot = indices.readableSlot()
        if slot < 0 { return nil }
        let event = unsafe storage[slot]
        indices.release()
        return event
    }
}
