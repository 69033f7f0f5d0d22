// Changes of the queue, and what they mean for what is heard.
extension Player {
    mutating func changeQueue(
        _ command: PlayerCommand, _ request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let revision = queue.revision
        var answer = PlayerAnswer.done
        var actions: [PlayerAction] = []
        switch command {
        case .add(let uris, let position): answer = .added(try queue.add(uris, at: position))
        case .addItems(let items, let position): answer = .added(try queue.add(items, at: position))
        case .move(let ids, let position): try queue.move(ids, to: position)
        case .clear:
            actions += stop(.user)
            queue.clear()
        case .setModes(let repeats, let shuffles, let consumes):
            queue.setModes(
                QueueModes(
                    repeats: repeats ?? queue.modes.repeats, shuffles: shuffles ?? queue.modes.shuffles,
                    consumes: consumes ?? queue.modes.consumes))
        case .remove(let ids): actions += try remove(ids)
        default: break
        }
        if queue.revision != revision { actions += queueChanged() }
        return actions + reviewAhead() + [.answer(request, answer)]
    }

    /// Takes items out; where the one heard goes, the item behind it takes over.
    private mutating func remove(_ ids: [Int64]) throws(PlaybackError) -> [PlayerAction] {
        try queue.remove(ids)
        guard let current, ids.contains(current.item.id) else { return [] }
        guard let next = queue.current, state != .stopped else { return stop(.user) }
        return open(
            .item(next), for: [], reason: .queue, onFailure: .tryNext(distance: 1), staysPaused: state == .paused)
    }
}
