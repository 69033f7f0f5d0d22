import AudioSession
import AudioTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Pauses that programs of the desktop send")
struct PauseTests {
    private static let key = Origin(.mpris, client: 0)

    @Test(
        "the sender is told by the name of its process",
        arguments: [
            ("wireplumber", PauseSender.sessionManager), ("gsd-power", .powerManager), ("org_kde_powerde", .powerManager),
            ("fermatad", .player), ("playerctl", .person), ("gsd-media-keys", .person),
        ])
    func senders(name: String, sender: PauseSender) {
        #expect(PauseSender(process: name) == sender)
        #expect(PauseSender(process: nil) == .person)
    }

    @Test("a person is obeyed unless the machine sleeps, a session manager never, a power manager later")
    func verdicts() {
        func verdict(
            _ sender: PauseSender, sleeps: Bool = false, interrupts: Bool = true, declined: Bool = false
        ) -> PauseVerdict {
            PauseVerdict(sender, machineSleeps: sleeps, playersInterrupt: interrupts, playersAreDeclined: declined)
        }
        #expect(verdict(.person) == .obeyed && verdict(.person, interrupts: false, declined: true) == .obeyed)
        #expect(verdict(.powerManager) == .held && verdict(.powerManager, interrupts: false) == .held)
        #expect(verdict(.sessionManager) == .ignored)
        #expect(verdict(.player) == .held)
        #expect(verdict(.player, interrupts: false) == .obeyed, "nothing else tells of that player then")
        #expect(verdict(.player, interrupts: false, declined: true) == .ignored)
        for sender in [PauseSender.person, .powerManager, .sessionManager, .player] {
            for interrupts in [true, false] { #expect(verdict(sender, sleeps: true, interrupts: interrupts) == .ignored) }
        }
    }

    /// An application that plays a file, and resumes after sleep.
    private func playing(_ directory: TemporaryDirectory) async throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.session.resumesAfterSleep = true
        let stage = try ApplicationStage(directory, settings: settings)
        let path = directory.file("a.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 480_000, sampleRate: 48_000), to: path)
        try stage.on { $0.perform(.playURI(path), for: Self.key) { _ in } }
        try await wait(stage, .playing)
        return stage
    }

    private func wait(_ stage: ApplicationStage, _ state: PlaybackState) async throws {
        try await waitUntil("\(state)") { (try? stage.on { $0.snapshot.player.state }) == state }
    }

    @Test("a pause that a power manager sends before or during sleep does not cancel that playback resumes")
    func sleep() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await playing(directory)
        try stage.on { application in
            application.pause(from: .powerManager, for: Self.key) { _ in }
            #expect(application.snapshot.player.state == .playing && application.heldPause != nil)
            application.driver.handle(.willSleep)
            application.pause(from: .person, for: Self.key) { _ in }
        }
        try await wait(stage, .paused)
        #expect(try stage.on { $0.snapshot.player.reason } == .systemSleep)
        try await waitUntil("the pause to be judged again") { (try? stage.on { $0.heldPause == nil }) == true }
        #expect(try stage.on { $0.snapshot.player.reason } == .systemSleep)
        try stage.on { $0.driver.handle(.didWake) }
        try await wait(stage, .playing)
        try await stage.end()
    }

    @Test("a person who plays while such a pause is held has the last word")
    func overruled() async throws {
        let directory = try TemporaryDirectory()
        let stage = try await playing(directory)
        try stage.on { application in
            application.pause(from: .powerManager, for: Self.key) { _ in }
            application.perform(.play, for: Self.key) { _ in }
            #expect(application.heldPause == nil)
        }
        try await stage.end()
    }

    @Test("abilities follow the queue, the session and the sound server")
    func abilities() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        func now() throws -> PlayerAbilities { try stage.on { $0.abilities(of: $0.snapshot.player) } }
        #expect(try now() == PlayerAbilities())
        try stage.on { application in
            application.perform(.addItems([QueueItem(id: 0, uri: "/a"), QueueItem(id: 0, uri: "/b")]), for: Self.key) { _ in }
        }
        var wanted = PlayerAbilities()
        // A stopped player stays stopped at Next and Previous.
        wanted.play = true
        #expect(try now() == wanted)
        try stage.on { try $0.perform(.setProfile(try SessionProfile(category: .record)), for: Self.key) }
        #expect(try now() == PlayerAbilities())
        try stage.on { try $0.perform(.setProfile(.initial), for: Self.key) }
        #expect(try now() == wanted)
        stage.output.stream.send(.serverLost(message: "gone"))
        try await waitUntil("the loss") { (try? now()) == PlayerAbilities() }
        try await stage.end()
    }
}
