public import ControlProtocol
import Glibc
package import JSON
import SystemSupport

/// A connection to the daemon's control socket, whose calls wait for their answers.
///
/// One thread at a time may use it; nothing of it runs on a thread of its own. It ends when it is released, and with it everything that
/// lasts as long as a connection: subscriptions and interruptions.
public final class DaemonConnection {
    /// The connected socket, for ``Waiter``.
    package let descriptor: CInt
    private let path: String
    private var received: [UInt8] = []
    /// Far more than any line of the daemon has, in bytes.
    private static let longestLine = 64 << 20
    /// How many of the received bytes are known to contain no line feed.
    private var scanned = 0
    private var latestID: Int64 = 0
    /// Lines that came before the reply to a call.
    private var heldLines: [String] = []

    /// A reply, and its line as it came.
    package struct Reply<Answer: Sendable> {
        package let result: Result<JSONValue, ControlError>
        package let line: String
        fileprivate let form: MethodAnswer<Answer>

        /// The answer; `nil` if the daemon has refused, or has answered with what this program does not understand.
        package var answer: Answer? {
            guard case .success(let value) = result else { return nil }
            return try? form.value(of: value)
        }
    }

    /// Connects to the daemon's socket.
    ///
    /// - Parameters:
    ///   - path: the path of the socket; `nil` for what ``SocketPath/resolve(_:instance:)`` finds.
    ///   - patience: after how many seconds without progress connecting, sending and receiving fail, at least 1; `nil` for never.
    /// - Throws: ``FermataError/Code/unreachable`` if no daemon answers there, ``FermataError/Code/misused`` if no socket can have that path,
    ///   or if the environment names an instance by what is no name.
    public init(path: String? = nil, patience: Int? = nil) throws(FermataError) {
        let path = if let path { path } else { try SocketPath.resolve() }
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if let patience {
            var time = timeval(tv_sec: max(1, patience), tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }
        let connected = UnixSocketAddress.with(path) { [descriptor] address, size in
            // Whoever catches signals may get one while the daemon's queue is full.
            while true {
                let connected = connect(descriptor, address, size)
                if connected == 0 || errno != EINTR { return connected }
            }
        }
        guard let connected else { throw FermataError(.misused, "the socket path is too long: \(path)") }
        guard connected == 0 else {
            let reason = errno
            let hint =
                reason == ENOENT || reason == ECONNREFUSED
                ? SocketPath.advice(path) : systemReason(reason)
            throw FermataError(.unreachable, "no fermatad answers on \(path); \(hint)")
        }
    }

    deinit { close(descriptor) }

    /// Calls a method, and waits for its answer. Events that come before it wait for ``nextEvent()``.
    ///
    ///     let status = try daemon.call(Methods.play, .media("/music/a.flac"))
    ///
    /// Methods after which the connection carries sound in place of lines, such as `Methods.Record.open`, are for programs that go on with a
    /// socket of their own: here nothing reads or writes such a stream.
    ///
    /// - Throws: ``FermataError``: ``FermataError/Code/refused`` with the daemon's error, or why there is no answer.
    @discardableResult
    public func call<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters
    ) throws(FermataError) -> Answer {
        let reply = try ask(method, parameters) { heldLines.append($0) }
        if case .failure(let error) = reply.result { throw FermataError(error) }
        guard let answer = reply.answer else {
            throw FermataError(
                .misunderstood, "fermatad has answered \(method.name) with something else than this program expects")
        }
        return answer
    }

    /// Calls a method without parameters, and waits for its answer.
    ///
    /// - Throws: as ``call(_:_:)``.
    @discardableResult
    public func call<Answer>(_ method: Method<Void, Answer>) throws(FermataError) -> Answer { try call(method, ()) }

    /// Waits for the next event. They come from a call of `Methods.Events.subscribe` on; those that this version does not know are passed
    /// over.
    ///
    /// - Throws: ``FermataError/Code/unreachable`` once the daemon has closed the connection, or has let the time-out pass.
    public func nextEvent() throws(FermataError) -> Event {
        while true {
            let line = try heldLines.isEmpty ? readLine() : heldLines.removeFirst()
            if let event = Event(line: line) { return event }
        }
    }

    // MARK: Lines

