import Glibc
import SystemSupport

/// Owns a connection to an Icecast server. The calls wait, each for some seconds at most, so a thread of its own makes them.
struct IcecastConnection: ~Copyable {
    /// How long connecting, sending and waiting for an answer may each take, in seconds.
    private static let patience = 5
    /// The longest head of an answer, in bytes.
    private static let longestHead = 8_192

    private let socket: FileDescriptor

    /// Connects to the first address of `server` that accepts.
    init(to server: HostPort) throws(IcecastError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(server.host, "\(server.port)", &hints, &list)
        guard status == 0 else {
            throw IcecastError("the host \(server.host) is not found: \(unsafe String(cString: gai_strerror(status)))")
        }
        defer { unsafe freeaddrinfo(list) }
        var (last, entry) = unsafe ("it has no address", list)
        while let address = unsafe entry {
            let number = unsafe Glibc.socket(
                address.pointee.ai_family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard number >= 0 else { throw IcecastError("no socket can be made: \(systemReason(errno))") }
            let made = FileDescriptor(owning: number)
            var time = timeval(tv_sec: Self.patience, tv_usec: 0)
            // The first one holds for connecting as well.
            for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
                unsafe setsockopt(number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
            if unsafe connect(number, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 {
                socket = made
                return
            }
            last = errno == EINPROGRESS ? "it does not answer" : systemReason(errno)
            unsafe entry = address.pointee.ai_next
        }
        throw IcecastError("the server \(server) cannot be reached: \(last)")
    }

    /// The descriptor, whose end can be waited for.
    var descriptor: CInt { socket.number }

    /// Sends all of `bytes`.
    func send(_ bytes: [UInt8]) throws(IcecastError) {
        var done = 0
        let end = MonotonicClock.nanoseconds + Int64(Self.patience) * 1_000_000_000
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    socket.number, buffer.baseAddress.map { unsafe $0 + done }, bytes.count - done, CInt(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw IcecastError(
                    errno == EAGAIN ? "the server takes nothing" : "the connection is lost: \(systemReason(errno))")
            }
            done += count
            if done < bytes.count, MonotonicClock.nanoseconds >= end { throw IcecastError("the server takes nearly nothing") }
        }
    }

    /// Reads the head of an answer, and returns its first line.
    func readHead() throws(IcecastError) -> String {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        let end = MonotonicClock.nanoseconds + Int64(Self.patience) * 1_000_000_000
        // One at a time: what follows the head is not ours to read.
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = unsafe recv(socket.number, &byte, 1, 0)
            if count < 0, errno == EINTR { continue }
            guard count == 1, head.count < Self.longestHead, MonotonicClock.nanoseconds < end else {
                throw IcecastError("the server does not answer")
            }
            head.append(byte)
        }
        return String(decoding: head.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
