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
}
