import PlayerModel
import TestSupport
import Testing

@testable import Application

@Suite("Whose command it was")
struct CommanderTests {
    @Test("is told by the name that the client's door has for it, and by none where nobody knows it")
    func names() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = directory.file("a.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 480_000, sampleRate: 48_000), to: path)
        try stage.on { application in
            application.commanders.nameClients(of: .control) { $0 == 7 ? "linphone" : nil }
            application.commanders.nameClients(of: .mpd) { _ in "mpc" }
            application.perform(.playURI(path), for: Origin(.control, client: 7)) { _ in }
            // While the file is opened, a program of another name sets the volume.
            application.commanders.nameClients(of: .control) { $0 == 7 ? "linphone" : "statusbar" }
            application.perform(.setVolume(level: 0.8, delta: nil, muted: nil), for: Origin(.control, client: 9)) { _ in }
            application.commanders.nameClients(of: .control) { $0 == 7 ? "linphone" : nil }
        }
        try await waitUntil("the beginning") { (try? stage.on { $0.snapshot.player.state }) == .playing }
        try stage.on { application in
            application.perform(.setVolume(level: 0.5, delta: nil, muted: nil), for: Origin(.control, client: 8)) { _ in }
            // Seeking changes nothing of what is told.
            application.perform(.seekTo(1), for: Origin(.control, client: 7)) { _ in }
            application.perform(.pause, for: Origin(.mpd, client: 1 << 63)) { _ in }
            #expect(application.snapshot.cause?.change.source == "mpc")
            let changes = application.recentChanges.filter { if case .output = $0.kind { false } else { true } }
            #expect(changes.map(\.source) == ["statusbar", "linphone", nil, "mpc"])
        }
        try await stage.end()
    }
}
