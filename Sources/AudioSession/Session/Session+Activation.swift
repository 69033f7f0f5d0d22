import AudioTypes

// Category, activation, and what they do to others.
extension Session {
    /// Whether a person's play is allowed now. Asked before the player is.
    package func checkPlay() throws(SessionError) {
        try requireOutput()
        try requirePriority()
    }

    /// Sets category, mode and options together. Nothing changes where it throws.
    package mutating func setProfile(_ new: SessionProfile, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            let old = session.profile
            guard new != old else { return }
            session.profile = new
            if new.category != old.category || new.mode != old.mode {
                let change = session.routes.setHasOutput(new.category.hasOutput)
                if let change { session.emit(.routeChanged(change)) }
            }
            if !new.category.hasOutput {
                session.forgetPromises()
                session.pause(.user)
            }
            if session.isActive && old.isMixable && !new.isMixable { session.pauseOthers() }
        }
    }

    /// Activates the session, or gives the sound back. Deactivating pauses what plays.
    /// - Parameter notifyOthers: on deactivation, whether the players that were paused for us go on.
    package mutating func setActive(_ active: Bool, notifyOthers: Bool, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            guard active else {
                session.forgetPromises()
                session.pause(.user)
                session.deactivate(.client)
                if notifyOthers { session.others.resumeAll().forEach { session.decide(.resumeOther($0)) } }
                return
            }
            try session.requireServer()
            try session.requirePriority()
            if !session.policy.interruptsOthers && !session.profile.isMixable && session.others.anyPlays {
                throw SessionError(
                    .cannotInterruptOthers,
                    "another player plays, and the configuration (session.interrupt_others) forbids to interrupt it")
            }
            session.activate(.client)
        }
    }

    /// Wishes how long a cycle of the graph is, in seconds, 0 for no wish.
    package mutating func setPreferredIOBufferDuration(_ seconds: Double, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.preferredIOBufferDuration = seconds
            session.decide(.setPreferredIOBufferDuration(seconds))
        }
    }

    /// Wishes the graph's rate, in hertz, 0 for no wish.
    package mutating func setPreferredSampleRate(_ hertz: Double, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            session.preferredSampleRate = hertz
            session.decide(.setPreferredSampleRate(hertz))
        }
    }

    func requireOutput() throws(SessionError) {
        guard profile.category.hasOutput else {
            throw SessionError(
                .incompatibleCategory, "category \(profile.category.rawValue) lets no sound out: set another one to play")
        }
    }

    private func requirePriority() throws(SessionError) {
        guard let holder = interruptions.outranking else { return }
        throw SessionError(
            .insufficientPriority,
            "\(holder.sourceName) holds the sound (\(holder.reason.word)): play again when it is over")
    }

    /// Takes a changed configuration over, for what holds now as well.
    package mutating func setPolicy(_ new: SessionPolicy, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
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
