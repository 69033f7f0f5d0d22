package import AudioSession
package import AudioTypes
import MediaTypes
import NIOCore

/// A command to the audio session.
package enum SessionCommand: Hashable, Sendable {
    /// Sets category, mode and options.
    case setProfile(SessionProfile)
    /// Sets the preferred length of a cycle of the graph, in seconds; 0 means no preference.
    case setPreferredIOBufferDuration(Double)
    /// Sets the preferred rate of the graph, in hertz; 0 means no preference.
    case setPreferredSampleRate(Double)
    /// Up to how many channels a card is switched for media that has them; 0 for what the configuration says.
    case setPreferredOutputNumberOfChannels(Int)
    /// Activates or deactivates the session. `notifyOthers`: when deactivating, the players that were paused for the session
    /// go on.
    case setActive(Bool, notifyOthers: Bool)
    /// Has interruptions of these kinds stay away while the client is connected.
    case setPrefersNoInterruptions(Set<InterruptionKind>)
    /// Decides whether losing a private output interrupts.
    case setPrefersInterruptionOnRouteDisconnect(Bool)
    /// Decides whether sounds of the system are heard while an input or an output is recorded.
    case setAllowsSystemSoundsDuringRecording(Bool)
    /// Ends an interruption of the same client.
    case endInterruption(Int64, shouldResume: Bool)
}

// Commands to the audio session.
extension Application {
    /// The audio session as it is now.
    package var session: Session { driver.session }

    /// How the graph runs the stream now; zeros before the first cycle.
    package var timing: OutputTiming { output.timing() }

    /// How the graph runs the stream now, or will run it as far as anybody knows; zeros if nobody does.
    package var expectedTiming: OutputTiming {
        timing.graphRate > 0 ? timing : driver.expectedTiming ?? timing
    }

    /// Carries out `command`.
    package func perform(_ command: SessionCommand, for origin: Origin) throws(SessionError) {
        switch command {
        // Both may pause playback.
        case .setProfile, .setActive: commanders.note(origin)
        case .setPreferredIOBufferDuration, .setPreferredSampleRate, .setPreferredOutputNumberOfChannels,
            .setPrefersNoInterruptions, .setPrefersInterruptionOnRouteDisconnect,
            .setAllowsSystemSoundsDuringRecording, .endInterruption:
            break
        }
        try driver.change { session, now throws(SessionError) in
            let actions =
                switch command {
                case .setProfile(let profile): session.setProfile(profile, at: now)
                case .setPreferredIOBufferDuration(let seconds): session.setPreferredIOBufferDuration(seconds, at: now)
                case .setPreferredSampleRate(let hertz): session.setPreferredSampleRate(hertz, at: now)
                case .setPreferredOutputNumberOfChannels(let count):
                    session.setPreferredOutputNumberOfChannels(count, at: now)
                case .setPrefersNoInterruptions(let kinds):
                    session.setPrefersNoInterruptions(kinds, client: origin.client, at: now)
                case .setPrefersInterruptionOnRouteDisconnect(let prefers):
                    session.setPrefersInterruptionOnRouteDisconnect(prefers, at: now)
                case .setAllowsSystemSoundsDuringRecording(let allows):
                    session.setAllowsSystemSoundsDuringRecording(allows, at: now)
                case .setActive(let isActive, let notify): try session.setActive(isActive, notifyOthers: notify, at: now)
                case .endInterruption(let id, let shouldResume):
                    try session.endInterruption(id, client: origin.client, shouldResume: shouldResume, at: now)
                }
            return ((), actions)
        }
        lookAfterAnnouncements()
        tell(.stateToSaveChanged)
    }

    /// Begins an interruption, which lasts at most until ``clientLeft(_:)``. Returns its id.
    package func beginInterruption(reason: String?, mayDuck: Bool, for origin: Origin) throws(SessionError) -> Int64 {
        let program = QueueText.shown(commanders.program(of: origin))
        return try driver.change { session, now throws(SessionError) in
            try session.beginInterruption(client: origin.client, program: program, reason: reason, mayDuck: mayDuck, at: now)
        }
    }

