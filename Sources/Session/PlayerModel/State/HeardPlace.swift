/// The current item and the heard position in it: the part of the state that changes while nobody does anything. It is kept in
/// a file of its own, so that it can be written often.
package struct HeardPlace: Hashable, Sendable, Decodable {
    /// The id of the item that is heard, or would be.
    package var itemID: Int64?
    /// The heard position in that item, in seconds.
    package var seconds: Double
    package var wasPlaying: Bool
    /// Whether the player was stopped, and not only paused; `nil` in a file from before this was saved.
    package var wasStopped: Bool?
    /// The number of the save, counted for this file and the state together: the one with the larger number has the newer
    /// place.
    package var serial: UInt64

    package init(itemID: Int64?, seconds: Double, wasPlaying: Bool, wasStopped: Bool? = nil, serial: UInt64 = 0) {
        self.itemID = itemID
        self.seconds = seconds
        self.wasPlaying = wasPlaying
        self.wasStopped = wasStopped
        self.serial = serial
    }
}

extension HeardPlace {
    /// The place as the JSON that its decoder reads. It is written every two seconds while something plays, and `JSONEncoder`
    /// would take longer than all the rest of the write.
    package var json: String {
        var members = [
            #""seconds":\#(seconds.isFinite ? seconds : 0)"#, #""wasPlaying":\#(wasPlaying)"#, #""serial":\#(serial)"#,
        ]
        if let itemID { members.append(#""itemID":\#(itemID)"#) }
        if let wasStopped { members.append(#""wasStopped":\#(wasStopped)"#) }
        return "{\(members.joined(separator: ","))}"
    }
}

extension SavedState {
    /// The place that the state holds.
    package var place: HeardPlace {
        HeardPlace(
            itemID: currentID, seconds: seconds, wasPlaying: wasPlaying, wasStopped: wasStopped, serial: serial ?? 0)
    }

    /// Returns the state with the place `newer`, if that is really newer and names no item that the state lacks; else the state
    /// as it is.
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

    /// Returns whether two states differ at most in their places.
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
