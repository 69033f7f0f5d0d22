import MessageBus
import TestSupport
import Testing

@Suite("Keys and pauses of the desktop", .serialized)
struct DesktopPauseTests {
    private func interrupt(_ stage: DoorStage) async throws -> (client: ControlClient, id: Int) {
        let other = try stage.daemon.connect()
        let begun = try await other.call("session.beginInterruption", "{\"reason\":\"assistant\"}")
        try await stage.waitForStatus("Paused")
        return (other, try #require(begun.value(at: "result.interruption", as: Int.self)))
    }

    @Test("a key that pauses an interrupted player keeps it paused; one that plays ends the interruption")
    func interrupted() async throws {
        let stage = try await DoorStage.playing()
        let first = try await interrupt(stage)
        #expect(try await stage.status("reason") == "interrupted")
        try await stage.run("playerctl", "pause")
        try await first.client.call("session.endInterruption", "{\"interruption\":\(first.id)}")
        #expect(try await stage.run("playerctl", "status") == "Paused")
        try await stage.run("playerctl", "play")
        try await stage.waitForStatus("Playing")
        let second = try await interrupt(stage)
        try await stage.run("playerctl", "play-pause")
        try await stage.waitForStatus("Playing")
        #expect(try await stage.status("reason") == "mpris")
        try await second.client.call("session.endInterruption", "{\"interruption\":\(second.id)}")
        #expect(try await stage.run("playerctl", "status") == "Playing")
    }

    @Test("what the session forbids is shown as impossible, and is an error with a reason")
    func forbidden() async throws {
        let stage = try await DoorStage.set()
        let panel = try await stage.panel()
        try await stage.client.call("session.setCategory", "{\"category\":\"record\"}")
        try await waitUntil("the signal") { panel.announced("CanPlay") == [.boolean(false)] }
        guard case .failure(let reason) = try await panel.call("Play") else {
            Issue.record("the player plays")
            return
        }
        #expect(reason.contains("record"))
        try await stage.client.call("session.setCategory", "{\"category\":\"playback\"}")
        try await waitUntil("the other signal") { panel.announced("CanPlay") == [.boolean(false), .boolean(true)] }
        #expect(try await panel.call("Play") == .values([]))
    }

    /// Has a program of this name call a method of the player.
    private func call(_ method: String, as name: String, _ stage: DoorStage) async throws {
        let program = stage.system.directory.file(name)
        // The kernel names a process by the file that it was started from.
        try await stage.run("sh", "-c", "cp \"$(command -v busctl)\" '\(program)'")
        try await stage.run(program, "--user", "call", DoorStage.name, DoorStage.path, DoorStage.player, method)
    }

    @Test("a pause of the session manager is not a person's, and the music plays on")
    func sessionManager() async throws {
        let stage = try await DoorStage.playing()
        try await call("Pause", as: "wireplumber", stage)
        #expect(stage.daemon.log.contains("A pause of the desktop is not a person's."), "\(stage.daemon.log)")
        #expect(try await stage.status("state") == "playing")
        // It still keeps the promise that an interruption made.
        let begun = try await interrupt(stage)
        try await call("Pause", as: "wireplumber", stage)
        #expect(try await stage.status("reason") == "interrupted")
        try await begun.client.call("session.endInterruption", "{\"interruption\":\(begun.id)}")
        try await stage.waitForStatus("Playing")
    }

    @Test("a pause of a power manager that no sleep follows pauses after all, unless a person plays meanwhile")
    func powerManager() async throws {
        let stage = try await DoorStage.playing()
        try await call("Pause", as: "gsd-power", stage)
        #expect(try await stage.status("state") == "playing")
        try await stage.waitForStatus("Paused")
        #expect(try await stage.status("reason") == "mpris")
    }

    @Test("calls are carried out in their order, although the sender of a pause must be asked for")
    func order() async throws {
        let stage = try await DoorStage.playing()
        let panel = try await stage.panel()
        let answers = (0..<21).map { _ in Panel.Answered() }
        for (number, answer) in answers.enumerated() { panel.begin(number.isMultiple(of: 2) ? "Pause" : "Play", [], answer) }
        for answer in answers { #expect(try await answer.wait() == .values([])) }
        #expect(try await stage.status("state") == "paused")
    }
}
