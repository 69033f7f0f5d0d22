import Database
import TestSupport
import Testing

@testable import MusicLibrary

@Suite("the library through MPD", .serialized)
struct LibraryTests {
    /// A stage with three songs in two directories, which the daemon has scanned.
    private func stage() async throws -> MPDStage {
        let stage = try await MPDStage.set(music: "music")
        for (name, tags) in [
            ("a/one.flac", ["title=One", "artist=Dvořák", "album=First", "track=2"]),
            ("a/two.flac", ["title=Two", "artist=Dvořák", "album=First", "track=1/9"]),
            ("b/three.flac", [#"title=Three "quoted""#, "artist=Other", "album=Second"]),
        ] {
            try stage.system.directory.makeDirectory("music/" + name.prefix(1))
            var options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100"]
            for tag in tags { options += ["-metadata", tag] }
            try await Tool.run("ffmpeg", options + [stage.system.directory.file("music/" + name)])
        }
        try await update(stage)
        return stage
    }

    private func update(_ stage: MPDStage, _ path: String = "") async throws {
        let reply = try await stage.client.ask("update \"\(path)\"")
        #expect(reply.first?.hasPrefix("updating_db: ") == true && reply.last == "OK")
        try await waitUntil("the scan") { () async throws(TestSupportError) -> Bool in try await stage.isAtRest() }
    }

    private func files(_ reply: [String]) -> [String] {
        reply.filter { $0.hasPrefix("file: ") }.map { String($0.dropFirst(6)) }
    }

    @Test("a client browses, searches, adds what it found, and sees the same names in the queue")
    func wholeWay() async throws {
        let stage = try await stage()
        let client = stage.client
        #expect(try await client.ask("lsinfo").filter { $0.hasPrefix("directory") } == ["directory: a", "directory: b"])
        #expect(files(try await client.ask("lsinfo a")) == ["a/two.flac", "a/one.flac"], "by track")
        #expect(files(try await client.ask("search artist DVOŘÁK")) == ["a/two.flac", "a/one.flac"])
        #expect(files(try await client.ask("find artist dvořák")) == [])
        #expect(try await client.ask("list artist") == ["Artist: Dvořák", "Artist: Other", "OK"])
        #expect(try await client.ask("count album First") == ["songs: 2", "playtime: 4", "OK"])
        #expect(files(try await client.ask(#"find "(title == 'Three \\\"quoted\\\"')""#)) == ["b/three.flac"])
        #expect(try await client.ask("findadd album First") == ["OK"])
        #expect(try await client.ask("add b") == ["OK"])
        let queue = try await client.ask("playlistinfo")
        #expect(files(queue) == ["a/two.flac", "a/one.flac", "b/three.flac"])
        #expect(try await client.value("Id", of: "addid a/one.flac 0") != nil)
        #expect(try await client.ask("play 1") == ["OK"])
        #expect(try await client.value("file", of: "currentsong") == "a/two.flac")
        // The other door has the same songs as paths.
        let items = try await stage.control.call("queue.list").line
        #expect(items.contains(#""uri":"\#(stage.system.directory.file("music/a/one.flac"))""#), "\(items)")
        let found = try await stage.control.call("library.search", #"{"text":"dvorak one"}"#).line
        #expect(found.contains(#""title":"One""#), "\(found)")
        let statistics = try await client.ask("stats")
        for line in ["artists: 2", "albums: 2", "songs: 3", "db_playtime: 6"] { #expect(statistics.contains(line)) }
    }

    @Test("what lists of everything say is kept after a scan, before anybody asks")
    func keptTexts() async throws {
        let stage = try await stage()
        let store = try LibraryStore(LibraryPlaces(directory: stage.daemon.stateDirectory), check: .never) {
            Issue.record("\($0)")
        }
        let count = "SELECT count(*) FROM directory_texts"
        try await waitUntil("the texts") { (try? store.database.value(count, as: Int64.self)) == 2 }
        let lines = try await stage.client.ask("listallinfo")
        #expect(files(lines) == ["a/two.flac", "a/one.flac", "b/three.flac"])
        // It is these that the client gets.
        try store.database.run("UPDATE directory_texts SET text = ?", Array("file: kept\n".utf8))
        #expect(files(try await stage.client.ask("listallinfo")) == ["kept", "kept"])
        // A scan makes anew what it has changed.
        try await Tool.run("touch", [stage.system.directory.file("music/a/one.flac")])
        try await update(stage)
        try await waitUntil("the new text") { () async throws(TestSupportError) -> Bool in
            do {
                return files(try await stage.client.ask("listallinfo")) == ["a/two.flac", "a/one.flac", "kept"]
            } catch {
                throw TestSupportError(.unexpectedAnswer, "\(error)")
            }
        }
    }

    @Test("what is found goes all at once to the place in the queue that the client names")
    func placed() async throws {
        let stage = try await stage()
        let client = stage.client
        for (command, expected) in [
            ("findadd album First position 0", "OK"), ("findadd artist Other position 1", "OK"),
            ("searchadd album FIRST sort Title position 1", "OK"),
            ("searchadd album first position +0", "ACK [55@0] {searchadd} No current song"),
            ("findadd album First position -0", "ACK [55@0] {findadd} No current song"),
            ("findadd album First position 6", "ACK [2@0] {findadd} Number too large: 6"),
            ("findadd album none position 6", "ACK [2@0] {findadd} Number too large: 6"),
            ("findadd album First position x", "ACK [2@0] {findadd} Integer expected: x"),
            ("findadd album none position 5", "OK"),
        ] {
            #expect(try await client.ask(command) == [expected], "\(command)")
        }
        let queue = ["a/two.flac", "a/one.flac", "a/two.flac", "b/three.flac", "a/one.flac"]
        #expect(files(try await client.ask("playlistinfo")) == queue)
        for command in [
            "play 3", "pause 1", "findadd album First position -1", "findadd album First window 1:2 position +0",
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        #expect(
            files(try await client.ask("playlistinfo")) == [
                "a/two.flac", "a/one.flac", "a/two.flac", "a/one.flac", "a/two.flac", "b/three.flac", "a/one.flac", "a/one.flac",
            ])
    }

    @Test("texts of any length are looked for in every tag but the identifiers", arguments: ["zq", "zq-zq", "zq-zq-zq-zq"])
    func identifiers(text: String) async throws {
        let stage = try await stage()
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100", "-metadata", "title=Uno", "-metadata",
                "MUSICBRAINZ_TRACKID=zq-zq-zq-zq", stage.system.directory.file("music/a/one.flac"),
            ])
        try await update(stage, "a")
        #expect(files(try await stage.client.ask("find MUSICBRAINZ_TRACKID zq-zq-zq-zq")) == ["a/one.flac"])
        for command in ["search", "find"] { #expect(try await stage.client.ask("\(command) any \(text)") == ["OK"]) }
        #expect(files(try await stage.client.ask("search any un")) == ["a/one.flac"])
    }

    @Test("a list of everything is the same each time, follows the files, and shows only the tags that a client wants to see")
    func everything() async throws {
        let stage = try await stage()
        let client = stage.client
        let first = try await client.ask("listallinfo")
        #expect(first.count { $0.hasPrefix("Title: ") } == 3)
        #expect(try await client.ask("listallinfo") == first)
        #expect(try await client.ask("tagtypes disable Album") == ["OK"])
        #expect(try await client.ask("listallinfo") == first.filter { !$0.hasPrefix("Album: ") })
        #expect(try await client.ask("tagtypes all") == ["OK"])
        #expect(try await client.ask("listallinfo") == first)
        let file = stage.system.directory.file("music/a/one.flac")
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100", "-metadata", "title=Uno", file])
        try await update(stage, "a")
        let last = try await client.ask("listallinfo")
        #expect(last.filter { $0.hasPrefix("Title: ") } == ["Title: Uno", "Title: Two", #"Title: Three "quoted""#])
    }

    @Test("idle tells scans and what they change, and notes of songs")
    func idle() async throws {
        let stage = try await stage()
        let other = try await stage.connect()
        try await other.send("idle update database")
        try await Tool.run("rm", [stage.system.directory.file("music/b/three.flac")])
        try await update(stage, "b")
        #expect(try await other.reply().first == "changed: update")
        var told: Set<String> = []
        while !told.contains("changed: database") {
            try await other.send("idle update database")
            told.formUnion(try await other.reply())
        }
        #expect(files(try await stage.client.ask("listall")) == ["a/two.flac", "a/one.flac"])
        try await other.send("idle sticker")
        #expect(try await stage.client.ask("sticker set song a/one.flac rating 5") == ["OK"])
        #expect(try await other.reply() == ["changed: sticker", "OK"])
        #expect(
            try await stage.client.ask(#"sticker find song "" rating = 5"#)
                == ["file: a/one.flac", "sticker: rating=5", "OK"])
        // What comes through the other door is told, too.
        let found = try await stage.control.call("sticker.find", #"{"name":"rating"}"#).line
        let song = try #require(found.firstMatch(of: #/"song":([0-9]+)/#)).1
        for (method, value) in [("sticker.set", #","value":"6""#), ("sticker.delete", "")] {
            try await other.send("idle sticker")
            try await stage.control.call(method, #"{"song":\#(song),"name":"rating"\#(value)}"#)
            #expect(try await other.reply() == ["changed: sticker", "OK"])
        }
    }

    @Test("what clients note while a scan writes for longer than a question waits is kept, through both doors")
    func longScan() async throws {
        let stage = try await stage()
        let one = stage.system.directory.file("music/a/one.flac")
        let song = try #require(try await stage.control.call("library.item", "{\"uri\":\"\(one)\"}").number(at: "result.song"))
        let (data, locked) = (stage.daemon.stateDirectory, stage.system.directory.file("locked"))
        // Both databases, as a scan has them; a question waits for five seconds.
        let scan = try await ChildProcess.launch(
            "sqlite3",
            [
                "\(data)/library.db", "ATTACH '\(data)/listening.db' AS listening", "BEGIN IMMEDIATE",
                ".shell touch '\(locked)'; sleep 7", "COMMIT",
            ])
        try await waitUntil("the lock") { (try? readFile(locked)) != nil || !scan.isRunning }
        #expect(scan.isRunning)
        try await stage.client.send("sticker set song a/one.flac rating 5")
        let other = try stage.daemon.connect()
        try await other.call("sticker.set", "{\"song\":\(Int(song)),\"name\":\"mood\",\"value\":\"calm\"}")
        #expect(try await stage.client.reply() == ["OK"])
        #expect(
            try await stage.client.ask("sticker list song a/one.flac") == ["sticker: mood=calm", "sticker: rating=5", "OK"])
        #expect(try await scan.waitForExit().isSuccess)
    }

    @Test("readcomments tells lyrics line by line")
    func comments() async throws {
        let stage = try await stage()
        try await Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100", "-metadata", "title=Uno", "-metadata",
                "lyrics=One\n\nOK\nTwo", stage.system.directory.file("music/a/one.flac"),
            ])
        let reply = try await stage.client.ask("readcomments a/one.flac")
        #expect(reply.filter { $0.hasPrefix("lyrics: ") } == ["lyrics: One", "lyrics: OK", "lyrics: Two"])
        #expect(reply.contains("title: Uno") && reply.last == "OK", "\(reply)")
    }

    @Test("names that the protocol cannot say are in no list, and not added with a directory")
    func unsayable() async throws {
        let stage = try await MPDStage.set(music: "music")
        let music = try stage.system.directory.makeDirectory("music")
        let song = "\(music)/plain.flac"
        try await Tool.run("ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=2:r=44100", song])
        for name in ["b\\nd.flac", "c\\rd.flac", "caf\\351.flac"] {
            try await Tool.run("sh", ["-c", "cp \(song) \"\(music)/$(printf '\(name)')\""])
        }
        try await Tool.run(
            "sh", ["-c", "mkdir \"\(music)/$(printf 'e\\nf')\" && cp \(song) \"\(music)/$(printf 'e\\nf')/x.flac\""])
        try await stage.scan()
        let client = stage.client
        #expect(try await client.ask("listall") == ["file: plain.flac", "OK"])
        for command in ["lsinfo", "listallinfo", "listfiles"] {
            let lines = try await client.ask(command).filter { ["file: ", "directory: "].contains(where: $0.hasPrefix) }
            #expect(lines == ["file: plain.flac"], "\(command)")
        }
        #expect(try await client.ask("add /") == ["OK"])
        #expect(try await client.value("playlistlength") == "1")
    }

    @Test("nothing outside of the directories of music can be named from the network")
    func outside() async throws {
        let port = try freePort()
        let stage = try await MPDStage.set("listen = [\"127.0.0.1:\(port)\"]", music: "music")
        let remote = try await MPDTestClient(port: port)
        for place in ["..", "../mpd.sock", "a/../../x", "/etc/passwd", "file:///etc/passwd"] {
            for command in ["add", "lsinfo", "listallinfo", "readcomments", "addid"] {
                let reply = try await remote.ask("\(command) \"\(place)\"")
                #expect(reply.count == 1 && reply[0].hasPrefix("ACK "), "\(command) \(place): \(reply)")
            }
        }
        #expect(try await stage.client.value("playlistlength") == "0")
    }
}

extension MPDStage {
    /// Whether no scan runs.
    func isAtRest() async throws(TestSupportError) -> Bool {
        do {
            return try await client.value("updating_db") == nil
        } catch {
            throw TestSupportError(.unexpectedAnswer, "\(error)")
        }
    }
}
