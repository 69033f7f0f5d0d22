import Logging
import Media
import NIOCore
import NIOPosix
import Playback
import PlayerModel
import TestSupport
import Testing

@testable import Application

@Suite("Reading tags in the background")
struct TagUpdaterTests {
    /// An engine that plays nothing, and a keeper, on an event loop of their own.
    private final class Bench: Sendable {
        private let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        private let parts: NIOLoopBound<(engine: Engine, keeper: TagUpdater)>
        let log = RecordedLog()

        init(cacheDirectory: String? = nil) throws {
            let (loop, logger) = (loop, log.logger)
            parts = try loop.submit {
                let engine = Engine(
                    scheduler: EventLoopScheduler(eventLoop: loop), output: FakeOutput(),
                    configuration: PlaybackConfiguration(), logger: logger)
                let keeper = TagUpdater(engine: engine, eventLoop: loop, cacheDirectory: cacheDirectory, logger: logger)
                return NIOLoopBound((engine, keeper), eventLoop: loop)
            }.wait()
        }

        /// Queues media, of which the keeper hears as it does in the daemon.
        func add(_ uris: [String]) throws {
            try loop.submit { [parts] in
                let (engine, keeper) = parts.value
                engine.assumeIsolated { engine in
                    engine.submit(.addItems(uris.map { QueueItem(id: 0, uri: $0) }, QueueInsertion(.end))) { _ in }
                }
                keeper.queueChanged()
            }.wait()
        }

        var durations: [Double?] {
            get throws {
                try loop.submit { [parts] in
                    parts.value.engine.assumeIsolated { $0.player.queue.items.map(\.duration) }
                }.wait()
            }
        }

        /// Which durations are estimates; `nil` where nothing is known.
        var estimates: [Bool?] {
            get throws {
                try loop.submit { [parts] in
                    parts.value.engine.assumeIsolated { engine in
                        engine.player.queue.items.map { item in item.duration.map { _ in item.durationIsEstimate } }
                    }
                }.wait()
            }
        }

        func end() throws { try loop.submit { [parts] in parts.value.keeper.shutDown() }.wait() }
    }

    private func wave(_ name: String, seconds: Int, in directory: TemporaryDirectory) throws -> String {
        let path = directory.file(name)
        try AudioFiles.writeWave(AudioFixture.unique(frameCount: 8_000 * seconds, sampleRate: 8_000), to: path)
        return path
    }

    @Test("what is queued is read, also behind what cannot be, and what comes later")
    func reads() async throws {
        let directory = try TemporaryDirectory()
        let (first, second) = (try wave("1.wav", seconds: 1, in: directory), try wave("2.wav", seconds: 2, in: directory))
        let bench = try Bench()
        try bench.add(["/nothing/there.flac", first])
        try await waitUntil("the first") { (try? bench.durations) == [nil, 1] }
        try bench.add([second])
        try await waitUntil("the second") { (try? bench.durations) == [nil, 1, 2] }
        try bench.end()
    }

    @Test("what no container knows is counted, after everything else was read")
    func counts() async throws {
        let directory = try TemporaryDirectory()
        let bare = directory.file("bare.mp3")
        try await AudioFiles.encode(
            AudioFixture.sine(frequency: 440, frameCount: 8_000 * 3, sampleRate: 8_000), options: ["-write_xing", "0"], to: bare)
        let bench = try Bench()
        try bench.add([bare, try wave("1.wav", seconds: 1, in: directory)])
        try await waitUntil("the count") { (try? bench.estimates) == [false, false] && (try? bench.durations.last) == 1 }
        let packets = try #require(try bench.durations.first ?? nil) * 8_000 / 576
        #expect(packets == packets.rounded() && packets > 41)
        try bench.end()
    }

    @Test("a cache that cannot be kept is told of once, and the files are read all the same")
    func noCache() async throws {
        let directory = try TemporaryDirectory()
        // No directory can be made where there is a file.
        let obstacle = try directory.write("", to: "obstacle")
        let bench = try Bench(cacheDirectory: obstacle + "/cache")
        for seconds in 1...2 {
            try bench.add([try wave("\(seconds).wav", seconds: seconds, in: directory)])
            try await waitUntil("the length") { (try? bench.durations.last) == Double(seconds) }
        }
        #expect(
            bench.log.lines.count { $0.hasPrefix("warning: Cannot keep titles and durations across a restart. (") } == 1,
            "\(bench.log.lines)")
        try bench.end()
    }
}
