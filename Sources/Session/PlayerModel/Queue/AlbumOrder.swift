import AudioTypes

/// How a queue that shuffles whole albums orders ids: each album stands together, and its items are in the order of the queue.
///
/// Of the album that is played, the *rest* are the items behind the current one. They come next; those before it, which somebody has passed by,
/// have a turn of their own.
struct AlbumOrder {
    let book: AlbumBook
    let items: [QueueItem]
    let current: Int64?

    /// Ids by their albums.
    private struct Parts {
        var rest: [Int64] = []
        var groups: [[Int64]] = []
    }

    private func album(of id: Int64) -> Int32 { book.album(of: id) ?? -1 }

    /// Takes ids apart, each album in the order of the queue. Ids that the queue does not have are left out.
    private func parts(of ids: [Int64]) -> Parts {
        var parts = Parts()
        guard !ids.isEmpty else { return parts }
        let wanted = Set(ids)
        let own = current.flatMap { book.album(of: $0) }
        var places: [Int32: Int] = [:]
        var isBehind = false
        for index in items.indices {
            let id = items[index].id
            if id == current { isBehind = true }
            guard wanted.contains(id) else { continue }
            let album = album(of: id)
            if isBehind, album == own {
                parts.rest.append(id)
            } else if let place = places[album] {
                parts.groups[place].append(id)
            } else {
                places[album] = parts.groups.count
                parts.groups.append([id])
            }
        }
        return parts
    }

    /// Returns those of `ids` that go on with the current album.
    func rest(of ids: [Int64]) -> [Int64] { parts(of: ids).rest }

    /// Returns the rest of the current album, and the other albums in random order.
    func shuffled(_ ids: [Int64], by weights: DrawingWeights, using random: inout SeededGenerator) -> [Int64] {
        let parts = parts(of: ids)
        return parts.rest + weights.shuffled(parts.groups, using: &random) { weights.weight(of: $0) }.joined()
    }

    /// Returns a later round, which does not begin with the album of the item that ends the round before.
    func round(
        of ids: [Int64], behind last: Int64?, by weights: DrawingWeights, using random: inout SeededGenerator
    ) -> [Int64] {
        let drawn = AlbumOrder(book: book, items: items, current: nil).parts(of: ids).groups
        var groups = weights.shuffled(drawn, using: &random) { weights.weight(of: $0) }
        if let last, let first = groups.first?.first, groups.count > 1, album(of: first) == album(of: last) {
            groups.swapAt(0, groups.count - 1)
        }
        return Array(groups.joined())
    }

    /// Returns the parts of `ids` that stand side by side and are of one album.
    func runs(of ids: [Int64]) -> [[Int64]] {
        var runs: [[Int64]] = []
        var last: Int32?
        for id in ids {
            let album = album(of: id)
            if album == last { runs[runs.count - 1].append(id) } else { runs.append([id]) }
            last = album
        }
        return runs
    }

    /// Returns `old` with new ids in it: each where its album is, or in albums of their own that are spread over the others, behind what
    /// goes on with the current one.
    func mixed(_ ids: [Int64], into old: [Int64], using random: inout SeededGenerator) -> [Int64] {
        let parts = parts(of: ids)
        var runs = runs(of: old)
        let own = current.flatMap { book.album(of: $0) }
        var goesOn = runs.first.map { album(of: $0[0]) == own && isBehind($0[0]) } ?? false
        if !parts.rest.isEmpty {
            if goesOn { runs[0] = inOrder(runs[0] + parts.rest) } else { runs.insert(parts.rest, at: 0) }
            goesOn = true
        }
        var places: [Int32: Int] = [:]
        for (place, run) in runs.enumerated() where !(place == 0 && goesOn) { places[album(of: run[0])] = place }
        var new: [[Int64]] = []
        for group in parts.groups {
            if let place = places[album(of: group[0])] { runs[place] = inOrder(runs[place] + group) } else { new.append(group) }
        }
        let first = goesOn ? runs.removeFirst() : []
        var isNew = Array(repeating: true, count: new.count) + Array(repeating: false, count: runs.count)
        isNew.shuffle(using: &random)
        var (left, others) = (new.shuffled(using: &random)[...], runs[...])
        return first + isNew.flatMap { ($0 ? left.popFirst() : others.popFirst()) ?? [] }
    }

    /// Whether an item stands behind the current one in the queue.
    private func isBehind(_ id: Int64) -> Bool { items.first { $0.id == id || $0.id == current }?.id == current }

    /// Returns ids in the order of the queue.
    private func inOrder(_ ids: [Int64]) -> [Int64] {
        let wanted = Set(ids)
        return items.indices.lazy.map { items[$0].id }.filter { wanted.contains($0) }
    }

    /// Returns `ids` with what stands side by side of one album in the order of the queue.
    func sorted(_ ids: [Int64], by priorities: Priorities) -> [Int64] {
        var places: [Int64: Int] = [:]
        for index in items.indices { places[items[index].id] = index }
        let start = Self.first(ids, without: priorities)
        return ids[..<start] + runs(of: Array(ids[start...])).flatMap { run in run.sorted { places[$0] ?? 0 < places[$1] ?? 0 } }
    }

    /// Returns `ids` with each album where its first item is, and the rest of the current one in front. Ids with a priority keep their
    /// places, which are before all others.
    func gathered(_ ids: [Int64], by priorities: Priorities) -> [Int64] {
        let start = Self.first(ids, without: priorities)
        let parts = parts(of: Array(ids[start...]))
        var firsts: [Int64: Int] = [:]
        for (place, id) in ids.enumerated() { firsts[id] = place }
        let groups = parts.groups.map { (ids: $0, place: $0.compactMap { firsts[$0] }.min() ?? 0) }.sorted { $0.place < $1.place }
        return ids[..<start] + parts.rest + groups.flatMap(\.ids)
    }

    private static func first(_ ids: [Int64], without priorities: Priorities) -> Int {
        priorities.isEmpty ? 0 : ids.firstIndex { (priorities[$0] ?? 0) == 0 } ?? ids.count
    }
}
