// Other programs that play sound.
extension Session {
    /// The roles of streams that are meant to be listened to, so that secondary sound should be silent.
    private static let primaryRoles: Set<String> = ["music", "movie", "communication", "phone"]

    /// Whether any other program plays sound.
    package var otherAudioPlaying: Bool { others.anyPlays || graph.others.contains(where: \.isRunning) }

    /// Whether another program plays something meant to be listened to, so that secondary sound should be silent.
    package var secondaryAudioShouldBeSilencedHint: Bool {
        others.anyPlays || graph.others.contains { $0.isRunning && Self.primaryRoles.contains($0.role.lowercased()) }
    }

    /// The outputs that can be chosen: sinks, and sinks with several ports once for each port with something plugged in.
    package var outputs: [GraphSink] { graph.sinks.filter { !$0.isDummy }.flatMap(\.outputs) }

    /// Returns whether playback resumes by itself once nothing holds it up any more.
    package func expectsResume(at now: Int64) -> Bool {
        continuation.isExpected(at: now, ifInterruptionsAllow: interruptionsAllowResume)
    }

    /// The time at which the promise ends to resume once a lost output is back; `nil` if there is none, or other promises last.
    package var promiseEnd: Int64? { continuation.end(ifInterruptionsAllow: interruptionsAllowResume) }

    /// Whether none of the interruptions that pause playback will cancel by its end that playback resumes.
    private var interruptionsAllowResume: Bool { !interruptions.holding.contains { $0.pauses && !mayResume(after: $0) } }

    /// Returns whether playback may resume by itself once `interruption` is over, as far as that is known before.
    private func mayResume(after interruption: Interruption) -> Bool {
        switch interruption.reason {
        case .otherPlayer, .routeDisconnected: false
        case .systemSleep: policy.resumesAfterSleep
        case .communication, .alarm, .emergency, .corked, .announcement, .client: true
        }
    }

    /// Whether another player that begins to play interrupts us.
    package var playersInterrupt: Bool {
        !profile.isMixable && policy.interruptsOthers && !interruptionWishes.decline(.otherPlayer)
    }

    mutating func otherPlayerChanged(_ name: String, _ status: OtherPlayerStatus?, byUs: Bool) {
        let hasBegun = others.take(name, status, byUs: byUs)
        let waits = !player.isPlaying && expectsResume(at: now)
        // Also while we only wait to resume: from then on the sound is the other player's.
        let givesWay = hasBegun && playersInterrupt
        // If something else plays meanwhile, the headphones play that once they are back.
        if givesWay { continuation.forgetLoss() }
        if givesWay, player.isPlaying || continuation.waits(for: .interruption) || continuation.waits(for: .route) {
            begin(.otherPlayer, .player(name), name: others.title(of: name))
        } else if status != .playing, let held = interruptions.first(.player(name)) {
            end(held, shouldResume: false)
        }
        if givesWay, waits, !expectsResume(at: now) { decide(.nameTaker(others.title(of: name))) }
    }

    /// Notes a player that was there before Fermata searched for players. It does not count as having begun to play, so it does
    /// not interrupt. If it plays while our session is active and plays, Fermata pauses it as it would have at the activation.
    mutating func otherPlayerFound(_ name: String, _ status: OtherPlayerStatus) {
        _ = others.take(name, status, byUs: false)
        guard status == .playing, isActive, player.isPlaying, !profile.isMixable else { return }
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
