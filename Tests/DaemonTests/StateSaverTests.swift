import AudioTypes
import Glibc
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import Daemon
@testable import Playback
@testable import PlayerModel

@Suite("Keeping the state")
struct StateSaverTests {
    private final class Seen: Sendable {
        let isSaved = Atomic(false)
        let isLoopFree = Atomic(false)
    }

    /// A log whose every line waits until somebody reads `disk`.
    private struct HangingLog: LogHandler {
        let disk: String
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { close(open(disk, O_WRONLY)) }
    }

    @Test(
        "a crash loses at most two seconds of the media, however fast they play", arguments: [(0.5, 1_900), (1, 1_900), (4, 475)])
    func interval(speed: Double, milliseconds: Int32) {
        var player = Player()
        var configuration = PlaybackConfiguration()
        configuration.options.speed = speed
        _ = player.apply(configuration)
        #expect(StateSaver.placeInterval(of: HeardWatch(player, OutputClock())) == -1)
        _ = player.status.change(to: .playing, for: .user)
        #expect(StateSaver.placeInterval(of: HeardWatch(player, OutputClock())) == milliseconds)
    }

    @Test("what is saved before sleep is waited for by no thread but the one that writes it")
    func saveNow() async throws {
        let directory = try TemporaryDirectory()
        // The directory cannot be made, and whoever logs that waits until somebody reads: a disk that hangs.
        let disk = directory.file("disk")
        #expect(mkfifo(disk, 0o600) == 0)
        let writer = StateWriter(
            StateStore(directory: try directory.write("", to: "file") + "/state"),
            logger: Logger(label: "test") { _ in HangingLog(disk: disk) }, serial: 0)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let seen = Seen()
        loop.execute {
            let keeper = StateSaver(writer, eventLoop: loop) {
                let player = Player()
                return StateSaver.Snapshot(state: player.savedState, watch: HeardWatch(player, OutputClock()))
            }
            keeper.saveNow { seen.isSaved.store(true, ordering: .relaxed) }
            loop.execute { seen.isLoopFree.store(true, ordering: .relaxed) }
        }
        try await waitUntil("the control thread") { seen.isLoopFree.load(ordering: .relaxed) }
        let isEarly = seen.isSaved.load(ordering: .relaxed)
        #expect(!isEarly)

        let reader = open(disk, O_RDONLY | O_NONBLOCK)
        #expect(reader >= 0)
        try await waitUntil("the callback") { seen.isSaved.load(ordering: .relaxed) }
        close(reader)
        try await group.shutdownGracefully()
    }

    @Test("many changes are written once, and the last word at once, in the place of what is still gathered")
    func gathers() async throws {
        let directory = try TemporaryDirectory()
        let store = StateStore(directory: directory.file("state"))
        let writer = StateWriter(store, logger: RecordedLog().logger, serial: 0)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let snapshots = Atomic(0)
        let keeper = try await loop.submit {
            let keeper = StateSaver(writer, eventLoop: loop) {
                var player = Player()
                let count = snapshots.wrappingAdd(1, ordering: .relaxed).newValue
                _ = player.handle(.volumeChanged(level: Double(count) / 10, muted: false))
                return StateSaver.Snapshot(state: player.savedState, watch: HeardWatch(player, OutputClock()))
            }
            for _ in 1...100 { keeper.changed() }
            return NIOLoopBound(keeper, eventLoop: loop)
        }.get()
        try await waitUntil("the state") { store.load { _ in } != nil }
        #expect(store.load { _ in }?.volume.level == 0.1)
        let last = try await loop.submit {
            keeper.value.changed()
            keeper.value.close()
            return store.load { _ in }?.volume.level
        }.get()
        #expect(last == 0.2)
        let count = snapshots.load(ordering: .relaxed)
        #expect(count == 2)
        try await group.shutdownGracefully()
    }
}
