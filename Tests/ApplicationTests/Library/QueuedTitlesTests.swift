import MediaTypes
import PlayerModel
import Synchronization
import TestSupport
import Testing

@testable import Application

@Suite("Files that the library knows")
struct QueuedTitlesTests {
    private static let client = Origin(.control, client: 1)

    @Test("have its titles as soon as they are in the queue, whether they are added or played, and others none")
    func titles() async throws {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory("music")
        try directory.makeDirectory("other")
        for number in 1...3 {
            let sound = AudioFixture.unique(frameCount: 44_100, seed: UInt32(number))
            let tags = ["-metadata", "title=Title \(number)", "-metadata", "artist=Ann"]
            try await AudioFiles.encode(sound, options: tags, to: directory.file("music/\(number).flac"))
            try await AudioFiles.encode(sound, options: tags, to: directory.file("other/\(number).flac"))
        }
        var settings = ApplicationSettings()
        settings.library.directories = [directory.file("music")]
        let stage = try ApplicationStage(directory, settings: settings)
        try await waitUntil("the scan") {
            stage.events.contains { event in
                if case .library(.scan(let scan)) = event { scan.state == .done } else { false }
            }
        }
        let added = try await queue(stage) { application, answer in
            application.add(
                [directory.file("music"), directory.file("other/1.flac")], QueueInsertion(.end), for: Self.client, answer: answer)
        }
        #expect(added.map(\.title) == ["Title 1", "Title 2", "Title 3", nil])
        #expect(added.map(\.artist) == ["Ann", "Ann", "Ann", nil])
        #expect(added.prefix(3).allSatisfy { $0.duration != nil })
        let played = try await queue(stage) { application, answer in
            application.perform(.playURI(directory.file("music")), for: Self.client, answer: answer)
        }
        #expect(played.map(\.title) == ["Title 1", "Title 2", "Title 3"])
        try await stage.end()
    }

    /// Gives a command, and returns the queue as it is when that is answered.
    private func queue(
        _ stage: ApplicationStage, _ command: @escaping @Sendable (Application, @escaping Application.Answer) -> Void
    ) async throws -> [QueueItem] {
        let answered = Answered()
        try stage.on { application in
            command(application) { [unowned application] _ in
                let items = application.snapshot.player.queue.items
                answered.items.withLock { $0 = items }
            }
        }
        return try await waitFor("the answer") { answered.items.withLock { $0 } }
    }

    private final class Answered: Sendable {
        let items = Mutex<[QueueItem]?>(nil)
    }
}
