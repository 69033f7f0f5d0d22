/// What names a recording of the player: the title of what it plays, and the tags that a file gets.
package struct PlayedTitle: Hashable, Sendable {
    private static let keys: Set = ["title", "artist", "album", "albumartist", "genre", "date", "track"]

    /// Artist and title; empty if there is no title.
    package let text: String
    package let tags: [String: String]

    /// Makes the title of what `tags` describe.
    package init(_ tags: [String: String]) {
        self.tags = tags.filter { Self.keys.contains($0.key) }
        text = tags["title"].map { title in tags["artist"].map { "\($0) - \(title)" } ?? title } ?? ""
    }
}
