import TestSupport
import Testing

@Suite("The control client")
struct ControlClientTests {
    /// A server that knows one conversation, and the client of it.
    private struct Conversation {
        let directory: TemporaryDirectory
        let server: ChildProcess
        let client: ControlClient
    }

    /// Runs `program` (Python) as a server with the connected socket's file `f`.
    private func serve(_ program: String) async throws -> Conversation {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        let server = try await ChildProcess.launch(
            "python3",
            [
                "-c",
                """
                import socket, json
                s = socket.socket(socket.AF_UNIX); s.bind("\(path)"); s.listen()
                f = s.accept()[0].makefile("rw")
                def send(o): f.write(json.dumps(o) + "\\n"); f.flush()
                \(program)
                """,
            ])
        let client = try await waitFor("the server") { () async throws(TestSupportError) -> ControlClient? in
            try? ControlClient(connectingTo: path)
        }
        return Conversation(directory: directory, server: server, client: client)
    }

    @Test("gets replies and keeps the events between them")
    func replies() async throws {
        let conversation = try await serve(
            """
            r = json.loads(f.readline())
            send({"jsonrpc": "2.0", "method": "queue.changed", "params": {"sequence": 1}})
            send({"jsonrpc": "2.0", "method": "queue.changed", "params": {"sequence": 2}})
            send({"jsonrpc": "2.0", "id": r["id"], "result": {"a": [1, {"b": "c"}], "got": r["params"]["x"]}})
            """)
        let message = try await conversation.client.call("anything", #"{"x":1.5}"#)
        #expect(message.string(at: "result.a.1.b") == "c")
        #expect(message.number(at: "result.got") == 1.5)
        #expect(message.string(at: "result.nothing") == nil)
        let event = try await conversation.client.waitForEvent("queue.changed") { $0.number(at: "params.sequence") == 2 }
        #expect(event.method == "queue.changed")
        #expect(try await conversation.client.readLine() == nil)
        #expect(try await conversation.server.waitForExit().isSuccess)
    }

    @Test("tells a refusal by its names")
    func refusal() async throws {
        let conversation = try await serve(
            """
            r = json.loads(f.readline())
            send({"id": r["id"], "error": {"code": -32010, "message": "no such file", "data": {"code": "media_not_found"}}})
            """)
        let message = try await conversation.client.reply(to: "play")
        #expect(message.errorCode == -32010)
        #expect(message.errorName == "media_not_found")
        #expect(message.errorMessage == "no such file")
    }

    @Test("does not wait for ever")
    func silence() async throws {
        let conversation = try await serve("f.readline(); f.readline()")
        let error = await #expect(throws: TestSupportError.self) {
            try await conversation.client.call("status", deadline: .milliseconds(50))
        }
        #expect(error?.code == .timedOut)
    }
}
