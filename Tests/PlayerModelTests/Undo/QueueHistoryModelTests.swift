import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

/// The plainest history that could be: whole queues, one for each change.
private struct NaiveHistory {
    struct Queue: Equatable {
        var ids: [Int64] = []
        var priorities: Priorities = [:]
        var ranges: [Int64: Double] = [:]
    }

    var queue = Queue()
    private var undoable: [Queue] = []
    private var redoable: [Queue] = []
    private var lastGroup: UInt64?

    var counts: [Int] { [undoable.count, redoable.count] }

    mutating func change(_ group: UInt64?, _ change: (inout Queue) -> Void) {
        let old = queue
        change(&queue)
        let isPart = group != nil && group == lastGroup && redoable.isEmpty && !undoable.isEmpty
        if !isPart { undoable.append(old) }
        lastGroup = group
        redoable = []
        if undoable.count > QueueHistory.mostSteps { undoable.removeFirst() }
    }

    /// An item leaves by itself: it is in no queue that comes back.
    mutating func consume(_ id: Int64) {
        queue.ids.removeAll { $0 == id }
        for index in undoable.indices { undoable[index].ids.removeAll { $0 == id } }
        for index in redoable.indices { redoable[index].ids.removeAll { $0 == id } }
    }

    mutating func undo() -> Bool {
        guard let old = undoable.popLast() else { return false }
        redoable.append(queue)
        queue = old
        lastGroup = nil
        return true
    }

    mutating func redo() -> Bool {
        guard let new = redoable.popLast() else { return false }
        undoable.append(queue)
        queue = new
        lastGroup = nil
        return true
    }
}

/// Random changes of a queue with its history, and the same of the plain one.
private struct Pair {
    var random: SeededGenerator
    var queue: PlayQueue
    var model = NaiveHistory()
    private var group: UInt64?

    init(seed: UInt64, shuffles: Bool) {
        random = SeededGenerator(seed: seed)
        queue = PlayQueue(seed: seed)
        queue.setModes(QueueModes(shuffles: shuffles))
    }

    mutating func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func some(_ most: Int) -> [Int64] { Array(queue.ids.shuffled(using: &random).prefix(pick(0..<most + 1))) }

    private mutating func begin() {
        // Now and then, several changes are parts of one.
        if pick(0..<3) == 0 { group = pick(0..<2) == 0 ? nil : UInt64(pick(1..<1_000_000)) }
        queue.history.begin(at: QueuePlace(itemID: queue.currentID), group: group)
    }

    mutating func step() throws {
        begin()
        switch pick(0..<16) {
        case 0, 1:
            let place = pick(0..<queue.items.count + 1)
            let ids = try queue.add((0..<pick(1..<6)).map { "/\($0)" }, at: place)
            model.change(group) { $0.ids.insert(contentsOf: ids, at: place) }
        case 2, 3:
            let gone = some(4)
            guard !gone.isEmpty else { return }
            try queue.remove(gone)
            model.change(group) { $0.ids.removeAll { gone.contains($0) } }
        case 4, 5:
            let moved = some(5)
            let place = pick(0..<max(1, queue.items.count - moved.count + 1))
            let before = queue.ids
            try queue.move(moved, to: place)
            // Side by side in that order already: nothing has moved.
            guard !moved.isEmpty, queue.history.undoable.count > 0, isNoted(before, moved, place) else { return }
            model.change(group) { queue in
                queue.ids.removeAll { moved.contains($0) }
                queue.ids.insert(contentsOf: moved, at: place)
            }
        case 6:
            let mixed = queue.ids.shuffled(using: &random)
            guard mixed != queue.ids else { return }
            try queue.move(mixed, to: 0)
            model.change(group) { $0.ids = mixed }
        case 7:
            guard pick(0..<4) == 0, !queue.items.isEmpty else { return }
            queue.clear()
            model.change(group) { $0.ids = [] }
        case 8:
            guard pick(0..<4) == 0 else { return }
            let (bound, count) = (queue.nextID - Int64(pick(0..<3)), pick(1..<9))
            try queue.replace(below: bound, with: (0..<count).map { QueueItem(id: 0, uri: "/r\($0)") })
            let new = Array(queue.ids.prefix(count))
            model.change(group) { queue in queue.ids = new + queue.ids.filter { $0 >= bound } }
        case 9:
            let (meant, priority) = (some(4), UInt8(pick(0..<4)))
            guard queue.items.contains(where: { meant.contains($0.id) && $0.priority != priority }) else { return }
            try queue.setPriority(priority, of: meant)
            model.change(group) { queue in for id in meant { queue.priorities[id] = priority } }
        case 10:
            guard let id = queue.ids.randomElement(using: &random), let index = queue.index(of: id) else { return }
            let start = Double(pick(1..<60))
            guard queue.items[index].range?.start.seconds != start else { return }
            try queue.setRange(MediaRange(start: start, end: nil), of: id)
            model.change(group) { $0.ranges[id] = start }
        case 11:
            guard let id = queue.ids.randomElement(using: &random) else { return }
            queue.consume(id)
            model.consume(id)
        case 12, 13: #expect(reverts(.undo) == model.undo())
        default: #expect(reverts(.redo) == model.redo())
        }
    }

    private func isNoted(_ before: [Int64], _ moved: [Int64], _ place: Int) -> Bool {
        place > before.count - moved.count || Array(before[place..<place + moved.count]) != moved
    }

    private mutating func reverts(_ direction: QueueDirection) -> Bool {
        do throws(PlaybackError) {
            _ = try queue.revert(direction, from: QueuePlace(itemID: queue.currentID))
            return true
        } catch {
            return false
        }
    }

    /// What differs; `nil` if nothing does.
    var difference: String? {
        if queue.ids != model.queue.ids { return "\(queue.ids) instead of \(model.queue.ids)" }
        for item in queue.items {
            if item.priority != model.queue.priorities[item.id] ?? 0 { return "the priority of \(item.id)" }
            if item.range?.start.seconds != model.queue.ranges[item.id] { return "the range of \(item.id)" }
        }
        if [queue.history.undoable.count, queue.history.redoable.count] != model.counts { return "the number of changes" }
        let (ids, round) = (Set(queue.ids), queue.rounds.upcoming)
        if !ids.isSuperset(of: round) || !ids.isSuperset(of: queue.rounds.played) { return "an item of no queue is in the order" }
        if Set(round).count != round.count { return "an item is there twice in the order" }
        return nil
    }
}

@Suite("The history of the queue against whole queues")
struct QueueHistoryModelTests {
    @Test(
        "ten thousand random changes, undone and done again, leave both the same", arguments: [false, true], [UInt64(1), 2, 3, 4])
    func random(shuffles: Bool, seed: UInt64) throws {
        var pair = Pair(seed: seed, shuffles: shuffles)
        for number in 0..<10_000 {
            try pair.step()
            guard let difference = pair.difference else { continue }
            Issue.record("\(difference) after \(number) changes")
            return
        }
    }
}
