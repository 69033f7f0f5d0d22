import MediaTypes

/// Decides which media go on where they were left, and from which place.
package struct ResumeRule: Hashable, Sendable {
    /// Media of at least this duration goes on, in seconds. 0: none does.
    package var leastSeconds: Double

    package init(leastSeconds: Double = 0) { self.leastSeconds = leastSeconds }

    /// The genres of media that goes on whatever its duration, in lower case.
    private static let spokenGenres: Set = [
        "podcast", "podcasts", "audiobook", "audiobooks", "audio book", "spoken word", "speech",
    ]
    /// Who leaves media so soon, in seconds, has not begun with it.
    private static let beginning = 10.0
    /// Media is finished if no more than this many seconds of it are left, or this part of it: what follows the last words.
    private static let (ending, endingPart) = (30.0, 0.02)

    /// Whether any media goes on.
    package var isOn: Bool { leastSeconds > 0 }

    /// Whether media goes on where it was left. Parts of files and what a client sends do not, and neither does what has no end.
    /// - Parameters:
    ///   - uri: the address of the media.
    ///   - duration: its duration in seconds.
    package func applies(to uri: String, duration: Double?, genre: String?) -> Bool {
        guard isOn, let duration, duration > Self.beginning + Self.ending, !MediaAddress.isPushed(uri),
            MediaRange.split(uri) == nil
        else { return false }
        if duration >= leastSeconds { return true }
        return uri.lowercased().hasSuffix(".m4b") || genre.map { Self.spokenGenres.contains($0.lowercased()) } ?? false
    }

    /// Whether an item goes on where it was left, by what the queue knows of it.
    package func applies(to item: QueueItem) -> Bool {
        applies(to: item.uri, duration: item.duration, genre: item.albumTags.genre)
    }

    /// Returns what is kept of media that was left at `seconds`.
    package func change(leftAt seconds: Double, of duration: Double?) -> ListeningReport.PlaceChange {
        let rest = duration.map { $0 - seconds } ?? .infinity
        let isOver = rest <= max(Self.ending, (duration ?? 0) * Self.endingPart)
        return seconds < Self.beginning || isOver ? .forget : .keep(seconds)
    }
}
