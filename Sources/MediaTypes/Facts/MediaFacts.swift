/// What a file says about itself, as far as the queue shows it.
package struct MediaFacts: Hashable, Sendable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// Seconds; `nil` where unknown.
    package var duration: Double?
    /// Whether the duration may differ from what is heard.
    package var durationIsEstimate = false
    /// Whether only going through the whole media would tell how long it is.
    package var isToBeCounted = false

    /// Nothing.
    package init() {}

    /// What of a file's tags is kept.
    package init(tags: [String: String], duration: Double?, durationIsEstimate: Bool = false, isToBeCounted: Bool = false) {
        title = QueueText.shown(tags["title"])
        artist = QueueText.shown(tags["artist"])
        album = QueueText.shown(tags["album"])
        self.duration = duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        self.durationIsEstimate = durationIsEstimate && self.duration != nil
        self.isToBeCounted = isToBeCounted
    }

    /// How many seconds were heard from beginning to end.
    package init(heardDuration: Double) { duration = heardDuration }
}
