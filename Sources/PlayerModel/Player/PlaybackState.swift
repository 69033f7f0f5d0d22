/// What the player is doing, as clients see it.
package enum PlaybackState: String, Hashable, Sendable {
    case playing, paused, stopped, buffering
}

/// Why the player is in its state.
package enum PlaybackReason: String, Hashable, Sendable {
    case user, mpris, endOfQueue, error, routeLost, interrupted, mediaServicesLost, systemSleep, startup, none
}

/// Why another item is heard.
package enum ItemChangeReason: String, Hashable, Sendable {
    case next, previous, gapless, play, queue, end
}

/// How loud, on the cubic scale of desktop mixers.
package struct Volume: Hashable, Sendable, Codable {
    /// 0 (silent) … 1 (as recorded).
    package var level: Double
    package var muted: Bool

    package init(level: Double = 1, muted: Bool = false) {
        self.level = level
        self.muted = muted
    }
}

/// A position that was heard, and how to count on from it.
package struct HeardPosition: Hashable, Sendable {
    /// In the item, from its beginning.
    package var seconds: Double
    /// CLOCK_MONOTONIC, in seconds, at which that was being heard.
    package var monotonic: Double
    /// 1 while time goes on, 0 while it stands.
    package var rate: Int
}
