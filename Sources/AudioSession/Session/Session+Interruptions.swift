// What has the session step back, and come back.
extension Session {
    /// How many interruptions one connection may hold: a program needs one, and all of them are looked through with each.
    package static let mostInterruptionsOfClient = 256
    /// How many all connections together may hold: each is told with its reason to whoever asks for the session.
    package static let mostInterruptionsOfClients = 512

    /// Begins an interruption asked for by a client, which lasts at most as long as its connection.
    /// - Returns: its id.
    /// - Throws: `limitExceeded` where the connection holds ``mostInterruptionsOfClient``, or all hold
    ///   ``mostInterruptionsOfClients``.
    package mutating func beginInterruption(
        client: UInt64, reason: String?, mayDuck: Bool, at now: Int64
    ) throws(SessionError) -> (id: Int64, actions: [SessionAction]) {
        guard interruptions.count(of: client) < Self.mostInterruptionsOfClient else {
            throw SessionError(
                .limitExceeded,
                "this connection holds \(Self.mostInterruptionsOfClient) interruptions, which is the limit")
        }
        guard interruptions.countOfClients < Self.mostInterruptionsOfClients else {
            throw SessionError(
                .limitExceeded, "all clients together hold \(Self.mostInterruptionsOfClients) interruptions, which is the limit")
        }
        let id = interruptions.makeID()
        let reason = InterruptionReason.client(reason ?? "client")
        let actions = deciding(at: now) { session in
            session.begin(
                reason, .client(client, id: id), name: "client \(client)", mayDuck: mayDuck, id: id)
        }
        return (id, actions)
    }

    /// Ends an interruption of a client's.
    /// - Throws: `invalidParameter` where `client` has begun none of that id.
    package mutating func endInterruption(
        _ id: Int64, client: UInt64, shouldResume: Bool, at now: Int64
    ) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            if let held = session.interruptions.first(.client(client, id: id)) {
                return session.end(held, shouldResume: shouldResume)
            }
            // One that is over already, by the user's play, is no mistake; one of somebody else's, or of nobody's, is.
            guard session.interruptions.isOver(id) else {
                throw SessionError(.invalidParameter, "this connection holds no interruption \(id)")
            }
        }
    }

    mutating func begin(
        _ reason: InterruptionReason, _ source: InterruptionSource, name: String, mayDuck: Bool = false, id: Int64? = nil,
        cause: PauseCause = .interrupted
    ) {
        let interruption = Interruption(
            id: id ?? interruptions.makeID(), reason: reason, source: source, sourceName: name,
            ducks: mayDuck && profile.maySoften)
        interruptions.begin(interruption)
        emit(.interruptionBegan(interruption))
        if interruption.ducks { return }
        // What was asked for before is not to begin in the middle of it either.
        if isPlaying || playerOpens || server.awaitsPlayer {
            interruptions.promiseResume()
            // Where the server is away this tells the player not to go on with it by itself.
            pause(cause)
            server.awaitsPlayer = false
        } else if server.owesResume || owesReturn {
            // What was to go on when the server is back, or the output, waits for this now.
            interruptions.promiseResume()
            server.owesResume = false
            owesReturn = false
        }
        deactivate(.interrupted)
    }

    mutating func end(_ interruption: Interruption, shouldResume: Bool) {
        var resumes = interruptions.end(interruption.id, shouldResume: shouldResume)
        // What was being opened came to nothing.
        if activity != .paused(byUser: false), !playerWaits { resumes = false }
        if resumes, !server.isHere {
            // Nothing can be heard now; the promise is kept when the server is back.
            server.owesResume = true
            resumes = false
        }
        if resumes, awaitsPrivateOutput {
            // It was heard privately, and would be heard aloud: whether its output stays away is not settled yet.
            owesReturn = true
            resumes = false
        }
        emit(.interruptionEnded(id: interruption.id, shouldResume: shouldResume, resumed: resumes))
        if resumes { decide(.resumePlayer(.interrupted)) }
    }

    /// Compares the streams that run to those that interrupt us.
    mutating func noticeInterruptingStreams() {
        var running: [UInt64: OtherStream] = [:]
        for stream in graph.others where stream.isRunning && policy.interruptingRoles[stream.role.lowercased()] != nil {
            running[stream.serial] = stream
        }
        for serial in running.keys.sorted() where interruptions.first(.stream(serial: serial)) == nil {
            guard let stream = running[serial], let reason = policy.interruptingRoles[stream.role.lowercased()] else { continue }
            begin(reason, .stream(serial: serial), name: stream.name)
        }
        for held in interruptions.holding {
            if case .stream(let serial) = held.source, running[serial] == nil { end(held, shouldResume: true) }
        }
    }

    mutating func clientLeft(_ client: UInt64) {
        for held in interruptions.holding {
            if case .client(client, _) = held.source { end(held, shouldResume: true) }
        }
    }

    mutating func willSleep() {
        // Whoever puts the machine to sleep does not expect it to play when headphones come back the next morning.
        reconnect = nil
        if interruptions.first(.system) == nil {
            begin(.systemSleep, .system, name: "the system", cause: .systemSleep)
        }
        decide(.allowSleep)
    }

    mutating func didWake() {
        guard let held = interruptions.first(.system) else { return }
        routes.wake(at: now)
        end(held, shouldResume: policy.resumesAfterSleep)
    }
}
