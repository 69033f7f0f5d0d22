import TestSupport
import Testing

@Suite("what clients of MPD 0.24 and later ask for", .serialized)
struct NewerCommandTests {
    private func files(_ reply: [String]) -> [String] {
        reply.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
    }

    @Test("stickers of playlists, values of tags and conditions are there as long as these are, and survive a restart")
    func stickers() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        let cases: [(String, [String])] = [
            ("sticker set playlist p mood calm", ["ACK [2@0] {sticker} no such playlist: \"p\""]),
            ("save p", ["OK"]), ("sticker set playlist p mood calm", ["OK"]), ("sticker inc playlist p plays 2", ["OK"]),
            ("rename p q", ["OK"]), ("sticker list playlist q", ["sticker: mood=calm", "sticker: plays=2", "OK"]),
            ("sticker find playlist \"\" plays gt 1", ["playlist: q", "sticker: plays=2", "OK"]),
            ("sticker set title T1 mood wild", ["OK"]),
            ("sticker set title T9 mood wild", ["ACK [2@0] {sticker} no such Title: \"T9\""]),
            ("sticker set Track 1 mood wild", ["ACK [2@0] {sticker} unsupported tag: \"Track\""]),
            ("sticker set filter \"(title eq_ci 't2')\" mood dark", ["OK"]),
            ("sticker set filter \"(title == 'no')\" a b", ["ACK [2@0] {sticker} no matches found: \"(Title == \\\"no\\\")\""]),
            ("sticker set filter \"(title\" a b", ["ACK [5@0] {sticker} Unknown filter operator:"]),
            (
                "sticker get filter \"( Title ==  't2' )\" mood",
                ["ACK [2@0] {sticker} no matches found: \"(Title == \\\"t2\\\")\""]
            ),
            ("sticker find filter \"(\" mood", ["filter: (Title == \"t2\")", "sticker: mood=dark", "OK"]),
            ("sticker delete title T1 none", ["ACK [50@0] {sticker} no such sticker: \"none\""]),
            ("sticker delete song a/1.flac", ["ACK [50@0] {sticker} no such sticker: \"\""]),
            (
                "stickernamestypes",
                [
                    "name: mood", "type: Title", "name: mood", "type: filter", "name: mood", "type: playlist", "name: plays",
                    "type: playlist", "OK",
                ]
            ),
        ]
        for (command, expected) in cases { #expect(try await client.ask(command) == expected, "\(command)") }
        try await stage.daemon.stop()
        let (daemon, again) = try await stage.restart()
        #expect(try await again.ask("sticker get title T1 mood") == ["sticker: mood=wild", "OK"])
        #expect(try await again.ask("stickernames") == ["name: mood", "name: plays", "OK"])
        let other = try await stage.connect()
        try await other.send("idle sticker")
        #expect(try await again.ask("rm q") == ["OK"])
        #expect(try await other.reply() == ["changed: sticker", "OK"])
        #expect(try await again.ask("save q") == ["OK"])
        #expect(try await again.ask("sticker list playlist q") == ["OK"])
        try await daemon.stop()
    }

