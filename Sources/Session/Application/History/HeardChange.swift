package import AudioSession
package import PlayerModel

/// A change of what is heard, with its reason and whoever is behind it.
package struct HeardChange: Hashable, Sendable {
    /// What changed, and for which reason.
    package enum Kind: Hashable, Sendable {
        /// The player is in another state than before, or stands still for another reason.
        case state(PlaybackState, PlaybackReason)
        /// The music plays softly for an interruption or an announcement.
        case softer
        /// The music is as loud as before again.
        case asBefore
        /// The room of this machine is mute for an interruption, and the other rooms play on.
        case roomMuted
        /// The room of this machine is heard again.
        case roomHeard
        /// What had paused playback is over, and playback does not go on by itself.
        case over
        /// Playback stands still, was to go on by itself, and does not any more, because another player has begun to play.
        case staysPaused
        /// The sound goes elsewhere.
        case output(RouteChangeReason)
        case volume(Volume, VolumeSource)
        /// The player is mute, or no longer.
        case muted(Bool, VolumeSource)
        /// The output that the sound goes to is mute, or no longer.
        case outputMuted(Bool)
    }

    /// When it happened, in seconds since 1970.
    package let time: Double
    package let kind: Kind
    /// Who is behind it, for people: a program, a player, an output. `nil` if nobody knows. Clean, and of bounded length.
    package var source: String?
    /// The word for the reason of the interruption that is behind it; `nil` if none is. Clean, and of bounded length.
    package var interruption: String?
    /// Whether that reason is the word of a client.
    package var isByClient = false
    /// Whether playback was to go on by itself after that.
    package var resumes = false

    /// Makes a change.
    package init(
        time: Double, kind: Kind, source: String? = nil, interruption: String? = nil, resumes: Bool = false
    ) {
        self.time = time
        self.kind = kind
        self.source = source
        self.interruption = interruption
        self.resumes = resumes
    }
}

/// Why the player stands still, or does not sound as usual.
package struct HeardCause: Hashable, Sendable {
    /// The change that has led to this.
    package var change: HeardChange
    /// Whether the interruption behind it is over.
    package var isOver = false
    /// What else keeps playback from going on by itself; `nil` if nothing does.
    package var holder: HeardHolder?

    /// Makes a cause.
    package init(_ change: HeardChange, isOver: Bool = false) {
        self.change = change
        self.isOver = isOver
    }
}

/// What keeps playback from going on by itself, in addition to what has paused it.
package struct HeardHolder: Hashable, Sendable {
    /// The name of a program or player, for people. Clean, and of bounded length.
    package let name: String
    /// The word for the reason of its interruption; `nil` if it is a client's own word for something that only the daemon knows.
    package let reason: String?
}
