extension Configuration {
    /// `[playback]`: the player.
    package struct Playback: Equatable, Sendable {
        /// How much sound is decoded ahead, in seconds.
        package var bufferSeconds = 4.0
        /// How long the ramp on pause, resume, stop, seek and mute lasts, in seconds.
        package var fadeSeconds = 0.010
        /// Whether a track of another rate or other channels than the one before has a stream of its own, and is not converted.
        package var followFormat = false
        /// What the daemon does at its start with the queue it saved.
        package var restore = Restore.paused

        /// Makes the defaults.
        package init() {}
    }

    /// What the daemon does at its start with the state it saved.
    package enum Restore: String, CaseIterable, Sendable {
        /// Queue and position are back, and nothing is heard.
        case paused
        /// What was playing goes on.
        case playing
        /// The daemon starts with an empty queue.
        case off
    }
}
