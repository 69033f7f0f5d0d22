import ArgumentParser
import FermataKit

/// Places in the queue or in a playlist as people count them: from 1.
enum Place {
    static func check(_ place: Int) throws {
        guard (1...Int(Int32.max)).contains(place) else { throw ValidationError("places are counted from 1") }
    }

    /// What to say if the queue has no item at a place.
    static func missing(_ place: Int) -> ClientFailure { .refused("the queue has no item at place \(place)") }

    /// Returns the runs of neighbouring indices that places make, in their order.
    static func runs(of places: [Int]) -> [Range<Int>] {
        Set(places).sorted().reduce(into: []) { runs, place in
            if let last = runs.last, last.upperBound == place - 1 {
                runs[runs.count - 1] = last.lowerBound..<place
            } else {
                runs.append(place - 1..<place)
            }
        }
    }
}

/// Places of the queue on a command line: `3`, `3-5`, `3-` for the rest, and `current` or 0 for the item that is current.
struct PlaceSpan: ExpressibleByArgument, Hashable {
    /// The first and the last place; no first one for the current item, no last one for the rest of the queue.
    let first: Int?
    let last: Int?

    init?(argument: String) {
        if argument == "current" || argument == "0" {
            (first, last) = (nil, nil)
            return
        }
        let parts = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard let first = parts.first ?? nil, first >= 1 else { return nil }
        if parts.count == 2 {
            let isOpen = argument.hasSuffix("-")
            guard isOpen || parts[1].map({ $0 >= first }) == true else { return nil }
            last = isOpen ? nil : parts[1]
        } else {
            last = first
        }
        self.first = first
    }

    /// Returns the ids of the items at these places.
    /// - Parameter ids: those of all items of the queue.
    func items(of ids: [Int64], current: Int64?) throws(ClientFailure) -> ArraySlice<Int64> {
        guard let first else {
            guard let current, let index = ids.firstIndex(of: current) else { throw .refused("no item is the current one") }
            return ids[index...index]
        }
        guard first <= ids.count else { throw Place.missing(first) }
        if let last, last > ids.count { throw Place.missing(last) }
        return ids[(first - 1)..<(last ?? ids.count)]
    }
}
