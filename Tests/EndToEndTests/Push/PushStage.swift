import FoundationEssentials
import Glibc
import TestSupport

extension Stage {
    /// Opens a stream; the connection carries its bytes from here on.
    /// - Returns: the connection, and the id of the item.
    func openStream(_ parameters: String = "{}") async throws -> (connection: ControlClient, item: Int) {
        let connection = try daemon.connect()
        let reply = try await connection.call("stream.open", parameters)
        guard let item = reply.number(at: "result.item") else { throw TestSupportError(.unexpectedAnswer, reply.line) }
        return (connection, Int(item))
    }

    /// Plays bytes that come over a connection, all of them; the connection's last line, or nil.
    @discardableResult
    func push(_ bytes: [UInt8], _ parameters: String = "{}") async throws -> String? {
        let (connection, _) = try await openStream(parameters)
        // One that wants no more closes in the middle.
        try? await connection.send(bytes: bytes)
        connection.finishSending()
        return try await connection.readLine()
    }

    /// Starts a line of the shell in which `$0` is the client.
    func shell(_ line: String, output: String) async throws -> ChildProcess {
        try await system.launch(
            "sh", ["-c", line, try BuiltProgram.path(of: "fermata")], environment: ["FERMATA_SOCKET": daemon.socket],
            output: .file(output), error: .file(output))
    }

    /// Runs such a line to its end: its status, and what it wrote to both of its outputs.
    func runShell(_ line: String) async throws -> (status: ExitStatus, text: String) {
        let output = system.directory.file("shell-\(UUID())")
        let child = try await shell(line, output: output)
        let status = try await child.waitForExit()
        return (status, String(decoding: try readFile(output), as: UTF8.self))
    }
}

/// Bytes that a connection takes as fast as the daemon does, on a task of their own.
struct Writer {
    private let task: Task<Void, any Error>

    init(_ bytes: [UInt8], to connection: ControlClient) {
        task = Task {
            try await connection.send(bytes: bytes, deadline: .seconds(600))
            connection.finishSending()
        }
    }

    func finish() async throws { try await task.value }
}
