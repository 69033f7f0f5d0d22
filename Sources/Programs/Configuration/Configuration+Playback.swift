extension Configuration {
    /// `[playback]`: the player.
    package struct Playback: Equatable, Sendable {
        /// How many seconds of sound to decode ahead.
        package var bufferSeconds = 4.0
        /// The length of the ramp on pause, resume, stop, seek and mute, in seconds.
        package var fadeSeconds = 0.010
        /// Whether a track whose rate or channels differ from the track before gets a new stream, and plays unconverted after
        /// a gap.
        package var followFormat = false
        /// The decibels added to the gain of tracks that have one.
        package var replayGainPreampDecibels = 0.0
        /// The gain in decibels of tracks that have none of their own.
        package var replayGainUntaggedDecibels = 0.0
        /// Whether to lower a gain that would take the track's peak, according to its tags, past full scale.
        package var replayGainPreventClipping = true
        /// Media of at least this many minutes goes on where it was left; 0: none does because of its length.
        package var resumeMinutes = 0.0
        /// Whether podcasts and audiobooks go on where they were left, however long they are.
        package var resumeSpoken = true
        /// What the daemon does with the saved queue at its start.
        package var restore = Restore.paused

        /// Makes the defaults.
        package init() {}
    }

    /// What the daemon does with the saved queue at its start.
    package enum Restore: String, CaseIterable, Sendable {
        /// The daemon restores the queue, paused at its position.
        case paused
        /// The daemon restores the queue, and resumes it if it was playing.
        case playing
        /// The daemon starts with an empty queue.
        case off
    }
}
