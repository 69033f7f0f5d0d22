import Glibc
import SystemSupport

/// A plain blocking client of HTTP and WebSocket over one connection, which also sends what no browser sends. Waits are bounded.
package final class WebClient {
    /// An answer of HTTP.
    package struct Answer: Sendable {
        /// The number in its first line; 0 if nothing came.
        package let status: Int
        /// The lines of its head by their names in lower case.
        package let lines: [String: String]
        /// The body, without what chunks add.
        package let body: [UInt8]

        /// The body as a text.
        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let descriptor: CInt
    private let host: String
    private var received: [UInt8] = []

    /// Connects to a port of this machine. Requests are for 127.0.0.1 unless `host` says otherwise.
    /// - Parameter receiveBuffer: how many bytes the system may keep for it; `nil` for as many as usual.
    package init(port: UInt16, host: String? = nil, receiveBuffer: Int? = nil) throws(TestSupportError) {
        self.host = host ?? "127.0.0.1:\(port)"
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if let receiveBuffer {
            var size = CInt(receiveBuffer)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestSupportError(.inputOutput, "cannot connect to port \(port): \(systemReason())") }
    }

    deinit { close(descriptor) }

    /// Sends bytes as they are. Returns whether the server is still there.
    @discardableResult package func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Sends nothing more, and reads on.
    package func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Sends a request and returns its answer. `lines` come behind those of the host and the length.
    package func request(
        _ method: String, _ path: String, _ lines: [String] = [], body: String? = nil
    ) throws(TestSupportError) -> Answer {
        var head = ["\(method) \(path) HTTP/1.1", "Host: \(host)"] + lines
        if let body { head.append("Content-Length: \(body.utf8.count)") }
        return try raw(head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), hasBody: method != "HEAD")
    }

    /// Sends a message of the control protocol, and returns the answer.
    package func post(_ message: String, _ lines: [String] = []) throws(TestSupportError) -> Answer {
        try request("POST", "/rpc", ["Content-Type: application/json"] + lines, body: message)
    }

    /// Sends a text as it is, and returns what answers it.
    package func raw(_ text: String, hasBody: Bool = true) throws(TestSupportError) -> Answer {
        send(Array(text.utf8))
        return try answer(hasBody: hasBody)
    }

    /// Reads an answer.
    package func answer(hasBody: Bool = true) throws(TestSupportError) -> Answer {
        guard let first = try readLine() else { return Answer(status: 0, lines: [:], body: []) }
        var lines: [String: String] = [:]
        while let line = try readLine(), !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            lines[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        var body: [UInt8] = []
        if let length = lines["content-length"].flatMap({ Int($0) }), hasBody {
            body = try read(length)
        } else if lines["transfer-encoding"] == "chunked" {
            while let length = try readLine().flatMap({ Int($0, radix: 16) }) {
                body += try read(length)
                _ = try readLine()
                if length == 0 { break }
            }
        }
        return Answer(status: first.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, lines: lines, body: body)
    }

    // MARK: WebSocket

    /// Makes a WebSocket of the connection, and returns the answer to that.
    package func upgrade(_ lines: [String] = []) throws(TestSupportError) -> Answer {
        let wanted = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return try request("GET", "/rpc", wanted + lines)
    }

    /// Sends a text over the WebSocket.
    package func send(text: String) { send(frame: 0x81, Array(text.utf8)) }

    /// Sends a frame with this first byte.
    package func send(frame first: UInt8, _ payload: [UInt8]) {
        var bytes = [first]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        let mask: [UInt8] = [1, 2, 3, 4]
        send(bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    /// Reads the next text from the WebSocket, or `close` with the number if it is closed.
    package func readText() throws(TestSupportError) -> String {
        var text: [UInt8] = []
        while true {
            let head = try read(2)
            var length = Int(head[1] & 0x7F)
            if length > 125 { length = try read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) } }
            let payload = try read(length)
            switch head[0] & 0x0F {
            case 8: return "close \(payload.reduce(0) { $0 << 8 | Int($1) })"
            case 10: return "pong \(String(decoding: payload, as: UTF8.self))"
            default: text += payload
            }
            if head[0] & 0x80 != 0 { return String(decoding: text, as: UTF8.self) }
        }
    }

    /// Waits for more bytes and returns them; empty at the end of the connection.
    package func readSome() throws(TestSupportError) -> [UInt8] {
        if received.isEmpty { _ = try fill() }
        defer { received = [] }
        return received
    }

    /// Returns whether the server has closed the connection, or does so soon.
    package func isEnded() throws(TestSupportError) -> Bool {
        while try fill() {}
        return true
    }

    // MARK: Bytes

    /// Reads a line as it is; `nil` at the end of the connection.
    package func readLine() throws(TestSupportError) -> String? {
        while true {
            if let feed = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...feed) }
                return String(decoding: received[..<feed].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            }
            guard try fill() else { return nil }
        }
    }

    /// Reads so many bytes.
    package func read(_ count: Int) throws(TestSupportError) -> [UInt8] {
        while received.count < count {
            guard try fill() else { throw TestSupportError(.inputOutput, "the connection ended") }
        }
        defer { received.removeSubrange(..<count) }
        return Array(received[..<count])
    }

    /// Waits for more bytes; false at the end of the connection.
    private func fill() throws(TestSupportError) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 20_000) > 0 else { throw TestSupportError(.timedOut, "nothing came within 20 s") }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}
