/// What a file says about itself, as far as the queue shows it.
package struct MediaFacts: Hashable, Sendable {
    /// The longest text that is kept, in bytes: a hundred thousand items of a hostile library must fit, too.
    private static let textLimit = 512

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
    init(tags: [String: String], duration: Double?, durationIsEstimate: Bool = false, isToBeCounted: Bool = false) {
        title = Self.text(tags["title"])
        artist = Self.text(tags["artist"])
        album = Self.text(tags["album"])
        self.duration = duration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        self.durationIsEstimate = durationIsEstimate && self.duration != nil
        self.isToBeCounted = isToBeCounted
    }

    /// How many seconds were heard from beginning to end.
    init(heardDuration: Double) { duration = heardDuration }

    private static func text(_ text: String?) -> String? {
        guard var text, !text.isEmpty else { return nil }
        if text.utf8.count > textLimit {
            text = String(decoding: text.utf8.prefix(textLimit - 4), as: Unicode.UTF8.self)
            // What was cut in its middle has become a replacement character.
            if text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
            text += "…"
        }
        return text
    }
}
