import FoundationEssentials
import Glibc
import Synchronization
import SystemSupport

/// A client of the control socket that knows only lines of JSON, so that a test sees what any program would see.
///
/// The client numbers the requests. It keeps events that arrive while it waits for a reply, in order, for `waitForEvent`. Only
/// one task at a time may use a client; a test may have many clients.
package final class ControlClient: Sendable {
    private struct State {
        var received: [UInt8] = []
        var lastRequest = 0
        var events: [ControlMessage] = []
        var isAtEnd = false
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// Connects to the socket at `path`.
    package init(connectingTo path: String) throws(TestSupportError) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestSupportError(.inputOutput, "socket: \(systemReason())") }
        let result = UnixSocketAddress.with(path) { [descriptor] in connect(descriptor, $0, $1) }
        // The end of the object closes the descriptor, also when this fails.
        guard let result else {
            let most = UnixSocketAddress.longestPath
            throw TestSupportError(.inputOutput, "the path of a socket may have \(most) bytes: \(path)")
        }
        guard result == 0 else {
            throw TestSupportError(.inputOutput, "cannot connect to \(path): \(systemReason())")
        }
    }

    /// Connects to a port of this machine's network.
    package init(port: UInt16) throws(TestSupportError) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw TestSupportError(.inputOutput, "socket: \(systemReason())") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw TestSupportError(.inputOutput, "cannot connect to port \(port): \(systemReason())") }
    }

    deinit { close(descriptor) }

    /// Sends bytes unchanged, however wrong they are. Waits while the daemon does not read.
    package func send(bytes: [UInt8], deadline: Duration = generousDeadline) async throws(TestSupportError) {
        var sent = 0
        while sent < bytes.count {
            sent += try await waitFor("the daemon to read", deadline: deadline, poll: .milliseconds(1)) {
                () async throws(TestSupportError) -> Int? in
                let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
                let count = bytes[sent...].withUnsafeBytes { Glibc.send(self.descriptor, $0.baseAddress, $0.count, flags) }
                if count >= 0 { return count }
                if errno == EAGAIN || errno == EINTR { return nil }
                throw TestSupportError(.inputOutput, "cannot send: \(systemReason())")
            }
        }
    }

    /// Sends `text` and the newline that ends a message.
    package func send(line text: String) async throws(TestSupportError) { try await send(bytes: Array("\(text)\n".utf8)) }

    /// Tells the daemon that this client sends nothing more. Replies can still be read.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Returns the next line, without its end; nil if the daemon has closed the connection.
    package func readLine(deadline: Duration = generousDeadline) async throws(TestSupportError) -> String? {
        try await waitFor("a line from the daemon", deadline: deadline, poll: .milliseconds(1)) {
            () async throws(TestSupportError) -> String?? in
            try receive()
            return state.withLock { state in
                if let end = state.received.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { state.received.removeSubrange(...end) }
                    return .some(.some(String(decoding: state.received[..<end], as: UTF8.self)))
                }
                return state.isAtEnd ? .some(.none) : nil
            }
        }
    }

    /// Returns all bytes until the daemon closes the connection: from a reply on, it may carry something other than lines.
    package func readRest(deadline: Duration = generousDeadline) async throws(TestSupportError) -> [UInt8] {
        try await waitFor("the end of the connection", deadline: deadline, poll: .milliseconds(1)) {
            () async throws(TestSupportError) -> [UInt8]? in
            try receive()
            return state.withLock { $0.isAtEnd ? $0.received : nil }
        }
    }

    /// Returns the next message, a reply or an event, in the order of arrival.
    package func readMessage(deadline: Duration = generousDeadline) async throws(TestSupportError) -> ControlMessage {
        guard let line = try await readLine(deadline: deadline) else {
            throw TestSupportError(.inputOutput, "the daemon closed the connection")
        }
        return try ControlMessage(line: line)
    }

    /// Sends a request and returns its reply, which may be a result or an error.
    ///
    /// - Parameter parameters: A JSON object, as text.
    package func reply(
        to method: String, _ parameters: String = "{}", deadline: Duration = generousDeadline
    ) async throws(TestSupportError) -> ControlMessage {
        let number = state.withLock { state in
            state.lastRequest += 1
            return state.lastRequest
        }
        try await send(line: #"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":\#(parameters)}"#)
        while true {
            let message = try await readMessage(deadline: deadline)
            if message.id == number { return message }
            if message.method != nil { state.withLock { $0.events.append(message) } }
        }
    }

    /// Sends a request and returns the message with its result.
    ///
    /// - Throws: `unexpectedAnswer` with the daemon's sentence if the reply is an error.
    @discardableResult
    package func call(
        _ method: String, _ parameters: String = "{}", deadline: Duration = generousDeadline
    ) async throws(TestSupportError) -> ControlMessage {
        let message = try await reply(to: method, parameters, deadline: deadline)
        guard message.errorCode == nil else {
            throw TestSupportError(.unexpectedAnswer, "\(method) was refused: \(message.line)")
        }
        return message
    }

    /// Waits for the next event of `type` for which `condition` holds, and drops the events before it.
    @discardableResult
    package func waitForEvent(
        _ type: String, deadline: Duration = generousDeadline, where condition: (ControlMessage) -> Bool = { _ in true }
    ) async throws(TestSupportError) -> ControlMessage {
        try await events(through: type, deadline: deadline, where: condition).last
    }

    /// Waits for an event as ``waitForEvent(_:deadline:where:)`` does. Returns that event and all events before it.
    package func events(
        through type: String, deadline: Duration = generousDeadline, where condition: (ControlMessage) -> Bool = { _ in true }
    ) async throws(TestSupportError) -> (all: [ControlMessage], last: ControlMessage) {
        let end = ContinuousClock.now + deadline
        var all: [ControlMessage] = []
        while true {
            let kept: ControlMessage? = state.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
            let message: ControlMessage
            if let kept {
                message = kept
            } else {
                message = try await readMessage(deadline: max(.zero, end - ContinuousClock.now))
            }
            all.append(message)
            if message.method == type, condition(message) { return (all, message) }
        }
    }

    private func receive() throws(TestSupportError) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                state.withLock { $0.received += chunk[..<count] }
            } else if count == 0 || errno == ECONNRESET {
                state.withLock { $0.isAtEnd = true }
                return
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                throw TestSupportError(.inputOutput, "cannot receive: \(systemReason())")
            }
        }
    }
}
