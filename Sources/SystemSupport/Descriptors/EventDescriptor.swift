import CLinux
import CRealtime
import Glibc

/// No descriptor could be made.
package struct DescriptorError: Error, Hashable, Sendable {
    /// A sentence for a person, without an end.
    package let message: String
    /// The system's number for the reason.
    package let number: CInt

    /// Of the call that failed last on this thread.
    package init() {
        number = errno
        let reason = unsafe String(cString: strerror(number))
        message = "no file descriptor is left (\(reason)): the limit of open files may be too low"
    }
}

/// An eventfd: how one thread wakes another that polls. Closed with its last reference.
package final class EventDescriptor: Sendable {
    private let owned: FileDescriptor

    /// For `poll`; readable while a signal is pending.
    package var descriptor: Int32 { owned.number }

    /// Makes a descriptor without a pending signal.
    /// - Throws: where the process, or the system, has too many open (EMFILE, ENFILE).
    package init() throws(DescriptorError) {
        let made = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard made >= 0 else { throw DescriptorError() }
        owned = FileDescriptor(owning: made)
    }

    /// One without which nothing works, for what is made at the start of a program, while there are descriptors: ends the program
    /// where there is none.
    package static func indispensable() -> EventDescriptor {
        do throws(DescriptorError) {
            return try EventDescriptor()
        } catch {
            fatalError(error.message)
        }
    }

    /// Wakes the reader. Any thread but the callback's, which signals with the descriptor's number itself.
    package func signal() { fermata_eventfd_signal(descriptor) }

    /// Takes the pending signals; whether there was any. Never waits.
    @discardableResult
    package func drain() -> Bool {
        var count: UInt64 = 0
        return unsafe read(descriptor, &count, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size
    }
}
