import TestSupport
import Testing

@Suite("Playlists given to the daemon", .serialized)
struct PlaylistTests {
    @Test("the tracks of a CUE sheet are heard as the whole file, with nothing in between")
    func cue() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 100_000)
        _ = try await stage.write(audio, name: "album")
        let sheet = try stage.system.directory.write(
            """
            FILE "album.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:07
            """, to: "album.cue")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(sheet)\"]}")
        let queue = try await stage.client.call("queue.list")
        #expect(queue.string(at: "result.items.0.title") == "One")
        #expect(queue.value(at: "result.length", as: Int.self) == 2)
        try await stage.client.call("play")
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
    }

    @Test("a list that is missing or holds nothing is refused, and the queue stays")
    func refused() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let missing = try await client.reply(to: "queue.add", "{\"uris\":[\"\(system.directory.file("no.m3u"))\"]}")
        #expect(missing.errorName == "media_not_found", "\(missing.line)")
        let empty = try system.directory.write("#EXTM3U\n", to: "empty.m3u")
        let refused = try await client.reply(to: "queue.add", "{\"uris\":[\"\(empty)\"]}")
        #expect(refused.errorName == "media_unsupported", "\(refused.line)")
        try await client.call("events.subscribe")
        try await client.call("queue.add", #"{"uris":["/a.flac"],"missing":true}"#)
        let gone = try system.directory.write("/gone 1.flac\n/gone 2.flac\n", to: "gone.m3u")
        let unplayable = try await client.reply(to: "play", "{\"uri\":\"\(gone)\"}")
        #expect(unplayable.errorName == "media_not_found", "\(unplayable.line)")
        for name in ["/gone 1.flac", "/gone 2.flac"] {
            let failure = try await client.waitForEvent("player.itemFailed")
            #expect(failure.string(at: "params.item.uri") == name)
        }
        #expect(try await client.queue() == ["/a.flac"])
        try await daemon.stop()
    }

    @Test("a directory stands for the sound files in it, in their order, also when it is played")
    func directory() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 90_000)
        try stage.system.directory.makeDirectory("album/CD 2")
        for (name, range) in [("2.wav", 0..<30_000), ("10.wav", 30_000..<60_000), ("CD 2/1.wav", 60_000..<90_000)] {
            try AudioFiles.writeWave(audio[range], to: stage.system.directory.file("album/\(name)"))
        }
        try stage.system.directory.write("no sound", to: "album/cover.jpg")
        try await stage.play(stage.system.directory.file("album"))
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        #expect(try await stage.client.queue().map { String($0.suffix(6)) } == ["/2.wav", "10.wav", "/1.wav"])
    }

    @Test("a list whose client has left before it was read is not added")
    func left() async throws {
        let server = try await MediaServer.start()
        let system = try await PrivateSoundSystem.start()
        // A silent connection is made again after a third of the time, and then the list is read to its end.
        let daemon = try await DaemonProcess.start(in: system, configuration: "[network]\ntimeout_seconds = 3\n")
        let client = try daemon.connect()
        try server.directory.write("http://127.0.0.1:1/left.mp3\nhttp://127.0.0.1:1/left2.mp3\n", to: "left.m3u")
        try server.directory.write("http://127.0.0.1:1/a.mp3\nhttp://127.0.0.1:1/b.mp3\n", to: "stays.m3u")
        func request(_ name: String) -> String { "{\"uris\":[\"\(server.address("\(name).m3u?stall=20&once=1"))\"]}" }
        var leaving: ControlClient? = try daemon.connect()
        let line = "{\"id\":1,\"method\":\"queue.add\",\"params\":\(request("left"))}\n"
        try await leaving?.send(bytes: Array(line.utf8))
        try await waitUntil("the request") { server.requests.count == 1 }
        leaving = nil
        try await client.call("queue.add", request("stays"))
        #expect(try await client.queue() == ["http://127.0.0.1:1/a.mp3", "http://127.0.0.1:1/b.mp3"])
        #expect(server.requests.filter { $0.contains("left") }.count == 1, "\(server.requests)")
        try await daemon.stop()
    }

    @Test("what is left out of a list is told in the answer, and in the log")
    func skipped() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let list = try system.directory.write("/a.flac\nftp://x/y\n", to: "list.m3u")
        let reply = try await client.call("queue.add", "{\"uris\":[\"\(list)\"]}")
        #expect(reply.string(at: "result.skipped.0.uri") == list)
        #expect(reply.string(at: "result.skipped.0.message")?.contains("ftp") == true)
        #expect(daemon.log.contains("ftp"), "\(daemon.log)")
        let clean = try await client.call("queue.add", "{\"uris\":[\"/a.flac\"],\"missing\":true}")
        #expect(!clean.line.contains("skipped"))
        let refused = try await client.reply(to: "queue.add", "{\"uris\":[\"\(system.directory.path)/config/pipewire\"]}")
        #expect(refused.errorName == "media_unreadable" && refused.errorMessage?.contains("no sound files") == true)
        try await daemon.stop()
    }

    @Test("items can be put next, only those that are new, and duplicates taken out")
    func insertion() async throws {
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        try await client.call("queue.add", #"{"uris":["/a.flac","/b.flac"],"missing":true}"#)
        try await client.call("queue.add", #"{"uris":["/c.flac"],"next":true,"missing":true}"#)
        try await client.call("queue.add", #"{"uris":["/b.flac","/d.flac"],"unique":true,"missing":true}"#)
        #expect(try await client.queue() == ["/c.flac", "/a.flac", "/b.flac", "/d.flac"])
        try await client.call("queue.add", #"{"uris":["file:///a.flac"],"missing":true}"#)
        let reply = try await client.call("queue.deduplicate")
        #expect(reply.value(at: "result.removed", as: [Int].self) == [5])
        let both = try await client.reply(to: "queue.add", #"{"uris":["/x"],"next":true,"position":0}"#)
        #expect(both.errorName == "invalid_params")
        try await daemon.stop()
    }
}

@Suite("Playlists of the network given to the daemon", .serialized)
struct RemotePlaylistTests {
    @Test("a list of songs adds them; one of a single station stays what it is, and so does a stream of segments")
    func lists() async throws {
        let server = try await MediaServer.start()
        try server.directory.write(
            "#EXTM3U\n#EXTINF:3,A - B\nsongs/1.flac\n/2.flac\nfile:///etc/passwd\nftp://x/y\n", to: "songs.m3u")
        try server.directory.write(
            "[playlist]\nFile1=\(server.address("radio.mp3"))\nTitle1=Radio\nNumberOfEntries=1\n", to: "radio.pls")
        try server.directory.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:2,\nx.ts\n", to: "live.m3u8")
        try server.directory.write("[playlist]\nFile1=file:///etc/passwd\nNumberOfEntries=1\n", to: "bad.pls")
        let system = try await PrivateSoundSystem.start()
        let daemon = try await DaemonProcess.start(in: system)
        let client = try daemon.connect()
        let reply = try await client.call("queue.add", "{\"uris\":[\"\(server.address("songs.m3u"))\"]}")
        #expect(try await client.queue() == [server.address("songs/1.flac"), server.address("2.flac")])
        #expect(try await client.call("queue.list").string(at: "result.items.0.title") == "B")
        #expect(reply.value(at: "result.skipped", as: [[String: String]].self)?.count == 2, "\(reply.line)")
        for name in ["radio.pls", "live.m3u8"] {
            try await client.call("queue.clear")
            try await client.call("queue.add", "{\"uris\":[\"\(server.address(name))\"]}")
            #expect(try await client.queue() == [server.address(name)])
        }
        for (name, code) in [("bad.pls", "uri_not_allowed"), ("none.m3u", "media_not_found")] {
            let refused = try await client.reply(to: "queue.add", "{\"uris\":[\"\(server.address(name))\"]}")
            #expect(refused.errorName == code, "\(refused.line)")
        }
        try await daemon.stop()
    }
}
