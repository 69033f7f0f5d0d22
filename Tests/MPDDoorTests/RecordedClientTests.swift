import TestSupport
import Testing

/// What programs send that cannot be installed here: the commands of their sources, in the order in which they give them.
struct RecordedClient: Sendable, CustomTestStringConvertible {
    let name: String
    /// The lines, in turns. The program waits for the answer to each turn.
    let turns: [String]
    /// The commands that it expects to be refused, as MPD 0.23 does.
    var refused: Set<String> = []

    /// One turn about songs, and what the program reads in the answer.
    struct Turn: Sendable {
        /// The lines, as above.
        let text: String
        /// Lines that have to be in the answer.
        let lines: [String]
        /// Whether these are the whole answer.
        let isWhole: Bool
        /// The names of lines that the program does not want.
        var hidden: [String] = []

        /// A turn that is answered with `OK`.
        init(_ text: String) { (self.text, lines, isWhole) = (text, ["OK"], true) }

        /// A turn in whose answer these lines are.
        init(_ text: String, has line: String, _ others: String..., hides hidden: [String] = []) {
            (self.text, lines, isWhole, self.hidden) = (text, [line] + others, false, hidden)
        }

        /// A turn that is answered with these lines, and `OK`.
        init(_ text: String, is line: String, _ others: String...) {
            (self.text, lines, isWhole) = (text, [line] + others + ["OK"], true)
        }
    }

    /// What a program sends about songs.
    struct WithSongs: Sendable, CustomTestStringConvertible {
        let name: String
        let turns: [Turn]

        var testDescription: String { name }
    }

    var testDescription: String { name }

    static let all = [
        RecordedClient(
            name: "myMPD",
            turns: [
                "commands", "binarylimit 4194304", "tagtypes", "tagtypes clear",
                "tagtypes enable Artist Album AlbumArtist Title Track Genre Date Disc Composer", "config", "outputs", "status",
                "currentsong", "replay_gain_status", "stats", "urlhandlers", "decoders", "listpartitions",
                "command_list_ok_begin\nstatus\nreplay_gain_status\ncrossfade 0\nmixrampdb -17\ncommand_list_end",
                "command_list_ok_begin\nrandom 0\nrepeat 1\nsingle 0\nconsume 0\nreplay_gain_mode off\ncommand_list_end",
                "subscribe mympd", "readmessages", "playlistinfo 0:100", "plchangesposid 0", "sticker get song \"song\" like",
                "idle\nnoidle", "list Album \"((AlbumArtist != ''))\" group AlbumArtist group Date",
                "search \"(any contains 'a')\" window 0:10",
                "add http://127.0.0.1:1/a.mp3", "prioid 10 1", "moveid 1 0", "deleteid 1", "setvol 40", "unsubscribe mympd",
            ],
            refused: ["sticker"]),
        RecordedClient(
            name: "rmpc",
            turns: [
                "binarylimit 5242880", "commands", "status", "currentsong", "playlistinfo", "outputs", "idle\nnoidle",
                "command_list_begin\nstatus\ncurrentsong\ncommand_list_end", "volume +5", "setvol 50", "listpartitions",
                "lsinfo", "list Artist", "find \"(Artist == 'x')\"", "search \"((any contains_ci 'x'))\"",
                "addid http://127.0.0.1:1/a.mp3 +0", "addid http://127.0.0.1:1/a.mp3", "consume oneshot", "consume 0",
                "single oneshot", "single 0", "crossfade 2", "crossfade 0", "getvol",
                "seekcur -5", "shuffle", "swapid 1 1", "clear", "decoders", "update",
            ],
            refused: ["addid", "seekcur", "swapid", "search"]),
        RecordedClient(
            name: "M.A.L.P.",
            turns: [
                "commands", "tagtypes", "status", "currentsong", "outputs", "stats", "playlistinfo", "plchanges 0",
                "list albumartist", "list album group albumartist group musicbrainz_albumid", "find album \"x\"",
                "command_list_begin\nadd http://127.0.0.1:1/a.mp3\nadd http://127.0.0.1:1/b.mp3\ncommand_list_end",
                "list album artist \"x\" group date", "search any \"a\"", "lsinfo \"/\"", "toggleoutput 99", "idle\nnoidle",
                "albumart \"x\" 0", "readpicture \"x\" 0", "rangeid 1 0:", "moveid 2 0", "clear", "update \"\"", "single 1",
                "single 0",
            ],
            refused: ["toggleoutput", "albumart", "readpicture", "rangeid"]),
        RecordedClient(
            name: "Home Assistant",
            turns: [
                "commands", "status", "currentsong", "idle\nnoidle", "status", "currentsong", "readpicture \"x\" \"0\"",
                "albumart \"x\" \"0\"", "setvol \"30\"", "repeat \"1\"", "single \"0\"", "random \"1\"", "random \"0\"", "clear",
                "add \"http://127.0.0.1:1/a.mp3\"", "repeat \"0\"", "seekcur \"1.5\"", "pause \"1\"", "stop", "clear",
            ],
            refused: ["readpicture", "albumart", "seekcur"]),
        RecordedClient(
            name: "Cantata",
            turns: [
                "tagtypes", "tagtypes all", "urlhandlers", "stats", "decoders", "commands", "status", "playlistinfo", "outputs",
                "replay_gain_status", "currentsong", "lsinfo \"Cantata directory that no library has\"", "lsinfo \"/\"",
                "command_list_begin\npartition \"default\"\noutputs\ncommand_list_end", "listpartitions", "plchangesposid 0",
                "sticker find song \"\" rating", "crossfade 0", "replay_gain_mode \"off\"", "channels",
                "add \"http://127.0.0.1:1/a.mp3\"", "addid \"http://127.0.0.1:1/b.mp3\" 0", "prioid \"5\" \"1\"", "clearerror",
                "subscribe cantata-1", "sendmessage \"cantata-dynamic-in\" \"status\"",
            ],
            refused: ["lsinfo", "sendmessage"]),
    ]
}