    @Test("songs with stickers are found by number and part of a text, sorted and in a window, below a directory")
    func findingStickers() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        for (song, value) in [("a/1", "5"), ("a/2", "10"), ("a/3", "Ten"), ("b/4", "-3")] {
            #expect(try await client.ask("sticker set song \(song).flac rating \(value)") == ["OK"])
        }
        let cases = [
            ("\"\" rating", "1234"), ("\"\" rating sort value_int", "4312"), ("\"\" rating sort -value_int window 0:2", "21"),
            ("\"\" rating sort value", "4213"), ("\"\" rating gt 4", "12"), ("\"\" rating lt 0", "4"), ("\"\" rating eq 5", "1"),
            ("\"\" rating contains EN", "3"), ("\"\" rating starts_with 1", "2"), ("a rating", "123"), ("a/1.flac rating", ""),
            ("A rating", ""), ("\"\" rating window 1:3", "23"),
        ]
        for (search, expected) in cases {
            let found = files(try await client.ask("sticker find song \(search)"))
            #expect(found.map { String($0.dropFirst(2).prefix(1)) }.joined() == expected, "\(search)")
        }
    }

    @Test(
        "a stored playlist is saved again, shown and searched in parts, and the one that was loaded last is known after a restart"
    )
    func playlists() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        let noList = "No such playlist"
        let refusals = [
            ("save p append", "ACK [50@0] {save} \(noList)"), ("save p replace", "ACK [50@0] {save} \(noList)"),
            ("save p x", "ACK [2@0] {save} Unrecognized save mode, expected one of 'create', 'append', 'replace'"),
            ("playlistmove p 0: 1", "ACK [2@0] {playlistmove} Open-ended range not supported"),
            ("searchplaylist p title t", "ACK [50@0] {searchplaylist} \(noList)"),
        ]
        for (command, expected) in refusals { #expect(try await client.ask(command) == [expected], "\(command)") }
        for command in [
            "add a", "save p create", "clear", "add b", "save p append", "save p append", "save q", "add a", "save q replace",
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        #expect(files(try await client.ask("listplaylist p 2:4")) == ["a/3.flac", "b/4.flac"])
        #expect(files(try await client.ask("listplaylist p 9:")) == [])
        #expect(files(try await client.ask("listplaylistinfo q 1")) == ["a/1.flac"])
        #expect(try await client.ask("playlistmove p 0:2 3") == ["OK"])
        #expect(files(try await client.ask("listplaylist p")) == ["a/3.flac", "b/4.flac", "b/4.flac", "a/1.flac", "a/2.flac"])
        let found = try await client.ask("searchplaylist p \"(title contains 't')\" window 1:4")
        #expect(
            found.filter { $0.hasPrefix("file: ") || $0.hasPrefix("Pos: ") || $0.hasPrefix("Title: ") } == [
                "file: b/4.flac", "Title: T4", "Pos: 1", "file: b/4.flac", "Title: T4", "Pos: 2", "file: a/1.flac", "Title: T1",
                "Pos: 3",
            ])
        #expect(try await client.value("lastloadedplaylist") == "")
        #expect(try await client.ask("load q") == ["OK"])
        #expect(try await client.ask("load p 9:") == ["OK"])
        #expect(try await client.value("lastloadedplaylist") == "p")
        try await stage.daemon.stop()
        let (daemon, again) = try await stage.restart()
        #expect(try await again.value("lastloadedplaylist") == "p")
        #expect(try await again.ask("clear") == ["OK"])
        #expect(try await again.value("lastloadedplaylist") == "")
        try await daemon.stop()
    }

    @Test(
        "songs of the queue are found by priority, sorted and in a window, and the song that plays shows a priority that it gets")
    func queue() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        for command in ["add a", "add b", "prio 7 1", "prio 200 3"] { #expect(try await client.ask(command) == ["OK"]) }
        let cases = [
            ("playlistfind \"(prio >= 8)\"", ["b/4.flac"]),
            ("playlistsearch title t sort -prio window 0:2", ["b/4.flac", "a/2.flac"]),
            ("playlistsearch title t sort -Title window 1:3", ["a/3.flac", "a/2.flac"]),
            ("playlistsearch title t window 3:9", ["b/4.flac"]), ("playlistfind title T2 sort Added", ["a/2.flac"]),
        ]
        for (command, expected) in cases { #expect(files(try await client.ask(command)) == expected, "\(command)") }
        #expect(try await client.ask("playlistsearch title t window 9:") == ["ACK [2@0] {playlistsearch} Bad song index"])
        #expect(
            try await client.ask("playlistsearch title t sort Title window 9:") == ["ACK [2@0] {playlistsearch} Bad song index"])
        #expect(try await client.ask("play 0") == ["OK"])
        #expect(try await client.ask("prio 9 0") == ["OK"])
        #expect(try await client.value("Prio", of: "currentsong") == "9")
        #expect(try await client.ask("stop") == ["OK"])
        #expect(try await client.value("Prio", of: "currentsong") == "9")
    }

    @Test("more songs than are looked at once are sorted and searched as one list")
    func longQueue() async throws {
        let stage = try await MPDStage.set()
        let client = stage.client
        for _ in 0..<12 {
            var commands = "command_list_begin\n"
            for number in 0..<100 { commands += "add http://127.0.0.1:1/\(number % 10)\n" }
            #expect(try await client.ask(commands + "command_list_end") == ["OK"])
        }
        #expect(try await client.ask("prio 5 1199") == ["OK"])
        #expect(try await client.ask("save p") == ["OK"])
        let sorted = try await client.ask("playlistfind \"(file contains 'http')\" sort -prio window 0:3")
        #expect(sorted.filter { $0.hasPrefix("Pos: ") } == ["Pos: 1199", "Pos: 0", "Pos: 1"])
        let found = try await client.ask("playlistsearch file /7 window 100:102")
        #expect(found.filter { $0.hasPrefix("Pos: ") } == ["Pos: 1007", "Pos: 1017"])
        let stored = try await client.ask("searchplaylist p \"(file contains '/7')\" window 118:")
        #expect(stored.filter { $0.hasPrefix("Pos: ") } == ["Pos: 1187", "Pos: 1197"])
    }

    @Test("a client hides playlists, strips marks and has lists of values in parts for itself alone")
    func settings() async throws {
        let stage = try await MPDStage.withSongs()
        let (client, other) = (stage.client, try await stage.connect())
        #expect(try await client.ask("save p") == ["OK"])
        #expect(try await client.ask("protocol enable hide_playlists_in_root") == ["OK"])
        #expect(try await client.value("playlist", of: "lsinfo") == nil)
        #expect(try await other.value("playlist", of: "lsinfo /") == "p")
        #expect(try await client.ask("stringnormalization enable strip_diacritics") == ["OK"])
        #expect(try await client.ask("stringnormalization") == ["stringnormalization: strip_diacritics", "OK"])
        #expect(files(try await client.ask("search title T\u{301}1")) == ["a/1.flac"])
        #expect(try await client.ask("find title T\u{301}1") == ["OK"])
        #expect(try await other.ask("search title T\u{301}1") == ["OK"])
        #expect(try await client.ask("list title window 1:3") == ["Title: T2", "Title: T3", "OK"])
        #expect(try await client.ask("list file \"(title == 'T4')\"") == ["file: b/4.flac", "OK"])
        #expect(try await client.ask("searchcount title t") == ["songs: 4", "playtime: 36", "OK"])
        #expect(try await client.ask("count title t") == ["songs: 0", "playtime: 0", "OK"])
        #expect(try await client.ask("find base none") == ["ACK [50@0] {find} No such directory"])
        let added = try #require(try await client.value("Added", of: "lsinfo a/1.flac"))
        #expect(files(try await client.ask("find \"(added-since '\(added)')\"")).contains("a/1.flac"))
        #expect(try await client.ask("find added-since 4000000000") == ["OK"])
    }

    @Test("a list of commands with a wait ends the connection, and what a wait does not ask for is told by the next")
    func waiting() async throws {
        let stage = try await MPDStage.set()
        let (client, other) = (stage.client, try await stage.connect())
        try await client.send("idle options")
        for command in ["subscribe a", "repeat 1"] { #expect(try await other.ask(command) == ["OK"]) }
        #expect(try await client.reply() == ["changed: options", "OK"])
        #expect(try await client.ask("idle subscription") == ["changed: subscription", "OK"])
        #expect(try await client.ask("command_list_begin\nidle player") == [])
    }
}
