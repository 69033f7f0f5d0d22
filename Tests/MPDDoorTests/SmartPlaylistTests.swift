import TestSupport
import Testing

@Suite("smart playlists through MPD", .serialized)
struct SmartPlaylistTests {
    private func files(_ reply: [String]) -> [String] {
        reply.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
    }

    @Test("look like all others, have the songs of the moment, and refuse changes as what a client may not do")
    func wholeWay() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try stage.system.directory.makeDirectory("lists")
        let rules = #"{"all":[{"gt":{"rating":3}}],"sort":"-rating"}"#
        _ = try stage.system.directory.write(rules, to: "lists/Best.nsp")
        #expect(try await client.value("playlist", of: "listplaylists") == "Best")
        #expect(try await client.ask("listplaylist Best") == ["OK"])
        for (song, rating) in [("a/1.flac", 8), ("a/3.flac", 10), ("b/4.flac", 6)] {
            #expect(try await client.ask("sticker set song \(song) rating \(rating)") == ["OK"])
        }
        #expect(files(try await client.ask("listplaylist Best")) == ["a/3.flac", "a/1.flac"])
        let details = try await client.ask("listplaylistinfo Best")
        #expect(details.contains("Title: T3") && details.contains("duration: 9.000"), "\(details)")
        #expect(try await client.ask("playlistlength Best") == ["songs: 2", "playtime: 18", "OK"])
        #expect(files(try await client.ask("searchplaylist Best title t1")) == ["a/1.flac"])
        #expect(try await client.ask("load Best 1:") == ["OK"])
        #expect(try await client.ask("load Best") == ["OK"])
        #expect(files(try await client.ask("playlistinfo")) == ["a/1.flac", "a/3.flac", "a/1.flac"])
        for command in [
            "playlistadd Best a/2.flac", "playlistdelete Best 0", "playlistmove Best 0 1", "playlistclear Best",
            "searchaddpl Best title t1", "save Best append", "save Best replace",
        ] {
            let reply = try await client.ask(command)
            #expect(reply.first?.hasPrefix("ACK [4@0] {") == true && reply.first?.contains("found by rules") == true, "\(reply)")
        }
        #expect(try await client.ask("save Best") == ["ACK [56@0] {save} Playlist already exists"])
        #expect(String(decoding: try readFile(stage.system.directory.file("lists/Best.nsp")), as: UTF8.self) == rules)
        #expect(try await client.ask("rename Best Loved") == ["OK"])
        #expect(files(try await client.ask("listplaylist Loved")) == ["a/3.flac", "a/1.flac"])
        #expect(try await client.ask("rm Loved") == ["OK"])
        #expect(try await client.ask("listplaylists") == ["OK"])
    }

    @Test("with rules that nobody can follow say which, and a client that has read one learns once that it may be another one")
    func faultsAndNews() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try stage.system.directory.makeDirectory("lists")
        _ = try stage.system.directory.write(#"{"all":[{"is":{"beat":1}}]}"#, to: "lists/Bad.nsp")
        for command in ["listplaylist Bad", "listplaylistinfo Bad", "load Bad", "playlistlength Bad"] {
            let reply = try await client.ask(command)
            #expect(reply.first?.hasPrefix("ACK [52@0]") == true, "\(reply)")
            #expect(
                reply.first?.contains(#"Bad.nsp cannot be followed: the rule all 1 has the field "beat""#) == true, "\(reply)")
        }
        _ = try stage.system.directory.write(#"{"all":[{"is":{"loved":true}}]}"#, to: "lists/Loved.nsp")
        #expect(try await client.ask("listplaylist Loved") == ["OK"])
        let other = try await stage.connect()
        #expect(try await other.ask("sticker set song a/1.flac loved 1") == ["OK"])
        #expect(try await client.ask("idle stored_playlist") == ["changed: stored_playlist", "OK"])
        #expect(files(try await client.ask("listplaylist Loved")) == ["a/1.flac"])
        // Plays and skips are nothing to it.
        #expect(try await other.ask("sticker set song a/2.flac loved 1") == ["OK"])
        #expect(try await client.ask("idle stored_playlist") == ["changed: stored_playlist", "OK"])
    }
}
