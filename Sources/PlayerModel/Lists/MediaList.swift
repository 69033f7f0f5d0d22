/// The media that playlists and directories stand for.
package struct MediaList: Hashable, Sendable {
    /// What is to be added to a queue, which gives the ids.
    package let items: [QueueItem]
    /// What was left out.
    package let skipped: [SkippedEntry]

    package init(items: [QueueItem], skipped: [SkippedEntry]) {
        self.items = items
        self.skipped = skipped
    }
}
