/// What became of one listening to an item, from its first frame until it ended or was left.
package struct ListeningReport: Hashable, Sendable {
    /// How it ended.
    package enum End: Hashable, Sendable {
        /// The last frame of the item was heard.
        case completed
        /// Somebody went on to another item.
        case skipped
        /// Somebody stopped, or the item failed, or the daemon ends.
        case left
    }

    /// What happens to the place from which the item goes on the next time.
    package enum PlaceChange: Hashable, Sendable {
        /// It is this one, in seconds.
        case keep(Double)
        /// There is none: the item begins anew.
        case forget
    }

    /// The item, as the queue described it at the end.
    package let item: QueueItem
    /// How many seconds of it were heard. Pauses and what was passed over do not count.
    package let seconds: Double
    /// The duration of the item in seconds; `nil` if unknown.
    package let duration: Double?
    /// When its first frame was heard, in seconds since 1970.
    package let startedAt: Double
    package let end: End
    /// `nil` if the item does not go on where it was left.
    package let place: PlaceChange?

    package init(
        item: QueueItem, seconds: Double, duration: Double?, startedAt: Double, end: End, place: PlaceChange? = nil
    ) {
        self.item = item
        self.seconds = seconds
        self.duration = duration
        self.startedAt = startedAt
        self.end = end
        self.place = place
    }

    /// So many seconds make a play of the longest item: the rule of Last.fm and ListenBrainz.
    private static let enoughSeconds = 240.0

    /// Whether it counts as a play: half of the item was heard, or four minutes of it.
    package var countsAsPlay: Bool {
        guard seconds > 0 else { return false }
        return seconds >= min(Self.enoughSeconds, (duration ?? .infinity) / 2)
    }

    /// Whether it counts as a skip: somebody went on to another item before this one counted as played.
    package var countsAsSkip: Bool { end == .skipped && !countsAsPlay }
}
