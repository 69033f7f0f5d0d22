import TestSupport
import Testing

@Suite("A queue that has nothing more, and goes on", .serialized)
struct EndlessTests {
    /// A stage with a library of three songs: two of rock, and one of jazz.
    private func stage(_ mode: String) async throws -> (Stage, songs: [PCMAudio], paths: [String]) {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let capture = try await SinkCapture.driven(in: system, sampleRate: 44_100, channels: ["FL", "FR"])
        let music = try system.directory.makeDirectory("music")
        let noise = AudioFixture.unique(frameCount: 3 * 66_150, sampleRate: 44_100)
        var (songs, paths): ([PCMAudio], [String]) = ([], [])
        for (number, genre) in ["Rock", "Jazz", "Rock"].enumerated() {
            songs.append(noise[number * 66_150..<(number + 1) * 66_150])
            paths.append("\(music)/\(number).flac")
            let tags = ["title=T\(number)", "genre=\(genre)", "artist=A\(number)", "date=19\(number)9"]
            try await AudioFiles.encode(songs[number], options: tags.flatMap { ["-metadata", $0] }, to: paths[number])
        }
        let configuration = """
            [library]
            directories = ["\(music)"]
            playlists = "\(system.directory.file("lists"))"
            scan_at_start = false
            [queue]
            endless = "\(mode)"
            """
        let daemon = try await DaemonProcess.start(in: system, configuration: configuration)
        let client = try daemon.connect()
        try await client.call("events.subscribe")
        try await client.call("library.update")
        _ = try await client.waitForEvent("library.changed")
        return (Stage(system: system, capture: capture, daemon: daemon, client: client), songs, paths)
    }

    /// Waits until the queue has so many items; returns their titles and which of them nobody has added.
    private func queue(_ count: Int, _ client: ControlClient) async throws -> (titles: [String], automatic: [Bool]) {
        var page = try await client.call("queue.list")
        try await waitUntil("\(count) items") { () async throws(TestSupportError) -> Bool in
            page = try await client.call("queue.list")
            return page.number(at: "result.length") == Double(count)
                && (0..<count).allSatisfy { page.string(at: "result.items.\($0).title") != nil }
        }
        return (
            (0..<count).compactMap { page.string(at: "result.items.\($0).title") },
            (0..<count).map { page.value(at: "result.items.\($0).automatic", as: Bool.self) ?? false }
        )
    }

    @Test("plays a song of the kind behind the last one, sample for sample, then what else there is")
    func similar() async throws {
        let (stage, songs, paths) = try await stage("similar")
        try await stage.play(paths[0])
        let queue = try await queue(3, stage.client)
        #expect(queue.titles == ["T0", "T2", "T1"])
        #expect(queue.automatic == [false, true, true])
        // What is wanted no more is not asked for at the next end.
        try await stage.client.call("player.setEndless", "{\"mode\":\"off\"}")
        try await stage.waitForEnd()
        try await stage.expectExactly(songs[0].followed(by: songs[2]).followed(by: songs[1]))
    }

    @Test("takes from a stored playlist, and puts nothing behind what somebody has stop")
    func playlist() async throws {
        let (stage, _, paths) = try await stage("playlist:Two")
        let client = stage.client
        try await client.call("playlist.add", "{\"name\":\"Two\",\"uris\":[\"\(paths[1])\"]}")
        try await stage.play(paths[0])
        #expect(try await queue(2, client).titles == ["T0", "T1"])
        // A person's song comes first, and a restart forgets neither it nor what nobody has added.
        try await client.call("queue.add", "{\"uris\":[\"\(paths[2])\"]}")
        #expect(try await queue(3, client).titles == ["T0", "T2", "T1"])
        try await client.call("player.setEndless", "{\"mode\":\"library\"}")
        try await stage.daemon.stop()
        let daemon = try await DaemonProcess.start(in: stage.system, configuration: "[queue]\nendless = \"playlist:Two\"\n")
        let again = try daemon.connect()
        #expect(try await queue(3, again).automatic == [false, false, true])
        #expect(try await again.call("status").string(at: "result.options.endless") == "library")
        try await daemon.stop()
    }

    @Test("is refused what is no mode, and says in the log that a playlist is gone")
    func wrong() async throws {
        let (stage, _, paths) = try await stage("off")
        for mode in ["", "all", "playlist:", "playlist:a\\nb", "playlist:\(String(repeating: "x", count: 1_025))"] {
            let reply = try await stage.client.reply(to: "player.setEndless", "{\"mode\":\"\(mode)\"}")
            #expect(reply.string(at: "error.data.code") == "invalid_params", "\(mode): \(reply.line)")
        }
        try await stage.client.call("player.setEndless", "{\"mode\":\"playlist:Nowhere\"}")
        try await stage.play(paths[0])
        try await waitUntil("the reason") { stage.daemon.log.contains("The queue does not go on.") }
        #expect(stage.daemon.log.contains("Nowhere"))
        try await stage.waitForEnd()
    }
}
