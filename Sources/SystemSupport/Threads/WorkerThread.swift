import Glibc
import Synchronization

/// A thread with a mailbox: it sleeps until a message or its descriptor wakes it, and never otherwise.
///
/// A thread of our own instead of Swift's concurrency: what it does may block on files, which the cooperative pool must not.
package final class WorkerThread<Message: Sendable>: Sendable {
    /// Signalled by ``post(_:)``, and by whoever else is given it.
    package let descriptor = EventDescriptor.indispensable()
    private let mailbox = Mutex<[Message]>([])
    private let name: String

    /// Makes a thread that is not yet running; `name` (at most 15 bytes) is what `top` and debuggers show.
    package init(name: String) { self.name = name }

    /// Hands over a message. Any thread.
    package func post(_ message: Message) {
        mailbox.withLock { $0.append(message) }
        descriptor.signal()
    }

    /// The thread: the messages that came in, oldest first.
    package func takeMessages() -> [Message] {
        descriptor.drain()
        return mailbox.withLock { messages in
            let taken = messages
            messages.removeAll(keepingCapacity: true)
            return taken
        }
    }

    /// The thread: sleeps until a message or a signal, or `timeout` milliseconds (-1: for ever).
    package func wait(timeout: Int32 = -1) {
        var poller = pollfd(fd: descriptor.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&poller, 1, timeout)
    }

    /// Runs `body` on a new thread; it returns when its work is over.
    ///
    /// These threads are made while the daemon starts, which is nothing without them: where there is none left, it traps.
    package func start(_ body: @escaping @Sendable () -> Void) {
        do {
            try OwnThread.start(name: name, body)
        } catch {
            preconditionFailure(error.description)
        }
    }
}
