import FoundationEssentials
import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import Playback
@testable import PlayerModel

@Suite("The state on disk")
struct StateStoreTests {
    private let directory: TemporaryDirectory
    private let store: StateStore

    init() throws {
        directory = try TemporaryDirectory()
        store = StateStore(directory: directory.file("state"))
    }

    private var path: String { directory.file("state/state.json") }
    private var previousPath: String { directory.file("state/state.previous.json") }

    private func state(_ number: Int64, itemCount: Int64 = 3) -> SavedState {
        SavedState(
            items: (1...itemCount).map { QueueItem(id: $0, uri: "/music/\($0) \u{266B} \"\\.flac", title: "T", duration: 1.5) },
            currentID: 2, seconds: Double(number) + 0.1, wasPlaying: true,
            modes: QueueModes(repeats: .all, shuffles: true, consumes: true), volume: Volume(level: 0.3, muted: true),
            nextID: itemCount + 1)
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func write(_ data: Data, _ path: String) throws { try data.write(to: URL(filePath: path)) }

    /// What a load answers, and what it reports.
    private func load() -> (state: SavedState?, reports: [String]) {
        var reports: [String] = []
        let state = store.load { reports.append($0) }
        return (state, reports)
    }

    @Test("what was saved comes back whole, from a directory that was not there")
    func roundTrip() throws {
        try store.save(state(1))
        #expect(load() == (state(1), []))
        var information = stat()
        #expect(stat(path, &information) == 0 && information.st_mode & 0o777 == 0o600)
        #expect(stat(directory.file("state"), &information) == 0 && information.st_mode & 0o777 == 0o700)
    }

    @Test("the file is JSON that others can read")
    func isJSON() throws {
        try store.save(state(1))
        struct Envelope: Decodable { var state: SavedState }
        #expect(try JSONDecoder().decode(Envelope.self, from: try bytes(path)).state == state(1))
    }

    @Test("where nothing was ever saved nothing is loaded, and nothing is said")
    func nothing() {
        #expect(load() == (nil, []))
    }

    @Test("the generation before is kept, and only that")
    func generations() throws {
        for number in 1...3 { try store.save(state(Int64(number))) }
        unlink(path)
        #expect(load() == (state(2), []))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
        #expect(names.sorted() == ["state.previous.json"])
    }

    @Test("a file cut at any byte is set aside, and the generation before is used")
    func truncated() throws {
        try store.save(state(1))
        try store.save(state(2))
        let whole = try bytes(path)
        for length in 0..<whole.count {
            try write(whole.prefix(length), path)
            let result = load()
            #expect(result.state == state(1) && result.reports.count == 1, "cut to \(length) bytes")
            #expect(try bytes(path + ".damaged") == whole.prefix(length))
            #expect(access(path, F_OK) != 0)
        }
    }

    @Test("any bit that changes is seen")
    func bitFlips() throws {
        try store.save(state(1))
        try store.save(state(2))
        let whole = try bytes(path)
        for place in 0..<whole.count * 8 {
            var damaged = whole
            damaged[place / 8] ^= 1 << UInt8(place % 8)
            try write(damaged, path)
            let result = load()
            #expect(result.state == state(1) && result.reports.count == 1, "bit \(place)")
        }
    }

    @Test("with both generations damaged nothing is loaded, and both are set aside with a sentence")
    func bothDamaged() throws {
        try store.save(state(1))
        try store.save(state(2))
        try write(Data("}{".utf8), path)
        try write(Data(), previousPath)
        let result = load()
        #expect(result.state == nil && result.reports.count == 2)
        #expect(access(path + ".damaged", F_OK) == 0 && access(previousPath + ".damaged", F_OK) == 0)
        try store.save(state(3))
        #expect(load() == (state(3), []))
    }

    @Test("a state of another version is set aside, and the generation before is used")
    func otherVersion() throws {
        try store.save(state(1))
        var newer = state(2)
        newer.version = 99
        try store.save(newer)
        let result = load()
        #expect(result.state == state(1) && result.reports.count == 1)
        #expect(result.reports.first?.contains("version") == true)
        #expect(access(path + ".damaged", F_OK) == 0)
    }

    @Test("what is no file is set aside with a sentence, the generation before is used, and saving goes on", arguments: 0..<3)
    func unreadable(kind: Int) throws {
        try store.save(state(1))
        try store.save(state(2))
        unlink(path)
        switch kind {
        case 0: mkdir(path, 0o700)
        case 1: mkfifo(path, 0o600)
        default: symlink("/dev/zero", path)
        }
        let result = load()
        #expect(result.state == state(1))
        #expect(result.reports == ["\(path) is set aside: \(kind == 2 ? "it is a link" : "it is no regular file")"])
        try store.save(state(3))
        #expect(load() == (state(3), []))
    }

    @Test("paused at the beginning is not stopped", arguments: [true, false])
    func pausedAtTheBeginning(wasStopped: Bool) throws {
        var saved = state(1)
        saved.seconds = 0
        saved.wasPlaying = false
        saved.wasStopped = wasStopped
        try store.save(saved)
        var player = Player()
        _ = player.restore(try #require(load().state))
        #expect(player.state == (wasStopped ? .stopped : .paused))
        #expect(player.savedState.wasStopped == wasStopped)
    }

    @Test("a directory that cannot be made is an error with a sentence")
    func unwritable() throws {
        let file = try directory.write("", to: "file")
        let store = StateStore(directory: file + "/state")
        let failure = #expect(throws: SealedFile.Failure.self) { try store.save(state(1)) }
        #expect(failure?.description.contains(file) == true)
        #expect(store.load { _ in } == nil)
    }

    @Test("a failed save leaves what was there")
    func failedSave() throws {
        try store.save(state(1))
        // Nothing can be made in the directory, because a file is in its place.
        let folder = String(path.dropLast("/state.json".utf8.count))
        #expect(rename(folder, folder + "-away") == 0)
        try writeFile([], to: folder)
        #expect(throws: SealedFile.Failure.self) { try store.save(state(2)) }
        #expect(unlink(folder) == 0 && rename(folder + "-away", folder) == 0)
        #expect(load() == (state(1), []))
    }

    @Test("what a crash left behind does not stand in the way")
    func leftovers() throws {
        try store.save(state(1))
        try write(Data("rest".utf8), path + ".new")
        try write(Data("rest".utf8), previousPath + ".new")
        try store.save(state(2))
        unlink(path)
        #expect(load() == (state(1), []))
    }

    @Test("a long queue comes back as well")
    func large() throws {
        try store.save(state(1, itemCount: 20_000))
        #expect(load().state?.items.count == 20_000)
    }

    @Test("changes behind a state come back with it, and behind the generation before it, too, if the newest one is damaged")
    func changes() throws {
        let queue = { (count: Int64, serial: UInt64) in
            var made = state(1, itemCount: count)
            made.serial = serial
            return made
        }
        try store.save(queue(10, 1))
        _ = try store.save(SavedChange(from: queue(10, 1), to: queue(11, 2)))
        #expect(load() == (queue(11, 2), []))
        // As the writer does once the changes are many: the change is also behind the generation that it leads from.
        _ = try store.save(SavedChange(from: queue(11, 2), to: queue(12, 3)))
        try store.save(queue(12, 3))
        _ = try store.save(SavedChange(from: queue(12, 3), to: queue(13, 4)))
        #expect(load() == (queue(13, 4), []))
        try write(Data("{".utf8), path)
        let (loaded, reports) = load()
        #expect(loaded == queue(13, 4) && reports.count == 1, "\(reports)")
        // A position that is newer than the changes counts, and names an item that only a change has.
        try store.save(HeardPlace(itemID: 13, seconds: 7, wasPlaying: true, serial: 5), isSynced: true)
        #expect(load().state?.currentID == 13 && load().state?.seconds == 7)
    }

    @Test("changes of another state are left out, and so is one that was cut off")
    func foreignChanges() throws {
        var states = (1...4).map { state(1, itemCount: $0) }
        for index in states.indices { states[index].serial = UInt64(index + 1) }
        try store.save(states[0])
        _ = try store.save(SavedChange(from: states[0], to: states[1]))
        _ = try store.save(SavedChange(from: states[2], to: states[3]))
        #expect(load() == (states[1], []))
        let journal = directory.file("state/state.journal")
        try write(try bytes(journal).dropLast(9), journal)
        let (loaded, reports) = load()
        #expect(loaded == states[1] && reports.count == 1, "\(reports)")
    }

    @Test("the state is the same JSON in batches of items as in one piece", arguments: [0, 1, 499, 500, 501, 1_700])
    func batches(count: Int64) throws {
        var long = state(1)
        long.items = (0..<count).map { QueueItem(id: $0 + 1, uri: "/\"items\":[]/\($0)") }
        long.session = SavedSession(
            category: "\"items\":[]", mode: "", options: [], preferredIOBufferDuration: 0, preferredSampleRate: 0)
        #expect(try JSONDecoder().decode(SavedState.self, from: Data(try long.json())) == long)
    }
}