@Suite("what programs send that are not in Debian", .serialized)
struct RecordedClientTests {
    @Test("each turn is answered as such programs expect, and no command is unknown", arguments: RecordedClient.all)
    func replay(_ recorded: RecordedClient) async throws {
        let stage = try await MPDStage.set()
        try stage.makeMusicDirectory()
        for turn in recorded.turns {
            let lines = turn.split(separator: "\n").map(String.init)
            for line in lines { try await stage.client.send(line) }
            let reply = try await stage.client.reply()
            let last = reply.last ?? "the end of the connection"
            #expect(!last.contains("unknown command"), "\(turn): \(reply)")
            let word = turn.prefix { $0 != " " && $0 != "\n" }
            if !recorded.refused.contains(String(word)) { #expect(last == "OK", "\(turn): \(reply)") }
        }
        #expect(try await stage.client.ask("ping") == ["OK"])
    }

    @Test(
        "with music, each turn is answered with what such programs show",
        arguments: RecordedClient.withSongs + RecordedClient.handingOn)
    func songs(_ recorded: RecordedClient.WithSongs) async throws {
        let stage = try await MPDStage.withAlbums()
        for turn in recorded.turns {
            for line in turn.text.split(separator: "\n") { try await stage.client.send(String(line)) }
            let reply = try await stage.client.reply()
            #expect(reply.last == "OK", "\(turn.text): \(reply)")
            if turn.isWhole { #expect(reply == turn.lines, "\(turn.text)") }
            for line in turn.lines { #expect(reply.contains(line), "\(turn.text): \(line) is not in \(reply)") }
            for name in turn.hidden { #expect(!reply.contains { $0.hasPrefix(name + ": ") }, "\(turn.text): \(reply)") }
        }
    }
}
