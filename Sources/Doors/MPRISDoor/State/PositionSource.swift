import Playback
import PlayerModel
import Synchronization
import SystemSupport

/// The position, for the bus thread. It is computed when a client reads it, by the callback's clock, and control has no part
/// in that.
final class PositionSource: Sendable {
    /// What control knew at the last change.
    struct Knowledge: Sendable {
        /// Tells the position as long as the callback plays what control knows of.
        let watch: HeardWatch
        /// The item that is published.
        let item: Int64?
        /// The position by control's own count, which holds while the callback plays something else, or nothing.
        let position: HeardPosition?
        /// In seconds; `nil` if unknown.
        let duration: Double?
    }

    private let knowledge = Mutex<Knowledge?>(nil)

    /// Takes over what control knows now. The bus thread is not woken.
    func take(_ new: Knowledge) { knowledge.withLock { $0 = new } }

    /// The heard position in the published item, in microseconds; 0 if there is none.
    var microseconds: Int64 {
        guard let knowledge = knowledge.withLock({ $0 }) else { return 0 }
        if let place = knowledge.watch.place, place.itemID == knowledge.item {
            return Microseconds.of(seconds: knowledge.position == nil ? 0 : place.seconds)
        }
        guard let position = knowledge.position else { return 0 }
        let seconds = position.seconds(at: Double(MonotonicClock.nanoseconds) / 1e9)
        return Microseconds.of(seconds: min(seconds, knowledge.duration ?? .infinity))
    }
}
