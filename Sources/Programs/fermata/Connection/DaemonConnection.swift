import ControlProtocol
import Glibc
import JSON
import SystemSupport

/// A blocking connection to the daemon.
final class DaemonConnection {
    /// The connected socket, for `poll`.
    let descriptor: CInt
    private let path: String
    private var received: [UInt8] = []
    /// How many of the received bytes are known to contain no line feed.
    private var scanned = 0
    private var latestID: Int64 = 0

    /// A reply, and its line as it came.
    struct Reply<Answer: Sendable> {
        let result: Result<JSONValue, ControlError>
        let line: String
        fileprivate let form: MethodAnswer<Answer>

        /// The answer; `nil` if the daemon has refused, or has answered with what this program does not understand.
        var answer: Answer? {
            guard case .success(let value) = result else { return nil }
            return try? form.value(of: value)
        }
    }

    /// Connects to the daemon's socket at `path`.
    /// - Parameter patience: the time-out: after how many seconds without progress connecting, sending and receiving fail;
    ///   `nil` for none.
    init(path: String, patience: Int? = nil) throws(ClientFailure) {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if let patience {
            var time = timeval(tv_sec: patience, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }
        let connected = UnixSocketAddress.with(path) { [descriptor] in connect(descriptor, $0, $1) }
        guard let connected else { throw .usage("the socket path is too long: \(path)") }
        guard connected == 0 else {
            let reason = errno
            let hint =
                reason == ENOENT || reason == ECONNREFUSED
                ? SocketPath.advice(path) : systemReason(reason)
            throw .noDaemon("no fermatad answers on \(path); \(hint)")
        }
    }

    deinit { close(descriptor) }

    /// Calls a method and waits for the reply. Passes the lines of events that come before the reply to `event`.
    func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, event: (String) -> Void = { _ in }
    ) throws(ClientFailure) -> Reply<Answer> {
        let (result, line) = try call(named: method.name, method.json(of: parameters), event: event)
        return Reply(result: result, line: line, form: method.answer)
    }

    /// Calls a method without parameters and waits for the reply.
    func call<Answer>(_ method: Method<Void, Answer>) throws(ClientFailure) -> Reply<Answer> { try call(method, ()) }

    /// Calls the method of a name that a person has written, and waits for the reply.
    func call(
        named method: String, _ parameters: JSONObject, event: (String) -> Void = { _ in }
    ) throws(ClientFailure) -> (result: Result<JSONValue, ControlError>, line: String) {
        latestID += 1
        let id = RequestID.integer(latestID)
        try send(Call(id: id, method: method, parameters: parameters).json.bytes)
        while true {
            let line = try readLine()
            guard let json = try? JSONValue(parsing: line, maximumDepth: 64) else {
                throw .noDaemon("the program that answers on \(path) is not fermatad")
            }
            if json["method"] != nil {
                event(line)
            } else if let response = try? Response(json: json), response.id == id || response.id == .null {
                // An error whose id is null is about the connection as a whole.
                return (response.result, line)
            }
        }
    }

    /// Calls a method whose reply nobody waits for; it comes among the lines.
    func post<Parameters, Answer>(_ method: Method<Parameters, Answer>, _ parameters: Parameters) throws(ClientFailure) {
        latestID += 1
        try post(Call(id: .integer(latestID), method: method.name, parameters: method.json(of: parameters)))
    }

    /// Sends a request as it is, with an id of the caller's. Its reply comes among the lines.
    func post(_ call: Call) throws(ClientFailure) { try send(call.json.bytes) }

    /// Takes all bytes that have arrived: from the reply on, the connection carries no lines.
    func takeBytes() -> [UInt8] {
        defer {
            received = []
            scanned = 0
        }
        return received
    }

    /// Waits for the next line.
    func readLine() throws(ClientFailure) -> String {
        while true {
            if let line = takeLine() { return line }
            try receive()
        }
    }

    /// Takes a line that has already arrived; `nil` if there is none.
    func takeLine() -> String? {
        guard let feed = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = received.count
            return nil
        }
        defer {
            received.removeSubrange(...feed)
            scanned = 0
        }
        return String(decoding: received[..<feed], as: UTF8.self)
    }

    /// Waits for bytes.
    func receive() throws(ClientFailure) {
        guard try receiveUnlessEnded() else { throw .noDaemon("fermatad on \(path) closed the connection") }
    }

    /// Waits for bytes, or for the end of the connection; returns `false` at the end.
    func receiveUnlessEnded() throws(ClientFailure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN { throw .noDaemon("fermatad on \(path) does not answer") }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }

    private func send(_ line: [UInt8]) throws(ClientFailure) {
        let bytes = line + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno == EPIPE || errno == ECONNRESET {
                // The daemon may have sent the reason before it closed the connection; the caller reads it next.
                return
            } else if errno != EINTR {
                throw .noDaemon("cannot write to fermatad on \(path): \(systemReason())")
            }
        }
    }
}
