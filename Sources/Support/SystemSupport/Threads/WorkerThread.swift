import Glibc
import Synchronization

/// A thread with a mailbox. It sleeps until a message, a signal on its descriptor or a time-out of its own wakes it.
///
/// It is a thread of its own and not a task of Swift's concurrency, because its work may block on files, which work on the
/// cooperative pool must not do.
package final class WorkerThread<Message: Sendable>: Sendable {
    /// The descriptor that wakes the thread. ``post(_:)`` signals it, and so may any code that gets it.
    package let descriptor: EventDescriptor
    private let mailbox = Mutex<[Message]>([])
    private let name: String

    /// Makes a thread that does not run yet; `name` (at most 15 bytes) is what `top` and debuggers show. The daemon makes it at its
    /// start and cannot work without it, so this traps if no descriptor is left.
    package init(name: String) {
        self.name = name
        descriptor = .indispensable()
    }

    /// Makes a thread that the daemon can do without, and that does not run yet. ``attemptStart(_:)`` starts it.
    /// - Throws: if no descriptor is left.
    package init(dispensable name: String) throws(DescriptorError) {
        self.name = name
        descriptor = try EventDescriptor()
    }

    /// Makes a thread that the daemon can do without, and that does not run yet. It is woken by `descriptor`, which something else may
    /// signal already.
    package init(dispensable name: String, wokenBy descriptor: EventDescriptor) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Puts `message` into the mailbox and wakes the thread. Any thread.
    package func post(_ message: Message) {
        mailbox.withLock { $0.append(message) }
        descriptor.signal()
    }

    /// Takes the messages that have come in and returns them, oldest first. Only the thread itself.
    package func takeMessages() -> [Message] {
        descriptor.drain()
        return mailbox.withLock { messages in
            let taken = messages
            messages.removeAll(keepingCapacity: true)
            return taken
        }
    }

    /// Sleeps until a message or a signal comes, or for `timeout` milliseconds (-1: for ever). Only the thread itself.
    /// - Parameter socket: a connection whose end wakes the thread, too; -1 for none.
    /// - Returns: whether that connection has ended.
    @discardableResult
    package func wait(timeout: Int32 = -1, orEndOf socket: CInt = -1) -> Bool {
        var pollers = (
            pollfd(fd: descriptor.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: socket, events: 0, revents: 0)
        )
        return unsafe withUnsafeMutableBytes(of: &pollers) { bytes in
            let entries = unsafe bytes.assumingMemoryBound(to: pollfd.self)
            _ = unsafe poll(entries.baseAddress, 2, timeout)
            return unsafe entries[1].revents != 0
        }
    }

    /// Runs `body` on a new thread; `body` returns when its work is over.
    ///
    /// The daemon makes these threads at its start and cannot work without them: if the system allows no more threads, this
    /// traps.
    package func start(_ body: @escaping @Sendable () -> Void) {
        do {
            try OwnThread.start(name: name, body)
        } catch {
            preconditionFailure(error.description)
        }
    }

    /// Does the same as ``start(_:)`` for a thread that the daemon can do without.
    /// - Throws: if the system allows no more threads. `body` never runs then.
    package func attemptStart(_ body: @escaping @Sendable () -> Void) throws(OwnThread.Failure) {
        try OwnThread.start(name: name, body)
    }
}
