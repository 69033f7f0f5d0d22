import Glibc
import SystemSupport
import TestSupport
import Testing

@Suite("What a sink gets of items, books and feeds with a speed of their own", .serialized)
struct KeptSpeedTests {
    /// Noise of which no frame is silent.
    private func audio(_ frameCount: Int, seed: UInt32) -> PCMAudio {
        var state = seed
        let samples = (0..<frameCount).flatMap { _ -> [Float] in
            state = state &* 1_664_525 &+ 1_013_904_223
            let rounded = ((0.1 + Float(state >> 16) / 65_536 * 0.4) * 32_768).rounded() / 32_768
            return [rounded, -rounded]
        }
        return PCMAudio(sampleRate: 44_100, channelCount: 2, samples: samples)
    }

    /// Plays from the beginning of the queue once what is to be heard is in the ring: the machine may be busy.
    private func play(_ client: ControlClient) async throws -> ControlMessage {
        let start = Double(MonotonicClock.nanoseconds) / 1e9 + 3
        return try await client.call("play", "{\"index\":0,\"at\":{\"monotonic\":\(start)}}")
    }

    private func speed(_ status: ControlMessage) -> String {
        "\(status.number(at: "result.speed.speed") ?? 0) \(status.string(at: "result.speed.from") ?? "")"
    }

    @Test("is faster from its first frame on, next to a neighbour at the general speed, also after a restart without a library")
    func segments() async throws {
        let configuration = "[playback]\nrestore = \"off\"\n[library]\ndirectories = []\n"
        let stage = try await Stage.set(configuration: configuration)
        try stage.system.directory.makeDirectory("book")
        let (chapter, song) = (audio(100_003, seed: 1), audio(60_001, seed: 2))
        let paths = [try await stage.write(chapter, name: "book/1"), try await stage.write(song, name: "song")]
        let book = stage.system.directory.file("book")
        try await stage.client.call("player.setSpeed", "{\"speed\":2,\"for\":\"book\",\"of\":\"\(book)/\"}")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(paths[0])\",\"\(paths[1])\"]}")
        #expect(speed(try await play(stage.client)) == "2.0 book")
        let told = try await stage.client.waitForEvent("player.speedChanged") { $0.string(at: "params.from") == "book" }
        #expect(told.number(at: "params.speed") == 2 && told.string(at: "params.of") == book)
        try await stage.client.waitForEvent("player.speedChanged") { $0.string(at: "params.from") == "all" }
        try await stage.waitForEnd()
        try await stage.daemon.stop()
        let again = try await DaemonProcess.start(in: stage.system, configuration: configuration)
        let client = try again.connect()
        try await client.call("events.subscribe")
        try await client.call("queue.add", "{\"uris\":[\"\(paths[0])\"]}")
        #expect(speed(try await play(client)) == "2.0 book")
        try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "stopped" }
        #expect(speed(try await client.call("status")) == "1.0 all")
        let captured = try await stage.capture.stop()
        let sound = captured[captured.soundingRange]
        let half = 50_002
        let first = sound.firstSilence(in: 0..<sound.frameCount)
        try #require(first.lowerBound == half + 60_001, "\(first)\n\(stage.daemon.log)")
        #expect(sound[0..<300] == chapter[0..<300])
        #expect(sound[half - 300..<half] == chapter[100_003 - 300..<100_003])
        let neighbour = SampleComparison(of: sound[half..<first.lowerBound], with: song)
        #expect(neighbour.isExact, "\(neighbour)")
        #expect(sound.frameCount - first.upperBound == half, "\(again.log)")
        #expect(sound[first.upperBound..<first.upperBound + 300] == chapter[0..<300])
        try await again.stop()
    }

    @Test("has the speed that a client of MPD notes at once, and notes there what other clients set")
    func notes() async throws {
        let music = try TemporaryDirectory()
        let file = music.file("chapter.flac")
        try await AudioFiles.encode(
            audio(44_100 * 60, seed: 3), options: ["-metadata", "title=One", "-metadata", "album=Dune"], to: file)
        let socket = music.file("mpd.sock")
        let stage = try await Stage.set(
            configuration: "[library]\ndirectories = [\"\(music.path)\"]\n[mpd]\nsocket = \"\(socket)\"\n")
        let client = stage.client
        try await waitUntil("the song") { () async throws(TestSupportError) -> Bool in
            try await client.call("library.statistics").number(at: "result.songs") == 1
        }
        let mpd = try ControlClient(connectingTo: socket)
        #expect(try await mpd.readLine()?.hasPrefix("OK MPD") == true)
        try await stage.play(file)
        try await mpd.send(line: "sticker set Album Dune speed 1.5")
        #expect(try await mpd.readLine() == "OK")
        try await client.waitForEvent("player.speedChanged") { $0.number(at: "params.speed") == 1.5 }
        try await mpd.send(line: "sticker set song chapter.flac speed 2")
        #expect(try await mpd.readLine() == "OK")
        let item = try await client.waitForEvent("player.speedChanged") { $0.number(at: "params.speed") == 2 }
        #expect(item.string(at: "params.from") == "item" && item.string(at: "params.of") == file)
        try await waitUntil("the speed") { () async throws(TestSupportError) -> Bool in
            try await client.call("status").number(at: "result.position.rate") == 2
        }
        #expect(try await client.call("status").number(at: "result.options.speed") == 1)
        // Without more words, a speed is for what has it now.
        try await client.call("player.speed", "{\"speed\":1.25}")
        try await waitUntil("the note") { () async throws(TestSupportError) -> Bool in
            try await mpd.send(line: "sticker get song chapter.flac speed")
            let value = try await mpd.readLine()
            _ = try await mpd.readLine()
            return value == "sticker: speed=1.25"
        }
        try await mpd.send(line: "sticker set song chapter.flac speed fast")
        #expect(try await mpd.readLine() == "OK")
        let other = try await client.waitForEvent("player.speedChanged") { $0.string(at: "params.from") == "book" }
        #expect(other.number(at: "params.speed") == 1.5 && other.string(at: "params.of") == "Dune")
        #expect(stage.daemon.log.contains("the note speed of \(file) is no number from 0.25 to 4"))
        #expect(speed(try await client.call("player.setSpeed", "{\"speed\":null,\"for\":\"book\"}")) == "1.0 all")
        try await stage.daemon.stop()
    }
}
