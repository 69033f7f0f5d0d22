/// The presence of the sound server.
struct ServerPresence: Hashable {
    enum Phase: Hashable {
        case here
        case away
        /// The server has answered since that time, but its default sink is not known yet.
        case settling(since: Int64)
    }

    var phase = Phase.here
    /// The time at which the outputs of the settling server last changed.
    var changedAt: Int64 = 0

    static let here = ServerPresence()

    var isHere: Bool { phase == .here }
}

// The sound server goes and comes back.
extension Session {
    /// The time to wait for the default sink of a server that is back, before playback resumes without one.
    private static let resetTimeout: Int64 = 1_000_000_000
    /// The longest time to wait for a session manager, and for the outputs to stand still, if the sound was private.
    static let privateTimeout: Int64 = 30_000_000_000
    /// How late the input that comes at a deadline may be. If it is later, the machine is so busy that the time says nothing.
    private static let lateness: Int64 = 300_000_000

    /// Whether there is a sound server and it is known where the sound goes.
    package var isServerHere: Bool { server.isHere }

    /// The same, but `false` without a sound server also while the player plays to an output that needs none.
    package var isSoundServerHere: Bool { server.isHere && graph.hasSoundServer }

    /// Throws without a sound server, also while the player needs none.
    func requireSoundServer() throws(SessionError) {
        try requireServer()
        guard graph.hasSoundServer else {
            throw SessionError(
                .mediaServicesFailed, "the sound server is away: nothing can be announced or recorded until it is back")
        }
    }

    func requireServer() throws(SessionError) {
        guard server.isHere else {
            throw SessionError(.mediaServicesFailed, "the sound server is away: nothing can be played until it is back")
        }
    }

    /// Makes playback that the end of the last run cut off resume as soon as it is known where the sound goes. Until then the
    /// server counts as away. To be called before anything else.
    /// - Parameter privateOutput: the output that the sound was on, if it was private: the sound must not come out of a
    ///   loudspeaker.
    package mutating func awaitServer(privateOutput: GraphSink?, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.server.phase = .away
            session.continuation.awaitServer(privateSink: privateOutput)
        }
    }

    mutating func serverLost() {
        if server.isHere {
            let sink = isHeardInPublic ? nil : routes.settled?.sinks.first { $0.type.isPrivate }
            continuation.serverLost(
                whilePlaying: player.isPlaying, resumes: policy.resumesAfterReset, privateSink: becomingNoisy?.sink ?? sink)
        }
        server.phase = .away
        graph = GraphSnapshot()
        // Only the graph of a server tells that one is here: the player may be connected to an output that needs none.
        graph.hasSoundServer = false
        routes.forgetGraph()
        inputChoices.tracker.wait()
        loseInputUse()
        loseSurround()
        links.forget()
        if becomingNoisy != nil {
            becomingNoisy = nil
            decide(.endCut)
        }
    }

    mutating func serverConnected() {
        if case .away = server.phase { server.phase = .settling(since: now) }
    }

    var resetDeadline: Int64? {
        guard case .settling(let since) = server.phase else { return nil }
        guard continuation.privateSink != nil, pausesWhenNoisy else { return since + Self.resetTimeout }
        // Outputs appear one by one after a session manager has started, which may take its time, and has chosen a default.
        // That the private output is not among them before says nothing.
        let hasBegun = graph.hasSessionManager && graph.defaultSink != nil
        let end = since + Self.privateTimeout
        return hasBegun ? min(end, max(since, server.changedAt) + policy.bluetoothSettleTime) : end
    }

    /// Notes the time if outputs have come or gone while the server settles: others may follow.
    mutating func noticeSettling(since old: GraphSnapshot) {
        if case .settling = server.phase, !graph.hasSameOutputs(as: old) { server.changedAt = now }
    }

    /// Lets the player resume once it is known where its sound would go. Sound that was private does not resume on a speaker.
    mutating func judgeReset() {
        guard case .settling(let since) = server.phase, let due = resetDeadline else { return }
        let isDue = now >= due
        if let sink = continuation.privateSink, pausesWhenNoisy {
            let isBack =
                hasPrivateSuccessor(of: sink) || routes.newest.sinks.contains { $0.isPrivateOutput(sink) && $0.isAvailable }
            guard isBack || isDue else { return }
            if !isBack, now - due > Self.lateness, now < since + Self.privateTimeout {
                server.changedAt = now
                return
            }
            if !isBack { losePrivateOutput(sink) }
        } else if graph.defaultSink == nil && !isDue {
            return
        }
        server = .here
        decide(.resetPlayer)
        if continuation.serverReturned(), !player.isPlaying, !interruptions.pauses { decide(.resumePlayer(.interrupted)) }
    }
}

extension GraphSnapshot {
    /// Returns whether the sinks (apart from their volumes), the devices, the default sink and the presence of a session
    /// manager are the same.
    fileprivate func hasSameOutputs(as other: GraphSnapshot) -> Bool {
        outputsAlone == other.outputsAlone
    }

    private var outputsAlone: GraphSnapshot {
        var alone = GraphSnapshot()
        (alone.devices, alone.defaultSink, alone.hasSessionManager) = (devices, defaultSink, hasSessionManager)
        alone.sinks = sinks.map { sink in
            var sink = sink
            (sink.level, sink.isMuted) = (nil, false)
            return sink
        }
        return alone
    }
}
