import FoundationEssentials
import Glibc
import SystemSupport
import TestSupport
import Testing

@testable import Playback
@testable import PlayerModel

@Suite("The place on disk")
struct PlaceTests {
    private let directory: TemporaryDirectory
    private let store: StateStore

    init() throws {
        directory = try TemporaryDirectory()
        store = StateStore(directory: directory.file("state"))
    }

    private var path: String { directory.file("state/place.json") }

    private func state(serial: UInt64?, seconds: Double = 1) -> SavedState {
        SavedState(
            items: (1...3).map { QueueItem(id: $0, uri: "/\($0)") }, currentID: 1, seconds: seconds, wasPlaying: false,
            modes: QueueModes(), volume: Volume(), nextID: 4, serial: serial)
    }

    private func load() -> (state: SavedState?, reports: [String]) {
        var reports: [String] = []
        let state = store.load { reports.append($0) }
        return (state, reports)
    }

    @Test("the newer of state and place counts", arguments: [(1, 2, 20.5), (3, 2, 1), (2, 2, 1)])
    func newer(stateSerial: UInt64, placeSerial: UInt64, seconds: Double) throws {
        try store.save(state(serial: stateSerial))
        try store.save(HeardPlace(itemID: 2, seconds: 20.5, wasPlaying: true, serial: placeSerial), isSynced: false)
        let loaded = try #require(load().state)
        #expect(loaded.seconds == seconds && loaded.currentID == (seconds == 1 ? 1 : 2))
        // What is saved next must be newer than both.
        #expect(loaded.serial == max(stateSerial, placeSerial))
    }

    @Test("a place is read with all that was written", arguments: [nil, false, true], [0, 1e-7, 12_345.678_901])
    func fields(wasStopped: Bool?, seconds: Double) throws {
        try store.save(state(serial: 1))
        let place = HeardPlace(itemID: 3, seconds: seconds, wasPlaying: seconds > 0, wasStopped: wasStopped, serial: .max / 2)
        try store.save(place, isSynced: false)
        #expect(load().state?.place == place)
    }

    @Test("a state of before places were kept takes the place; a place of an item that is gone says nothing")
    func strange() throws {
        try store.save(state(serial: nil))
        try store.save(HeardPlace(itemID: 3, seconds: 2, wasPlaying: true, serial: 1), isSynced: true)
        #expect(load().state?.currentID == 3)
        try store.save(HeardPlace(itemID: 9, seconds: 2, wasPlaying: true, serial: 7), isSynced: true)
        let loaded = try #require(load().state)
        #expect(loaded.currentID == 1 && loaded.serial == 7)
        try store.save(HeardPlace(itemID: nil, seconds: 0, wasPlaying: false, serial: 8), isSynced: true)
        #expect(load().state?.currentID == nil)
    }

    @Test("the order of a shuffled queue is kept, and a newer place is a place in it")
    func shuffled() throws {
        var state = state(serial: 1)
        state.modes.shuffles = true
        state.shuffleOrder = SavedShuffleOrder(played: [3], current: 1, upcoming: [2])
        try store.save(state)
        try store.save(HeardPlace(itemID: 2, seconds: 2, wasPlaying: true, serial: 2), isSynced: false)
        var player = Player()
        _ = player.restore(try #require(load().state))
        #expect(player.queue.rounds.played == [3, 1] && player.queue.rounds.upcoming.isEmpty)
        #expect(player.savedState.shuffleOrder == SavedShuffleOrder(played: [3, 1], current: 2, upcoming: []))
    }

    @Test("a place of a queue that is gone is forgotten with it")
    func orphan() throws {
        try store.save(HeardPlace(itemID: 1, seconds: 2, wasPlaying: true, serial: 99), isSynced: true)
        #expect(load() == (nil, []) && access(path, F_OK) != 0)
    }

    @Test("cut at any byte, or with any bit changed, it is set aside with a sentence, and the state's own place is used")
    func damaged() throws {
        try store.save(state(serial: 1))
        try store.save(HeardPlace(itemID: 2, seconds: 20.5, wasPlaying: true, serial: 2), isSynced: true)
        let whole = try Data(contentsOf: URL(filePath: path))
        func check(_ bytes: Data, _ what: Comment) throws {
            try bytes.write(to: URL(filePath: path))
            let result = load()
            #expect(result.state?.seconds == 1 && result.reports.count == 1, what)
            #expect(access(path, F_OK) != 0 && access(path + ".damaged", F_OK) == 0, what)
        }
        for length in 0..<whole.count { try check(whole.prefix(length), "cut to \(length) bytes") }
        for place in 0..<whole.count * 8 {
            var bytes = whole
            bytes[place / 8] ^= 1 << UInt8(place % 8)
            try check(bytes, "bit \(place)")
        }
    }

    @Test("a shorter one leaves nothing of a longer one behind")
    func length() throws {
        try store.save(state(serial: 1))
        for seconds in [1.0 / 3, 123_456.789_012_345, 2] {
            try store.save(HeardPlace(itemID: 2, seconds: seconds, wasPlaying: true, serial: .max / 2), isSynced: false)
            #expect(load() == (load().state, []) && load().state?.seconds == seconds)
        }
        var information = stat()
        #expect(stat(path, &information) == 0 && information.st_size <= 512 && information.st_mode & 0o777 == 0o600)
    }

    @Test("where it cannot be written there is a sentence")
    func unwritable() throws {
        try store.save(state(serial: 1))
        // Its directory is gone, and a file has its name.
        #expect(rename(directory.file("state"), directory.file("away")) == 0)
        try directory.write("", to: "state")
        let failure = #expect(throws: SealedFile.Failure.self) {
            try store.save(HeardPlace(itemID: 2, seconds: 1, wasPlaying: true), isSynced: false)
        }
        #expect(failure?.description.contains(path) == true)
    }
}
