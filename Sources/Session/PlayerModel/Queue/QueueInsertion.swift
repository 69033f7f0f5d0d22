package import AudioTypes

/// Where and how new items are added to the queue.
package struct QueueInsertion: Hashable, Sendable {
    /// The place for new items.
    package enum Place: Hashable, Sendable {
        case end
        /// In front of the item at an index; clamped.
        case index(Int)
        /// Right behind the current item. The new items are played next even if the queue shuffles.
        case next
    }

    package var place: Place
    /// Whether items are left out whose media is in the queue already, or comes twice.
    package var isUnique: Bool
    /// Whether files are added that are not there, or cannot be read, because they come later.
    package var takesMissing: Bool
    /// Which of several audio tracks is played of each; `nil` if nobody has chosen.
    package var track: TrackChoice?
    /// The name of the stored playlist whose entries are added; `nil` if they are of none.
    package var playlist: String?

    package init(_ place: Place = .end, isUnique: Bool = false, takesMissing: Bool = false, track: TrackChoice? = nil) {
        self.place = place
        self.isUnique = isUnique
        self.takesMissing = takesMissing
        self.track = track
    }
}
