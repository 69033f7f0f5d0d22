/// How new items come into the queue.
package struct QueueInsertion: Hashable, Sendable {
    /// Where they go.
    package enum Place: Hashable, Sendable {
        case end
        /// In front of the item that stands there; clamped.
        case index(Int)
        /// Right behind the current item, and played next also where the queue shuffles.
        case next
    }

    package var place: Place
    /// Whether what is in the queue already, or comes twice, is left out.
    package var isUnique: Bool

    package init(_ place: Place = .end, isUnique: Bool = false) {
        self.place = place
        self.isUnique = isUnique
    }
}
