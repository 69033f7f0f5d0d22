import TestSupport

/// A client of MPD that knows only lines, so that a test sees what any client would see.
struct MPDTestClient {
    private let lines: ControlClient

    /// Connects to a Unix socket, and reads the greeting.
    init(connectingTo path: String) async throws {
        try await self.init(over: try ControlClient(connectingTo: path))
    }

    /// Connects to a port of this machine's network, and reads the greeting.
    init(port: UInt16) async throws { try await self.init(over: try ControlClient(port: port)) }

    private init(over lines: ControlClient) async throws {
        self.lines = lines
        // A real MPD may be an older one.
        guard let greeting = try await lines.readLine(), ["OK MPD 0.24.0", "OK MPD 0.23.5"].contains(greeting) else {
            throw TestSupportError(.unexpectedAnswer, "there is another greeting")
        }
    }

    /// Sends lines, and reads nothing.
    func send(_ text: String...) async throws { for line in text { try await lines.send(line: line) } }

    /// Returns the next line; `nil` at the end of the connection.
    func line() async throws -> String? { try await lines.readLine() }

    /// Returns all bytes until the daemon closes the connection.
    func rest() async throws -> [UInt8] { try await lines.readRest() }

    /// Returns the lines up to `OK` or `ACK`, with these.
    func reply() async throws -> [String] {
        var reply: [String] = []
        while let line = try await lines.readLine() {
            reply.append(line)
            if line == "OK" || line.hasPrefix("ACK") { break }
        }
        return reply
    }

    /// Sends a command and returns its reply.
    @discardableResult
    func ask(_ command: String) async throws -> [String] {
        try await send(command)
        return try await reply()
    }

    /// Returns the value of a line of the reply to `command`; `nil` without such a line.
    func value(_ name: String, of command: String = "status") async throws -> String? {
        let line = try await ask(command).first { $0.hasPrefix("\(name): ") }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }
}
