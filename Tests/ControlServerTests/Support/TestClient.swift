import ControlProtocol
import Glibc

/// A plain blocking client. Waits are bounded, so that a fault fails a test instead of hanging it.
final class TestClient {
    let descriptor: CInt
    private var received: [UInt8] = []
    private var isOpen = true

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw TestFailure("cannot connect to \(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close() }

    func close() {
        if isOpen { Glibc.close(descriptor) }
        isOpen = false
    }

    /// Sends bytes; `false` where the far end is gone.
    @discardableResult func send(bytes: [UInt8]) -> Bool {
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
    @discardableResult func send(_ line: String) -> Bool { send(bytes: Array(line.utf8) + [UInt8(ascii: "\n")]) }

    func shutdownWriting() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// The next line, or `nil` at the end of the connection.
    func readLine(seconds: Double = 20) throws -> [UInt8]? {
        while true {
            if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...feed) }
                return Array(received[..<feed])
            }
            guard try isReadable(seconds: seconds) else { throw TestFailure("no line within \(seconds) s") }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            received += buffer[..<count]
        }
    }

    func isReadable(seconds: Double) throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, CInt(seconds * 1_000)) > 0
    }

    /// The next line as JSON.
    func readJSON(seconds: Double = 20) throws -> JSONValue {
        guard let line = try readLine(seconds: seconds) else { throw TestFailure("the connection ended") }
        return try JSONValue(parsing: line)
    }

    /// The next lines as JSON.
    func readJSON(count: Int) throws -> [JSONValue] { try (0..<count).map { _ in try readJSON() } }

    /// Sends a line and reads one.
    func call(_ line: String) throws -> JSONValue {
        send(line)
        return try readJSON()
    }

    /// Whether the daemon ends the connection now, whatever it still sends.
    func isEnded() throws -> Bool {
        while try readLine() != nil {}
        return true
    }
}
