import Glibc
import SystemSupport

/// Threads wait at it until another opens it, for good.
package final class Gate: Sendable {
    private let descriptor = EventDescriptor.indispensable()

    package init() {}

    package func open() { descriptor.signal() }

    package func wait() {
        var poller = pollfd(fd: descriptor.descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&poller, 1, -1) < 0 {}
    }
}
