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
        return since + (server.privateSink == nil ? Self.resetPatience : policy.bluetoothSettleTime)
    }

    /// Lets the player go on once it is known where its sound would go: not out of a speaker where it was private before.
    mutating func judgeReset() {
        guard case .settling = server.phase, let due = resetDeadline else { return }
        let isDue = now >= due
        if let sink = server.privateSink, policy.pausesWhenNoisy {
            let isBack =
                hasPrivateSuccessor(of: sink) || routes.newest.sinks.contains { $0.isPrivateOutput(sink) && $0.isAvailable }
            guard isBack || isDue else { return }
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
