import AudioTypes
import Media
import MediaTypes
import PlayerModel
import Recording
import Synchronization
import SystemSupport
import TestSupport
import Testing

@testable import Application

@Suite("A recording of the player whose next item has more bits")
struct PlayerDepthTests {
    private static let origin = Origin(.control, client: 7)

    /// Plays an item of 16 bits and one of 24, and begins recordings while the first one is about to be heard.
    private static func play(
        _ sounds: (PCMAudio, PCMAudio), _ stage: ApplicationStage, _ directory: TemporaryDirectory,
        recording requests: [RecordingRequest]
    ) async throws {
        let paths = [directory.file("flat.wav"), directory.file("deep.wav")]
        try AudioFiles.writeWave(sounds.0, to: paths[0])
        try AudioFiles.writeWave(sounds.1, bits: 24, to: paths[1])
        try stage.on { application in
            application.perform(.addItems(paths.map { QueueItem(id: 0, uri: $0) }), for: origin) { _ in }
            application.perform(.play, for: origin) { _ in }
        }
        try await waitUntil("the first item") { (try? stage.on { $0.snapshot.player.sourceDescription?.depth }) == 16 }
        for request in requests {
            let begun = Mutex(false)
            let hasBegun = { @Sendable (isBegun: Bool) in begun.withLock { $0 = isBegun } }
            try stage.on { application in
                application.record(request, for: origin, by: nil) { result in hasBegun((try? result.get()) != nil) }
            }
            try await waitUntil("the recording") { begun.withLock { $0 } }
        }
        try await stage.playOut()
    }

    private static func stage(_ directory: TemporaryDirectory) throws -> ApplicationStage {
        var settings = ApplicationSettings()
        settings.recordings.directory = directory.file("recordings")
        return try ApplicationStage(directory, settings: settings)
    }

    private static func news(_ stage: ApplicationStage) -> [RecordingNews] {
        stage.events.compactMap { if case .recording(let news) = $0 { news } else { nil } }
    }

    private static func request(_ change: (inout RecordingRequest) -> Void) -> RecordingRequest {
        var request = RecordingRequest(.player)
        change(&request)
        return request
    }

    @Test(
        "goes on with its first frame in a file of that depth, unless somebody has asked for fewer",
        arguments: [nil, .signed16] as [AudioFileFormat.SampleKind?], [false, true])
    func files(asked: AudioFileFormat.SampleKind?, splitsOnTitle: Bool) async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let sounds = (
            AudioFixture.unique(frameCount: 9_601, sampleRate: 48_000),
            AudioFixture.unique(frameCount: 9_603, sampleRate: 48_000, bits: 24, seed: 2)
        )
        let request = Self.request { request in
            request.path = "take.wav"
            request.options.samples = asked
            request.splitsOnTitle = splitsOnTitle
        }
        try await Self.play(sounds, stage, directory, recording: [request])
        try stage.on { try $0.recordings.stop($0.recordings.ids[0]) { _ in } }
        let result = try await waitFor("the end") { () -> RecordingResult? in
            for case .ended(_, let result) in Self.news(stage) { return result }
            return nil
        }
        let reduced = Self.news(stage).compactMap { news -> Int? in
            if case .phaseChanged(let status) = news { status.format.encoded?.reduction?.from } else { nil }
        }
        #expect(result.end == .stopped && result.frames == 9_601 + 9_603, "\(result)")
        if asked == nil {
            #expect(result.files == 2 && reduced.isEmpty, "\(result)")
            let first = directory.file("recordings/take.wav")
            #expect(try await AudioFiles.decode(first, sampleRate: 48_000, channelCount: 2).samples == sounds.0.samples)
            let last = "\(directory.file("recordings"))/take 2.wav"
            #expect(try await AudioFiles.decode(last, sampleRate: 48_000, channelCount: 2).samples == sounds.1.samples)
        } else {
            #expect(result.files == 1 && reduced == [24], "\(result)")
        }
        try await stage.end()
    }

    @Test("says so over a connection, where it goes on as it is, once")
    func connection() async throws {
        let directory = try TemporaryDirectory()
        let stage = try Self.stage(directory)
        let sounds = (
            AudioFixture.unique(frameCount: 4_800, sampleRate: 48_000),
            AudioFixture.unique(frameCount: 4_800, sampleRate: 48_000, bits: 24, seed: 2)
        )
        let requests = [("flac", nil), ("wav", .signed24)].map { (format: String, samples: AudioFileFormat.SampleKind?) in
            Self.request { request in
                request.isOnConnection = true
                request.format = format
                request.options.samples = samples
            }
        }
        try await Self.play(sounds, stage, directory, recording: requests)
        let changed = Self.news(stage).compactMap { news -> DepthReduction? in
            if case .phaseChanged(let status) = news { status.format.encoded?.reduction } else { nil }
        }
        #expect(changed.map(\.from) == [24] && changed.map(\.to) == [16], "\(changed)")
        #expect(changed.allSatisfy { !$0.isDithered }, "the samples of what follows are rounded")
        try await stage.end()
    }
}
