import Glibc
import SystemSupport

/// A TCP connection to one of a host's addresses.
final class PlainConnection: Connection {
    private let descriptor: Int32
    private let wakeFlag: WakeFlag

    /// Connects to the first of the addresses that answers. Each but the last gets a few seconds.
    static func open(
        _ addresses: [HostAddress], port: UInt16, host: String, wakeFlag: WakeFlag, until deadline: Int64
    ) throws(NetworkFailure) -> PlainConnection {
        var failure = NetworkFailure.failed("the host \(host) has no address")
        for (place, address) in addresses.enumerated() {
            let isLast = place == addresses.count - 1
            let patience = isLast ? deadline : min(deadline, MonotonicClock.nanoseconds + 5_000_000_000)
            do throws(NetworkFailure) {
                return try PlainConnection(address, port, host, wakeFlag, until: patience)
            } catch {
                if error == .interrupted { throw error }
                failure = error
            }
        }
        throw failure
    }

    private init(
        _ address: HostAddress, _ port: UInt16, _ host: String, _ wakeFlag: WakeFlag, until deadline: Int64
    ) throws(NetworkFailure) {
        self.wakeFlag = wakeFlag
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(family, type, Int32(IPPROTO_TCP))
        guard descriptor >= 0 else { throw Self.failure(errno, "no connection to \(host) can be made") }
        var error = address.connect(descriptor, port: port)
        if error == EINPROGRESS {
            try wait(for: POLLOUT, until: deadline)
            var size = socklen_t(MemoryLayout<Int32>.size)
            _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        }
        guard error == 0 else { throw Self.failure(error, "no connection to \(host) can be made") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func read(into buffer: UnsafeMutableRawBufferPointer, until deadline: Int64) throws(NetworkFailure) -> Int {
        while true {
            let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            try recover(from: errno, waitingFor: POLLIN, until: deadline)
        }
    }

    func write(_ bytes: [UInt8], until deadline: Int64) throws(NetworkFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A server that has closed must not end the process with a signal.
            let count = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                try recover(from: errno, waitingFor: POLLOUT, until: deadline)
            }
        }
    }

    private func recover(from error: Int32, waitingFor events: Int32, until deadline: Int64) throws(NetworkFailure) {
        switch error {
        case EINTR: break
        case EAGAIN: try wait(for: events, until: deadline)
        default: throw Self.failure(error, "the connection was lost")
        }
    }

    private func wait(for events: Int32, until deadline: Int64) throws(NetworkFailure) {
        while true {
            let left = deadline - MonotonicClock.nanoseconds
            guard left > 0 else { throw .timedOut }
            var pollers = (
                pollfd(fd: descriptor, events: Int16(events), revents: 0),
                pollfd(fd: wakeFlag.descriptor, events: Int16(POLLIN), revents: 0)
            )
            let milliseconds = Int32(clamping: left / 1_000_000 + 1)
            _ = unsafe withUnsafeMutablePointer(to: &pollers) { pollers in
                unsafe pollers.withMemoryRebound(to: pollfd.self, capacity: 2) { unsafe poll($0, 2, milliseconds) }
            }
            if wakeFlag.isSet { throw .interrupted }
            if pollers.0.revents != 0 { return }
        }
    }

    private static func failure(_ error: Int32, _ sentence: String) -> NetworkFailure {
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer -> String in
            guard let start = buffer.baseAddress, unsafe strerror_r(error, start, buffer.count) == 0 else {
                return "error \(error)"
            }
            return unsafe String(cString: start)
        }
        return .failed("\(sentence) (\(text))")
    }
}
