/// The order in which a queue plays that shuffles: what of it was played, and what is left of the round.
///
/// Saved as one list of numbers. Where the music is in it, the state tells by its current item: so it stays the same, and need
/// not be written again, while one item follows the other.
package struct ShuffleOrder: Sendable {
    private let played: [Int64]
    private let current: Int64?
    private let upcoming: [Int64]

    init(played: [Int64], current: Int64?, upcoming: [Int64]) {
        self.played = played
        self.current = current
        self.upcoming = upcoming
    }

    /// Each item once: of what was played several times, the last time. O(n), which is too much for the control thread.
    var ids: [Int64] {
        var seen = Set([current].compactMap { $0 })
        let left = upcoming.filter { seen.insert($0).inserted }
        let before = played.reversed().filter { seen.insert($0).inserted }
        return before.reversed() + [current].compactMap { $0 } + left
    }
}

extension ShuffleOrder: Hashable {
    package static func == (one: ShuffleOrder, other: ShuffleOrder) -> Bool {
        if one.current == other.current, one.played == other.played, one.upcoming == other.upcoming { return true }
        return one.ids == other.ids
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}

extension ShuffleOrder: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(played: try decoder.singleValueContainer().decode([Int64].self), current: nil, upcoming: [])
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ids)
    }
}

extension PlayQueue {
    /// The order to save; `nil` where the queue does not shuffle.
    var shuffleOrder: ShuffleOrder? {
        modes.shuffles ? ShuffleOrder(played: played, current: currentID, upcoming: upcoming) : nil
    }

    /// Goes on in the order of an earlier run: what stands in it before the current item was played. Items that it does not
    /// name come somewhere in what is left.
    mutating func restore(_ order: ShuffleOrder) {
        guard modes.shuffles else { return }
        let all = Set(items.lazy.map(\.id))
        let ids = order.ids.filter { all.contains($0) }
        let place = currentID.flatMap { ids.firstIndex(of: $0) }
        played = place.map { Array(ids[..<$0]) } ?? []
        upcoming = place.map { Array(ids[($0 + 1)...]) } ?? ids
        let named = Set(ids)
        mixIn(items.map(\.id).filter { !named.contains($0) && $0 != currentID })
    }
}
