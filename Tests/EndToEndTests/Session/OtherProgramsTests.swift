import Glibc
import TestSupport
import Testing

@Suite("Other programs", .serialized)
struct OtherProgramsTests {
    /// A real player on the desktop, with its remote control.
    private func startPlayer(_ stage: SessionStage) async throws -> ChildProcess {
        let player = try await stage.system.launch(
            "mpv", ["--no-video", "--no-terminal", "--loop", "--ao=pipewire", stage.path])
        // It tells others a little later than those who ask.
        try await waitUntil("the daemon to know of the player") { stage.daemon.log.contains("MediaPlayer2.mpv, playing") }
        return player
    }

    private func waitForPlayer(_ stage: SessionStage, _ status: String) async throws {
        try await waitUntil("the other player to be \(status)") { () async throws(TestSupportError) -> Bool in
            (try? await stage.system.run("playerctl", ["--player=mpv", "status"]))?.contains(status) == true
        }
    }

    @Test("that play are paused when we play, and go on when the sound is given back to them")
    func pausedAndResumed() async throws {
        let stage = try await SessionStage.set()
        let player = try await startPlayer(stage)
        try await stage.play()
        try await waitForPlayer(stage, "Paused")
        #expect(try await stage.state() == "playing")
        try await stage.client.call("session.setActive", "{\"active\":false,\"notifyOthersOnDeactivation\":true}")
        try await waitForPlayer(stage, "Playing")
        #expect(try await stage.state() == "paused")
        try await player.stop()
    }

    @Test("that their user has touched since are left alone")
    func touched() async throws {
        let stage = try await SessionStage.set()
        let player = try await startPlayer(stage)
        try await stage.play()
        try await waitUntil("the daemon to know that it paused") { stage.daemon.log.contains("MediaPlayer2.mpv, paused") }
        try await stage.system.run("playerctl", ["--player=mpv", "play"])
        let began = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "otherPlayer")
        try await stage.waitForState("paused", reason: "interrupted")
        try await stage.system.run("playerctl", ["--player=mpv", "pause"])
        let ended = try await stage.client.waitForEvent("session.interruptionEnded")
        #expect(ended.value(at: "params.shouldResume", as: Bool.self) == false)
        try await stage.client.call("session.setActive", "{\"active\":false,\"notifyOthersOnDeactivation\":true}")
        // Whatever would be ordered comes before the answer to this; the player obeys at once.
        try await stage.system.run("playerctl", ["--player=mpv", "metadata"])
        try await waitForPlayer(stage, "Paused")
        try await player.stop()
    }

    @Test("are other daemons too: the one that plays later interrupts the other, and gives the sound back like any player")
    func anotherDaemon() async throws {
        let stage = try await SessionStage.playing()
        let second = try await DaemonProcess.start(in: stage.system, name: "second")
        let client = try second.connect()
        try await client.call("events.subscribe")
        try await waitUntil("the second to know the first") { second.log.contains("MediaPlayer2.fermata, playing") }
        try await waitUntil("the first to know the second") { stage.daemon.log.contains("MediaPlayer2.fermata.instance") }
        try await client.call("play", "{\"uri\":\"\(stage.path)\"}")
        let began = try await stage.client.waitForEvent("session.interruptionBegan")
        #expect(began.string(at: "params.reason") == "otherPlayer")
        try await stage.waitForState("paused", reason: "interrupted")
        #expect(try await client.call("status").string(at: "result.state") == "playing")

        try await stage.client.call("play")
        #expect(try await client.waitForEvent("session.interruptionBegan").string(at: "params.reason") == "otherPlayer")
        try await client.waitForEvent("player.stateChanged") {
            $0.string(at: "params.state") == "paused" && $0.string(at: "params.reason") == "interrupted"
        }
        #expect(try await stage.state() == "playing")

        // The second hears that the first plays, and may pause before the order of the first is on its way: the first counts that
        // pause as its order's effect only if it has sent it.
        try await waitUntil("the first to know that the second has paused") {
            stage.daemon.log.split(separator: "\n").contains {
                $0.contains("MediaPlayer2.fermata.instance") && $0.contains(", paused")
            }
        }
        try await stage.client.call("session.setActive", "{\"active\":false,\"notifyOthersOnDeactivation\":true}")
        try await client.waitForEvent("player.stateChanged") { $0.string(at: "params.state") == "playing" }
        #expect(try await stage.state() == "paused")
        try await second.stop()
    }

    private func volume(_ stage: SessionStage) async throws -> Double? {
        try await stage.system.channelVolumes(ofNode: "pw-play")?.first
    }

    private func waitForVolume(_ stage: SessionStage, _ expected: Double) async throws {
        try await waitUntil("the other stream to have a volume of \(expected)") { () async throws(TestSupportError) -> Bool in
            guard let heard = try await stage.system.channelVolumes(ofNode: "pw-play")?.first else { return false }
            return abs(heard - expected) < 1e-5
        }
    }

    /// Another program plays at a volume of its own, and we beside it, so that it is lowered.
    private func duckingStage() async throws -> (SessionStage, other: ChildProcess, volumeBefore: Double) {
        let stage = try await SessionStage.set()
        let other = try await stage.startStream(role: "Game", volume: 0.7)
        let before = try #require(try await volume(stage))
        try await stage.client.call("session.setCategory", "{\"category\":\"playback\",\"options\":[\"duckOthers\"]}")
        try await stage.play()
        try await waitForVolume(stage, before * 0.199_526)
        return (stage, other, before)
    }

    @Test("are lowered while we play, and have exactly their volume again after it")
    func ducked() async throws {
        let (stage, other, before) = try await duckingStage()
        try await stage.client.call("stop")
        try await waitUntil("the volume to be exactly what it was") { () async throws(TestSupportError) -> Bool in
            try await stage.system.channelVolumes(ofNode: "pw-play")?.first == before
        }
        try await other.stop()
    }

    @Test("are not left lowered by a daemon that is killed")
    func duckedAndKilled() async throws {
        let (stage, other, before) = try await duckingStage()
        try await stage.daemon.process.stop(SIGKILL)
        let next = try await DaemonProcess.start(in: stage.system)
        try await waitUntil("the volume to be exactly what it was") { () async throws(TestSupportError) -> Bool in
            try await stage.system.channelVolumes(ofNode: "pw-play")?.first == before
        }
        try await next.stop()
        try await other.stop()
    }
}
