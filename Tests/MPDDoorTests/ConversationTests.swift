import TestSupport
import Testing

@Suite("conversations with clients of MPD", .serialized)
struct ConversationTests {
    @Test("a list of commands is answered as a whole, and its first refusal ends it")
    func lists() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await client.send("command_list_begin", "ping", "binarylimit 64", "command_list_end")
        #expect(try await client.reply() == ["OK"])
        try await client.send("command_list_ok_begin", "ping", "urlhandlers", "command_list_end")
        #expect(
            try await client.reply() == [
                "list_OK", "handler: file://", "handler: http://", "handler: https://", "list_OK", "OK",
            ])
        try await client.send("command_list_ok_begin", "ping", "status a", "ping", "command_list_end")
        #expect(try await client.reply() == ["list_OK", "ACK [2@1] {status} wrong number of arguments for \"status\""])
        try await client.send("command_list_begin", "foo", "command_list_end", "command_list_begin", "command_list_end")
        #expect(try await client.reply() == ["ACK [5@0] {} unknown command \"foo\""])
        #expect(try await client.reply() == ["OK"])
        #expect(try await client.ask("command_list_end") == ["ACK [5@0] {} unknown command \"command_list_end\""])
    }

    @Test("noidle ends a wait with one answer, and answers nothing otherwise")
    func noidle() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        try await client.send("noidle", "idle", "noidle", "noidle", "ping")
        #expect(try await client.reply() == ["OK"])
        #expect(try await client.reply() == ["OK"])
        #expect(try await client.ask("idle foo") == ["ACK [2@0] {idle} Unrecognized idle event: foo"])
    }

    @Test("changes gather while a client does not wait")
    func gathering() async throws {
        let stage = try await MPDStage.set()
        let other = try await stage.connect()
        try await other.ask("add http://127.0.0.1:1/a.mp3")
        try await other.ask("setvol 30")
        #expect(try await stage.client.ask("idle") == ["changed: playlist", "changed: mixer", "OK"])
    }

    @Test(
        "who does not speak the protocol is disconnected",
        arguments: ["GET / HTTP/1.1", "POST / HTTP/1.1", "Status", "", " status", String(repeating: "a", count: 20_000)])
    func strangers(line: String) async throws {
        let stage = try await MPDStage.set()
        try await stage.client.send(line)
        #expect(try await stage.client.line() == nil)
        #expect(try await stage.connect().ask("ping") == ["OK"])
    }

    @Test("a client that waits and sends something else is disconnected")
    func idleStranger() async throws {
        let stage = try await MPDStage.set()
        try await stage.client.send("idle", "status")
        #expect(try await stage.client.line() == nil)
    }

    @Test("the daemon ends cleanly while clients wait, and takes its socket away")
    func end() async throws {
        let stage = try await MPDStage.set()
        try await stage.client.send("idle")
        let other = try await stage.connect()
        try await stage.daemon.stop()
        #expect(try await stage.client.line() == nil)
        #expect(try await other.line() == nil)
        await #expect(throws: TestSupportError.self) { try await stage.connect() }
    }

    @Test("a client that is told of the player is told of songs, states and positions, and of nothing else")
    func player() async throws {
        let stage = try await MPDStage.set()
        try await stage.fill(2)
        for command in ["play", "seekcur 10", "next", "pause", "stop"] {
            let waiting = try await stage.connect()
            try await waiting.send("idle player")
            try await stage.client.ask("setvol 50")
            try await stage.client.ask(command)
            #expect(try await waiting.reply() == ["changed: player", "OK"], "\(command)")
        }
    }

    @Test("clients send each other messages over channels")
    func channels() async throws {
        let stage = try await MPDStage.set()
        let (client, other) = (stage.client, try await stage.connect())
        #expect(try await client.ask("subscribe news") == ["OK"])
        #expect(try await other.ask("channels") == ["channel: news", "OK"])
        #expect(try await other.ask("idle subscription") == ["changed: subscription", "OK"])
        // A channel that somebody has already is told as well, as by MPD. The first answer is about the client's own.
        for change in ["ping", "subscribe news", "unsubscribe news"] {
            #expect(try await other.ask(change) == ["OK"])
            #expect(try await client.ask("idle subscription") == ["changed: subscription", "OK"])
        }
        #expect(try await other.ask("idle subscription") == ["changed: subscription", "OK"])
        try await client.send("idle message")
        #expect(try await other.ask("sendmessage news \"a b\"") == ["OK"])
        #expect(try await client.reply() == ["changed: message", "OK"])
        #expect(try await client.ask("readmessages") == ["channel: news", "message: a b", "OK"])
        try await client.send("close")
        #expect(try await client.line() == nil)
        #expect(try await other.ask("idle subscription") == ["changed: subscription", "OK"])
        #expect(try await other.ask("channels") == ["OK"])
    }

    @Test("a client may do what its password permits")
    func passwords() async throws {
        let stage = try await MPDStage.set(
            """
            password = ["secret@read,player"]
            default_permissions = ["read"]
            """)
        let client = stage.client
        #expect(try await client.ask("setvol 20") == ["ACK [4@0] {setvol} you don't have permission for \"setvol\""])
        #expect(try await client.ask("notcommands").contains("command: setvol"))
        #expect(try await client.ask("password x") == ["ACK [3@0] {password} incorrect password"])
        #expect(try await client.ask("password secret") == ["OK"])
        #expect(try await client.ask("setvol 20") == ["OK"])
        #expect(try await client.ask("add /a.flac") == ["ACK [4@0] {add} you don't have permission for \"add\""])
    }

    @Test("wrong passwords wait for each other while others are served, the fifth ends the connection, and the log has none")
    func guessing() async throws {
        let stage = try await MPDStage.set("password = [\"secret@read\"]")
        let (guesser, other) = (try await stage.connect(), try await stage.connect())
        for number in 1...5 { try await guesser.send("password guess\(number)") }
        #expect(try await guesser.reply() == ["ACK [3@0] {password} incorrect password"])
        // The second is not looked at yet, and the next one from there waits behind it.
        #expect(try await other.ask("ping") == ["OK"])
        for _ in 2...5 { #expect(try await guesser.reply() == ["ACK [3@0] {password} incorrect password"]) }
        #expect(try await guesser.line() == nil)
        #expect(try await other.ask("password secret") == ["OK"])
        #expect(try await other.ask("status").last == "OK")
        let lines = stage.daemon.log.split(separator: "\n").filter { $0.contains("wrong password") }
        #expect(lines.count == 1)
        #expect(!stage.daemon.log.contains("guess1"))
    }

    @Test("an address works where the daemon may use no network for media")
    func noMedia() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]\n[network]\nenabled = false")
        let remote = try await MPDTestClient(port: port)
        try await remote.ask("add http://127.0.0.1:1/a.mp3")
        #expect(try await remote.ask("play").first?.hasPrefix("ACK ") == true)
        #expect(try await stage.client.ask("ping") == ["OK"])
    }

    @Test("over the network a client names no files of the machine")
    func network() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]")
        let remote = try await MPDTestClient(port: port)
        #expect(try await remote.ask("add /etc/hostname") == ["ACK [4@0] {add} Access denied"])
        #expect(try await remote.ask("add file:///etc/hostname") == ["ACK [4@0] {add} Access denied"])
        #expect(try await remote.ask("config") == ["ACK [4@0] {config} Command only permitted to local clients"])
        #expect(try await remote.ask("add http://127.0.0.1:1/a.mp3") == ["OK"])
        #expect(try await stage.client.ask("config").last == "OK")
        #expect(try await stage.client.value("playlistlength") == "1")
    }
}
