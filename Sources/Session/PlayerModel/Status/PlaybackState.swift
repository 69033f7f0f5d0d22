/// What the player is doing, as clients see it.
package enum PlaybackState: String, Hashable, Sendable {
    case playing, paused, stopped, buffering
}

/// Why the player is in its state.
package enum PlaybackReason: String, Hashable, Sendable {
    case user, mpris, mpd, alarm, endOfQueue, error, routeLost, interrupted, mediaServicesLost, systemSleep, stopAfter, startup,
        none
}

extension PlaybackReason {
    /// Whether the system pauses for this reason, so that the system may also continue.
    var isTheSystems: Bool {
        switch self {
        case .interrupted, .routeLost, .systemSleep, .mediaServicesLost: true
        case .user, .mpris, .mpd, .alarm, .endOfQueue, .error, .stopAfter, .startup, .none: false
        }
    }
}

/// Why another item becomes the current one.
package enum ItemChangeReason: String, Hashable, Sendable {
    case next, previous, gapless, play, queue, end
}

/// A position that was heard, and how to calculate later positions from it.
package struct HeardPosition: Hashable, Sendable {
    /// The position in the item, in seconds from its beginning.
    package var seconds: Double
    /// The time at which that position was heard: CLOCK_MONOTONIC, in seconds.
    package var monotonic: Double
    /// How many seconds of the media pass in a second: 1 while the position advances, 0 while it stands still.
    package var rate: Double

    /// Whether the position advances.
    package var isMoving: Bool { rate > 0 }

    /// Returns the position counted to the time `monotonic`, which may lie before the reading.
    package func counted(to time: Double) -> Double { seconds + rate * (time - monotonic) }

    /// Returns the position now, at the time `monotonic`: a reading that is yet to come counts as it is.
    package func seconds(at time: Double) -> Double { counted(to: max(time, monotonic)) }
}
