/// Whether the sound server is there, and what waits for it.
struct ServerPresence: Hashable {
    enum Phase: Hashable {
        case here
        case away
        /// It answers, but its default sink is not known yet; since when it answers.
        case settling(since: Int64)
    }

    var phase = Phase.here
    /// Whether an interruption ended meanwhile that playback goes on after.
    var owesResume = false
    /// Whether the player goes on by itself with it: it played when the server went, and nobody has touched it since.
    var awaitsPlayer = false
    /// What we played on privately when it went away.
    var privateSink: GraphSink?
    /// When its outputs changed last, while it settles.
    var changedAt: Int64 = 0

    static let here = ServerPresence()

    var isHere: Bool { phase == .here }

    /// The player does not go on with the server by itself.
    mutating func forgetPlayer() {
        awaitsPlayer = false
        privateSink = nil
    }
}

// The sound server goes and comes back.
extension Session {
    /// How long to wait for the default sink of a server that is back, before going on without.
    private static let resetPatience: Int64 = 1_000_000_000
    /// How long to wait at most for a session manager, and for the outputs to stand still, where it was heard privately.
    private static let privatePatience: Int64 = 30_000_000_000
    /// How late a deadline may be handed in before that shows a machine too busy to tell anything by its time.
    private static let lateness: Int64 = 300_000_000

    /// Whether there is a sound server, and it is known where the sound goes.
    package var isServerHere: Bool { server.isHere }

    func requireServer() throws(SessionError) {
        guard server.isHere else {
            throw SessionError(.mediaServicesFailed, "the sound server is away: nothing can be played until it is back")
        }
    }

    /// What played when the last run ended is to play on as soon as it is known where the sound goes; until then the server
    /// counts as away. To be called before anything else happens.
    /// - Parameter privateOutput: what it was heard on, where that was private: it is not to be heard aloud.
    package mutating func awaitServer(privateOutput: GraphSink?, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.server.phase = .away
            session.server.awaitsPlayer = true
            session.server.privateSink = privateOutput
        }
    }

    mutating func serverLost() {
        if server.isHere {
            server.awaitsPlayer = isPlaying && policy.resumesAfterReset
            let isHeard = isPlaying || interruptions.owesResume || owesReturn
            if owesReturn { server.owesResume = true }
            owesReturn = false
            server.privateSink = isHeard ? noise?.sink ?? routes.settled?.sinks.first { $0.type.isPrivate } : nil
        }
        server.phase = .away
        graph = GraphSnapshot()
        routes.forgetGraph()
        takenLinks = nil
        if noise != nil {
            noise = nil
            decide(.endHush)
        }
    }

    mutating func serverConnected() {
        if case .away = server.phase { server.phase = .settling(since: now) }
    }

    var resetDeadline: Int64? {
        guard case .settling(let since) = server.phase else { return nil }
        guard server.privateSink != nil, policy.pausesWhenNoisy else { return since + Self.resetPatience }
        // Outputs come one by one once there is a session manager, which may take its time to start, and choose a default: that
        // the private one is not among them yet says nothing before.
        let hasBegun = graph.hasSessionManager && graph.defaultSink != nil
        let end = since + Self.privatePatience
        return hasBegun ? min(end, max(since, server.changedAt) + policy.bluetoothSettleTime) : end
    }

    /// Outputs have come or gone while it settles: others may follow.
    mutating func noticeSettling(since old: GraphSnapshot) {
        if case .settling = server.phase, !graph.hasSameOutputs(as: old) { server.changedAt = now }
    }

    /// Lets the player go on once it is known where its sound would go: not out of a speaker where it was private before.
    mutating func judgeReset() {
        guard case .settling(let since) = server.phase, let due = resetDeadline else { return }
        let isDue = now >= due
        if let sink = server.privateSink, policy.pausesWhenNoisy {
            let isBack =
                hasPrivateSuccessor(of: sink) || routes.newest.sinks.contains { $0.isPrivateOutput(sink) && $0.isAvailable }
            guard isBack || isDue else { return }
            if !isBack, now - due > Self.lateness, now < since + Self.privatePatience {
                server.changedAt = now
                return
            }
            if !isBack { losePrivateOutput(sink) }
        } else if graph.defaultSink == nil && !isDue {
            return
        }
        let owes = server.owesResume
        server = .here
        decide(.resetPlayer)
        if owes, !isPlaying, !interruptions.pauses { decide(.resumePlayer(.interrupted)) }
    }
}

extension GraphSnapshot {
    /// Whether the outputs are the same, and who puts the sound where.
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
