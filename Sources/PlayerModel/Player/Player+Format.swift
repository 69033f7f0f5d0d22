import MediaTypes

// Where the output follows the format of each track: what comes in another one is not converted, and has a stream of its own.
extension Player {
    /// An item that is open, and waits until the stream before it has been heard to its end.
    struct Waiting: Hashable, Sendable {
        var item: QueueItem
        var token: SourceToken
        var description: SourceDescription
        /// How many items of the queue it is ahead of the one heard.
        var distance: Int
    }

    /// Keeps what cannot go on in the stream that runs until that one is over, where it is not over already.
    mutating func wait(_ next: Waiting) -> [PlayerAction] {
        inOtherFormat = next
        return prepareNext()
    }

    /// Begins what waited for the end of the stream before it.
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
