extension Wire {
    /// What the player does.
    package enum PlayerState: String, CaseIterable, Hashable, Sendable {
        /// Sound comes out.
        case playing
        /// Held at a place.
        case paused
        /// Nothing is open.
        case stopped
        /// It would play, and waits for media.
        case buffering
    }

    /// Why the player is in its state.
    package enum StateReason: String, CaseIterable, Hashable, Sendable {
        case user, mpris, endOfQueue, error, routeLost, interrupted, mediaServicesLost, systemSleep, startup, none
    }

    /// What starts again at its end.
    package enum RepeatMode: String, CaseIterable, Hashable, Sendable {
        case off, one, all
    }

    /// Where `session.overrideOutput` sends the sound.
    package enum OutputOverride: String, CaseIterable, Hashable, Sendable {
        /// Where it belongs.
        case none
        /// To the built-in speaker.
        case speaker
    }

    /// Why another item became the current one.
    package enum ItemChangeReason: String, CaseIterable, Hashable, Sendable {
        case next, previous, gapless, play, queue, end
    }

    /// Who changed the volume.
    package enum VolumeSource: String, CaseIterable, Hashable, Sendable {
        /// A client of this protocol, or of MPRIS.
        case client
        /// A mixer of the desktop.
        case system
    }
}

extension Schema {
    /// The names of the cases of a type.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Schema {
        .choice(Choice.allCases.map(\.rawValue))
    }
}
