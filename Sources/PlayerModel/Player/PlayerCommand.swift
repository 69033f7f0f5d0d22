/// Names one request of a client until it is answered.
package typealias RequestIdentifier = UInt64

/// What a client can ask of the player.
package enum PlayerCommand: Hashable, Sendable {
    /// Replaces the queue with one URI and plays it; where it cannot be opened, nothing changes.
    case playURI(String)
    /// The same for a playlist or directory, once it is known what that stands for.
    case playList(String)
    /// Replaces the queue, once it is open, with an item that a client sends; answered before, with the id that it will have.
    case playStream(QueueItem)
    /// Plays an item of the queue.
    case playItem(Int64)
    /// Goes on, or starts the queue.
    case play
    case pause
    case toggle
    case stop
    case next
    case previous
    /// Seconds from the item's beginning.
    case seekTo(Double)
    /// Seconds from the heard position.
    case seekBy(Double)
    /// What is `nil` stays; `level` before `delta`; the result is clamped to 0…1.
    case setVolume(level: Double?, delta: Double?, muted: Bool?)
    /// Adds items of which something is known already; the queue gives them their ids.
    case addItems([QueueItem], QueueInsertion = QueueInsertion())
    /// Takes out all items but one of those that name the same media.
    case deduplicate
    case remove([Int64])
    case move([Int64], position: Int)
    case clear
    case setModes(repeats: QueueModes.Repeat?, shuffles: Bool?, consumes: Bool?)
}
