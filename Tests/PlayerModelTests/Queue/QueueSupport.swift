@testable import PlayerModel

extension PlayQueue {
    /// A queue of `count` items, with the numbers 1…count.
    static func filled(_ count: Int, _ modes: QueueModes = QueueModes(), seed: UInt64 = 1) -> PlayQueue {
        var queue = PlayQueue(seed: seed)
        queue.setModes(modes)
        queue.restore(
            items: (0..<count).map { QueueItem(id: Int64($0 + 1), uri: "/\($0 + 1)") }, currentID: nil, modes: modes, nextID: 0)
        return queue
    }

    /// Adds an item for each URI before `position` (the end where `nil`; clamped).
    mutating func add(_ uris: [String], at position: Int? = nil) throws(PlaybackError) -> [Int64] {
        try add(uris.map { QueueItem(id: 0, uri: $0) }, at: position)
    }

    mutating func add(_ new: [QueueItem], at position: Int? = nil) throws(PlaybackError) -> [Int64] {
        try add(new, QueueInsertion(position.map { .index($0) } ?? .end))
    }

    var ids: [Int64] { items.map(\.id) }

    /// The item that comes `distance` steps on.
    func following(_ distance: Int = 1) -> Int64? {
        var queue = self
        return queue.item(ahead: distance)?.id
    }

    /// The item that a user's "next" goes to.
    var afterSkip: Int64? {
        var queue = self
        return queue.itemAfterSkip()?.id
    }

    /// Plays on as nobody interferes, and answers what was played.
    mutating func playOn(_ count: Int) -> [Int64] {
        (0..<count).compactMap { _ in
            guard let next = item(ahead: 1) else { return nil }
            advance(to: next.id, by: .forward)
            return next.id
        }
    }
}
