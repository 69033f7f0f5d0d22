import CPipeWire
import Glibc

/// The thread of PipeWire's that calls the callbacks, as far as others ask about it. Any thread.
@safe final class DataThread: Sendable {
    /// The thread's id; 0 before it has run. The thread writes it.
    private nonisolated(unsafe) let id: UnsafeMutablePointer<Int32>

    init() {
        unsafe id = .allocate(capacity: 1)
        unsafe id.initialize(to: 0)
    }

    deinit { unsafe id.deallocate() }

    /// Has the thread of a context note itself here. This object must outlive the context.
    func follow(_ context: OpaquePointer) { unsafe fermata_context_note_data_thread(context, id) }

    /// Forgets the thread, which has ended.
    func forget() { unsafe id.pointee = 0 }

    /// Whether the scheduler prefers the thread to ordinary ones; `nil` while there is no thread.
    var hasRealtimePriority: Bool? {
        let number = unsafe fermata_noted_thread(id)
        guard number != 0 else { return nil }
        let policy = sched_getscheduler(number)
        guard policy >= 0 else { return nil }
        // Without the flag SCHED_RESET_ON_FORK, which rtkit demands.
        return [SCHED_FIFO, SCHED_RR].contains(policy & ~0x4000_0000)
    }
}
