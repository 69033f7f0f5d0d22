import MediaTypes

// What commands would achieve, for clients that show it before anybody gives the command.
extension Player {
    /// Whether ``PlayerCommand/play`` finds an item.
    package var hasSomethingToPlay: Bool { item != nil || opening != nil || !queue.items.isEmpty }

    /// The item that is played after the current one if nobody interferes; `nil` at the end of the queue, if playback stops
    /// before it, and without a current item.
    package var upcomingItem: QueueItem? {
        guard item != nil else { return nil }
        // A queue that shuffles may draw its next round for the answer; the player draws the same one later.
        var player = self
        return player.itemAhead(1)
    }

    /// Whether ``PlayerCommand/next`` goes to an item.
    package var hasNextItem: Bool { queueAfterOpening.hasItemAfterSkip }

    /// Whether ``PlayerCommand/previous`` goes to another item. Without one, it goes to the beginning of the current item.
    package var hasPreviousItem: Bool { queueAfterOpening.itemBefore() != nil }

    /// Whether ``PlayerCommand/seekTo(_:)`` finds a position to go to.
    package var canSeek: Bool { current.map(\.description.isSeekable) ?? (restoredSeconds != nil) }
}
