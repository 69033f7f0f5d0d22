/// What the player is doing, and why. Every change reports itself.
struct PlaybackStatus: Hashable, Sendable {
    private(set) var state = PlaybackState.stopped
    private(set) var reason = PlaybackReason.startup

    /// Whether the current item is heard, or will be as soon as enough of it is there.
    var isRunning: Bool { state == .playing || state == .buffering }

    /// The reason for which the player is paused; `nil` if it is not.
    var pausedFor: PlaybackReason? { state == .paused ? reason : nil }

    /// Whether the system paused the player, so that the system may also continue.
    var isPausedBySystem: Bool { state == .paused && reason.isTheSystems }

    /// Changes state and reason, and reports the change. Does nothing if both stay.
    mutating func change(to new: PlaybackState, for why: PlaybackReason) -> [PlayerAction] {
        let previous = state
        guard new != previous || why != reason else { return [] }
        state = new
        reason = why
        return [.emit(.stateChanged(new, reason: why, previous: previous)), .save]
    }

    /// Takes over the state of an earlier run, in which an item was open or none. Reports nothing: clients never saw another
    /// state.
    mutating func restore(isPaused: Bool) { state = isPaused ? .paused : .stopped }

    /// Takes over an earlier run that goes on as soon as the sound server is there. Reports nothing.
    mutating func restoreForServer() { (state, reason) = (.paused, .mediaServicesLost) }
}
