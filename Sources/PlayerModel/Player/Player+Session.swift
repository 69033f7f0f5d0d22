// What the audio session decides over the user's head. It never wins over the user: what a person paused or stopped stays so.
extension Player {
    /// Steps back. What plays fades out and keeps its place; what was paused by the system before is paused for the newer reason;
    /// what is being opened to be heard is opened, and stays silent for that reason.
    package mutating func stepBack(_ why: PlaybackReason) -> [PlayerAction] {
        if state == .playing || state == .buffering { return pause(why) }
        if var pending = opening, pending.hold?.isTheSystems ?? true {
            pending.hold = why
            opening = pending
        }
        return state == .paused && reason.isTheSystems ? setState(.paused, why) : []
    }

    /// Goes on after ``stepBack(_:)``, unless somebody has paused or stopped since, or the sound server is away.
    package mutating func comeBack(_ why: PlaybackReason) -> [PlayerAction] {
        guard !serverIsLost else { return [] }
        releaseOpening(why)
        return state == .paused && reason.isTheSystems && current != nil ? resume(why) : []
    }

    /// What is being opened and was held by the system is to be heard after all.
    mutating func releaseOpening(_ why: PlaybackReason) {
        guard var pending = opening, pending.hold?.isTheSystems == true else { return }
        pending.hold = nil
        pending.goesOnFor = why
        opening = pending
    }

    /// Whether something is being opened that is to be heard as soon as it is open.
    package var opensToPlay: Bool { opening.map { $0.hold == nil } ?? false }

    /// Whether ``comeBack(_:)`` has something to go on with, now or once the sound server is back.
    package var waitsToComeBack: Bool {
        (state == .paused && reason.isTheSystems) || opening?.hold?.isTheSystems == true
    }

    /// Whether playing goes on by itself when a lost sound server is back, or the first one is there.
    package var expectsServer: Bool {
        goesOnWithServer && (serverIsLost || startsWithServer)
    }

    /// The same at the moment in which the server is there.
    var goesOnWithServer: Bool {
        let wasPlaying = startsWithServer || (wasPlayingWhenLost && resumesAfterReset)
        return wasPlaying && state == .paused && reason == .mediaServicesLost
    }
}

extension PlaybackReason {
    /// Whether the system pauses for it, so that the system may go on.
    fileprivate var isTheSystems: Bool {
        switch self {
        case .interrupted, .routeLost, .systemSleep, .mediaServicesLost: true
        case .user, .mpris, .endOfQueue, .error, .startup, .none: false
        }
    }
}
