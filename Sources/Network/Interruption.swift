import CRealtime
import Glibc
import Synchronization

/// Ends what a thread waits for on the network, from another thread, and can be used again after.
final class Interruption: Sendable {
    private let flag = Atomic<Bool>(false)
    /// Readable while interrupted.
    let descriptor: Int32

    /// `nil` where no descriptor is left.
    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

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
