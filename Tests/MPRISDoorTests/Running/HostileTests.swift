import MessageBus
import TestSupport
import Testing

@Suite("Programs that mean no good", .serialized)
struct HostileTests {
    @Test("numbers out of all bounds, addresses that are none and words that mean nothing cost an error at most")
    func values() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        for offset in [Int64.min, -1, 0, 1] { _ = try await panel.call("Seek", [.int64(offset)]) }
        let track = try #require(try await panel.all()["Metadata"]?.field("mpris:trackid"))
        for position in [Int64.min, Int64.max, -1] {
            #expect(try await panel.call("SetPosition", [track, .int64(position)]) == .values([]))
        }
        for volume in [Double.nan, .infinity, -.infinity] {
            guard case .failure = try await panel.set("Volume", .double(volume)) else {
                Issue.record("\(volume) is a volume")
                continue
            }
        }
        #expect(try await panel.set("Volume", .double(1e300)) == .values([]))
        #expect(try await panel.all()["Volume"] == .double(1))
        for (property, value) in [
            ("LoopStatus", BusValue.string("Sideways")), ("LoopStatus", .boolean(true)), ("Shuffle", .string("yes")),
            ("Position", .int64(0)), ("CanPlay", .boolean(false)), ("Metadata", .string("")), ("Nothing", .byte(0)),
        ] {
            guard case .failure = try await panel.set(property, value) else {
                Issue.record("\(property) can be \(value)")
                continue
            }
        }
        let addresses = [
            "", ":", "relative.flac", "/etc/passwd", "stream:1", "ftp://host/a", "file:", "file://other/a", "http://",
            "http://user:secret@127.0.0.1:1/", "file:///%00", "javascript:alert(1)", String(repeating: "x", count: 200_000),
            "file:///" + String(repeating: "a", count: 20_000),
        ]
        for address in addresses {
            guard case .failure(let reason) = try await panel.call("OpenUri", [.string(address)]) else {
                Issue.record("\(address.prefix(40)) was opened")
                continue
            }
            #expect(!reason.contains("secret"))
        }
        for path: ObjectPath in ["/", "/org/fermata/track/99", "/org/mpris/MediaPlayer2/TrackList/NoTrack"] {
            for method in ["GoTo", "RemoveTrack"] {
                #expect(try await panel.call(method, [.objectPath(path)], of: DoorStage.trackList) == .values([]))
            }
        }
        #expect(try await stage.status("state") == "playing")
    }

    @Test("a flood of calls is refused call by call, and the player still answers everybody")
    func flood() async throws {
        let server = try await MediaServer.start()
        try server.directory.write("http://host/a.mp3\n" + String(repeating: "# slow\n", count: 600), to: "list.m3u")
        let stage = try await DoorStage.playing(configuration: "[network]\nallow_private_addresses = true\n")
        let panel = try await stage.panel()
        let arguments: [BusValue] = [
            .string(server.address("list.m3u?stall=40")), .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"),
            .boolean(false),
        ]
        let answers = (0..<300).map { _ in Panel.Answered() }
        for answer in answers { panel.begin("AddTrack", arguments, of: DoorStage.trackList, answer) }
        try await waitUntil("the refusals") { answers.count { $0.value != nil } >= 300 - 32 }
        let refused = answers.compactMap(\.value).filter {
            if case .failure(let text) = $0 { text.contains("wait") } else { false }
        }
        #expect(refused.count >= 300 - 32)
        // Keys still come through.
        #expect(try await panel.call("Pause") == .values([]))
        #expect(try await panel.call("Play") == .values([]))
        #expect(try await panel.all()["PlaybackStatus"] == .string("Playing"))
        #expect(try await stage.status("state") == "playing")
        try await stage.daemon.stop()
    }

    @Test("tags that are no UTF-8 and names of files that are strange are shown, each as a text")
    func texts() async throws {
        let stage = try await DoorStage.set(files: 1)
        let panel = try await stage.panel()
        let bad = stage.system.directory.file("bad.mp3")
        try await stage.run(
            "ffmpeg", "-v", "error", "-i", stage.files[0], "-t", "20", "-map_metadata", "-1", "-id3v2_version", "4", bad)
        // Text that says it is UTF-8, and is not.
        let script = """
            import sys
            from mutagen.id3 import ID3, TIT2, TPE1
            path = sys.argv[1]
            tags = ID3()
            tags.add(TIT2(encoding=3, text="A@@@B"))
            tags.add(TPE1(encoding=3, text="C@@@D"))
            tags.save(path)
            data = open(path, "rb").read()
            open(path, "wb").write(data.replace(b"A@@@B", b"A\\xff\\xfe\\xc3B").replace(b"C@@@D", b"C\\xed\\xa0\\x80D"))
            """
        try await stage.run("/usr/bin/python3", "-c", script, bad)
        try await stage.client.call("play", "{\"uri\":\"\(bad)\"}")
        try await waitUntil("the title\n\(stage.daemon.log)") { panel.metadata.contains { $0.field("xesam:artist") != nil } }
        let metadata = try #require(panel.metadata.first { $0.field("xesam:artist") != nil })
        #expect(metadata.title?.hasPrefix("A") == true && metadata.title?.hasSuffix("B") == true, "\(metadata)")
        // A client that checks its texts still gets them.
        #expect(
            try await stage.run(
                "gdbus", "call", "--session", "--dest", DoorStage.name, "--object-path", DoorStage.path, "--method",
                "org.freedesktop.DBus.Properties.Get", DoorStage.player, "Metadata"
            ).contains("xesam:artist"))
        #expect(try await stage.run("playerctl", "metadata", "xesam:url") == "file://\(bad)")
    }

    @Test("a character that sd-bus refuses to send keeps no property, no signal and no answer back")
    func noncharacters() async throws {
        let stage = try await DoorStage.set(files: 1)
        let panel = try await stage.panel()
        // U+FFFE and U+FDD0.
        let (one, other) = (
            String(decoding: [0xEF, 0xBF, 0xBE], as: UTF8.self), String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)
        )
        let strange = stage.system.directory.file("a\(one)b\(other)c.wav")
        try await stage.run("cp", stage.files[0], strange)
        try await stage.client.call("play", "{\"uri\":\"\(strange)\"}")
        try await waitUntil("the signal") { panel.metadata.contains { $0.title == "a\u{FFFD}b\u{FFFD}c.wav" } }
        #expect(try await panel.all()["Metadata"]?.title == "a\u{FFFD}b\u{FFFD}c.wav")
        let track = try #require(try await panel.all()["Metadata"]?.field("mpris:trackid"))
        let known = try await panel.call("GetTracksMetadata", [.array(of: .objectPath, [track])], of: DoorStage.trackList)
        guard case .values = known,
            case .failure(let reason) = try await panel.call("OpenUri", [.string("file:///no%EF%BF%BEsuch.wav")])
        else {
            Issue.record("\(known)")
            return
        }
        #expect(reason.contains("no\u{FFFD}such.wav"), "\(reason)")
    }
}
