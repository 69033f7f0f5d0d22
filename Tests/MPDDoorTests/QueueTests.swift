import TestSupport
import Testing

@Suite("the queue through MPD", .serialized)
struct QueueTests {
    /// Returns the ids of the queue, in order.
    private func ids(_ client: MPDTestClient) async throws -> [String] {
        try await client.ask("playlistinfo").filter { $0.hasPrefix("Id: ") }.map { String($0.dropFirst(4)) }
    }

    /// Adds addresses of the network, which nobody opens.
    private func fill(_ client: MPDTestClient, _ count: Int) async throws {
        for index in 0..<count { try await client.ask("add http://127.0.0.1:1/\(index).mp3") }
    }

    @Test("songs are added at places, moved, swapped and removed")
    func editing() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await fill(client, 3)
        #expect(try await client.ask("addid http://127.0.0.1:1/x.mp3 1") == ["Id: 4", "OK"])
        #expect(try await ids(client) == ["1", "4", "2", "3"])
        #expect(try await client.ask("move 0 3") == ["OK"])
        #expect(try await ids(client) == ["4", "2", "3", "1"])
        #expect(try await client.ask("move 0:2 2") == ["OK"])
        #expect(try await ids(client) == ["3", "1", "4", "2"])
        #expect(try await client.ask("swap 0 3") == ["OK"])
        #expect(try await ids(client) == ["2", "1", "4", "3"])
        #expect(try await client.ask("swapid 1 4") == ["OK"])
        #expect(try await ids(client) == ["2", "4", "1", "3"])
        #expect(try await client.ask("moveid 3 0") == ["OK"])
        #expect(try await ids(client) == ["3", "2", "4", "1"])
        #expect(try await client.ask("delete 1:3") == ["OK"])
        #expect(try await ids(client) == ["3", "1"])
        #expect(try await client.ask("deleteid 3") == ["OK"])
        #expect(try await ids(client) == ["1"])
        try await fill(client, 9)
        let before = try await ids(client)
        #expect(try await client.ask("shuffle 2:") == ["OK"])
        let after = try await ids(client)
        #expect(Array(after.prefix(2)) == Array(before.prefix(2)) && after.sorted() == before.sorted())
        #expect(try await client.ask("clear") == ["OK"])
        #expect(try await ids(client).isEmpty)
    }

    @Test("places that the queue does not have are refused with MPD's sentences")
    func refusals() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await fill(client, 2)
        for (command, refusal) in [
            ("play 2", "[2@0] {play} Bad song index"), ("playid 9", "[50@0] {playid} No such song"),
            ("delete 3", "[2@0] {delete} Bad song index"), ("deleteid 9", "[50@0] {deleteid} No such song"),
            ("move 0 2", "[2@0] {move} Number too large: 2"), ("move 5 0", "[2@0] {move} Bad song index"),
            ("move 0 +0", "[55@0] {move} No current song"), ("move 0: 0", "[2@0] {move} Open-ended range not supported"),
            ("move -1 0", "[2@0] {move} Open-ended range not supported"), ("moveid 9 0", "[50@0] {moveid} No such song"),
            ("swap 0 2", "[2@0] {swap} Bad song index"), ("swapid 1 9", "[50@0] {swapid} No such song"),
            ("playlistinfo 3:", "[2@0] {playlistinfo} Bad song index"), ("playlistid 9", "[50@0] {playlistid} No such song"),
            ("add http://127.0.0.1:1/a 9", "[2@0] {add} Number too large: 9"), ("add foo", "[50@0] {add} No such directory"),
            ("add foo://bar", "[2@0] {add} Unsupported URI scheme"), ("seek 0 -1", "[2@0] {seek} Negative value not allowed: -1"),
            ("setvol 101", "[2@0] {setvol} Number too large: 101"), ("shuffle 9:", "[2@0] {shuffle} Bad song index"),
            ("lsinfo foo", "[50@0] {lsinfo} No such directory"),
            ("listplaylist foo", "[50@0] {listplaylist} No such playlist"),
        ] {
            #expect(try await client.ask(command) == ["ACK " + refusal])
        }
    }

    @Test("a client learns which positions have changed since a version")
    func changes() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await fill(client, 4)
        let version = try #require(try await client.value("playlist"))
        #expect(try await client.ask("plchangesposid \(version)") == ["OK"])
        try await client.ask("swap 1 2")
        #expect(try await client.ask("plchangesposid \(version)") == ["cpos: 1", "Id: 3", "cpos: 2", "Id: 2", "OK"])
        #expect(try await client.ask("plchangesposid \(version) 2:") == ["cpos: 2", "Id: 2", "OK"])
        #expect(try await client.ask("plchanges 0").filter { $0.hasPrefix("file: ") }.count == 4)
    }

    @Test("songs of the queue are found by filters")
    func finding() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await fill(client, 3)
        #expect(try await client.value("Id", of: "playlistfind file http://127.0.0.1:1/1.mp3") == "2")
        #expect(try await client.value("Id", of: #"playlistfind "(file == 'http://127.0.0.1:1/2.mp3')""#) == "3")
        #expect(try await client.ask("playlistsearch file 127.0.0.1").filter { $0.hasPrefix("Id: ") }.count == 3)
    }

    @Test("a queue that is larger than what the server keeps for all clients is shown to its end to several of them")
    func largeQueue() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        let name = String(repeating: "x", count: 280)
        let count = 70_000
        for part in 0..<7 {
            let list = (0..<count / 7).map { "http://127.0.0.1:1/\(name)\(part)/\($0).mp3\n" }.joined()
            let path = try stage.system.directory.write(list, to: "part \(part).m3u")
            #expect(try await client.ask("load \"\(path)\"") == ["OK"])
        }
        let clients = [client, try await stage.connect()]
        for client in clients {
            try await client.send("command_list_ok_begin", "playlistinfo", "ping", "command_list_end", "close")
        }
        // All of it has been asked for, and nobody has read anything.
        #expect(try await stage.connect().ask("ping") == ["OK"])
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for client in clients { group.addTask { try await client.rest() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for bytes in answers {
            #expect(bytes.count > 20_000_000)
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count { $0.starts(with: "file: http".utf8) } == count)
            let end = lines.suffix(4).map { String(decoding: $0, as: UTF8.self) }
            #expect(end == ["Id: \(count)", "list_OK", "list_OK", "OK"])
        }
        #expect(try await stage.connect().value("playlistlength") == "\(count)")
    }
}
