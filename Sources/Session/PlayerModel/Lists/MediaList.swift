/// The items that playlists and directories stand for.
package struct MediaList: Hashable, Sendable {
    /// The items to add to a queue, which gives them their ids.
    package let items: [QueueItem]
    /// The entries that were left out.
    package let skipped: [SkippedEntry]

    package init(items: [QueueItem], skipped: [SkippedEntry]) {
        self.items = items
        self.skipped = skipped
    }
}
