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
        /// The sound goes elsewhere.
        case output(RouteChangeReason)
        case volume(Volume, VolumeSource)
    }

    /// When it happened, in seconds since 1970.
    package let time: Double
    package let kind: Kind
    /// Who is behind it, for people: a program, a player, an output. `nil` if nobody knows. Clean, and of bounded length.
    package var source: String?
    /// The word for the reason of the interruption that is behind it; `nil` if none is. Clean, and of bounded length.
    package var interruption: String?
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

    /// Makes a cause.
    package init(_ change: HeardChange, isOver: Bool = false) {
        self.change = change
        self.isOver = isOver
    }
}
