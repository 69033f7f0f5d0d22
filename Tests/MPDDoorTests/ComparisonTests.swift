import TestSupport
import Testing

/// What a real MPD answers, and what the door answers to the same commands. `scripts/check-mpd` says which differences are declared.
@Suite("The door side by side with MPD", .serialized)
struct ComparisonTests {
    @Test("more than 6,000 commands about 2,000 files with tags of every kind are answered as by MPD")
    func library() async throws {
        let stage = try await MPDStage.set(music: "music", playlists: "lists")
        let music = stage.system.directory.file("music")
        let maker = try await stage.system.launch(MPDStage.python, [MPDStage.scripts + "make-music", music, "2000"])
        try #require(try await maker.waitForExit(deadline: .seconds(120)).isSuccess)

        let text = try await Self.check(stage.system, against: stage.socket, music)

        let alike = try #require(text.firstMatch(of: #/(\d+) of \d+ commands about the library are/#), "\(text)")
        #expect(try #require(Int(alike.1)) > 6_000)
        let parts = ["say of themselves is alike", "pictures are alike", "states are alike", "changes both tell the same"]
        #expect(parts.allSatisfy { text.contains($0) }, "\(text)")
        // The stage's own client has said nothing meanwhile, so the door has let it go.
        let songs = try await stage.connect().ask("stats").first { $0.hasPrefix("songs: ") }
        #expect(try #require(songs.flatMap { Int($0.dropFirst(7)) }) >= 2_000)
    }

    @Test("without a library, commands that are right, wrong and hostile are answered as by MPD")
    func conversation() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let socket = system.directory.file("mpd.sock")
        // Without a home, no directory of music is known.
        let daemon = try await DaemonProcess.start(
            in: system, configuration: "[mpd]\nsocket = \"\(socket)\"", wrapper: ["env", "-u", "HOME"])

        let text = try await Self.check(system, against: socket)

        #expect(text.contains("inputs are answered alike"), "\(text)\n\(daemon.log)")
    }

    /// Returns what the check prints; an expectation fails where it finds a difference.
    private static func check(_ system: PrivateSoundSystem, against socket: String, _ music: String...) async throws -> String {
        let output = system.directory.file("differences")
        let child = try await system.launch(
            MPDStage.python, [MPDStage.scripts + "check-mpd", socket] + music, output: .file(output), error: .file(output))
        let status = try await child.waitForExit(deadline: .seconds(600))
        let text = String(decoding: try readFile(output), as: UTF8.self)
        #expect(status.isSuccess, "\(text)")
        return text
    }
}
