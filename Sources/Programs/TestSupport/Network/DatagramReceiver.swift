import Glibc
import Synchronization
import SystemSupport

/// Takes in the datagrams that programs send to a port of this machine, on a thread of its own.
package final class DatagramReceiver: Sendable {
    /// What the thread has in common with the receiver. The socket is closed when neither needs it.
    private final class Mailbox: Sendable {
        let descriptor: CInt
        let datagrams = Mutex<[[UInt8]]>([])

        init(_ descriptor: CInt) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// Takes in datagrams until the socket is shut down.
        func fill() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                let datagram = Array(buffer[..<count])
                datagrams.withLock { $0.append(datagram) }
            }
        }
    }

    /// The port of loopback at which it receives.
    package let port: UInt16
    private let mailbox: Mailbox

    /// Makes a receiver, which takes in datagrams at once.
    package init() throws(TestSupportError) {
        let descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestSupportError(.inputOutput, "socket failed: \(systemReason())") }
        let mailbox = Mailbox(descriptor)
        guard let port = bindToFreePort(descriptor) else { throw TestSupportError(.inputOutput, "no port is free") }
        (self.port, self.mailbox) = (port, mailbox)
        startOwnThread { mailbox.fill() }
    }

    /// The thread wakes with nothing to read, and ends.
    deinit { shutdown(mailbox.descriptor, CInt(SHUT_RD)) }

    /// What has come so far, in its order.
    package var datagrams: [[UInt8]] { mailbox.datagrams.withLock { $0 } }

    /// Forgets what has come so far.
    package func forget() { mailbox.datagrams.withLock { $0 = [] } }
}
