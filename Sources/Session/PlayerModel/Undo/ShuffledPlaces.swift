/// The places of some items in the order of a queue that shuffles.
struct ShuffledPlaces: Hashable, Sendable {
    /// Ids that stood side by side, and the one before them; `nil` for the beginning.
    fileprivate struct Run: Hashable, Sendable {
        let after: Int64?
        var ids: [Int64]
    }

    fileprivate var upcoming: [Run] = []
    fileprivate var played: [Run] = []

    /// About how many bytes they take.
    var bytes: Int { (upcoming + played).reduce(0) { $0 + $1.ids.count * MemoryLayout<Int64>.stride + 64 } }
}

extension Shuffler {
    /// The places of all items.
    var allPlaces: ShuffledPlaces {
        var places = ShuffledPlaces()
        if !upcoming.isEmpty { places.upcoming = [ShuffledPlaces.Run(after: nil, ids: upcoming)] }
        if !played.isEmpty { places.played = [ShuffledPlaces.Run(after: nil, ids: played)] }
        return places
    }

    /// Returns the places of `ids`.
    func places(of ids: Set<Int64>) -> ShuffledPlaces {
        guard !ids.isEmpty else { return ShuffledPlaces() }
        return ShuffledPlaces(upcoming: Self.runs(of: ids, in: upcoming), played: Self.runs(of: ids, in: played))
    }

    private static func runs(of ids: Set<Int64>, in all: [Int64]) -> [ShuffledPlaces.Run] {
        var runs: [ShuffledPlaces.Run] = []
        var wasOne = false
        for (place, id) in all.enumerated() {
            let isOne = ids.contains(id)
            if isOne, wasOne {
                runs[runs.count - 1].ids.append(id)
            } else if isOne {
                runs.append(ShuffledPlaces.Run(after: place == 0 ? nil : all[place - 1], ids: [id]))
            }
            wasOne = isOne
        }
        return runs
    }

    /// Puts `ids`, which have no place, where they were. If what stood before them was played meanwhile, they come next.
    /// - Returns: those that had no place then either.
    mutating func putBack(_ ids: Set<Int64>, to places: ShuffledPlaces) -> Set<Int64> {
        guard !ids.isEmpty else { return [] }
        var left = ids
        forgetLater()
        let next = Self.put(places.upcoming, &left, into: upcoming)
        restore(played: Self.put(places.played, &left, into: played), upcoming: next)
        return left
    }

    private static func put(_ runs: [ShuffledPlaces.Run], _ left: inout Set<Int64>, into all: [Int64]) -> [Int64] {
        let present = runs.contains { $0.after != nil } ? Set(all) : []
        var first: [Int64] = []
        var behind: [Int64: [Int64]] = [:]
        for run in runs {
            let ids = run.ids.filter { left.remove($0) != nil }
            if let after = run.after, present.contains(after) { behind[after, default: []] += ids } else { first += ids }
        }
        guard !behind.isEmpty else { return first + all }
        return first + all.flatMap { [$0] + (behind.removeValue(forKey: $0) ?? []) }
    }
}
