import Glibc
import SystemSupport

/// Owns the connection to a server of rooms. One thread uses it; it waits only where it says so.
///
/// The kernel has no time limit for it (`TCP_USER_TIMEOUT`): the writer notices a dead server by bytes that do not arrive. After a
/// failure of the network, the kernel goes on to tell the server of the end. A server that does not learn of it keeps the old connection,
/// and takes no other one.
struct FeedConnection: ~Copyable {
    private let socket: FileDescriptor

    /// POLLRDHUP of poll(2): the peer sends nothing more. Its name is hidden from Swift.
    private static let peerEnded: Int16 = 0x2000

    /// What a wait has brought.
    enum Wakening {
        case timeout, signal, writable, ended
    }

    /// Connects to the first address of `source` that accepts, and waits for each until its time is over or `wake` is signalled.
    /// - Parameters:
    ///   - bufferBytes: how much the kernel may keep of what the server has not taken.
    ///   - timeout: how long one address may take to answer, in nanoseconds.
    /// - Returns: `nil` if `wake` was signalled.
    static func connect(
        to source: HostPort, bufferBytes: Int, timeout: Int64, wake: EventDescriptor
    ) throws(FeedError) -> FeedConnection? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let status = unsafe getaddrinfo(source.host, "\(source.port)", &hints, &list)
        guard status == 0 else {
            throw FeedError("the host \(source.host) is not found: \(unsafe String(cString: gai_strerror(status)))")
        }
        defer { unsafe freeaddrinfo(list) }
        var last = FeedError("the host \(source.host) has no address")
        var entry = unsafe list
        while let address = unsafe entry {
            do throws(FeedError) {
                let number = unsafe Glibc.socket(
                    address.pointee.ai_family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
                guard number >= 0 else { throw FeedError("no socket can be made", errno: errno) }
                let made = FeedConnection(socket: FileDescriptor(owning: number))
                made.set(SOL_SOCKET, SO_SNDBUF, bufferBytes)
                made.set(CInt(IPPROTO_TCP), TCP_NODELAY, 1)
                let result = unsafe Glibc.connect(number, address.pointee.ai_addr, address.pointee.ai_addrlen)
                if result != 0 {
                    guard errno == EINPROGRESS else { throw FeedError("the server does not accept", errno: errno) }
                    switch made.wait(until: MonotonicClock.nanoseconds + timeout, orFor: wake, toWrite: true) {
                    case .signal: return nil
                    case .timeout: throw FeedError("the server does not answer")
                    case .writable, .ended:
                        let number = made.pendingError
                        guard number == 0 else { throw FeedError("the server does not accept", errno: number) }
                    }
                }
                return made
            } catch {
                last = error
            }
            unsafe entry = address.pointee.ai_next
        }
        throw last
    }

    private func set(_ level: CInt, _ option: CInt, _ value: Int) {
        var value = CInt(clamping: value)
        // What a kernel does not know is left out: the connection works all the same.
        _ = unsafe setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    private var pendingError: CInt {
        var (number, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        _ = unsafe getsockopt(socket.number, SOL_SOCKET, SO_ERROR, &number, &size)
        return number
    }

    /// Waits until `deadline` (CLOCK_MONOTONIC, nanoseconds), until `wake` is signalled or the server has ended the connection, and
    /// if it has room if `toWrite`.
    func wait(until deadline: Int64, orFor wake: EventDescriptor, toWrite: Bool = false) -> Wakening {
        Self.wait(until: deadline, orFor: wake, socket.number, Self.peerEnded | (toWrite ? Int16(POLLOUT) : 0))
    }

    /// Waits until `deadline` or until `wake` is signalled, without a connection.
    static func rest(until deadline: Int64, orFor wake: EventDescriptor) -> Wakening { wait(until: deadline, orFor: wake, -1, 0) }

    private static func wait(
        until deadline: Int64, orFor wake: EventDescriptor, _ socket: CInt, _ wanted: Int16
    ) -> Wakening {
        var pollers = (
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: socket, events: wanted, revents: 0)
        )
        return unsafe withUnsafeMutableBytes(of: &pollers) { bytes in
            let entries = unsafe bytes.assumingMemoryBound(to: pollfd.self)
            let left = max(0, deadline - MonotonicClock.nanoseconds)
            // Rounded up, so that the time has come after the wait.
            guard unsafe poll(entries.baseAddress, 2, CInt(clamping: (left + 999_999) / 1_000_000)) > 0 else { return .timeout }
            if unsafe entries[1].revents & ~Int16(POLLOUT) != 0 { return .ended }
            if unsafe entries[1].revents != 0 { return .writable }
            return .signal
        }
    }

    /// How many bytes were written of which the server's machine has not told that it has them; 0 if the kernel does not say.
    var waitingBytes: Int {
        var count = CInt(0)
        return unsafe ioctl(socket.number, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    /// Writes as much of `bytes` as the connection takes now, and returns how many bytes that were.
    func write(_ bytes: UnsafeRawBufferPointer) throws(FeedError) -> Int {
        let count = unsafe send(socket.number, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
        if count >= 0 { return count }
        if errno == EAGAIN || errno == EINTR { return 0 }
        throw FeedError("the connection to the server is lost", errno: errno)
    }
}
