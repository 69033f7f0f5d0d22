import AudioSession
import AudioTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Announcements through the application", .serialized)
struct AnnouncementTests {
    private static let me = Origin(.control, client: 1)

    /// Announces `uri`, and waits for the answer.
    private func announce(
        _ uri: String, _ effect: Announcement.Effect = .duck, rooms: [String] = [], on stage: ApplicationStage
    ) async throws -> Result<Int64, ApplicationError> {
        let answer = Mutex<Result<Int64, ApplicationError>?>(nil)
        try stage.on { application in
            application.announce(uri, .init(effect: effect, rooms: rooms)) { result in answer.withLock { $0 = result } }
        }
        try await waitUntil("the answer") { answer.withLock { $0 != nil } }
        return try #require(answer.withLock { $0 })
    }

    /// Writes an announcement that does not end by itself while a test looks at it, however busy the machine is.
    private func wave(_ directory: TemporaryDirectory, seconds: Int = 59) throws -> String {
        let path = directory.file("words.wav")
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 8_000 * seconds, sampleRate: 8_000), to: path)
        return path
    }

    @Test("are refused in a category without output, and end when the category changes to such a one")
    func category() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave(directory)
        #expect(try await announce(path, on: stage).get() == 1)
        try stage.on { try $0.perform(.setProfile(try SessionProfile(category: .record)), for: Self.me) }
        try await waitUntil("the end") { stage.ends == ["interrupted"] }
        guard case .failure(.session(let error)) = try await announce(path, on: stage) else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.code == .incompatibleCategory)
        try await stage.end()
    }

    @Test("to rooms are refused where the configuration has none, whatever the category")
    func noRooms() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave(directory)
        try stage.on { try $0.perform(.setProfile(try SessionProfile(category: .record)), for: Self.me) }
        guard case .failure(.rooms(let error)) = try await announce(path, rooms: ["kitchen"], on: stage) else {
            Issue.record("it was not refused")
            return
        }
        #expect("\(error)".contains("snapcast.announcements"))
        try await stage.end()
    }

    @Test("are as loud as the music, also in rooms while the volume is that of a sink here")
    func usualVolume() {
        var player = Player()
        var use = VolumeUse()
        (use.sinkLevel, use.output) = (0.2, "dac")
        _ = player.setVolumeUse(use)
        #expect(Application.usualVolume(of: player, isInRooms: true) == 0.2)
        #expect(Application.usualVolume(of: player, isInRooms: false) == 1)
        _ = player.setVolumeUse(VolumeUse())
        _ = player.beginVolume(at: 0.3)
        #expect(Application.usualVolume(of: player, isInRooms: false) == 0.3)
    }

    @Test("begin no interruption while nothing plays, and leave the session inactive")
    func idle() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        _ = try await announce(try wave(directory), .pause, on: stage).get()
        let session = try stage.on { $0.session }
        #expect(session.interruptions.holding.isEmpty && !session.isActive)
        #expect(try stage.on { $0.announcements.map(\.phase) } == [.speaking])
        try stage.on { try $0.cancelAnnouncement(nil) }
        try await waitUntil("the end") { stage.ends == ["cancelled"] }
        #expect(throws: (any Error).self) { try stage.on { try $0.cancelAnnouncement(99) } }
        try await stage.end()
    }

    @Test("cannot take the stream of another client")
    func foreignStream() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        try stage.on { $0.openStream(nil, title: nil, play: false, for: Self.me) { _ in } }
        await #expect(throws: ApplicationError.self) { try await announce("stream:1", on: stage).get() }
        #expect(try stage.on { $0.snapshot.player.queue.items.count } == 1)
        try await stage.end()
    }

    @Test("pause music that plays, as an interruption that gives it back")
    func pause() async throws {
        let directory = try TemporaryDirectory()
        let stage = try ApplicationStage(directory)
        let path = try wave(directory)
        try stage.on { $0.perform(.playURI(path), for: Self.me) { _ in } }
        try await waitUntil("playing") { (try? stage.on { $0.session.isActive }) == true }
        _ = try await announce(path, .pause, on: stage).get()
        try await waitUntil("the pause") { (try? stage.on { $0.snapshot.player.state }) == .paused }
        #expect(try stage.on { $0.session.interruptions.holding.map(\.reason) } == [.announcement])
        #expect(try stage.on { $0.snapshot.resumeExpected })
        try stage.on { try $0.cancelAnnouncement(nil) }
        try await waitUntil("playing again") { (try? stage.on { $0.snapshot.player.state }) == .playing }
        try await stage.end()
    }
}

extension ApplicationStage {
    /// How announcements ended so far.
    fileprivate var ends: [String] {
        events.compactMap { if case .announcement(.ended(_, let end)) = $0 { end.rawValue } else { nil } }
    }
}