    /// Calls a method and waits for the reply, whatever it is. Passes the lines of events that come before the reply to `event`.
    package func ask<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, event: (String) -> Void = { _ in }
    ) throws(FermataError) -> Reply<Answer> {
        let (result, line) = try ask(named: method.name, method.json(of: parameters), event: event)
        return Reply(result: result, line: line, form: method.answer)
    }

    /// The same, unless bytes come from `descriptor` before the reply: then this returns `nil`, and the reply comes among the lines.
    package func ask<Parameters, Answer>(
        _ method: Method<Parameters, Answer>, _ parameters: Parameters, unlessInputOf descriptor: CInt,
        event: (String) -> Void = { _ in }
    ) throws(FermataError) -> Reply<Answer>? {
        latestID += 1
        let id = RequestID.integer(latestID)
        try send(Call(id: id, method: method.name, parameters: method.json(of: parameters)).json.bytes)
        while true {
            while let line = takeLine() {
                if let (result, line) = try reply(to: id, in: line, event: event) {
                    return Reply(result: result, line: line, form: method.answer)
                }
            }
            if Waiter(for: [.input(of: descriptor), .input(of: self.descriptor)]).hasNews(0) { return nil }
            try receive()
        }
    }

    /// Calls a method without parameters and waits for the reply.
    package func ask<Answer>(_ method: Method<Void, Answer>) throws(FermataError) -> Reply<Answer> { try ask(method, ()) }

    /// Calls the method of a name that a person has written, and waits for the reply.
    package func ask(
        named method: String, _ parameters: JSONObject, event: (String) -> Void = { _ in }
    ) throws(FermataError) -> (result: Result<JSONValue, ControlError>, line: String) {
        latestID += 1
        let id = RequestID.integer(latestID)
        try send(Call(id: id, method: method, parameters: parameters).json.bytes)
        while true {
            if let reply = try reply(to: id, in: try readLine(), event: event) { return reply }
        }
    }

    /// Returns the reply to the request `id` if `line` is that; passes it to `event` if it is an event.
    private func reply(
        to id: RequestID, in line: String, event: (String) -> Void
    ) throws(FermataError) -> (result: Result<JSONValue, ControlError>, line: String)? {
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64) else {
            throw FermataError(.unreachable, "the program that answers on \(path) is not fermatad")
        }
        if json["method"] != nil {
            event(line)
        } else if let response = try? Response(json: json), response.id == id || response.id == .null {
            // An error whose id is null is about the connection as a whole.
            return (response.result, line)
        }
        return nil
    }

    /// Calls a method whose reply nobody waits for; it comes among the lines.
    package func post<Parameters, Answer>(_ method: Method<Parameters, Answer>, _ parameters: Parameters) throws(FermataError) {
        latestID += 1
        try post(Call(id: .integer(latestID), method: method.name, parameters: method.json(of: parameters)))
    }

    /// Sends a request as it is, with an id of the caller's. Its reply comes among the lines.
    package func post(_ call: Call) throws(FermataError) { try send(call.json.bytes) }

    /// Takes all bytes that have arrived: from the reply on, the connection carries no lines.
    package func takeBytes() -> [UInt8] {
        defer {
            received = []
            scanned = 0
        }
        return received
    }

    /// Waits for the next line.
    package func readLine() throws(FermataError) -> String {
        while true {
            if let line = takeLine() { return line }
            try receive()
        }
    }

    /// Takes a line that has already arrived; `nil` if there is none.
    package func takeLine() -> String? {
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
    package func receive() throws(FermataError) {
        guard try receiveUnlessEnded() else { throw FermataError(.unreachable, "fermatad on \(path) closed the connection") }
    }

    /// Waits for bytes, or for the end of the connection; returns `false` at the end.
    package func receiveUnlessEnded() throws(FermataError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return true }
        if count < 0, errno == EAGAIN { throw FermataError(.unreachable, "fermatad on \(path) does not answer") }
        guard count > 0 else { return false }
        received += buffer[..<count]
        guard received.count <= Self.longestLine else {
            throw FermataError(.misunderstood, "the program that answers on \(path) is not fermatad: its lines have no end")
        }
        return true
    }

    private func send(_ line: [UInt8]) throws(FermataError) {
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
                throw FermataError(.unreachable, "cannot write to fermatad on \(path): \(systemReason())")
            }
        }
    }
}

extension Event {
    /// Reads the event of a line; `nil` if it is no event, or one that this version does not know.
    package init?(line: String) {
        guard let json = try? JSONValue(parsing: line, maximumDepth: 64), let method = json["method"]?.stringValue,
            let details = json["params"]?.objectValue, let event = try? Event(method: method, parameters: details)
        else { return nil }
        self = event
    }
}
