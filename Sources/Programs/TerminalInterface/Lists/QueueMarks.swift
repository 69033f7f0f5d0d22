/// Items of the queue that somebody has marked, to take them out or to move them together.
struct QueueMarks: Hashable, Sendable {
    /// The most items that are marked: their ids have to fit into one message.
    static let limit = 10_000

    /// Where the items stand in the queue, as far as that is known.
    private var places: [Int64: Int] = [:]
    /// The row that was marked last.
    private(set) var latest: Int?

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }
    /// The items in the order of the queue.
    var ids: [Int64] { places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key) }
    /// Where the first of them stands.
    var first: Int? { places.values.min() }

    func contains(_ id: Int64) -> Bool { places[id] != nil }

    /// How many of them stand before a row.
    func count(before row: Int) -> Int { places.values.count { $0 < row } }

    /// Marks an item, or does not any more. Returns whether it is marked now.
    mutating func toggle(_ id: Int64, at row: Int) -> Bool {
        latest = row
        if places.removeValue(forKey: id) != nil { return false }
        add([id], from: row)
        return contains(id)
    }

    /// Marks items that stand one behind the other, as far as there is room.
    mutating func add(_ ids: [Int64], from row: Int) {
        for (offset, id) in ids.enumerated() where places.count < Self.limit { places[id] = row + offset }
    }

    /// Notes where items stand by now.
    mutating func note(_ ids: [Int64], from row: Int) {
        if places.isEmpty { return }
        for (offset, id) in ids.enumerated() where places[id] != nil { places[id] = row + offset }
    }
}
