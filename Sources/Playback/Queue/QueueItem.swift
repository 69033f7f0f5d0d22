/// One entry of the queue.
package struct QueueItem: Hashable, Sendable, Codable {
    /// Names the entry for as long as it is in the queue; never used again.
    package var id: Int64
    /// An absolute path or an URL, as the client gave it.
    package var uri: String
    package var title: String?
    package var artist: String?
    package var album: String?
    /// Seconds; `nil` where unknown.
    package var duration: Double?

    package init(
        id: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil
    ) {
        self.id = id
        self.uri = uri
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
    }
}
