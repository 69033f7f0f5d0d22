import Glibc
import SystemSupport

/// A gate at which threads wait until another thread opens it, for good.
package final class Gate: Sendable {
    private let descriptor = EventDescriptor.indispensable()

    package init() {}

    package func open() { descriptor.signal() }

    package func wait() {
        var poller = pollfd(fd: descriptor.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&poller, 1, -1) < 0 {}
    }
}
