import MediaTypes

// For an output that follows the format of each track: a track in another format is not converted, but gets a stream of its
// own.
extension Player {
    /// An item that is open, and waits until the stream before it was heard to its end.
    struct Waiting: Hashable, Sendable {
        var item: QueueItem
        var token: SourceToken
        var description: SourceDescription
        /// How many items of the queue it is ahead of the current one.
        var distance: Int
    }

    /// Keeps an item that needs another stream until the running stream is over. If that is over already, begins the item.
    mutating func wait(_ next: Waiting) -> [PlayerAction] {
        inOtherFormat = next
        return prepareNext()
    }

    /// Begins the item that waited for the end of the stream before it.
    mutating func changeFormat(to next: Waiting) -> [PlayerAction] {
        inOtherFormat = nil
        let finished = current?.item.id
        let pending = Opening(
            target: .item(next.item), token: next.token, requests: [], seconds: 0, reason: .queue, step: .forward,
            onFailure: .tryNext, hold: pausedFor, replacesBelow: 0)
        let actions = begin(pending, next.description)
        return actions + (finished.map { consume($0, besides: next.item.id) } ?? [])
    }
}
