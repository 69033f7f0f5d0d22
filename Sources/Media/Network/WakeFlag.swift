import MediaTypes
import Synchronization
import SystemSupport

/// Ends the wait of a thread on the network, from another thread. Can be used again afterwards.
final class WakeFlag: Sendable {
    private let flag = Atomic<Bool>(false)
    private let event: EventDescriptor

    /// A descriptor that is readable while the flag is set.
    var descriptor: Int32 { event.descriptor }

    /// - Throws: ``MediaError/Code/limitExceeded`` if the process may open no more descriptors.
    init() throws(MediaError) {
        do throws(DescriptorError) {
            event = try EventDescriptor()
        } catch {
            throw MediaError(
                .limitExceeded, "nothing more can be opened: the limit of open files is reached", systemError: error.number)
        }
    }

    var isSet: Bool { flag.load(ordering: .acquiring) }

    /// Sets the flag, which ends the wait. Any thread.
    func set() {
        flag.store(true, ordering: .releasing)
        event.signal()
    }

    /// Clears the flag, so that the interrupted thread can go on. Only that thread, under the lock that also guards the
    /// reason for the interruption.
    func clear() {
        flag.store(false, ordering: .releasing)
        event.drain()
    }
}
