import MediaTypes

// What commands would achieve, for clients that show it before anybody gives the command.
extension Player {
    /// Whether ``PlayerCommand/play`` finds an item.
    package var hasSomethingToPlay: Bool { item != nil || opening != nil || !queue.items.isEmpty }

    /// Whether ``PlayerCommand/next`` goes to an item.
    package var hasNextItem: Bool { queueAfterOpening.hasItemAfterSkip }

    /// Whether ``PlayerCommand/previous`` goes to another item. Without one, it goes to the beginning of the current item.
    package var hasPreviousItem: Bool { queueAfterOpening.itemBefore() != nil }

    /// Whether ``PlayerCommand/seekTo(_:)`` finds a position to go to.
    package var canSeek: Bool { current.map(\.description.isSeekable) ?? (restoredSeconds != nil) }
}
