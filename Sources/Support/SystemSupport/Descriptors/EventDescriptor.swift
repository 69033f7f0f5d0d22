import CLinux
import CRealtime
import Glibc

/// The error if no descriptor can be made.
package struct DescriptorError: Error, Hashable, Sendable {
    /// A sentence for a person, without a full stop.
    package let message: String
    /// The system's `errno` value.
    package let number: CInt

    /// Makes the error of the call that failed last on this thread, from `errno`.
    package init() {
        number = errno
        let reason = systemReason(number)
        message = "no file descriptor is left (\(reason)): the limit of open files may be too low"
    }
}

/// An eventfd, with which one thread wakes another that polls. The descriptor is closed with its last reference.
package final class EventDescriptor: Sendable {
    private let owned: FileDescriptor

    /// The number for `poll`; readable while a signal is pending.
    package var descriptor: Int32 { owned.number }

    /// Makes a descriptor without a pending signal.
    /// - Throws: if the process or the system has too many open descriptors (EMFILE, ENFILE).
    package init() throws(DescriptorError) {
        let made = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard made >= 0 else { throw DescriptorError() }
        owned = FileDescriptor(owning: made)
    }

    /// Makes another number for the signals of `other`: whichever of them is drained first takes the signals.
    /// - Throws: if the process has too many open descriptors (EMFILE).
    package init(sharing other: EventDescriptor) throws(DescriptorError) {
        guard let made = FileDescriptor(duplicating: other.descriptor) else { throw DescriptorError() }
        owned = made
    }

    /// Makes a descriptor that the program cannot work without, or ends the program if that fails. For the start of a program,
    /// while there are descriptors left.
    package static func indispensable() -> EventDescriptor {
        do throws(DescriptorError) {
            return try EventDescriptor()
        } catch {
            fatalError(error.message)
        }
    }

    /// Wakes the reader. Any thread except the real-time callback's, which signals with the descriptor's number itself.
    package func signal() { fermata_eventfd_signal(descriptor) }

    /// Takes the pending signals, and returns whether there were any. Never waits.
    @discardableResult
    package func drain() -> Bool {
        var count: UInt64 = 0
        return unsafe read(descriptor, &count, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size
    }
}
