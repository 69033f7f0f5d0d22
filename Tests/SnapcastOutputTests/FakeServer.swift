import Glibc
import SystemSupport
import TestSupport

/// A server that takes sound as a test wants.
final class FakeServer: Sendable {
    let port: UInt16
    private let listener: CInt

    /// Listens on `port`; on a free one if it is 0. Connections are accepted by the kernel, and nothing reads from them.
    init(port: UInt16 = 0) throws {
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var (yes, small) = (CInt(1), CInt(4_096))
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        // So that a server that does not read is noticed soon.
        setsockopt(listener, SOL_SOCKET, SO_RCVBUF, &small, socklen_t(MemoryLayout<CInt>.size))
        // Whoever waits for what does not come fails, and does not hang. Its connections have this from the listener.
        var patience = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                bind(listener, bare, length) == 0 && listen(listener, 8) == 0 ? getsockname(listener, bare, &length) : -1
            }
        }
        guard result == 0 else { throw TestSupportError(.inputOutput, "cannot listen: errno \(errno)") }
        self.port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(listener) }

    /// Takes the next connection; waits for it, two minutes at most.
    func accept() throws -> Connection {
        let taken = Glibc.accept(listener, nil, nil)
        guard taken >= 0 else { throw TestSupportError(.inputOutput, "no connection: errno \(errno)") }
        return Connection(taken)
    }

    /// A connection of a feed.
    final class Connection: Sendable {
        private let descriptor: CInt

        init(_ descriptor: CInt) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// Reads `count` bytes, or what comes before the end of the connection or before two minutes without a byte.
        func read(_ count: Int = .max) -> [UInt8] {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 4_096)
            while bytes.count < count {
                let taken = Glibc.read(descriptor, &chunk, min(chunk.count, count - bytes.count))
                if taken <= 0 { break }
                bytes += chunk[..<taken]
            }
            return bytes
        }

        /// Sends bytes that nobody expects.
        func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }
    }
}
