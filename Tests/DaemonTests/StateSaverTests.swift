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

    @Test("what is saved before sleep is waited for by no thread but the one that writes it")
    func saveNow() async throws {
        let directory = try TemporaryDirectory()
        // Whoever opens a FIFO for writing waits for somebody to read: a disk that hangs.
        let disk = try directory.makeDirectory("state") + "/state.json.new"
        #expect(mkfifo(disk, 0o600) == 0)
        let writer = StateWriter(
            StateStore(directory: directory.file("state")), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            serial: 0)
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
