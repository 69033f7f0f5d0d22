import TestSupport
import Testing

@Suite("regular expressions and formats of sound, through MPD", .serialized)
struct PatternTests {
    private static let tooHard = "It takes too long to compare songs with this: use a simpler expression, or fewer conditions"
    /// A title with which `(a+)+$` takes ages.
    private static let hostileTitle = String(repeating: "a", count: 40) + "!"
    private static let hostile = #""(title =~ '(a+)+$')""#

    private func files(_ reply: [String]) -> [String] {
        reply.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
    }

    @Test("songs of the library are found by regular expressions and by the format that is shown")
    func library() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        let all = ["a/1.flac", "a/2.flac", "a/3.flac", "b/4.flac"]
        let (first, last) = (Array(all[..<2]), Array(all[2...]))
        let found: [(String, [String])] = [
            (#"find "(title =~ '^T[12]$')""#, first), (#"find "(title !~ '^T[12]$')""#, last),
            (#"find "(title =~ '^t')""#, []), (#"search "(title =~ '^t[34]')""#, last),
            (#"find "(file =~ '^b/')""#, ["b/4.flac"]), (#"find "(artist =~ '')""#, all), (#"find "(artist =~ '.')""#, []),
            (#"find "((base 'a') AND (title =~ '[34]'))""#, ["a/3.flac"]), (#"find "(any =~ '^T4')""#, ["b/4.flac"]),
            (#"find "((title == 'T1') AND (title =~ '1'))""#, ["a/1.flac"]),
            (#"find "(title =~ 'T')" window 0:2"#, first), (#"find "(title =~ 'T')" sort -Title window 0:1"#, ["b/4.flac"]),
            (#"find "(AudioFormat == '8000:f:1')""#, all), (#"find "(AudioFormat =~ '*:*:1')""#, all),
            (#"find "(!(AudioFormat =~ '*:*:1'))""#, []), (#"find "(AudioFormat =~ '8000:16:*')""#, []),
            (#"find "((AudioFormat =~ '8000:*:*') AND (title =~ '2'))""#, ["a/2.flac"]), ("find AudioFormat 8000:f:1", []),
            ("find Comment x", []), (#"find "(comment == '')""#, all),
        ]
        for (command, expected) in found {
            let reply = try await client.ask(command)
            #expect(files(reply) == expected && reply.last == "OK", "\(command): \(reply)")
        }
        let answers: [(String, [String])] = [
            (#"count "(title =~ 'T[123]')""#, ["songs: 3", "playtime: 27", "OK"]),
            (#"count "(AudioFormat =~ '8000:*:*')""#, ["songs: 4", "playtime: 36", "OK"]),
            (#"list title "(title =~ '[24]')""#, ["Title: T2", "Title: T4", "OK"]),
            // Albums share these tags.
            (#"list album "(album =~ '')""#, ["Album: ", "OK"]), (#"list album "(album =~ 'x')""#, ["OK"]),
            ("list comment", ["Comment: ", "OK"]), ("tagtypes enable comment", ["OK"]),
            (#"find "(title =~ '(')""#, ["ACK [2@0] {find} Error in regex at offset 1: missing closing parenthesis"]),
            (#"count "(AudioFormat == '8000')""#, ["ACK [2@0] {count} Sample format missing"]),
        ]
        for (command, expected) in answers {
            #expect(try await client.ask(command) == expected, "\(command)")
        }
        #expect(try await client.ask("tagtypes").contains("tagtype: Comment") == false)
    }

    @Test("songs of the queue are found by them, whether the library has the songs or not")
    func queue() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        #expect(try await client.ask(#"findadd "(title =~ 'T[23]')""#) == ["OK"])
        #expect(try await client.ask(#"searchadd "(title =~ 't4')""#) == ["OK"])
        let stream = try #require(try await client.value("Id", of: "addid http://127.0.0.1:1/a.mp3"))
        #expect(try await client.ask("addtagid \(stream) Title Zwei") == ["OK"])
        let found: [(String, [String])] = [
            (#"playlistfind "(title =~ '^T[2-4]$')""#, ["a/2.flac", "a/3.flac", "b/4.flac"]),
            (#"playlistfind "(title !~ '^T')""#, ["http://127.0.0.1:1/a.mp3"]), (#"playlistfind "(title =~ 'z')""#, []),
            (#"playlistsearch "(title =~ '^z')""#, ["http://127.0.0.1:1/a.mp3"]),
            (#"playlistfind "(AudioFormat =~ '8000:*:1')""#, ["a/2.flac", "a/3.flac", "b/4.flac"]),
        ]
        for (command, expected) in found {
            let reply = try await client.ask(command)
            #expect(files(reply) == expected && reply.last == "OK", "\(command): \(reply)")
        }
    }

    @Test("an expression that takes too long ends the command with a refusal, and the daemon goes on")
    func hostile() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=9:r=8000", "-metadata", "title=\(Self.hostileTitle)",
                stage.system.directory.file("music/b/5.flac"),
            ])
        try await stage.scan()
        #expect(try await client.ask("add b/5.flac") == ["OK"])
        for command in ["find", "search", "findadd", "searchadd", "count", "list title", "playlistfind", "playlistsearch"] {
            let name = command.split(separator: " ")[0]
            #expect(try await client.ask("\(command) \(Self.hostile)") == ["ACK [2@0] {\(name)} \(Self.tooHard)"], "\(command)")
        }
        #expect(try await client.ask("searchaddpl some \(Self.hostile)") == ["ACK [2@0] {searchaddpl} \(Self.tooHard)"])
        #expect(files(try await client.ask("playlistinfo")) == ["b/5.flac"], "nothing was added")
        #expect(files(try await client.ask(#"find "(title =~ '^a+!$')""#)) == ["b/5.flac"])

        // A queue of which the library has nothing is looked at on the control thread.
        #expect(try await client.ask("clear") == ["OK"])
        let stream = try #require(try await client.value("Id", of: "addid http://127.0.0.1:1/a.mp3"))
        #expect(try await client.ask("addtagid \(stream) Title \(Self.hostileTitle)") == ["OK"])
        #expect(try await client.ask("playlistfind \(Self.hostile)") == ["ACK [2@0] {playlistfind} \(Self.tooHard)"])
        #expect(files(try await client.ask(#"playlistfind "(title =~ '^a+!$')""#)) == ["http://127.0.0.1:1/a.mp3"])
    }

    @Test("a long expression is refused, and the connection lives on")
    func long() async throws {
        let stage = try await MPDStage.set(music: "music")
        let value = String(repeating: "a", count: 10_000)
        #expect(try await stage.client.ask("find \"(title =~ '\(value)')\"") == ["ACK [2@0] {find} Quoted value is too long"])
        #expect(try await stage.client.ask("ping") == ["OK"])
    }
}
