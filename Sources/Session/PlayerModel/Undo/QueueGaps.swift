/// The places of items that have left the queue by themselves since a change: a queue that consumes its items loses each that was played.
/// A later undo brings none of them back, but still counts their places.
struct QueueGaps: Hashable, Sendable {
    /// The places, ascending, counted with the items that are gone.
    private(set) var places: [Int]

    init(_ places: [Int] = []) { self.places = places }

    /// Notes that the item at an index of the queue, as it is without those that are gone, has left.
    mutating func add(index: Int) {
        var place = index
        var count = 0
        while count < places.count, places[count] <= place {
            place += 1
            count += 1
        }
        places.insert(place, at: count)
    }

    /// Returns these gaps together with the `later` ones, which are places of the queue without these.
    func followed(by later: QueueGaps) -> QueueGaps {
        guard !places.isEmpty else { return later }
        guard !later.places.isEmpty else { return self }
        var all: [Int] = []
        all.reserveCapacity(places.count + later.places.count)
        var own = 0
        for place in later.places {
            while own < places.count, places[own] <= place + own {
                all.append(places[own])
                own += 1
            }
            all.append(place + own)
        }
        return QueueGaps(all + places[own...])
    }

    /// Returns the indices of a queue of `count` items at their places, and -1 at the places of the items that are gone.
    func slots(_ count: Int) -> [Int] {
        guard !places.isEmpty else { return Array(0..<count) }
        var slots: [Int] = []
        slots.reserveCapacity(count + places.count)
        var index = 0
        for place in places {
            while slots.count < place, index < count {
                slots.append(index)
                index += 1
            }
            slots.append(-1)
        }
        return slots + Array(index..<count)
    }
}
