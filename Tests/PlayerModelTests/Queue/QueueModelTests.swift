import AudioTypes
import Testing

@testable import PlayerModel

/// The plainest queue that could be: no shuffling, everything written out.
private struct NaiveQueue {
    var ids: [Int64] = []
    var current: Int64?
    var modes = QueueModes()
    var nextID: Int64 = 1

    mutating func add(_ count: Int, at position: Int?) {
        for number in 0..<count {
            let place = position.map { min(max(0, $0), ids.count - number) + number } ?? ids.count
            ids.insert(nextID, at: place)
            nextID += 1
        }
    }

    mutating func remove(_ gone: [Int64]) {
        while let id = current, gone.contains(id), let place = ids.firstIndex(of: id) {
            current = ids.dropFirst(place + 1).first { !gone.contains($0) }
        }
        ids.removeAll { gone.contains($0) }
    }

    mutating func move(_ moved: [Int64], to position: Int) {
        ids.removeAll { moved.contains($0) }
        let place = min(max(0, position), ids.count)
        for (offset, id) in moved.enumerated() { ids.insert(id, at: place + offset) }
    }

    func ahead(_ distance: Int) -> Int64? {
        if ids.isEmpty { return nil }
        if modes.repeats == .one { return current ?? ids[0] }
        var place = current.flatMap { ids.firstIndex(of: $0) } ?? -1
        for step in 1...distance {
            place += 1
            if place == ids.count {
                if modes.repeats == .off { return nil }
                place = 0
            }
            if modes.consumes, ids[place] == current || step > ids.count { return nil }
        }
        return ids[place]
    }
}

@Suite("The queue against a naive model")
struct QueueModelTests {
    @Test("random changes leave both the same", arguments: UInt64(1)...40)
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var queue = PlayQueue(seed: seed)
        var model = NaiveQueue()
        for _ in 0..<300 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                let count = Int.random(in: 0...3, using: &random)
                let position = Bool.random(using: &random) ? nil : Int.random(in: -2...12, using: &random)
                _ = try queue.add((0..<count).map { "/\($0)" }, at: position)
                model.add(count, at: position)
            case 2:
                let gone = Array(model.ids.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
                try queue.remove(gone)
                model.remove(gone)
            case 3:
                let moved = Array(model.ids.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
                let position = Int.random(in: -1...9, using: &random)
                try queue.move(moved, to: position)
                model.move(moved, to: position)
            case 4:
                model.modes.repeats = QueueModes.Repeat.allCases.randomElement(using: &random) ?? .off
                model.modes.consumes = Bool.random(using: &random)
                queue.setModes(model.modes)
            case 5:
                guard let chosen = model.ids.randomElement(using: &random) else { continue }
                queue.advance(to: chosen, by: .jump)
                model.current = chosen
            case 6:
                guard let next = queue.item(ahead: 1)?.id else { continue }
                queue.advance(to: next, by: .forward)
                model.current = next
            default:
                guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
                queue.finish()
                model.current = nil
            }
            #expect(queue.ids == model.ids)
            #expect(queue.currentID == model.current)
            for distance in 1...5 { #expect(queue.item(ahead: distance)?.id == model.ahead(distance)) }
        }
    }
}
