import TestSupport
import Testing

@Suite("songs of the library in the queue, through MPD", .serialized)
struct QueueSongTests {
    /// Returns the lines of each song, without those that say where in the queue it is. Those of directories are left out.
    private func songs(_ lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        for line in lines where line != "OK" {
            if ["file: ", "directory: ", "playlist: "].contains(where: line.hasPrefix) { blocks.append([]) }
            if !line.hasPrefix("Pos: "), !line.hasPrefix("Id: "), !blocks.isEmpty { blocks[blocks.count - 1].append(line) }
        }
        return blocks.filter { $0.first?.hasPrefix("file: ") == true }
    }

    /// Returns the songs in the whole answer to a command, which may be long.
    private func songs(_ command: String, _ stage: MPDStage) async throws -> [[String]] {
        let client = try await stage.connect()
        try await client.send(command, "close")
        let text = String(decoding: try await client.rest(), as: UTF8.self)
        return songs(text.split(separator: "\n").map { String($0) })
    }

    @Test("every song has the same lines in the queue and in stored playlists as in the library, however many there are")
    func alike() async throws {
        let stage = try await MPDStage.set(music: "music", playlists: "lists")
        let client = stage.client
        // One disc with a CUE sheet is among them.
        try await Tool.run(MPDStage.python, [MPDStage.scripts + "make-music", stage.system.directory.file("music"), "120"])
        // Names that are not UTF-8 are left out of lists, and of what is added with a directory.
        try await stage.scan()
        let library = songs(try await client.ask("listallinfo"))
        #expect(library.contains { $0.count { $0.hasPrefix("Artist: ") } == 2 })
        #expect(library.contains { $0.contains { $0.hasPrefix("MUSICBRAINZ_TRACKID: ") } })
        #expect(library.contains { $0[0].hasSuffix(".cue/track0001") })
        #expect(
            library.allSatisfy { song in
                ["Last-Modified: ", "Format: "].allSatisfy { name in song.contains { $0.hasPrefix(name) } }
            })

        // More than are looked up at once.
        for _ in 0..<5 { #expect(try await client.ask("add /") == ["OK"]) }
        let queue = try await songs("playlistinfo", stage)
        #expect(queue.count == 5 * library.count && queue.count > 600)
        #expect(queue == Array(repeating: library, count: 5).flatMap { $0 })

        #expect(try await client.ask("save all") == ["OK"])
        #expect(try await songs("listplaylistinfo all", stage) == queue)

        // Only the tags that a client wants to see.
        for command in ["tagtypes clear", "tagtypes enable MUSICBRAINZ_TRACKID"] {
            #expect(try await client.ask(command) == ["OK"])
        }
        let other = ["file", "Last-Modified", "Added", "Format", "Time", "duration", "MUSICBRAINZ_TRACKID"]
        let masked = songs(try await client.ask("playlistinfo 0:\(library.count)"))
        #expect(masked == library.map { $0.filter { line in other.contains { line.hasPrefix($0 + ": ") } } })
    }

    /// Writes a song with tags, over the one that is there.
    private func write(_ name: String, _ tags: [String], _ stage: MPDStage) async throws {
        var options = ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=d=9:r=8000"]
        for tag in tags { options += ["-metadata", tag] }
        try await Tool.run("ffmpeg", options + [stage.system.directory.file("music/\(name)")])
    }

    @Test("the current song has all tags, and songs of the queue are found by each of them")
    func tags() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try await write("a/2.flac", ["title=Zwei", "composer=Clara", "MUSICBRAINZ_TRACKID=77aa"], stage)
        try await stage.scan()
        for command in ["add a", "add http://127.0.0.1:1/a.mp3", "addtagid 4 Title Zwei", "play 1", "pause 1"] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        let known = songs(try await client.ask("find title Zwei"))
        #expect(known.count == 1 && known[0].contains("MUSICBRAINZ_TRACKID: 77aa"), "\(known)")
        let current = try await client.ask("currentsong")
        #expect(songs(current) == known && Array(current.suffix(3)) == ["Pos: 1", "Id: 2", "OK"], "\(current)")
        for (conditions, ids) in [
            ("find MUSICBRAINZ_TRACKID 77aa", ["2"]), ("find composer Clara", ["2"]), ("find composer clara", []),
            ("search composer CLA", ["2"]), ("search any clara", ["2"]), ("search any 77aa", []),
            ("find title Zwei", ["2", "4"]),
            (#"find "((composer == 'Clara') AND (file == 'a/2.flac'))""#, ["2"]), ("search file a/", ["1", "2", "3"]),
            (#"find "(base 'a')""#, ["1", "2", "3"]), (#"find "(modified-since '2001-01-01T00:00:00Z')""#, ["1", "2", "3"]),
        ] {
            let found = try await client.ask("playlist" + conditions)
            let shown = found.filter { $0.hasPrefix("Id: ") }
            #expect(shown == ids.map { "Id: \($0)" } && found.last == "OK", "\(conditions): \(found)")
        }
    }

    @Test("a file that no scan has found has the tags that the queue keeps, and all that it has once one has found it")
    func unknown() async throws {
        let stage = try await MPDStage.set(music: "music")
        let client = stage.client
        try stage.system.directory.makeDirectory("music/a")
        try await write("a/1.flac", ["title=Eins", "composer=Clara"], stage)
        #expect(try await client.ask("add \"\(stage.system.directory.file("music/a/1.flac"))\"") == ["OK"])
        try await waitUntil("the title") { (try? await client.ask("playlistinfo").contains("Title: Eins")) == true }
        let before = try await client.ask("playlistinfo")
        #expect(before.first == "file: a/1.flac" && !before.contains("Composer: Clara"), "\(before)")
        try await stage.scan()
        let after = try await client.ask("playlistinfo")
        #expect(after.first == "file: a/1.flac" && after.contains("Composer: Clara"), "\(after)")
        #expect(after.contains { $0.hasPrefix("Last-Modified: ") } && after.contains("Format: 8000:f:1"), "\(after)")
    }

    @Test("a part of a song has its own range and duration, and all else of the song")
    func parts() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        try await client.ask("add a/1.flac")
        let whole = try await client.ask("playlistinfo")
        for (range, shown, seconds, duration) in [("2:5.5", "2.000-5.500", "4", "3.500"), ("7:", "7.000-", "2", "2.000")] {
            #expect(try await client.ask("rangeid 1 \(range)") == ["OK"])
            var expected = whole.map { line in
                if line.hasPrefix("Time: ") { return "Time: \(seconds)" }
                return line.hasPrefix("duration: ") ? "duration: \(duration)" : line
            }
            expected.insert("Range: \(shown)", at: 1)
            #expect(try await client.ask("playlistinfo") == expected)
        }
    }

