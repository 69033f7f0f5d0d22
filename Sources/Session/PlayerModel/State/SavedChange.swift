/// What differs between two states that were saved one after the other. If a few items of a long queue have changed, it holds
/// only those.
package struct SavedChange: Hashable, Sendable, Codable {
    /// The serial number of the state that is changed.
    private let base: UInt64
    /// How many items at the start of the queue stay as they are, and how many at its end.
    private let kept: Kept
    /// Whether the order of a queue that shuffles stays as it is.
    private let keepsOrder: Bool
    /// The new state, with only the items between those that stay, and without the order if that stays.
    private let rest: SavedState

    private struct Kept: Hashable, Sendable, Codable {
        var start: Int
        var end: Int
    }

    /// Finds the difference between `old` and `new`. O(n) in the length of the queue, but it copies and compares no text that both share.
    package init(from old: SavedState, to new: SavedState) {
        base = old.serial ?? 0
        let most = min(old.items.count, new.items.count)
        var start = 0
        while start < most, old.items[start] == new.items[start] { start += 1 }
        let (oldCount, newCount) = (old.items.count, new.items.count)
        var end = 0
        while end < most - start, old.items[oldCount - 1 - end] == new.items[newCount - 1 - end] { end += 1 }
        kept = Kept(start: start, end: end)
        keepsOrder = old.shuffleOrder == new.shuffleOrder
        var rest = new
        rest.items = Array(new.items[start..<newCount - end])
        if keepsOrder { rest.shuffleOrder = nil }
        self.rest = rest
    }

    /// The number of items that the change holds.
    package var itemCount: Int { rest.items.count + (rest.shuffleOrder?.count ?? 0) }

    /// What a state makes of a change.
    package enum Outcome: Hashable, Sendable {
        /// The change is made.
        case changed
        /// The state has the change already.
        case older
        /// The change is one of another state.
        case foreign
    }

    /// Makes the change in `state`, whose items are moved and not copied. The change may come from anyone.
    package func apply(to state: inout SavedState) -> Outcome {
        guard let serial = rest.serial, rest.version == state.version else { return .foreign }
        let last = state.serial ?? 0
        guard serial > last else { return .older }
        let count = state.items.count
        guard base == last, kept.start >= 0, kept.end >= 0, kept.start <= count, kept.end <= count - kept.start else {
            return .foreign
        }
        let order = state.shuffleOrder
        // Taken out of the state, so that nobody else has them and they are changed in place.
        var items = state.items
        state = rest
        items.replaceSubrange(kept.start..<(count - kept.end), with: rest.items)
        state.items = items
        if keepsOrder { state.shuffleOrder = order }
        return .changed
    }
}
