import Glibc
import TestSupport
import Testing

@Suite("What listening leaves behind", .serialized)
struct ListeningTests {
    /// Writes a file of so many seconds, with tags, and answers its path.
    private func makeFile(_ path: String, seconds: Int, _ tags: String...) async throws {
        let metadata = tags.flatMap { ["-metadata", $0] }
        try await Tool.run(
            "ffmpeg", ["-nostdin", "-y", "-f", "lavfi", "-i", "sine=f=\(300 + seconds):d=\(seconds):r=44100"] + metadata + [path])
    }

    @discardableResult
    private func call(_ client: ControlClient, _ method: String, _ parameters: String = "{}") async throws -> ControlMessage {
        try await client.call(method, parameters)
    }

    /// Waits until an item was heard beyond a second of it. What nobody has heard leaves nothing behind.
    private func waitUntilHeard(_ client: ControlClient, _ uri: String, beyond seconds: Double) async throws {
        try await waitUntil("\(uri) to be heard beyond \(seconds) s") { () async throws(TestSupportError) -> Bool in
            let status = try await client.call("status")
            return status.string(at: "result.item.uri") == uri && status.number(at: "result.position.seconds") ?? 0 > seconds
        }
    }

    @Test("a long file goes on where it was left, after a restart, a crash and a move, and a position that is asked for wins")
    func resuming() async throws {
        let configuration = "[playback]\nresume_minutes = 1\nrestore = \"off\"\n[library]\ndirectories = []\n"
        let stage = try await Stage.set(configuration: configuration)
        let book = stage.system.directory.file("book.flac")
        let song = stage.system.directory.file("song.flac")
        try await makeFile(book, seconds: 600)
        try await makeFile(song, seconds: 20)
        try await call(stage.client, "play", "{\"uri\":\"\(book)\",\"position\":40}")
        try await waitUntilHeard(stage.client, book, beyond: 40.2)
        try await call(stage.client, "play", "{\"uri\":\"\(song)\"}")
        let listened = try await stage.client.waitForEvent("library.listened")
        #expect(listened.string(at: "params.uri") == book)
        #expect(listened.value(at: "params.completed", as: Bool.self) == false)
        let again = try await call(stage.client, "play", "{\"uri\":\"\(book)\"}")
        let place = try #require(again.number(at: "result.resumedFrom"))
        #expect(place >= 40 && place < 300)
        #expect(again.number(at: "result.position.seconds") ?? 0 >= place - 0.01)
        try await stage.client.waitForEvent("player.resumed") { $0.number(at: "params.seconds") == place }
        try await waitUntilHeard(stage.client, book, beyond: place + 0.2)
        let anew = try await call(stage.client, "play", "{\"uri\":\"\(song)\",\"position\":0}")
        #expect(anew.number(at: "result.resumedFrom") == nil)
        try await call(stage.client, "play", "{\"uri\":\"\(book)\"}")
        try await stage.client.waitForEvent("player.resumed")
        try await call(stage.client, "seek", "{\"position\":300}")
        try await waitUntilHeard(stage.client, book, beyond: 300.2)
        try await stage.daemon.stop()
        // A restart; then the file is moved, and the daemon killed.
        var daemon = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        var client = try daemon.connect()
        let moved = stage.system.directory.file("moved.flac")
        try await Tool.run("mv", [book, moved])
        let afterRestart = try await call(client, "play", "{\"uri\":\"\(moved)\"}")
        #expect(afterRestart.number(at: "result.resumedFrom") ?? 0 >= 300)
        try await call(client, "seek", "{\"position\":400}")
        try await waitUntil("the place to be on the disk") { () async throws(TestSupportError) -> Bool in
            let text = (try? readFile(daemon.stateDirectory + "/place.json")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            return text.contains("\"seconds\":4")
        }
        _ = try await daemon.process.stop(SIGKILL)
        daemon = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        client = try daemon.connect()
        let afterCrash = try await call(client, "play", "{\"uri\":\"\(moved)\"}")
        #expect(afterCrash.number(at: "result.resumedFrom") ?? 0 >= 399)
        #expect(try await call(client, "previous").number(at: "result.position.seconds") ?? 99 < 5)
        try await daemon.stop()
    }

    @Test("an audiobook goes on by default, also after a crash, and a song does not")
    func spoken() async throws {
        let configuration = "[playback]\nrestore = \"off\"\n[library]\ndirectories = []\n"
        let stage = try await Stage.set(configuration: configuration)
        // The name says what the one is, and only the mark of iTunes what the other is.
        let book = stage.system.directory.file("book.m4b")
        let lecture = stage.system.directory.file("lecture.m4a")
        let song = stage.system.directory.file("song.m4a")
        try await makeFile(book, seconds: 300)
        try await makeFile(lecture, seconds: 601, "media_type=2")
        try await makeFile(song, seconds: 302, "genre=Jazz")
        for path in [book, lecture, song] {
            try await call(stage.client, "play", "{\"uri\":\"\(path)\",\"position\":40}")
            try await waitUntilHeard(stage.client, path, beyond: 40.2)
        }
        try await call(stage.client, "stop")
        for path in [book, lecture] {
            let again = try await call(stage.client, "play", "{\"uri\":\"\(path)\"}")
            #expect(again.number(at: "result.resumedFrom") ?? 0 >= 40, "\(again.line)")
        }
        let anew = try await call(stage.client, "play", "{\"uri\":\"\(song)\"}")
        #expect(anew.number(at: "result.resumedFrom") == nil, "\(anew.line)")

        // A run that is killed leaves only what it had saved of the item.
        try await call(stage.client, "play", "{\"uri\":\"\(lecture)\",\"position\":330}")
        try await waitUntil("the place to be on the disk") { () async throws(TestSupportError) -> Bool in
            let bytes = (try? readFile(stage.daemon.stateDirectory + "/place.json")) ?? []
            let text = String(decoding: bytes, as: UTF8.self)
            return (33...39).contains { text.contains("\"seconds\":\($0)") }
        }
        _ = try await stage.daemon.process.stop(SIGKILL)
        let daemon = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        let client = try daemon.connect()
        let afterCrash = try await call(client, "play", "{\"uri\":\"\(lecture)\"}")
        #expect(afterCrash.number(at: "result.resumedFrom") ?? 0 >= 329, "\(afterCrash.line)")
        try await daemon.stop()
    }

    @Test("chapters and the tracks of a sheet beside a file are listed and gone to, and the current one is told")
    func chapters() async throws {
        let stage = try await Stage.set()
        let disc = stage.system.directory.file("disc.flac")
        try await makeFile(disc, seconds: 60)
        try stage.system.directory.write(
            """
            TITLE "Disc"
            FILE "disc.flac" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:20:00
            """, to: "disc.cue")
        let listed = try await call(stage.client, "media.chapters", "{\"uri\":\"\(disc)\"}")
        #expect(listed.string(at: "result.chapters.1.title") == "Two" && listed.number(at: "result.chapters.1.start") == 20)
        try await stage.play(disc)
        try await stage.client.waitForEvent("player.chapterChanged") { $0.string(at: "params.chapter.title") == "One" }
        let status = try await call(stage.client, "player.seekToChapter", "{\"next\":true}")
        #expect(status.string(at: "result.chapter.title") == "Two")
        #expect(status.number(at: "result.position.seconds") ?? 0 >= 20)
        try await stage.client.waitForEvent("player.chapterChanged") { $0.string(at: "params.chapter.title") == "Two" }
        #expect(try await call(stage.client, "media.chapters").number(at: "result.current") == 1)
        try await stage.daemon.stop()
    }

    @Test("the tracks of a sheet play as songs of their own, and together are the file to the very sample")
    func tracks() async throws {
        let stage = try await Stage.set()
        let audio = AudioFixture.unique(frameCount: 44_100 * 3)
        let disc = try await stage.write(audio, name: "disc")
        try stage.system.directory.write(
            """
            FILE "disc.wav" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:37
            """, to: "disc.cue")
        let sheet = disc.replacing("disc.wav", with: "disc.cue")
        try await call(stage.client, "queue.add", "{\"uris\":[\"\(sheet)/track0001\",\"\(sheet)/track0002\"]}")
        let first = try await call(stage.client, "play", "{\"index\":0}")
        #expect(first.string(at: "result.item.title") == "One" && first.string(at: "result.item.uri") == sheet + "/track0001")
        try await stage.client.waitForEvent("player.itemChanged") { $0.string(at: "params.item.title") == "Two" }
        try await stage.waitForEnd()
        try await stage.expectExactly(audio)
        let missing = try await stage.client.reply(to: "play", "{\"uri\":\"\(sheet)/track0003\"}")
        #expect(missing.errorName == "media_not_found")
        try await stage.daemon.stop()
    }

    @Test("a song of the library that was heard counts as played, and is found by the name of its album")
    func plays() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        try await makeFile(music + "/a.flac", seconds: 2, "title=First", "album=Études", "artist=Somebody")
        try await makeFile(music + "/b.flac", seconds: 30, "title=Second", "album=Études", "artist=Somebody", "track=2")
        let daemon = try await DaemonProcess.start(in: system, configuration: "[library]\ndirectories = [\"\(music)\"]\n")
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        try await waitUntil("the songs") { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.songs") == 2
        }
        let played = try await client.call("play", #"{"uri":"album:etudes"}"#)
        #expect(played.number(at: "result.queue.length") == 2 && played.string(at: "result.item.title") == "First")
        let first = try await client.waitForEvent("library.listened")
        #expect(first.string(at: "params.tags.title") == "First" && first.value(at: "params.played", as: Bool.self) == true)
        #expect(first.value(at: "params.completed", as: Bool.self) == true && first.number(at: "params.song") != nil)
        try await waitUntilHeard(client, music + "/b.flac", beyond: 0.2)
        try await client.call("next")
        let second = try await client.waitForEvent("library.listened")
        #expect(second.value(at: "params.skipped", as: Bool.self) == true)
        let songs = try await client.call("library.item", "{\"uri\":\"\(music)/a.flac\"}")
        #expect(songs.number(at: "result.playCount") == 1 && songs.number(at: "result.lastPlayed") != nil)
        let skipped = try await client.call("library.item", "{\"uri\":\"\(music)/b.flac\"}")
        #expect(skipped.number(at: "result.playCount") == 0 && skipped.number(at: "result.skipCount") == 1)
        let missing = try await client.reply(to: "queue.add", #"{"uris":["album:none such"]}"#)
        #expect(missing.errorName == "media_not_found")
        try await daemon.stop()
        _ = try await capture.stop()
    }

    @Test("a part of a file counts as played as the track of the CUE sheet that has its times, and is found by these")
    func playsOfParts() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        try await makeFile(music + "/disc.flac", seconds: 3, "title=Disc")
        try system.directory.write(
            """
            FILE "disc.flac" WAVE
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                INDEX 01 00:01:37
            """, to: "music/disc.cue")
        let daemon = try await DaemonProcess.start(in: system, configuration: "[library]\ndirectories = [\"\(music)\"]\n")
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        try await waitUntil("the songs") { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.songs") == 2
        }
        let item = "file://\(music)/disc.flac#t=112/75"
        try await client.call("play", "{\"uri\":\"\(item)\"}")
        let listened = try await client.waitForEvent("library.listened")
        #expect(listened.string(at: "params.uri") == item && listened.number(at: "params.song") != nil, "\(listened.line)")
        let song = try await client.call("library.item", "{\"uri\":\"\(item)\"}")
        #expect(song.string(at: "result.uri") == music + "/disc.cue/track0002", "\(song.line)")
        #expect(song.number(at: "result.playCount") == 1)
        let other = try await client.call("library.item", "{\"uri\":\"\(music)/disc.cue/track0001\"}")
        #expect(other.number(at: "result.playCount") == 0)
        let missing = try await client.reply(to: "library.item", "{\"uri\":\"file://\(music)/disc.flac#t=1,2\"}")
        #expect(missing.errorName == "song_not_found", "\(missing.line)")
        try await daemon.stop()
        _ = try await capture.stop()
    }
}
