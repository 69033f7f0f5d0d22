import MessageBus
import TestSupport
import Testing

@Suite("Signals of the player", .serialized)
struct SignalTests {
    @Test("a track that follows without a gap is one signal, and nothing is said while a track plays on")
    func gapless() async throws {
        let stage = try await DoorStage.set(files: 3, seconds: 4)
        let panel = try await stage.panel()
        // Every tag is known, so that only playing changes something.
        try await waitUntil("all durations") { () async throws(TestSupportError) -> Bool in
            let list = try await stage.client.call("queue.list")
            return (0..<3).allSatisfy { list.number(at: "result.items.\($0).duration") != nil }
        }
        try await stage.client.call("play")
        try await waitUntil("the end\n\(stage.daemon.log)") { panel.announced("PlaybackStatus").last == .string("Stopped") }
        let places = panel.signals.indices.filter { place in
            panel.signals[place].changes(of: DoorStage.player)["Metadata"]?.title != nil
        }
        let titles = places.map { panel.signals[$0].changes(of: DoorStage.player)["Metadata"]?.title }
        #expect(titles == ["song 0.wav", "song 1.wav", "song 2.wav"])
        // The next signal after that of the second track is that of the third.
        let second = try #require(places.dropFirst().first)
        #expect(places.last == second + 1, "\(panel.signals)")
        #expect(panel.jumps.isEmpty, "\(panel.signals)")
        #expect(!panel.signals.contains { $0.changes(of: DoorStage.player)["Position"] != nil })
        #expect(panel.signals[second].changes(of: DoorStage.player)["CanGoPrevious"] == .boolean(true))
        let last = panel.signals[second + 1].changes(of: DoorStage.player)
        #expect(last["CanGoNext"] == .boolean(false))
    }

    @Test("a track comes with its picture, in one signal, and behind it the answer of the call that has led there")
    func pictures() async throws {
        let stage = try await DoorStage.set(files: 2)
        let album = stage.system.directory.file("album")
        try await stage.run("mkdir", album)
        for file in stage.files { try await stage.run("cp", file, album) }
        let picture = "\(album)/cover.png"
        try await stage.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=red:s=16x16", "-frames:v", "1", picture)
        let panel = try await stage.panel()
        for number in 0..<2 {
            let before = panel.signals.count
            try await panel.call("OpenUri", [.string("file://\(album)/song%20\(number).wav")])
            // All that the call has led to is told before its answer.
            let told = panel.signals.dropFirst(before).compactMap { $0.changes(of: DoorStage.player)["Metadata"] }
            #expect(told.last?.title == "song \(number).wav", "\(panel.signals)")
            try await waitUntil("the picture") { panel.metadata.last?.field("mpris:artUrl") == .string("file://\(picture)") }
        }
        // The first files of the queue have none.
        for metadata in panel.metadata where metadata.field("mpris:artUrl") != nil {
            #expect("\(metadata.field("xesam:url").debugDescription)".contains("/album/"), "\(panel.signals)")
        }
        #expect(try await panel.all()["Metadata"]?.field("mpris:artUrl") == .string("file://\(picture)"))
    }

    @Test("a jump through another door is told in microseconds, once, with the position that is heard")
    func jumps() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        try await stage.client.call("seek", "{\"position\":12}")
        try await waitUntil("the jump") { panel.jumps.count == 1 }
        #expect((12..<15).contains(panel.jumps[0]), "\(panel.jumps)")
        try await stage.client.call("pause")
        try await waitUntil("the pause") { panel.announced("PlaybackStatus") == [.string("Paused")] }
        try await stage.client.call("seek", "{\"position\":3}")
        try await waitUntil("the second jump") { panel.jumps.count == 2 }
        #expect(panel.jumps[1] == 3)
        #expect(try await stage.property("Position") == "x 3000000")
        try await stage.client.call("seek", "{\"offset\":-1000}")
        try await waitUntil("the third jump") { panel.jumps.count == 3 }
        #expect(panel.jumps[2] == 0)
    }

    @Test("a track that repeats itself is a jump to its beginning, and no other track")
    func repeated() async throws {
        let stage = try await DoorStage.set(files: 1, seconds: 3)
        try await stage.set("LoopStatus", "s", "Track")
        try await stage.client.call("play")
        try await stage.waitForStatus("Playing")
        let panel = try await stage.panel()
        try await waitUntil("the second round") { panel.jumps.count >= 1 }
        #expect(panel.jumps[0] < 0.5, "\(panel.jumps)")
        #expect(panel.metadata.isEmpty, "\(panel.signals)")
    }

    @Test("the titles that a station announces are changes of the metadata, and a station cannot seek")
    func station() async throws {
        let stage = try await DoorStage.set(files: 0, configuration: "[network]\nallow_private_addresses = true\n")
        let server = try await MediaServer.start()
        let sound = server.directory.file("radio.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 44_100 * 12), to: sound)
        try await stage.run(
            "ffmpeg", "-v", "error", "-i", sound, "-b:a", "64k", "-write_xing", "0",
            "-id3v2_version", "0", server.directory.file("radio.mp3"))
        let panel = try await stage.panel()
        let station = server.address("radio.mp3?metaint=4000&rate=32000&titles=One|Two|Three")
        #expect(try await panel.call("OpenUri", [.string(station)]) == .values([]))
        try await waitUntil("three titles\n\(stage.daemon.log)") {
            let titles = panel.metadata.compactMap(\.title)
            return ["One", "Two", "Three"].allSatisfy(titles.contains)
        }
        let properties = try await panel.all()
        #expect(properties["CanSeek"] == .boolean(false) && properties["CanPause"] == .boolean(true))
        #expect(properties["Metadata"]?.field("mpris:length") == nil)
        #expect(properties["Metadata"]?.field("xesam:url") == .string(station))
    }

    @Test("tracks that come and go are told, one by one or as another list")
    func list() async throws {
        let stage = try await DoorStage.set(files: 2)
        let panel = try await stage.panel()
        let before = try await stage.property("Tracks", of: DoorStage.trackList)
        #expect(before == "ao 2 \"/org/fermata/track/1\" \"/org/fermata/track/2\"")
        try await stage.client.call("queue.add", "{\"uris\":[\"\(stage.files[0])\"],\"next\":true}")
        try await waitUntil("the new track") { panel.signals.contains { $0.name == "TrackAdded" } }
        let added = try #require(panel.signals.first { $0.name == "TrackAdded" })
        #expect(added.values[0].field("mpris:trackid") == .objectPath("/org/fermata/track/3"))
        #expect(added.values[1] == .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"))
        try await stage.client.call("queue.remove", "{\"ids\":[2]}")
        try await waitUntil("the removal") { panel.signals.contains { $0.name == "TrackRemoved" } }
        #expect(panel.signals.first { $0.name == "TrackRemoved" }?.values == [.objectPath("/org/fermata/track/2")])
        try await stage.client.call("queue.clear")
        try await waitUntil("the empty list") { () async throws(TestSupportError) -> Bool in
            try await stage.property("Tracks", of: DoorStage.trackList) == "ao 0"
        }
        try await stage.waitFor("CanPlay", "b false")
    }
}
