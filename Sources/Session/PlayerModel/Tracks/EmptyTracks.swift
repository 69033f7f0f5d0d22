/// Counts how many tracks in a row gave not a single frame. It limits the tries if everything opens and nothing plays.
struct EmptyTracks: Hashable, Sendable {
    private var count = 0

    /// Notes how many frames a track gave.
    mutating func add(frames: Int64) { count = frames > 0 ? 0 : count + 1 }

    /// Starts to count anew, because a client asked for an item.
    mutating func forget() { count = 0 }

    /// Returns whether another item may be tried in a queue of `length` items: at most one round of the queue is empty.
    func allowAnother(ofQueue length: Int) -> Bool { count <= length }
}
