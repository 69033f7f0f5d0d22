import MessageBus
import TestSupport
import Testing

@Suite("Panels use the player as they use every player", .serialized)
struct PanelTests {
    private static let root = "org.mpris.MediaPlayer2"

    @Test("a panel like GNOME's sees a player that appears, shows it while it can play, and skips and toggles")
    func gnome() async throws {
        let stage = try await DoorStage.set()
        let panel = try await stage.panel()
        // It reads both interfaces once, and then lives by signals.
        let root = try await panel.all(Self.root)
        var shown = try await panel.all()
        #expect(root["DesktopEntry"] == .string("fermata") && root["Identity"] == .string("Fermata"))
        #expect(shown["CanPlay"] == .boolean(true) && shown["CanGoNext"] == .boolean(false))
        func follow() { for signal in panel.signals { shown.merge(signal.changes(of: DoorStage.player)) { $1 } } }
        try await panel.call("PlayPause")
        try await waitUntil("music") {
            follow()
            return shown["PlaybackStatus"] == .string("Playing")
        }
        try await waitUntil("the button for the next track") {
            follow()
            return shown["CanGoNext"] == .boolean(true)
        }
        try await panel.call("Next")
        try await panel.call("Next")
        try await waitUntil("the last track") {
            follow()
            return shown["Metadata"]?.title == "song 2.wav" && shown["CanGoNext"] == .boolean(false)
        }
        // A lock screen has the button although it is not active.
        try await panel.call("Next")
        try await panel.call("PlayPause")
        try await waitUntil("silence") {
            follow()
            return shown["PlaybackStatus"] == .string("Paused")
        }
        #expect(shown["Metadata"]?.title == "song 2.wav")
        var now = try await panel.all()
        // It is not announced.
        now["Position"] = shown["Position"]
        #expect(now == shown)
    }

    @Test("a panel like Plasma's writes back what it has read, drags the position and scrolls the volume")
    func plasma() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        let before = try await panel.all()
        for property in ["LoopStatus", "Shuffle", "Volume", "Rate"] {
            #expect(try await panel.set(property, try #require(before[property])) == .values([]))
        }
        #expect(panel.signals.isEmpty, "\(panel.signals)")
        let track = try #require(before["Metadata"]?.field("mpris:trackid"))
        for second in stride(from: Int64(2), through: 20, by: 3) {
            #expect(try await panel.call("SetPosition", [track, .int64(second * 1_000_000)]) == .values([]))
        }
        try await waitUntil("the last position") { panel.jumps.last.map { (20..<23).contains($0) } ?? false }
        for step in 1...10 {
            let level = 1 - Double(step) * 0.05
            try await panel.set("Volume", .double(level))
            #expect(try await panel.all()["Volume"] == .double(level))
        }
        for (property, value) in [
            ("LoopStatus", BusValue.string("Playlist")), ("Shuffle", .boolean(true)), ("LoopStatus", .string("Track")),
            ("Shuffle", .boolean(false)), ("LoopStatus", .string("None")),
        ] {
            try await panel.set(property, value)
            #expect(try await panel.all()[property] == value)
            #expect(panel.announced(property).last == value)
        }
    }

    @Test("a muted player has the volume 0: written back it stays muted, and every other volume unmutes it")
    func muted() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        try await stage.client.call("volume", "{\"level\":0.6,\"muted\":true}")
        try await waitUntil("the mute") { panel.announced("Volume").last == .double(0) }
        try await panel.set("Volume", .double(0))
        #expect(try await stage.client.call("status").value(at: "result.volume.muted", as: Bool.self) == true)
        #expect(try await stage.client.call("status").number(at: "result.volume.level") == 0.6)
        try await panel.set("Volume", .double(0.4))
        #expect(try await stage.client.call("status").value(at: "result.volume.muted", as: Bool.self) == false)
        #expect(try await panel.all()["Volume"] == .double(0.4))
    }

    @Test("a volume that the output does not allow is clamped, and told again where it stays, so that no slider is left behind")
    func clamped() async throws {
        let stage = try await DoorStage.playing(configuration: "[outputs.default]\nvolume_max = 50\n")
        let panel = try await stage.panel()
        for _ in 0..<2 {
            let before = panel.announced("Volume").count
            try await panel.set("Volume", .double(0.9))
            #expect(try await panel.all()["Volume"] == .double(0.5))
            try await waitUntil("the volume") { panel.announced("Volume").count == before + 1 }
            #expect(panel.announced("Volume").last == .double(0.5))
        }
        try await panel.set("Volume", .double(0.2))
        #expect(try await panel.all()["Volume"] == .double(0.2))
    }

    @Test("gdbus and busctl describe the same interfaces, and the position is what the control socket says")
    func clients() async throws {
        let stage = try await DoorStage.playing()
        let described = try await stage.run(
            "gdbus", "introspect", "--session", "--dest", DoorStage.name, "--object-path", DoorStage.path)
        for part in [
            "SetPosition(in  o TrackId,", "Seeked(x Position);", "readwrite s LoopStatus = 'None';",
            "TrackListReplaced(ao Tracks,",
        ] {
            #expect(described.contains(part), "\(part) in \(described)")
        }
        try await stage.run("playerctl", "pause")
        let heard = try #require(try await stage.client.call("status").number(at: "result.position.seconds"))
        let read = try await stage.property("Position")
        let microseconds = try #require(Double(read.dropFirst(2)))
        #expect(abs(microseconds / 1e6 - heard) < 1e-5)
    }
}
