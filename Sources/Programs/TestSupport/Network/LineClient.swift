import Glibc
import SystemSupport

/// A plain blocking client of a Unix socket that speaks lines. Waits are bounded, so that a fault fails a test instead of hanging
/// it.
package final class LineClient {
    /// The connected socket.
    package let descriptor: CInt
    private var received: [UInt8] = []
    private var isOpen = true

    /// Connects to the socket at `path`.
    package init(_ path: String) throws(TestSupportError) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestSupportError(.inputOutput, "cannot connect to \(path): \(systemReason())") }
    }

    deinit { close() }

    /// Closes the connection.
    package func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Sends bytes, and returns whether the server is still there.
    @discardableResult package func send(bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Sends a line.
    @discardableResult package func send(_ line: String) -> Bool { send(bytes: Array(line.utf8) + [UInt8(ascii: "\n")]) }

    /// Closes the writing half.
    package func shutdownWriting() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// The next line, or `nil` at the end of the connection.
    package func readLine(seconds: Double = 20) throws(TestSupportError) -> [UInt8]? {
        while true {
            if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...feed) }
                return Array(received[..<feed])
            }
            guard isReadable(seconds: seconds) else { throw TestSupportError(.timedOut, "no line within \(seconds) s") }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            received += buffer[..<count]
        }
    }

    /// Returns whether bytes, or the end, come within this time.
    package func isReadable(seconds: Double) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(seconds * 1_000)) > 0
    }

    /// The next line as a text, or `nil` at the end of the connection.
    package func readText(seconds: Double = 20) throws(TestSupportError) -> String? {
        try readLine(seconds: seconds).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether the server ends the connection now, whatever it still sends.
    package func isEnded() throws(TestSupportError) -> Bool {
        while try readLine() != nil {}
        return true
    }
}

/// Returns whether a program accepts connections at the Unix socket at `path`. The socket is a file from the moment a program binds
/// it, and refuses connections until that program listens.
package func isListening(at path: String) -> Bool { (try? LineClient(path)) != nil }
