import Glibc
import TestSupport
import Testing

@testable import Daemon
@testable import Playback
@testable import PlayerModel

@Suite("Writing the state")
struct StateWriterTests {
    private let directory: TemporaryDirectory
    private let store: StateStore
    private let log = RecordedLog()

    init() throws {
        directory = try TemporaryDirectory()
        store = StateStore(directory: directory.file("state"))
    }

    private func writer(serial: UInt64 = 0) -> StateWriter { StateWriter(store, logger: log.logger, serial: serial) }

    private func state(seconds: Double, volume: Double = 1) -> SavedState {
        SavedState(
            items: [QueueItem(id: 1, uri: "/a"), QueueItem(id: 2, uri: "/b")], currentID: 1, seconds: seconds, wasPlaying: true,
            modes: QueueModes(), volume: Volume(level: volume), nextID: 3)
    }

    private func load() -> SavedState? { store.load { Issue.record("\($0)") } }

    /// Another one each time that the state file is written.
    private var inode: ino_t {
        var status = stat()
        return stat(directory.file("state/state.json"), &status) == 0 ? status.st_ino : 0
    }

    @Test("where nothing but the place has changed, the state file stays as it is, and the place comes back")
    func place() throws {
        let writer = writer()
        writer.write(state(seconds: 1))
        let first = inode
        #expect(first != 0)
        writer.write(state(seconds: 2))
        #expect(inode == first)
        #expect(load()?.seconds == 2)
        writer.write(HeardPlace(itemID: 2, seconds: 3, wasPlaying: false))
        #expect(inode == first)
        #expect(load()?.currentID == 2 && load()?.seconds == 3 && load()?.wasPlaying == false)
        writer.write(state(seconds: 4, volume: 0.5))
        #expect(inode != first)
        #expect(load()?.seconds == 4 && load()?.currentID == 1 && load()?.volume.level == 0.5)
    }

    @Test("what a daemon writes counts as newer than what the one before wrote")
    func serial() throws {
        let first = writer()
        first.write(state(seconds: 1))
        for second in 2...9 { first.write(HeardPlace(itemID: 1, seconds: Double(second), wasPlaying: true)) }
        let serial = try #require(load()?.serial)
        writer(serial: serial).write(state(seconds: 20, volume: 0.5))
        #expect(load()?.seconds == 20)
    }

    @Test("behind the last word nothing more is written")
    func last() {
        let writer = writer()
        writer.write(state(seconds: 1), isLast: true)
        writer.write(state(seconds: 2, volume: 0.5))
        writer.write(HeardPlace(itemID: 2, seconds: 3, wasPlaying: true))
        #expect(load()?.seconds == 1 && load()?.volume.level == 1)
    }

    @Test("a disk that refuses is told of once, and once more where it worked in between")
    func failure() throws {
        // No directory can be made where there is a file.
        let obstacle = directory.file("state")
        try writeFile([], to: obstacle)
        let writer = writer()
        for second in 1...3 { writer.write(state(seconds: Double(second))) }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.hasPrefix("error: The state could not be saved. (") == true)
        unlink(obstacle)
        writer.write(state(seconds: 4))
        #expect(load()?.seconds == 4)
        #expect(rename(obstacle, directory.file("away")) == 0)
        try writeFile([], to: obstacle)
        for volume in [0.1, 0.2] { writer.write(state(seconds: 5, volume: volume)) }
        #expect(log.lines.count == 2)
        // What is on the disk is not known any more: that it was this but for the place says nothing.
        unlink(obstacle)
        writer.write(state(seconds: 6))
        #expect(load()?.seconds == 6)
    }

    @Test("a change of a long queue writes no more than the change, until the changes are half as many")
    func changes() throws {
        let writer = writer()
        var state = state(seconds: 1)
        state.items = (1...2_000).map { QueueItem(id: $0, uri: "/\($0)/" + String(repeating: "x", count: 100)) }
        writer.write(state)
        let (first, whole) = (inode, try #require(fileLength(directory.file("state/state.json"))))
        var written = 0
        var added = 0
        while inode == first, added < 2_000 {
            added += 1
            state.items.append(QueueItem(id: 2_000 + Int64(added), uri: "/added/\(added)"))
            writer.write(state)
            // To read 2,000 items after each change takes most of a minute.
            if added < 4 || added % 50 == 0 || inode != first { #expect(load()?.items == state.items) }
            written = max(written, fileLength(directory.file("state/state.journal")) ?? 0)
        }
        #expect(added > 200 && written > whole / 3 && written <= whole / 2 + 2_000, "\(added) \(written) of \(whole)")
        #expect(fileLength(directory.file("state/state.journal")) == nil)
        // The generation before it leads to the same.
        unlink(directory.file("state/state.json"))
        #expect(load()?.items == state.items)
        #expect(log.lines.isEmpty)
    }

    @Test("where much of a long queue has changed, all of it is written")
    func replaced() throws {
        let writer = writer()
        var state = state(seconds: 1)
        state.items = (1...2_000).map { QueueItem(id: $0, uri: "/\($0)/" + String(repeating: "x", count: 100)) }
        writer.write(state)
        let first = inode
        state.items = (1...2_000).map { QueueItem(id: 2_000 + $0, uri: "/\($0)/" + String(repeating: "y", count: 100)) }
        writer.write(state)
        #expect(inode != first && load()?.items == state.items)
        #expect(fileLength(directory.file("state/state.journal")) == nil)
    }
}