    /// Sends the sound to a loudspeaker, or ends that. `answer` is called once the sound goes there, or after a second.
    package func overrideOutput(toSpeaker: Bool, answer: @escaping () -> Void) throws(SessionError) {
        try driver.change { session, now throws(SessionError) in
            ((), try session.overrideOutput(toSpeaker: toSpeaker, at: now))
        }
        lookAfterAnnouncements()
        tell(.stateToSaveChanged)
        answerRoute({ _ in answer() }, once: \.isRoutedAsWished)
    }

    /// Sends the sound to the output `uid`; `nil` means the default output. `answer` gets the route once the sound goes there,
    /// or after a second the route as it is.
    package func selectOutput(_ uid: String?, answer: @escaping (Route) -> Void) throws(SessionError) {
        let needsServer = uid == nil || uid != driver.output.independentOutput
        try driver.change { session, now throws(SessionError) in
            ((), try session.select(uid, needsServer: needsServer, at: now))
        }
        answerRoute(answer) { $0.isRouted(to: uid) }
    }

    /// Sends the sound to all outputs of `uids` at once, the first as the primary. `answer` gets the route once the sound goes to all
    /// of them, or after a second the route as it is.
    package func selectOutputs(_ uids: [String], answer: @escaping (Route) -> Void) throws(SessionError) {
        let independent = driver.output.independentOutput
        try driver.change { session, now throws(SessionError) in
            ((), try session.select(uids, independent: independent, at: now))
        }
        answerRoute(answer) { session in uids.allSatisfy { session.isRouted(to: $0) } }
    }

    /// Sends the sound also to the output `uid`, or no longer. An output with a time of its own takes the place of all others.
    /// - Throws: `invalidParameter` for the only output that the sound goes to, and the errors of
    ///   ``selectOutputs(_:answer:)``.
    package func setOutput(_ uid: String, isUsed: Bool, answer: @escaping (Route) -> Void) throws(SessionError) {
        let current = session.route.outputs.map(\.uid)
        let independent = driver.output.independentOutput
        if isUsed, uid == independent || current.contains(where: { $0 == independent }) {
            return try selectOutput(uid, answer: answer)
        }
        let wanted = current.filter { $0 != uid } + (isUsed ? [uid] : [])
        guard !wanted.isEmpty else {
            throw SessionError(.invalidParameter, "The sound always goes to an output: enable another one first")
        }
        try selectOutputs(wanted, answer: answer)
    }

    private func answerRoute(_ answer: @escaping (Route) -> Void, once isRouted: @escaping (Session) -> Bool) {
        driver.watchRoute(for: .seconds(1)) { [driver] route, isLast in
            guard isLast || isRouted(driver.session) else { return false }
            answer(route)
            return true
        }
    }

    /// How late the sound is heard at each output that it goes to, by the uids of the sinks.
    package var latencies: [String: OutputLatency] { output.latencies }

    /// Sets how much later than by itself the output `uid` plays beside others, in seconds; `nil` for as late as the slowest of them.
    package func setOutputDelay(_ seconds: Double?, of uid: String) throws(SessionError) {
        try driver.change { session, now throws(SessionError) in
            ((), try session.setOutputDelay(seconds, of: uid, at: now))
        }
    }

    /// Sets the volume of the output `uid`, and its mute switch; what is `nil` stays as it is, and no uid means the primary output.
    /// `answer` gets the volume once the sound system has it, or after a second as it was asked for.
    /// - Parameter delta: what to add to the level.
    package func setOutputVolume(
        level: Double?, delta: Double?, isMuted: Bool?, of uid: String?, answer: @escaping (RouteVolume) -> Void
    ) throws(SessionError) {
        let (sink, wanted) = try driver.change { session, now throws(SessionError) in
            let set = try session.setOutputVolume(level: level, delta: delta, isMuted: isMuted, of: uid, at: now)
            return ((set.sink, set.volume), set.actions)
        }
        driver.watchRoute(for: .seconds(1)) { [driver] _, isLast in
            guard isLast || driver.session.outputVolume(of: sink)?.isNear(wanted) == true else { return false }
            answer(wanted)
            return true
        }
    }
}
