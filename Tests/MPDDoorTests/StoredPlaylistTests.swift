import TestSupport
import Testing

@Suite("stored playlists through MPD", .serialized)
struct StoredPlaylistTests {
    private func files(_ reply: [String]) -> [String] {
        reply.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
    }

    @Test("a client saves the queue, finds it by its name, and loads a part of it where it wants")
    func wholeWay() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        #expect(try await client.ask("listplaylists") == ["OK"])
        _ = try await client.ask("add a")
        #expect(try await client.ask("save Evening") == ["OK"])
        #expect(try await client.ask("save Evening") == ["ACK [56@0] {save} Playlist already exists"])
        #expect(try await client.value("playlist", of: "listplaylists") == "Evening")
        #expect(try await client.value("playlist", of: "lsinfo") == "Evening")
        #expect(files(try await client.ask("listplaylist Evening")) == ["a/1.flac", "a/2.flac", "a/3.flac"])
        let details = try await client.ask("listplaylistinfo Evening")
        #expect(details.contains("Title: T2") && details.contains("duration: 9.000"), "\(details)")
        #expect(try await client.ask("clear") == ["OK"])
        #expect(try await client.ask("load Evening 1:") == ["OK"])
        #expect(try await client.ask("load Evening 0:1 1") == ["OK"])
        #expect(files(try await client.ask("playlistinfo")) == ["a/2.flac", "a/1.flac", "a/3.flac"])
        #expect(try await client.ask("rename Evening Night") == ["OK"])
        #expect(try await client.ask("load Evening") == ["ACK [50@0] {load} No such playlist"])
        #expect(try await client.ask("rm Night") == ["OK"])
        #expect(try await client.ask("listplaylists") == ["OK"])
    }

    @Test("entries are added, found by what they are, moved and removed; the codes are those of MPD")
    func edits() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        let cases: [(String, String)] = [
            ("playlistadd n a", "OK"), ("playlistadd n b/4.flac 0", "OK"),
            ("playlistadd n b 99", "ACK [2@0] {playlistadd} Bad position"),
            ("playlistadd n nothing", "ACK [50@0] {playlistadd} No such directory"),
            ("playlistadd x/y a", "ACK [2@0] {playlistadd} Bad playlist name"),
            ("playlistadd n ftp://h/x", "ACK [2@0] {playlistadd} Unsupported URI scheme"),
            ("playlistadd n http://h/x", "OK"), ("searchaddpl n title t3", "OK"), ("searchaddpl m title none", "OK"),
            ("listplaylist m", "ACK [50@0] {listplaylist} No such playlist"),
            ("playlistmove n 5 0", "OK"), ("playlistmove n 6 0", "ACK [2@0] {playlistmove} Bad range"),
            ("playlistmove n 0 6", "ACK [2@0] {playlistmove} Bad range"), ("playlistmove none 1 1", "OK"),
            ("playlistdelete n 1", "OK"), ("playlistdelete n 3:9", "OK"), ("playlistdelete n 3", "OK"),
            ("playlistdelete n 4", "ACK [2@0] {playlistdelete} Bad song index"),
            ("playlistdelete none 0", "ACK [50@0] {playlistdelete} No such playlist"),
            ("playlistclear none", "ACK [50@0] {playlistclear} No such playlist"),
            ("rename n n", "ACK [56@0] {rename} Playlist exists already"),
            ("rename none q", "ACK [50@0] {rename} No such playlist"), ("rm none", "ACK [50@0] {rm} No such playlist"),
            ("rm ../n", "ACK [2@0] {rm} Bad playlist name"), ("load none", "ACK [50@0] {load} No such playlist"),
            ("load n 0:1 9", "ACK [2@0] {load} Number too large: 9"), ("save \"\"", "ACK [2@0] {save} Bad playlist name"),
        ]
        for (command, expected) in cases { #expect(try await client.ask(command) == [expected], "\(command)") }
        #expect(files(try await client.ask("listplaylist n")) == ["a/3.flac", "a/1.flac", "a/2.flac"])
        #expect(try await client.ask("playlistclear n") == ["OK"])
        #expect(try await client.ask("listplaylist n") == ["OK"])
    }

    @Test("what is found goes to the place in a playlist that the client names, which has to be there")
    func placedEntries() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        let badPosition = "ACK [2@0] {searchaddpl} Bad position"
        for (command, expected) in [
            ("searchaddpl p title t4 position 0", "OK"), ("searchaddpl p title t sort -Title window 1:3 position 0", "OK"),
            ("searchaddpl p title t1 position 2", "OK"), ("searchaddpl p title t1 position 5", badPosition),
            ("searchaddpl p title none position 5", badPosition), ("searchaddpl p title none position 4", "OK"),
            ("searchaddpl p title t1 position x", "ACK [2@0] {searchaddpl} Integer expected: x"),
            ("searchaddpl q title none position 0", "OK"), ("searchaddpl q title none position 1", badPosition),
            ("searchaddpl q title t1 position 1", badPosition),
            ("searchaddpl x/y title none position 0", "ACK [2@0] {searchaddpl} Bad playlist name"),
            ("listplaylist q", "ACK [50@0] {listplaylist} No such playlist"),
        ] {
            #expect(try await client.ask(command) == [expected], "\(command)")
        }
        #expect(files(try await client.ask("listplaylist p")) == ["a/3.flac", "a/2.flac", "a/1.flac", "b/4.flac"])
    }

    @Test("the length of a playlist counts every song, and the time of those of which it is known")
    func length() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        for command in ["playlistadd n a", "playlistadd n b/4.flac", "playlistadd n http://h/x"] {
            #expect(try await client.ask(command) == ["OK"])
        }
        #expect(try await client.ask("playlistlength n") == ["songs: 5", "playtime: 36", "OK"])
        let sheet = "FILE \"4.flac\" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:02:00\n"
        let lists = [
            ("music/a/z.m3u", "1.flac\n../b/4.flac\n"), ("music/a/empty.m3u", ""),
            ("music/b/disc.cue", sheet),
            // More than are looked up at once.
            ("lists/long.m3u", String(repeating: "a/1.flac\n", count: 1_201)),
        ]
        for (name, text) in lists { _ = try stage.system.directory.write(text, to: name) }
        for (name, count, seconds) in [("a/z.m3u", 2, 18), ("a/empty.m3u", 0, 0), ("b/disc.cue", 2, 9), ("long", 1_201, 10_809)] {
            #expect(
                try await client.ask("playlistlength \(name)") == ["songs: \(count)", "playtime: \(seconds)", "OK"], "\(name)")
        }
        #expect(try await client.ask("playlistlength none") == ["ACK [50@0] {playlistlength} No such playlist"])
        #expect(try await client.ask("playlistlength x/y") == ["ACK [50@0] {playlistlength} No such playlist"])
    }

    @Test("playlists that MPD has written are read, and an edit leaves what others have written")
    func byteForByte() async throws {
        let stage = try await MPDStage.withSongs()
        let directory = stage.system.directory
        try directory.makeDirectory("lists")
        _ = try directory.write("a/1.flac\n# mine\nb/4.flac\nb/gone.flac\n", to: "lists/Old.m3u")
        #expect(files(try await stage.client.ask("listplaylistinfo Old")) == ["a/1.flac", "b/4.flac", "b/gone.flac"])
        #expect(try await stage.client.ask("playlistdelete Old 1") == ["OK"])
        #expect(
            String(decoding: try readFile(directory.file("lists/Old.m3u")), as: UTF8.self) == "a/1.flac\n# mine\nb/gone.flac\n")
    }

    @Test("playlists among the music are listed in their directories, behind the songs, and read and loaded by their place")
    func amongTheMusic() async throws {
        let stage = try await MPDStage.withSongs()
        let (client, directory) = (stage.client, stage.system.directory)
        for (name, text) in [
            ("a/z.m3u", "1.flac\n../b/4.flac\n"), ("a/some.pls", "[playlist]\nFile1=2.flac\nNumberOfEntries=1\n"),
            ("a/empty.m3u", ""), ("top.m3u", "a/3.flac\n"), ("b/notes.txt", "4.flac\n"),
            ("b/disc.cue", "FILE \"4.flac\" WAVE\n TRACK 01 AUDIO\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  INDEX 01 00:02:00\n"),
        ] {
            _ = try directory.write(text, to: "music/\(name)")
        }
        try await stage.scan()
        func kinds(_ command: String) async throws -> [String] {
            try await client.ask(command).filter { line in
                ["file: ", "playlist: ", "directory: "].contains { line.hasPrefix($0) }
            }
        }
        let (songs, lists) = (
            ["file: a/1.flac", "file: a/2.flac", "file: a/3.flac"],
            ["playlist: a/empty.m3u", "playlist: a/some.pls", "playlist: a/z.m3u"]
        )
        #expect(try await kinds("lsinfo a") == songs + lists)
        #expect(try await kinds("listall a") == ["directory: a"] + songs + lists)
        #expect(try await kinds("listallinfo a") == ["directory: a"] + songs + lists)
        #expect(try await kinds("lsinfo") == ["playlist: top.m3u", "directory: a", "directory: b"])
        let tracks = ["file: b/disc.cue/track0001", "file: b/disc.cue/track0002"]
        #expect(try await kinds("listall b") == ["directory: b", "playlist: b/disc.cue", "directory: b/disc.cue"] + tracks)
        for (command, isDated) in [("lsinfo a", true), ("listallinfo a", true), ("listall a", false)] {
            let reply = try await client.ask(command)
            let place = try #require(reply.firstIndex(of: "playlist: a/some.pls"))
            #expect(reply[place + 1].hasPrefix("Last-Modified: ") == isDated, "\(command)")
        }
        let files = try await client.ask("listfiles b").filter { !$0.hasPrefix("Last-Modified: ") }
        #expect(files.first == "file: disc.cue" && files.count == 3 && files[1].hasPrefix("size: "), "\(files)")
        #expect(try await client.ask("lsinfo a/z.m3u") == ["ACK [50@0] {lsinfo} No such directory"])
        let entries = try await client.ask("listplaylist a/z.m3u")
        #expect(entries == ["file: a/1.flac", "file: b/4.flac", "OK"])
        #expect(try await client.ask("listplaylist top.m3u") == ["file: a/3.flac", "OK"])
        #expect(try await client.ask("listplaylist a/empty.m3u") == ["OK"])
        let details = try await client.ask("listplaylistinfo a/some.pls")
        #expect(details.first == "file: a/2.flac" && details.contains("Title: T2"), "\(details)")
        for command in ["listplaylist", "listplaylistinfo", "load"] {
            for place in ["a/none.m3u", "none.m3u", "../x.m3u", "a/1.flac"] {
                let expected = "ACK [50@0] {\(command)} No such playlist"
                #expect(try await client.ask("\(command) \(place)") == [expected], "\(place)")
            }
        }
        for command in ["load a/z.m3u", "load top.m3u", "load a/z.m3u 1: 0", "load a/z.m3u 9:", "load a/empty.m3u"] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        let queue = try await kinds("playlistinfo")
        #expect(queue == ["b/4.flac", "a/1.flac", "b/4.flac", "a/3.flac"].map { "file: \($0)" })
        // A stored one comes first.
        #expect(try await client.ask("playlistadd top.m3u b") == ["OK"])
        #expect(try await kinds("listplaylist top.m3u").first?.hasPrefix("file: b/disc.cue") == true)
    }

    @Test("a playlist among the music that is new or gone is told as a change of the library")
    func toldAmongTheMusic() async throws {
        let stage = try await MPDStage.withSongs()
        let other = try await stage.connect()
        for text in ["1.flac\n", nil] as [String?] {
            try await other.send("idle database")
            let path = stage.system.directory.file("music/a/new.m3u")
            if let text { try writeFile(Array(text.utf8), to: path) } else { try await Tool.run("rm", [path]) }
            try await stage.scan()
            #expect(try await other.reply() == ["changed: database", "OK"])
            #expect(try await stage.client.ask("listall a").contains("playlist: a/new.m3u") == (text != nil))
        }
    }

    @Test("each door tells the other at once what it has done with a playlist")
    func told() async throws {
        let stage = try await MPDStage.withSongs()
        let other = try await stage.connect()
        try await other.send("idle stored_playlist")
        #expect(try await stage.client.ask("playlistadd n a") == ["OK"])
        #expect(try await other.reply() == ["changed: stored_playlist", "OK"])
        let made = try await stage.control.waitForEvent("playlist.changed")
        #expect(made.string(at: "params.name") == "n" && made.string(at: "params.change") == "created", "\(made.line)")
        try await other.send("idle")
        try await stage.control.call("playlist.rename", #"{"name":"n","to":"m"}"#)
        #expect(try await other.reply() == ["changed: stored_playlist", "OK"])
        let renamed = try await stage.control.waitForEvent("playlist.changed")
        #expect(renamed.string(at: "params.to") == "m" && renamed.string(at: "params.change") == "renamed", "\(renamed.line)")
        // The file of a song is a path on the one door, and a place in the music on the other.
        let entries = try await stage.control.call("playlist.get", #"{"name":"m"}"#)
        #expect(entries.string(at: "result.entries.0.uri") == stage.system.directory.file("music/a/1.flac"), "\(entries.line)")
    }

    @Test("over the network, no playlist can be made of files that are not music of the library")
    func outside() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]", music: "music", playlists: "lists")
        let remote = try await MPDTestClient(port: port)
        for place in ["/etc/passwd", "file:///etc/passwd", "../x", "a/../../x"] {
            for command in ["playlistadd n", "load"] {
                let reply = try await remote.ask("\(command) \"\(place)\"")
                #expect(reply.count == 1 && reply[0].hasPrefix("ACK "), "\(command) \(place): \(reply)")
            }
        }
        for name in ["../x", "/etc/passwd", "..", "a/b"] {
            for command in ["save", "rm", "playlistclear", "listplaylist"] {
                #expect(try await remote.ask("\(command) \"\(name)\"").last?.hasPrefix("ACK ") == true, "\(command) \(name)")
            }
        }
        #expect(try await stage.client.ask("listplaylists") == ["OK"])
    }
}
