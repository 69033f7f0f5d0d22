/// The order of a queue that shuffles: the items that were played, and the rest of the round.
///
/// It is saved as one list of ids. The current item of the saved state marks the place in the list. So the list stays the same,
/// and need not be written again, while one item follows the other.
struct SavedShuffleOrder: Sendable {
    private let played: [Int64]
    private let current: Int64?
    private let upcoming: [Int64]

    init(played: [Int64], current: Int64?, upcoming: [Int64]) {
        self.played = played
        self.current = current
        self.upcoming = upcoming
    }

    /// How many ids it holds, at most: some may be there twice.
    var count: Int { played.count + upcoming.count + 1 }

    /// The ids, each once. An item that was played several times is listed where it was played last. O(n), which is too much
    /// for the control thread.
    var ids: [Int64] {
        var seen = Set([current].compactMap { $0 })
        let left = upcoming.filter { seen.insert($0).inserted }
        let before = played.reversed().filter { seen.insert($0).inserted }
        return before.reversed() + [current].compactMap { $0 } + left
    }
}

extension SavedShuffleOrder: Hashable {
    static func == (one: SavedShuffleOrder, other: SavedShuffleOrder) -> Bool {
        if one.current == other.current, one.played == other.played, one.upcoming == other.upcoming { return true }
        return one.ids == other.ids
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}

extension SavedShuffleOrder: Codable {
    init(from decoder: any Decoder) throws {
        self.init(played: try decoder.singleValueContainer().decode([Int64].self), current: nil, upcoming: [])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ids)
    }
}

extension PlayQueue {
    /// The order to save; `nil` if the queue does not shuffle.
    var shuffleOrder: SavedShuffleOrder? {
        modes.shuffles ? SavedShuffleOrder(played: rounds.played, current: currentID, upcoming: rounds.upcoming) : nil
    }

    /// Continues in the order of an earlier run: the items before the current one were played. Items that the order does not
    /// name are mixed into the rest of the round.
    mutating func restore(_ order: SavedShuffleOrder) {
        guard modes.shuffles else { return }
        let all = Set(items.lazy.map(\.id))
        let ids = order.ids.filter { all.contains($0) }
        let place = currentID.flatMap { ids.firstIndex(of: $0) }
        rounds.restore(
            played: place.map { Array(ids[..<$0]) } ?? [], upcoming: place.map { Array(ids[($0 + 1)...]) } ?? ids)
        let named = Set(ids)
        rounds.mixIn(items.map(\.id).filter { !named.contains($0) && $0 != currentID }, by: priorities, albums: albumOrder)
    }
}
