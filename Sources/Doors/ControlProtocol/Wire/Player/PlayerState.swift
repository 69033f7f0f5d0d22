extension Wire {
    /// The state of the player.
    public enum PlayerState: String, CaseIterable, Hashable, Sendable {
        /// Playback runs.
        case playing
        /// Playback is held at a position.
        case paused
        /// Nothing is open.
        case stopped
        /// The player is to play, and waits for data.
        case buffering
    }

    /// Why the player is in its state.
    public enum StateReason: String, CaseIterable, Hashable, Sendable {
        case user, mpris, mpd, alarm, endOfQueue, error, routeLost, interrupted, mediaServicesLost, systemSleep, stopAfter,
            startup, none
    }

    /// Why an item plays as fast as it was recorded, whatever speed is chosen.
    public enum SpeedObstacle: String, CaseIterable, Hashable, Sendable {
        /// It comes as fast as it is heard, or one cannot seek in it.
        case live
        /// The output decodes it.
        case passthrough
    }

    /// What is repeated: nothing, the item or the queue.
    public enum RepeatMode: String, CaseIterable, Hashable, Sendable {
        case off, one, all
    }

    /// The output that `session.overrideOutput` sets.
    public enum OutputOverride: String, CaseIterable, Hashable, Sendable {
        /// Ends the override.
        case none
        /// Sends the sound to a loudspeaker: the built-in one if there is one.
        case speaker
    }

    /// Why the current item changed.
    public enum ItemChangeReason: String, CaseIterable, Hashable, Sendable {
        case next, previous, gapless, play, queue, end
    }

    /// Who changed the volume.
    public enum VolumeSource: String, CaseIterable, Hashable, Sendable {
        /// A client of this protocol, or of MPRIS.
        case client
        /// A mixer of the desktop.
        case system
        /// The output, which allows no more.
        case limit
        /// The output, which has another volume than the one before, or begins with one.
        case output
    }
}

extension Schema {
    /// The names of the cases of a type.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Schema {
        .choice(Choice.allCases.map(\.rawValue))
    }
}
