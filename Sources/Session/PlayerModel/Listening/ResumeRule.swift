import MediaTypes

/// Decides which media go on where they were left, and from which place.
package struct ResumeRule: Hashable, Sendable {
    /// Media of at least this duration goes on, in seconds. 0: none does because of its duration.
    package var leastSeconds: Double
    /// Whether spoken media goes on, whatever its duration.
    package var includesSpoken: Bool

    package init(leastSeconds: Double = 0, includesSpoken: Bool = true) {
        self.leastSeconds = leastSeconds
        self.includesSpoken = includesSpoken
    }

    /// A person who leaves media within so many seconds has not begun with it.
    private static let beginning = 10.0
    /// Media is finished if no more than this many seconds of it are left, or this part of it: what follows the last words.
    private static let (ending, endingPart) = (30.0, 0.02)

    /// Whether media goes on where it was left. A part that a client has chosen of a file does not, what a client sends
    /// does not, and neither does what has no end.
    /// - Parameters:
    ///   - uri: the address of the media.
    ///   - duration: its duration in seconds.
    ///   - isSpoken: whether it is spoken, as ``SpokenWord`` decides.
    package func applies(to uri: String, duration: Double?, isSpoken: Bool) -> Bool {
        guard let duration, duration > Self.beginning + Self.ending, !MediaAddress.isPushed(uri), MediaRange.split(uri) == nil
        else { return false }
        return leastSeconds > 0 && duration >= leastSeconds || includesSpoken && isSpoken
    }

    /// Whether an item goes on where it was left, by what the queue knows of it.
    package func applies(to item: QueueItem) -> Bool {
        applies(to: item.uri, duration: item.duration, isSpoken: item.isSpoken)
    }

    /// Returns what is kept of media that was left at `seconds`.
    package func change(leftAt seconds: Double, of duration: Double?) -> ListeningReport.PlaceChange {
        let rest = duration.map { $0 - seconds } ?? .infinity
        let isOver = rest <= max(Self.ending, (duration ?? 0) * Self.endingPart)
        return seconds < Self.beginning || isOver ? .forget : .keep(seconds)
    }
}
