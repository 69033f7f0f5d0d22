import MediaTypes

// For an output that follows the format of each track: a track in another format is not converted, but gets a stream of its
// own.
extension Player {
    /// Begins the item that waited for the end of the stream before it.
    mutating func changeFormat(to waiting: NextItem.Waiting) -> [PlayerAction] {
        next.endWait()
        let finished = current?.item.id
        let pending = Opening(
            target: .item(waiting.item), token: waiting.token, requests: [], seconds: 0, reason: .queue, step: .forward,
            onFailure: .tryNext, hold: status.pausedFor, replacesBelow: 0, mayGoOn: true)
        let actions = begin(pending, waiting.description)
        return actions + (finished.map { consume($0, besides: waiting.item.id) } ?? [])
    }
}
