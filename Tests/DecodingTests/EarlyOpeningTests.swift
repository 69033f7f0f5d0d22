import AudioTypes
import Glibc
import Media
import MediaTypes
import PlayerModel
import SystemSupport
import TestSupport
import Testing

@testable import Decoding

@Suite("What is opened early", .serialized)
struct EarlyOpeningTests {
    private let directory: TemporaryDirectory
    private let early = EarlyOpening()
    private let ahead = ReadAhead(bytes: 8 << 20)

    init() throws {
        directory = try TemporaryDirectory()
        for (name, count) in [("a", 10_000), ("b", 20_000)] {
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: count), to: directory.file("\(name).wav"))
        }
    }

    /// An opening that notes its token, and waits until `isReady`.
    private func begin(
        _ name: String, _ tokens: Monitor<[CancellationToken]>, track: TrackWish = TrackWish(),
        after isReady: Monitor<Bool>? = nil
    ) {
        let (path, ahead) = (directory.file("\(name).wav"), ahead)
        early.begin(path, track) { token throws(PlaybackError) in
            tokens.withLock { $0.append(token) }
            _ = isReady?.wait { $0 ? true : nil }
            let source = try MediaFileOpening().open(path, cancellation: CancellationToken())
            let file = try? FileSource(MediaLocation(uri: path), cancellation: token, mayHang: true, ahead: ahead)
            return file.map { EarlyMedia(source, $0) }
        }
    }

    private func take(
        _ name: String, track: TrackWish = TrackWish(), _ cancellation: CancellationToken = CancellationToken()
    ) -> SourceDescription? {
        early.take(directory.file("\(name).wav"), track, cancellation)?.description
    }

    /// How many threads open something.
    private var openings: Int? { try? ThreadActivity(of: getpid()).names.count { $0 == "fermata-open" } }

    /// Waits until so many were begun since the beginning, and until all have ended.
    private func waitUntilOpen(_ tokens: Monitor<[CancellationToken]>, _ count: Int) async throws {
        try await waitUntil("\(count) openings, and their ends") { tokens.withLock { $0.count } == count && openings == 0 }
    }

    @Test("is opened once, and taken once, by its address and its track")
    func once() async throws {
        let tokens = Monitor<[CancellationToken]>([])
        for _ in 0..<2 { begin("a", tokens) }
        try await waitUntilOpen(tokens, 1)
        #expect(tokens.withLock { $0.count } == 1)
        #expect(take("b") == nil && take("a", track: TrackWish(.index(1))) == nil)
        #expect(take("a") != nil && take("a") == nil)
        #expect(tokens.withLock { !$0[0].isCancelled })
    }

    @Test(
        "is opened anew where the file was changed meanwhile, or another one was put in its place, and the reading of the old one ends",
        arguments: [true, false])
    func changed(isAnother: Bool) async throws {
        let tokens = Monitor<[CancellationToken]>([])
        begin("a", tokens)
        try await waitUntilOpen(tokens, 1)
        if isAnother {
            #expect(rename(directory.file("b.wav"), directory.file("a.wav")) == 0)
        } else {
            try AudioFiles.writeWave(AudioFixture.unique(frameCount: 30_000), to: directory.file("a.wav"))
        }
        #expect(take("a") == nil && tokens.withLock { $0[0].isCancelled })
    }

    @Test("is given up where something else is expected, or nothing, and what comes too late is not taken for that")
    func replaced() async throws {
        let (tokens, isReady) = (Monitor<[CancellationToken]>([]), Monitor(false))
        begin("a", tokens, after: isReady)
        try await waitUntil("the first opening") { tokens.withLock { $0.count } == 1 }
        begin("b", tokens)
        #expect(tokens.withLock { $0[0].isCancelled })
        try await waitUntil("the second opening to end") { tokens.withLock { $0.count } == 2 && openings == 1 }
        isReady.withLock { $0 = true }
        try await waitUntilOpen(tokens, 2)
        #expect(take("b")?.duration == 20_000.0 / 44_100)
        begin("a", tokens)
        try await waitUntil("the third opening") { tokens.withLock { $0.count } == 3 }
        early.end()
        #expect(tokens.withLock { $0[2].isCancelled })
        try await waitUntilOpen(tokens, 3)
        #expect(take("a") == nil)
    }

    @Test("goes on being read until whoever has taken it cancels that")
    func cancelled() async throws {
        let tokens = Monitor<[CancellationToken]>([])
        begin("a", tokens)
        try await waitUntilOpen(tokens, 1)
        let cancellation = CancellationToken()
        #expect(take("a", cancellation) != nil)
        #expect(tokens.withLock { !$0[0].isCancelled })
        cancellation.cancel()
        #expect(tokens.withLock { $0[0].isCancelled })
    }
}
