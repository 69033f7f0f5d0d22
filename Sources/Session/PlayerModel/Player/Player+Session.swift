// The decisions of the audio session. They never win over the user: an item that a person paused or stopped stays so.
extension Player {
    /// Pauses because the system wants it, for the reason `why`:
    ///
    /// - An item that plays fades out and keeps its position.
    /// - An item that the system paused before is now paused for the newer reason.
    /// - An item that is being opened to be heard is opened, but stays silent for that reason.
    package mutating func stepBack(_ why: PlaybackReason) -> [PlayerAction] {
        if status.isRunning { return pause(why) }
        opening?.holdForSystem(why)
        return status.isPausedBySystem ? status.change(to: .paused, for: why) : []
    }

    /// Continues after ``stepBack(_:)``, unless a person has paused or stopped since. While what the sound goes to is away, the player
    /// waits for that.
    package mutating func comeBack(_ why: PlaybackReason) -> [PlayerAction] {
        guard !server.isLost else {
            guard status.isPausedBySystem, current != nil, standstill.frame != nil else { return [] }
            server.owe()
            return status.change(to: .paused, for: .mediaServicesLost)
        }
        if isOverdue { return lookAtStop() }
        opening?.release(for: why)
        return status.isPausedBySystem && current != nil ? resume(why) : []
    }

    /// Whether an item is being opened that is to be heard as soon as it is open.
    package var opensToPlay: Bool { opening.map { $0.hold == nil } ?? false }

    /// Whether ``comeBack(_:)`` has an item to continue with, now or once the sound server is back.
    package var waitsToComeBack: Bool {
        status.isPausedBySystem || opening?.hold?.isTheSystems == true
    }

    /// Whether playback continues by itself when a lost sound server is back, or when the first one is there.
    package var expectsServer: Bool {
        goesOnWithServer && server.isExpected
    }

    /// Whether playback continues by itself at the moment at which the server is there.
    var goesOnWithServer: Bool {
        server.continuesPlayback(ifResuming: configuration.resumesAfterReset) && state == .paused
            && reason == .mediaServicesLost
    }
}
