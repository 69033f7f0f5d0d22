import FoundationEssentials
import Glibc
import SystemSupport

/// The service manager's end of the notification: a datagram socket at a path of its own.
package final class NotifySocket: Sendable {
    /// The value for `NOTIFY_SOCKET`.
    package let path: String
    private let descriptor: CInt

    /// Makes the socket, which listens at once.
    package init() throws(TestSupportError) {
        path = FileManager.default.temporaryDirectory.appending(path: "fermata-notify-\(UUID())").path
        descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestSupportError(.inputOutput, "socket failed") }
        guard bindUnix(descriptor, to: path) else { throw TestSupportError(.inputOutput, "bind failed") }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Returns the next message, or nil if none comes.
    package func receive() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }
}

/// Binds a Unix socket to a path; returns whether that worked.
package func bindUnix(_ descriptor: CInt, to path: String) -> Bool {
    UnixSocketAddress.with(path) { bind(descriptor, $0, $1) } == 0
}
