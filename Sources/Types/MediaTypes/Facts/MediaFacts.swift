/// The tags and the duration of a file, as far as the queue shows them.
package struct MediaFacts: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The number of the track, from 1.
    package var trackNumber: UInt16?
    package var albumTags: SharedAlbumTags?
    /// Whether there is a picture of the media, inside the file or beside it; `nil` if nobody has looked.
    package var hasPicture: Bool?
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// Whether the duration may differ from what is heard.
    package var durationIsEstimate = false
    /// Whether only reading the whole media would tell its duration.
    package var isToBeCounted = false

    /// Makes facts of which none is known.
    package init() {}

    /// Makes facts from the tags that the queue keeps and from a `duration` in seconds. A duration that is not finite, or is
    /// negative, counts as unknown.
    package init(tags: [String: String], duration: Double?, durationIsEstimate: Bool = false, isToBeCounted: Bool = false) {
        title = QueueText.shown(tags["title"])
        artist = QueueText.shown(tags["artist"])
        album = QueueText.shown(tags["album"])
        trackNumber = TagNumber(tags["track"]).number
        albumTags = AlbumTags(tags: tags).shared
        self.duration = duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        self.durationIsEstimate = durationIsEstimate && self.duration != nil
        self.isToBeCounted = isToBeCounted
    }

    /// Makes facts of which only the exact duration in seconds is known, because the media was decoded from beginning to end.
    package init(heardDuration: Double) { duration = heardDuration }
}
