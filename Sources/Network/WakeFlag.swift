import CRealtime
import Glibc
import Media
import Synchronization

/// Ends what a thread waits for on the network, from another thread, and can be used again after.
final class WakeFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    /// Readable while interrupted.
    let descriptor: Int32

    /// - Throws: ``MediaError/Code/limitExceeded`` where the process may open nothing more.
    init() throws(MediaError) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw MediaError(.limitExceeded, "nothing more can be opened: the limit of open files is reached", systemError: errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Any thread: ends the wait.
    func set() {
        flag.store(true, ordering: .releasing)
        fermata_eventfd_signal(descriptor)
    }

    /// The thread that was interrupted: goes on. Under the lock that also guards why it was interrupted.
    func clear() {
        flag.store(false, ordering: .releasing)
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
