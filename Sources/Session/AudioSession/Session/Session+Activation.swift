package import AudioTypes

// Category, activation, and their effect on other players.
extension Session {
    /// Throws if a person's `play` is not allowed now. Called before the player gets the command.
    /// - Throws: `incompatibleCategory` in a category without output, `insufficientPriority` during an interruption that
    ///   outranks the user.
    package func checkPlay() throws(SessionError) {
        try requireOutput()
        try requirePriority()
    }

    /// Throws if no announcement may be heard now.
    /// - Throws: what ``checkPlay()`` throws, and `mediaServicesFailed` without a sound server.
    package func checkAnnouncement() throws(SessionError) {
        try requireSoundServer()
        try checkPlay()
    }

    /// Throws if the music goes to an output beside the sound server's, where no announcement of this machine is heard.
    /// - Throws: `noRoute`.
    package func checkAnnouncementRoute() throws(SessionError) {
        guard let sink = routedSink, sink.isIndependent else { return }
        throw SessionError(
            .noRoute,
            """
            the music goes to \(sink.uid), where no announcement of this machine is heard: name the rooms (rooms), or choose another \
            output
            """)
    }

    /// Throws if no announcement may be heard in other rooms now: neither a category nor a call on this machine concerns them.
    /// - Throws: `insufficientPriority` while the machine is about to sleep.
    package func checkRoomAnnouncement() throws(SessionError) {
        guard interruptions.holding.contains(where: { $0.reason == .systemSleep }) else { return }
        throw SessionError(.insufficientPriority, "the machine is about to sleep: announce again when it is awake")
    }

    /// Sets category, mode and options together, at `now` (CLOCK_MONOTONIC, nanoseconds).
    package mutating func setProfile(_ new: SessionProfile, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            let old = session.profile
            guard new != old else { return }
            let inputs = session.routeInputs
            session.profile = new
            if new.category != old.category || new.mode != old.mode {
                let change = session.routes.setHasOutput(new.category.hasOutput)
                if var change {
                    change.previous.inputs = inputs
                    change.current.inputs = session.routeInputs
                    if change.current.isEmpty { change.reason = .noSuitableRouteForCategory }
                    session.emit(.routeChanged(change))
                    session.adoptInput()
                }
            }
            session.noticeInput()
            if !new.category.hasOutput {
                session.continuation.cancel()
                session.pause(.user)
            }
            if session.isActive && old.isMixable && !new.isMixable { session.pauseOthers() }
        }
    }

    /// Activates or deactivates the session. Deactivating pauses playback.
    /// - Parameter notifyOthers: on deactivation, whether the players that we paused are told to play again.
    /// - Throws: `mediaServicesFailed` or `insufficientPriority`, only on activation.
    package mutating func setActive(_ active: Bool, notifyOthers: Bool, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            guard active else {
                session.continuation.cancel()
                session.pause(.user)
                session.deactivate(.client)
                if notifyOthers { session.others.resumeAll().forEach { session.decide(.resumeOther($0)) } }
                return
            }
            try session.requireServer()
            try session.requirePriority()
            session.activate(.client)
        }
    }

    /// Sets the preferred length of a cycle of the graph, in seconds; 0 for no preference.
    package mutating func setPreferredIOBufferDuration(_ seconds: Double, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.preferred.ioBufferDuration = seconds
            session.decide(.setPreferredIOBufferDuration(seconds))
        }
    }

    /// Sets the preferred rate of the graph, in hertz; 0 for no preference.
    package mutating func setPreferredSampleRate(_ hertz: Double, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.preferred.sampleRate = hertz
            session.decide(.setPreferredSampleRate(hertz))
        }
    }

    /// How the graph will run what plays, as far as its settings tell, while the session is active; `nil` if nobody knows. What other programs
    /// ask of the graph can make the cycle shorter, and the rate another one.
    /// - Parameter orders: what the output asks of the graph.
    package func expectedTiming(for orders: OutputOrders) -> OutputTiming? {
        guard isActive, routedSink?.isIndependent != true else { return nil }
        return graph.clock.timing(for: orders)
    }

    func requireOutput() throws(SessionError) {
        guard profile.category.hasOutput else {
            throw SessionError(
                .incompatibleCategory, "category \(profile.category.rawValue) lets no sound out: set another one to play")
        }
    }

    func requirePriority() throws(SessionError) { try requirePriority(over: interruptions.outranking) }

    func requirePriority(over holder: Interruption?) throws(SessionError) {
        guard let holder else { return }
        throw SessionError(
            .insufficientPriority,
            "\(holder.sourceName) holds the sound (\(holder.reason.word)): play again when it is over")
    }

    /// Takes over a changed configuration, which also applies to what is going on now.
    package mutating func setPolicy(_ new: SessionPolicy, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            // What is written last counts.
            if new.pausesWhenNoisy != session.policy.pausesWhenNoisy { session.preferred.interruptionOnRouteDisconnect = nil }
            session.policy = new
            session.noticeInterruptingStreams()
        }
    }

    // MARK: Steps

    mutating func activate(_ reason: ActivationReason) {
        if !isActive {
            isActive = true
            emit(.activeChanged(true, reason))
        }
        if !profile.isMixable { pauseOthers() }
    }

    mutating func deactivate(_ reason: ActivationReason) {
        guard isActive else { return }
        isActive = false
        emit(.activeChanged(false, reason))
    }

    mutating func pauseOthers() {
        guard policy.interruptsOthers else { return }
        others.pauseAll().forEach { decide(.pauseOther($0)) }
    }
}
