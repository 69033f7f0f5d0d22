import AudioTypes

/// The place at which the player stands while nothing runs: a frame of the open item, or a position in an item that an earlier
/// run left and that is not open yet.
struct Standstill: Hashable, Sendable {
    private enum Place: Hashable {
        /// Nothing stands still, or the fade of a pause is still running.
        case unknown
        case frame(FrameCount)
        case restored(id: Int64, seconds: Double)
    }

    private var place = Place.unknown

    /// The frame of the open item; `nil` while the fade is still running, and if the player is not paused.
    var frame: FrameCount? { if case .frame(let frame) = place { frame } else { nil } }

    /// The item of a saved state that has not been opened yet; `nil` if there is none.
    var restoredID: Int64? { if case .restored(let id, _) = place { id } else { nil } }

    /// The position in seconds at which the restored item starts when it is played next; `nil` if there is none.
    var restoredSeconds: Double? { if case .restored(_, let seconds) = place { seconds } else { nil } }

    /// Stands at a frame of the open item.
    mutating func stand(at frame: FrameCount) { place = .frame(frame) }

    /// Stands at a position in an item that is not open, in seconds.
    mutating func stand(inRestored id: Int64, at seconds: Double) { place = .restored(id: id, seconds: seconds) }

    /// Leaves the place, because audio runs from there or the player stopped.
    mutating func leave() { place = .unknown }
}
