// The decisions of the audio session. They never win over the user: an item that a person paused or stopped stays so.
extension Player {
    /// Pauses because the system wants it, for the reason `why`:
    ///
    /// - An item that plays fades out and keeps its position.
    /// - An item that the system paused before is now paused for the newer reason.
    /// - An item that is being opened to be heard is opened, but stays silent for that reason.
    package mutating func stepBack(_ why: PlaybackReason) -> [PlayerAction] {
        if state == .playing || state == .buffering { return pause(why) }
        if var pending = opening, pending.hold?.isTheSystems ?? true {
            pending.hold = why
            opening = pending
        }
        return state == .paused && reason.isTheSystems ? setState(.paused, why) : []
    }

    /// Continues after ``stepBack(_:)``, unless a person has paused or stopped since, or the sound server is away.
    package mutating func comeBack(_ why: PlaybackReason) -> [PlayerAction] {
        guard !serverIsLost else { return [] }
        releaseOpening(why)
        return state == .paused && reason.isTheSystems && current != nil ? resume(why) : []
    }

    /// Lets the item that is being opened be heard after all, if the system held it.
    mutating func releaseOpening(_ why: PlaybackReason) {
        guard var pending = opening, pending.hold?.isTheSystems == true else { return }
        pending.hold = nil
        pending.goesOnFor = why
        opening = pending
    }

    /// Whether an item is being opened that is to be heard as soon as it is open.
    package var opensToPlay: Bool { opening.map { $0.hold == nil } ?? false }

    /// Whether ``comeBack(_:)`` has an item to continue with, now or once the sound server is back.
    package var waitsToComeBack: Bool {
        (state == .paused && reason.isTheSystems) || opening?.hold?.isTheSystems == true
    }

    /// Whether playback continues by itself when a lost sound server is back, or when the first one is there.
    package var expectsServer: Bool {
        goesOnWithServer && (serverIsLost || startsWithServer)
    }

    /// Whether playback continues by itself at the moment at which the server is there.
    var goesOnWithServer: Bool {
        let wasPlaying = startsWithServer || (wasPlayingWhenLost && resumesAfterReset)
        return wasPlaying && state == .paused && reason == .mediaServicesLost
    }
}

extension PlaybackReason {
    /// Whether the system pauses for this reason, so that the system may also continue.
    fileprivate var isTheSystems: Bool {
        switch self {
        case .interrupted, .routeLost, .systemSleep, .mediaServicesLost: true
        case .user, .mpris, .endOfQueue, .error, .startup, .none: false
        }
    }
}
