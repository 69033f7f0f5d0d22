/// Where the music is: the part of the state that changes while nobody does anything. Kept in a file of its own, so that it can
/// be written often.
package struct HeardPlace: Hashable, Sendable, Codable {
    /// The item that is heard, or would be.
    package var itemID: Int64?
    /// The heard position in it, in seconds.
    package var seconds: Double
    package var wasPlaying: Bool
    /// Whether it was stopped, and not only paused; `nil` in a place of before that was kept.
    package var wasStopped: Bool?
    /// Counts what is saved, this and the state together: of two that tell the place, the larger one is the newer.
    package var serial: UInt64

    package init(itemID: Int64?, seconds: Double, wasPlaying: Bool, wasStopped: Bool? = nil, serial: UInt64 = 0) {
        self.itemID = itemID
        self.seconds = seconds
        self.wasPlaying = wasPlaying
        self.wasStopped = wasStopped
        self.serial = serial
    }
}

extension SavedState {
    /// The place that the state tells.
    package var place: HeardPlace {
        HeardPlace(
            itemID: currentID, seconds: seconds, wasPlaying: wasPlaying, wasStopped: wasStopped, serial: serial ?? 0)
    }

    /// The state with that place, where it is a newer one and of an item that the state has.
    package func with(_ newer: HeardPlace) -> SavedState {
        guard newer.serial > place.serial, newer.itemID.map({ id in items.contains { $0.id == id } }) ?? true else { return self }
        var state = self
        state.currentID = newer.itemID
        state.seconds = newer.seconds
        state.wasPlaying = newer.wasPlaying
        state.wasStopped = newer.wasStopped
        state.serial = newer.serial
        return state
    }

    /// Whether two states differ at most in the place that they tell.
    package func differsOnlyInPlace(from other: SavedState) -> Bool {
        var moved = other
        moved.currentID = currentID
        moved.seconds = seconds
        moved.wasPlaying = wasPlaying
        moved.wasStopped = wasStopped
        moved.serial = serial
        return moved == self
    }
}
