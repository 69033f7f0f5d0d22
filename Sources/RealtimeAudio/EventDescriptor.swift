import CRealtime

/// An eventfd: how one thread wakes another that polls. Closed with its last reference.
package final class EventDescriptor: Sendable {
    /// For `poll`; readable while a signal is pending.
    package let descriptor: Int32

    /// Makes a descriptor without a pending signal. Fails, like every descriptor, where the process has too many (EMFILE).
    package init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "no descriptor is left for an eventfd: raise the limit of open files")
    }

    deinit { close(descriptor) }

    /// Wakes the reader. Any thread, also the callback.
    package func signal() { fermata_eventfd_signal(descriptor) }

    /// Takes the pending signals; whether there was any. Never waits.
    @discardableResult
    package func drain() -> Bool {
        var count: UInt64 = 0
        return unsafe read(descriptor, &count, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size
    }
}
