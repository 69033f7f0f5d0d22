// The beginning and the end of interruptions.
extension Session {
    /// The most interruptions that one connection may hold. A program needs one, and each new one means a search through all.
    package static let mostInterruptionsOfClient = 256
    /// The most interruptions that all connections together may hold. Every client that asks for the session gets all of them
    /// with their reasons.
    package static let mostInterruptionsOfClients = 512

    /// Begins an interruption for a client. It lasts at most as long as the client's connection.
    /// - Parameter program: the name of the client's program for people; `nil` if nobody knows it.
    /// - Returns: the id of the interruption, and the actions that follow.
    /// - Throws: `limitExceeded` if the connection holds ``mostInterruptionsOfClient``, or all connections hold
    ///   ``mostInterruptionsOfClients``.
    package mutating func beginInterruption(
        client: UInt64, program: String? = nil, reason: String?, mayDuck: Bool, at now: Int64
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
                reason, .client(client, id: id), name: program ?? "client \(client)", mayDuck: mayDuck, id: id)
        }
        return (id, actions)
    }

    /// Ends an interruption that the connection `client` began. If it is over already, nothing happens.
    /// - Throws: `invalidParameter` if there never was an interruption `id`, or another connection or source holds it.
    package mutating func endInterruption(
        _ id: Int64, client: UInt64, shouldResume: Bool, at now: Int64
    ) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            if let held = session.interruptions.first(.client(client, id: id)) {
                return session.end(held, shouldResume: shouldResume)
            }
            // To end an interruption that the user's `play` has ended already is no error. To end one of another client, or one
            // that never existed, is.
            guard session.interruptions.isOver(id) else {
                throw SessionError(.invalidParameter, "this connection holds no interruption \(id)")
            }
        }
    }

    mutating func begin(
        _ reason: InterruptionReason, _ source: InterruptionSource, name: String, mayDuck: Bool = false, id: Int64? = nil,
        cause: PauseCause = .interrupted
    ) {
        var interruption = Interruption(
            id: id ?? interruptions.makeID(), reason: reason, source: source, sourceName: name,
            effect: mayDuck && profile.maySoften ? .ducks : .pauses)
        interruption.effect = effect(of: interruption)
        interruptions.begin(interruption)
        emit(.interruptionBegan(interruption))
        if interruption.pauses { pauseForInterruption(cause) }
    }

    /// Pauses playback because of an interruption that is in force now, with the promise to resume it.
    mutating func pauseForInterruption(_ cause: PauseCause = .interrupted) {
        // Playback that was asked for before must not begin during the interruption either. While the server is away, this tells the
        // player not to resume by itself when the server is back.
        if continuation.interruptionBegan(whilePlaying: player.isPlaying || player.opens) { pause(cause) }
        deactivate(.interrupted)
    }

    mutating func end(_ interruption: Interruption, shouldResume: Bool) {
        interruptions.end(interruption.id)
        let resumes = interruption.pauses && resumesAfterInterruptions(shouldResume: shouldResume)
        emit(.interruptionEnded(id: interruption.id, shouldResume: shouldResume, resumed: resumes))
        if resumes { decide(.resumePlayer(.interrupted)) }
    }

    /// Returns whether playback resumes now that an interruption which paused it is over. If something else still holds it up, the
    /// session resumes it later.
    mutating func resumesAfterInterruptions(shouldResume: Bool = true) -> Bool {
        continuation.interruptionEnded(
            shouldResume: shouldResume, canResume: player.canResume, inTheWay: obstacle)
    }

    /// What is in the way of playback now.
    private var obstacle: Continuation.Obstacle? {
        if interruptions.pauses { return .interruption }
        if !server.isHere { return .server }
        return awaitsPrivateOutput ? .route : nil
    }

    /// Begins and ends interruptions for the streams of other programs that run with an interrupting role.
    mutating func noticeInterruptingStreams() {
        var running: [UInt64: OtherStream] = [:]
        for stream in graph.others where stream.isRunning {
            guard let reason = policy.interruptingRoles[stream.role.lowercased()], !interruptionWishes.decline(reason) else {
                continue
            }
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
        interruptionWishes.clientLeft(client)
        // A call that it has kept away interrupts now.
        noticeInterruptingStreams()
    }

    /// Pauses playback for an announcement, or ends that. Without playback there is nothing to pause, and no interruption.
    mutating func pauseForAnnouncement(_ isPausing: Bool) {
        let held = interruptions.first(.announcement)
        if isPausing, held == nil, player.isPlaying || player.opens {
            begin(.announcement, .announcement, name: "an announcement")
        } else if !isPausing, let held {
            end(held, shouldResume: true)
        }
    }

    mutating func willSleep() {
        // Somebody who puts the machine to sleep does not expect it to play when the headphones come back the next morning.
        continuation.forgetLoss()
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
