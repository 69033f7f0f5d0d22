import Media
import Synchronization
import SystemSupport

/// Ends what a thread waits for on the network, from another thread, and can be used again after.
final class WakeFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    private let event: EventDescriptor

    /// Readable while interrupted.
    var descriptor: Int32 { event.descriptor }

    /// - Throws: ``MediaError/Code/limitExceeded`` where the process may open nothing more.
    init() throws(MediaError) {
        do throws(DescriptorError) {
            event = try EventDescriptor()
        } catch {
            throw MediaError(
                .limitExceeded, "nothing more can be opened: the limit of open files is reached", systemError: error.number)
        }
    }

    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Any thread: ends the wait.
    func set() {
        flag.store(true, ordering: .releasing)
        event.signal()
    }

    /// The thread that was interrupted: goes on. Under the lock that also guards why it was interrupted.
    func clear() {
        flag.store(false, ordering: .releasing)
        event.drain()
    }
}