    @Test("a client that has seen the queue learns that a scan has found something else about a song of it, and about which")
    func changes() async throws {
        let stage = try await MPDStage.withSongs()
        let (client, other) = (stage.client, try await stage.connect())
        #expect(try await client.ask("add a") == ["OK"])
        #expect(try await client.ask("plchanges 0").contains("Title: T2"))
        let version = try #require(try await client.value("playlist").flatMap { Int($0) })
        // What was changed before is told first, or nothing.
        try await other.send("idle playlist", "noidle")
        #expect(try await other.reply().last == "OK")
        try await write("a/2.flac", ["title=Zwei"], stage)
        try await stage.scan()
        try await other.send("idle playlist")
        #expect(try await other.reply() == ["changed: playlist", "OK"])
        try await waitUntil("the new title among the changes") { () async throws(TestSupportError) -> Bool in
            (try? await client.ask("plchanges \(version)").contains("Title: Zwei")) == true
        }
        let next = try #require(try await client.value("playlist").flatMap { Int($0) })
        #expect(next > version)

        // A song that is gone has no tags but those that the queue keeps.
        try await Tool.run("rm", [stage.system.directory.file("music/a/3.flac")])
        try await stage.scan()
        try await waitUntil("the change of the song that is gone") { () async throws(TestSupportError) -> Bool in
            (try? await client.ask("plchangesposid \(next)").contains("cpos: 2")) == true
        }
        let gone = try await client.ask("playlistinfo 2")
        #expect(gone.contains("file: a/3.flac") && !gone.contains { $0.hasPrefix("Last-Modified: ") }, "\(gone)")
    }

    /// Returns how often something else was shown of songs; `nil` if the daemon does not answer.
    private func libraryChanges(_ stage: MPDStage) async -> Int? {
        guard let version = try? await stage.client.value("playlist").flatMap({ Int($0) }),
            let revision = try? await stage.control.call("queue.list", #"{"limit":1}"#).number(at: "result.revision")
        else { return nil }
        return version - Int(revision)
    }

    @Test("what a scan finds about many songs of the queue is one change")
    func manyChanges() async throws {
        let stage = try await MPDStage.withSongs()
        let client = stage.client
        // More than are looked up at once, with the song that changes in each part.
        for _ in 0..<200 { #expect(try await client.ask("add a") == ["OK"]) }
        #expect(try await songs("plchanges 0", stage).count == 600)
        #expect(await libraryChanges(stage) == 0)
        try await write("a/2.flac", ["title=Zwei"], stage)
        try await stage.scan()
        try await waitUntil("the change") { () async throws(TestSupportError) -> Bool in
            await libraryChanges(stage) ?? 0 > 0
        }
        // The library's thread has done by then what was asked before.
        for _ in 0..<3 { #expect(try await client.ask("stats").last == "OK") }
        #expect(await libraryChanges(stage) == 1)
    }

    @Test("who has seen the queue learns that other directories of music are configured, by which each song has another name")
    func roots() async throws {
        let stage = try await MPDStage.withSongs()
        let (client, other) = (stage.client, try await stage.connect())
        #expect(try await client.ask("add a") == ["OK"])
        #expect(try await client.ask("plchanges 0").contains("file: a/1.flac"))
        let version = try #require(try await client.value("playlist").flatMap { Int($0) })
        try await other.send("idle playlist", "noidle")
        #expect(try await other.reply().last == "OK")
        try await other.send("idle playlist")
        try stage.reload(music: "music/a")
        #expect(try await other.reply() == ["changed: playlist", "OK"])
        let changes = try await client.ask("plchanges \(version)")
        #expect(changes.filter { $0.hasPrefix("file: ") } == ["file: 1.flac", "file: 2.flac", "file: 3.flac"], "\(changes)")
    }
}
