import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

/// What people do with a queue that shuffles albums.
private enum Manners {
    /// They change the queue, and skip.
    case gentle
    /// They also choose songs and give priorities, which may play a part of an album by itself.
    case choosing
    /// They also go back: what was heard twice is gone over twice.
    case goingBack
}

/// Random changes of a queue that shuffles albums, and what has to hold after each.
private struct AlbumChaos {
    var random: SeededGenerator
    var queue: PlayQueue
    /// How people treat it.
    let manners: Manners
    private var number = 0
    private(set) var last = ""

    init(seed: UInt64, _ manners: Manners) {
        random = SeededGenerator(seed: seed)
        queue = PlayQueue(seed: seed)
        queue.setModes(.albums)
        self.manners = manners
    }

    private mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func some(_ most: Int) -> [Int64] { Array(queue.ids.shuffled(using: &random).prefix(pick(0..<most + 1))) }

    private mutating func song() -> QueueItem {
        number += 1
        return .song(number, of: pick(0..<7) == 0 ? "" : "ABCDE".map(String.init)[pick(0..<5)])
    }

    mutating func step() throws {
        queue.history.begin(at: QueuePlace(itemID: queue.currentID), group: nil)
        let choice = pick(0..<(manners == .gentle ? 15 : manners == .choosing ? 18 : 20))
        last = "\(choice)"
        switch choice {
        case 0...2:
            guard queue.items.count < 60 else { return try queue.remove(some(9)) }
            let new = (0..<pick(1..<5)).map { _ in song() }
            _ = try queue.add(new, at: pick(0..<2) == 0 ? nil : pick(0..<queue.items.count + 1))
        case 3: try queue.remove(some(3))
        case 4, 5: try queue.move(some(3), to: pick(0..<queue.items.count + 1))
        case 6...8: if let next = queue.item(ahead: 1) { queue.advance(to: next.id, by: .forward) } else { queue.finish() }
        case 9: if let next = queue.itemAfterAlbum() { queue.advance(to: next.id, by: .forward) }
        case 10: try? revert(.undo)
        case 11: try? revert(.redo)
        case 12:
            guard let id = queue.currentID, let next = queue.item(ahead: 1) else { return }
            queue.advance(to: next.id, by: .forward)
            queue.consume(id)
        case 13: if pick(0..<6) == 0 { queue.setModes(QueueModes()) }
        case 14:
            let saved = Player(queue: queue).savedState
            var player = Player(queue: PlayQueue(seed: random.next()))
            _ = player.restore(saved)
            player.queue.history = queue.history
            queue = player.queue
        case 15, 16: if let id = queue.ids.randomElement(using: &random) { queue.advance(to: id, by: .jump) }
        case 17: try queue.setPriority(UInt8(pick(0..<3)), of: some(2))
        case 18: if let item = queue.itemBefore() { queue.advance(to: item.id, by: .back) }
        default: if let item = queue.itemBeforeAlbum() { queue.advance(to: item.id, by: .back) }
        }
        queue.setModes(.albums)
    }

    private mutating func revert(_ direction: QueueDirection) throws {
        _ = try queue.revert(direction, from: QueuePlace(itemID: queue.currentID))
    }

    /// What is wrong; `nil` if nothing is.
    var fault: String? {
        let (ids, round) = (queue.ids, queue.rounds.upcoming)
        if !Set(ids).isSuperset(of: round) { return "an item of no queue is in the order" }
        if manners != .goingBack, Set(round).count != round.count { return "an item is there twice in the order" }
        guard manners == .gentle else { return nil }
        // By the plainest rule: the letter, which nothing else has.
        let letters = Dictionary(uniqueKeysWithValues: queue.items.map { ($0.id, $0.album ?? "\($0.id)") })
        let own = queue.currentID.flatMap { letters[$0] }
        let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
        var runs: [String: Int] = [:]
        for (place, id) in round.enumerated() {
            guard let letter = letters[id] else { return "an item has no letter" }
            if place > 0, letters[round[place - 1]] == letter {
                if letter != own, places[round[place - 1]] ?? 0 > places[id] ?? 0 { return "\(letter) is out of order" }
            } else {
                runs[letter, default: 0] += 1
            }
        }
        // What stands before the current song in its album has a turn of its own.
        for (letter, count) in runs where count > (letter == own ? 2 : 1) { return "\(letter) is in \(count) parts" }
        return nil
    }
}

@Suite("Shuffled albums through random changes")
struct AlbumModelTests {
    @Test(
        "stay whole and in order, each song once, whatever is added, removed, moved, undone, skipped, consumed or restored",
        arguments: UInt64(1)...8)
    func gentle(seed: UInt64) throws { try run(AlbumChaos(seed: seed, .gentle)) }

    @Test("keep each song once also where songs are chosen and given priorities", arguments: UInt64(1)...8)
    func choosing(seed: UInt64) throws { try run(AlbumChaos(seed: seed, .choosing)) }

    @Test("have only songs of the queue to come where somebody goes back", arguments: UInt64(1)...8)
    func goingBack(seed: UInt64) throws { try run(AlbumChaos(seed: seed, .goingBack)) }

    private func run(_ chaos: AlbumChaos) throws {
        var chaos = chaos
        for number in 0..<3_000 {
            try chaos.step()
            guard let fault = chaos.fault else { continue }
            let letters = chaos.queue.letters(chaos.queue.rounds.upcoming)
            Issue.record(
                "\(fault) after \(number) changes, the last \(chaos.last): \(chaos.queue.currentID ?? 0) then \(letters)")
            return
        }
    }
}
