import AudioTypes
import MediaTypes

// A queue that gets more items when it has nothing more.
extension Player {
    /// How many of the items that nobody has added stay in the queue once they were played: what came last can be looked up, and a queue
    /// that plays on for weeks does not fill up.
    static let playedAutomaticLimit = 50

    /// Whether something plays, or is about to, behind which the queue has nothing more, and more is wanted.
    package var needsMore: Bool {
        guard configuration.options.endless != .off, status.isRunning || opensToPlay, queue.current != nil else { return false }
        switch stopAfter {
        case nil, .time: return upcomingItem == nil
        // Somebody wants playback to end there.
        case .currentItem, .item, .eachItem: return false
        }
    }

    /// Puts items behind all others, if the queue still has nothing more, and takes out those that came so long ago. Neither is a change
    /// that somebody could take back.
    /// - Returns: what is to be done; `nil` if nothing was added.
    /// - Throws: `queue_full`, and adds nothing then.
    package mutating func goOn(with new: [QueueItem]) throws(PlaybackError) -> [PlayerAction]? {
        guard needsMore, !new.isEmpty else { return nil }
        // All of them were played but the current one: nothing comes behind it.
        let current = queue.currentID
        let played = queue.items.filter { $0.isAutomatic && $0.id != current }.map(\.id)
        for id in played.dropLast(Self.playedAutomaticLimit) { queue.consume(id) }
        try queue.extend(by: new)
        return queueChanged() + reviewAhead()
    }
}
