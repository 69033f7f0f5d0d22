import FoundationEssentials
import TestSupport
import Testing

@testable import PlayerModel

@Suite("A change of the saved state")
struct SavedChangeTests {
    private func state(_ ids: [Int64], serial: UInt64) -> SavedState {
        SavedState(
            items: ids.map { QueueItem(id: $0, uri: "/\($0)", title: "T\($0)") }, currentID: ids.first, seconds: 1,
            wasPlaying: true,
            modes: QueueModes(), volume: Volume(level: 1), nextID: 1_000, serial: serial)
    }

    /// What a change makes of a state; `nil` if it does not fit.
    private func result(of change: SavedChange, in state: SavedState) -> SavedState? {
        var state = state
        return change.apply(to: &state) == .changed ? state : nil
    }

    private func outcome(of change: SavedChange, in state: SavedState) -> SavedChange.Outcome {
        var state = state
        return change.apply(to: &state)
    }

    /// The change as it comes back from the disk.
    private func kept(_ change: SavedChange) throws -> SavedChange {
        let json = try JSONEncoder().encode(change)
        return try JSONDecoder().decode(SavedChange.self, from: json)
    }

    @Test("made of any two states, leads from the one to the other, and has the items that differ")
    func pairs() throws {
        let old = state([1, 2, 3, 4, 5, 6], serial: 4)
        let pairs: [([Int64], Int)] = [
            ([1, 2, 3, 4, 5, 6], 0), ([1, 2, 3, 4, 5, 6, 7], 1), ([9, 1, 2, 3, 4, 5, 6], 1), ([1, 2, 3, 8, 4, 5, 6], 1),
            ([1, 2, 3, 4, 5], 0),
            ([2, 3, 4, 5, 6], 0), ([1, 2, 5, 6], 0), ([], 0), ([7, 8], 2), ([1, 3, 2, 4, 5, 6], 2), ([6, 5, 4, 3, 2, 1], 6),
            ([1, 1, 2], 2),
        ]
        for (ids, count) in pairs {
            let new = state(ids, serial: 5)
            let change = SavedChange(from: old, to: new)
            #expect(change.itemCount == count, "\(ids)")
            #expect(result(of: try kept(change), in: old) == new, "\(ids)")
        }
        var retitled = old
        (retitled.items[2].tags.own.title, retitled.serial, retitled.volume) = ("New", 5, Volume(level: 0.5))
        let change = SavedChange(from: old, to: retitled)
        #expect(change.itemCount == 1 && result(of: change, in: old) == retitled)
    }

    @Test("carries the order of a queue that shuffles only if that has changed")
    func order() throws {
        var old = state([1, 2, 3], serial: 1)
        old.shuffleOrder = SavedShuffleOrder(played: [2], current: 1, upcoming: [3])
        var new = state([1, 2, 3], serial: 2)
        new.shuffleOrder = SavedShuffleOrder(played: [], current: 2, upcoming: [1, 3])
        #expect(SavedChange(from: old, to: new).itemCount == 0)
        #expect(result(of: try kept(SavedChange(from: old, to: new)), in: old) == new)
        new.shuffleOrder = SavedShuffleOrder(played: [], current: 3, upcoming: [1, 2])
        #expect(result(of: try kept(SavedChange(from: old, to: new)), in: old) == new)
        new.shuffleOrder = nil
        #expect(result(of: try kept(SavedChange(from: old, to: new)), in: old) == new)
    }

    @Test("is older where the state has it already, and foreign where another change is missing")
    func foreign() {
        let states = (1...4).map { state(Array(1...Int64($0)), serial: UInt64($0)) }
        let change = SavedChange(from: states[1], to: states[2])
        #expect(outcome(of: change, in: states[0]) == .foreign)
        #expect(result(of: change, in: states[1]) == states[2])
        #expect(outcome(of: change, in: states[2]) == .older && outcome(of: change, in: states[3]) == .older)
        var other = states[1]
        other.version += 1
        #expect(outcome(of: change, in: other) == .foreign)
    }

    @Test("that says impossible numbers is foreign", arguments: [-1, 3, Int.max, Int.min])
    func impossible(number: Int) throws {
        let (old, new) = (state([1, 2], serial: 1), state([1, 3, 2], serial: 2))
        let json = String(decoding: try JSONEncoder().encode(SavedChange(from: old, to: new)), as: UTF8.self)
        for (name, real) in [("start", 1), ("end", 1)] {
            let text = json.replacing("\"\(name)\":\(real)", with: "\"\(name)\":\(number)")
            #expect(text != json)
            let change = try JSONDecoder().decode(SavedChange.self, from: Data(text.utf8))
            #expect(outcome(of: change, in: old) == .foreign)
        }
    }
}
