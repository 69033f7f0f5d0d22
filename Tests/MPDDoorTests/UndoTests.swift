import TestSupport
import Testing

@Suite("Undo of what clients of MPD did", .serialized)
struct UndoTests {
    private func ids(_ client: MPDTestClient) async throws -> [String] {
        try await client.ask("playlistinfo").filter { $0.hasPrefix("Id: ") }.map { String($0.dropFirst(4)) }
    }

    @Test("a list of commands is one change, each other command one of its own, and songs keep their ids")
    func lists() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        for index in 0..<3 { try await client.ask("add http://127.0.0.1:1/\(index).mp3") }
        try await client.send(
            "command_list_begin", "clear", "add http://127.0.0.1:1/x.mp3", "add http://127.0.0.1:1/y.mp3", "move 1 0",
            "command_list_end")
        #expect(try await client.reply() == ["OK"])
        #expect(try await ids(client) == ["5", "4"])
        let version = try #require(try await client.value("playlist"))
        let reply = try await stage.control.call("queue.undo")
        #expect(reply.string(at: "result.change") == "several" && reply.number(at: "result.count") == 4)
        #expect(try await ids(client) == ["1", "2", "3"])
        let changes = try await client.ask("plchangesposid \(version)").filter { $0.hasPrefix("Id: ") }
        #expect(changes == ["Id: 1", "Id: 2", "Id: 3"])
        try await stage.control.call("queue.undo")
        #expect(try await ids(client) == ["1", "2"])
        try await stage.control.call("queue.redo")
        try await stage.control.call("queue.redo")
        #expect(try await ids(client) == ["5", "4"])
    }

    @Test("a loaded playlist leaves in one go, and a client that waits learns of it")
    func loaded() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try await client.ask("add a")
        try await client.ask("save list")
        try await client.ask("load list")
        #expect(try await ids(client).count == 6)
        let waiting = try await stage.connect()
        try await waiting.send("idle playlist")
        try await stage.control.call("queue.undo")
        #expect(try await waiting.reply() == ["changed: playlist", "OK"])
        #expect(try await ids(client) == ["1", "2", "3"])
    }

    @Test("a restart of the daemon keeps the queue, and begins a new history")
    func restarted() async throws {
        let stage = try await MPDStage.set()
        try await stage.client.ask("add http://127.0.0.1:1/0.mp3")
        try await stage.daemon.stop()
        let (daemon, client) = try await stage.restart()
        #expect(try await ids(client) == ["1"])
        let control = try daemon.connect()
        #expect(try await control.reply(to: "queue.undo").string(at: "error.data.code") == "nothing_to_undo")
        try await daemon.stop()
    }
}
