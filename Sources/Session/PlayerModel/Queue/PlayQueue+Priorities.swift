import MediaTypes

/// The priorities of the items that have one, by their ids.
typealias Priorities = [Int64: UInt8]

// Priorities: which items a queue that shuffles plays first.
extension PlayQueue {
    var priorities: Priorities { items.priorities }

    /// Sets the priority of items. If the queue shuffles, each of them comes in front of the items of a lower priority, at a random
    /// place among those of its own. An item that was played already gets another turn if its priority was raised above that of
    /// the current item.
    /// - Throws: `queue_item_not_found`, and changes nothing then.
    mutating func setPriority(_ priority: UInt8, of ids: [Int64]) throws(PlaybackError) {
        let wanted = Set(ids)
        try check(wanted)
        let mark = mark
        var old: Priorities = [:]
        for index in items.indices where wanted.contains(items[index].id) && items[index].priority != priority {
            old[items[index].id] = items[index].priority
        }
        let places = modes.shuffles ? rounds.places(of: Set(old.keys)) : nil
        var raised: Set<Int64> = []
        var lowered: Set<Int64> = []
        update(where: { wanted.contains($0.id) && $0.priority != priority }) { item in
            if item.priority < priority { raised.insert(item.id) } else { lowered.insert(item.id) }
            item.priority = priority
            return true
        }
        if !old.isEmpty { note(.priorities(old, places), .changed, old.count, since: mark) }
        guard modes.shuffles, !old.isEmpty else { return }
        let left = Set(rounds.upcoming)
        let gets = raised.filter { left.contains($0) || priority > (current?.priority ?? 0) }.union(lowered.intersection(left))
            .filter { $0 != currentID }
        if !gets.isEmpty { rounds.place(gets, at: priority, by: priorities, albums: albumOrder) }
    }

    /// Ends the priority of an item, because it is played now.
    mutating func endPriority(of id: Int64) {
        guard let index = index(of: id), items[index].priority > 0 else { return }
        update(where: { $0.id == id }) { item in
            item.priority = 0
            return true
        }
    }
}

extension [QueueItem] {
    /// The priorities of the items that have one.
    var priorities: Priorities {
        var priorities: Priorities = [:]
        // By index, because a loop over the items would copy each of them.
        for index in indices where self[index].priority > 0 { priorities[self[index].id] = self[index].priority }
        return priorities
    }
}

extension [Int64] {
    /// Returns the ids with the highest priorities first; ids of the same priority keep their order.
    func sorted(by priorities: Priorities) -> [Int64] {
        guard !priorities.isEmpty else { return self }
        var groups: [UInt8: [Int64]] = [:]
        for id in self { groups[priorities[id] ?? 0, default: []].append(id) }
        return groups.keys.sorted(by: >).flatMap { groups[$0] ?? [] }
    }
}
