import MessageBus
import TestSupport
import Testing

@Suite("Programs of the desktop control the player", .serialized)
struct ControlTests {
    @Test("playerctl plays, pauses, skips and stops, and the reason is the door's")
    func playerctl() async throws {
        let stage = try await DoorStage.set()
        try await stage.waitForStatus("Stopped")
        #expect(try await stage.run("playerctl", "-l") == "fermata")
        try await stage.run("playerctl", "play")
        try await stage.waitForStatus("Playing")
        #expect(try await stage.status("reason") == "mpris")
        try await stage.run("playerctl", "play-pause")
        try await stage.waitForStatus("Paused")
        #expect(try await stage.status("reason") == "mpris")
        try await stage.run("playerctl", "next")
        try await waitUntil("the second file") { () async throws(TestSupportError) -> Bool in
            (try? await stage.run("playerctl", "metadata", "xesam:title")) == "song 1.wav"
        }
        // A paused player stays paused.
        #expect(try await stage.run("playerctl", "status") == "Paused")
        try await stage.run("playerctl", "position", "5")
        #expect(try await stage.run("playerctl", "position") == "5.000000")
        try await stage.run("playerctl", "stop")
        #expect(try await stage.run("playerctl", "status") == "Stopped")
        // And a stopped one stopped.
        for command in ["Next", "Previous"] {
            try await stage.call(command)
            #expect(try await stage.run("playerctl", "status") == "Stopped")
        }
    }

    @Test("the rate is the speed, within its bounds; 0 is a pause, and others change nothing")
    func rate() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        #expect(try await stage.property("MinimumRate") == "d 0.25")
        #expect(try await stage.property("MaximumRate") == "d 4")
        try await stage.run(
            "gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.fermata", "--object-path", "/org/mpris/MediaPlayer2",
            "--method", "org.freedesktop.DBus.Properties.Set", DoorStage.player, "Rate", "<1.5>")
        try await stage.waitFor("Rate", "d 1.5")
        try await waitUntil("the news") { panel.announced("Rate").last == .double(1.5) }
        #expect(try await stage.client.call("status").number(at: "result.options.speed") == 1.5)
        // playerctl counts nothing itself: the position is that of the media.
        let first = try await stage.client.call("status")
        try await waitUntil("three seconds of the media") { () async throws(TestSupportError) -> Bool in
            let place = try await stage.client.call("status").number(at: "result.position.seconds") ?? 0
            return place > (first.number(at: "result.position.seconds") ?? 0) + 3
        }
        let last = try await stage.client.call("status")
        func passed(_ path: String) -> Double { (last.number(at: path) ?? 0) - (first.number(at: path) ?? 0) }
        let rate = passed("result.position.seconds") / passed("result.position.monotonic")
        #expect(abs(rate - 1.5) < 0.05, "\(first.line) \(last.line)")
        // A panel shows what it wrote, unless it is told otherwise: where it is a step, it hears nothing more.
        for odd in ["9", "-1", "0.1", "1.51"] {
            let count = panel.announced("Rate").count
            try await stage.set("Rate", "d", odd)
            try await waitUntil("the rate in the place of \(odd)") { panel.announced("Rate").count > count }
            #expect(panel.announced("Rate").last == .double(1.5))
        }
        #expect(try await stage.property("Rate") == "d 1.5")
        try await stage.set("Rate", "d", "0")
        try await stage.waitForStatus("Paused")
        #expect(try await stage.property("Rate") == "d 1.5")
    }
}
