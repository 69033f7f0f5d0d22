// Other programs that make sound.
extension Session {
    /// Roles of streams beside which lesser sound should be silent.
    private static let primaryRoles: Set<String> = ["music", "movie", "communication", "phone"]

    /// Whether any other program plays something.
    package var otherAudioPlaying: Bool { others.anyPlays || graph.others.contains(where: \.isRunning) }

    /// Whether another program plays what one wants to listen to, so that sound of lesser importance should be silent.
    package var secondaryAudioShouldBeSilencedHint: Bool {
        others.anyPlays || graph.others.contains { $0.isRunning && Self.primaryRoles.contains($0.role.lowercased()) }
    }

    /// What can be chosen: sinks, and those with several ports once through each at which something is plugged in.
    package var outputs: [GraphSink] { graph.sinks.filter { !$0.isDummy }.flatMap(\.outputs) }

    /// Whether playback goes on by itself once what holds it up is over.
    package func expectsResume(at now: Int64) -> Bool {
        interruptions.owesResume || server.owesResume || owesReturn || (reconnect.map { now <= $0.until } ?? false)
    }

    mutating func otherPlayerChanged(_ name: String, _ status: OtherPlayerStatus?, byUs: Bool) {
        let hasBegun = others.take(name, status, byUs: byUs)
        // Also where we only wait to go on: the sound is the other player's then.
        if hasBegun, isPlaying || interruptions.owesResume || owesReturn, !profile.isMixable, policy.interruptsOthers {
            begin(.otherPlayer, .player(name), name: others.title(of: name))
        } else if status != .playing, let held = interruptions.first(.player(name)) {
            end(held, shouldResume: false)
        }
    }

    /// A player was there before it was looked for. What it does it has not begun, so it interrupts nobody; where it plays and
    /// our session is active, it is paused as it would have been at the activation.
    mutating func otherPlayerFound(_ name: String, _ status: OtherPlayerStatus) {
        _ = others.take(name, status, byUs: false)
        guard status == .playing, isActive, isPlaying, !profile.isMixable else { return }
        pauseOthers()
    }

    mutating func updateSoftening() {
        guard interruptions.ducks != given.isSoftened else { return }
        given.isSoftened = interruptions.ducks
        decide(.setSoftened(given.isSoftened))
    }

    mutating func updateOthers() {
        let ducks = isActive && profile.ducksOthers && policy.interruptsOthers
        if ducks != given.ducksOthers {
            given.ducksOthers = ducks
            decide(.duckOthers(ducks))
        }
        let hint = secondaryAudioShouldBeSilencedHint
        if hint != given.hint {
            given.hint = hint
            emit(.silenceSecondaryAudioHint(begin: hint))
        }
    }
}
