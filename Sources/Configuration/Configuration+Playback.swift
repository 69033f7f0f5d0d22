extension Configuration {
    /// `[playback]`: the player.
    package struct Playback: Equatable, Sendable {
        /// How much sound is decoded ahead, in seconds.
        package var bufferSeconds = 4.0
        /// How long the ramp on pause, resume, stop, seek and mute lasts, in seconds.
        package var fadeSeconds = 0.010
        /// Whether a track of another rate or other channels than the one before has a stream of its own, and is not converted.
        package var followFormat = false
        /// How long two tracks overlap where the queue goes on by itself, in seconds.
        package var crossfadeSeconds = 0.0
        /// By which of the loudnesses that it says it has a track is played.
        package var replayGain = ReplayGain.off
        /// What is added to the gain of tracks that have one, in decibels.
        package var replayGainPreampDecibels = 0.0
        /// The gain of tracks that have none, in decibels.
        package var replayGainUntaggedDecibels = 0.0
        /// Whether a gain is lowered where a track's largest sample would go past full scale.
        package var replayGainPreventClipping = true
        /// What the daemon does at its start with the queue it saved.
        package var restore = Restore.paused

        /// Makes the defaults.
        package init() {}
    }

    /// By which loudness a track is played.
    package enum ReplayGain: String, CaseIterable, Sendable {
        /// As it was recorded.
        case off
        /// Its own.
        case track
        /// Its album's.
        case album
        /// Its album's where the queue plays that, else its own.
        case auto
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
