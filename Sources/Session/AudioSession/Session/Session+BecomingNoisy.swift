/// The suspicion that a private output is being lost: which one, and since when. The output is silent meanwhile.
struct BecomingNoisySuspicion: Hashable {
    var sink: GraphSink
    var since: Int64
    /// Whether a new snapshot of the graph has come since. Before that, the graph may still look as if nothing had happened.
    var sawGraph = false
}

// Becoming noisy: sound that only the listener heard must not come out of a speaker. The output is already silent when this
// code runs. It decides whether the sound continues or playback pauses.
extension Session {
    /// The private output that the sound goes to now.
    private var privateSink: GraphSink? { routes.newest.sinks.first { $0.type.isPrivate } }

    /// The private output that the sound went to until now. One that has just appeared takes precedence over the one that the
    /// route has settled on.
    private var heardPrivateSink: GraphSink? {
        guard let settled = routes.settled?.sinks.first(where: { $0.type.isPrivate }) else { return privateSink }
        return privateSink.flatMap { $0.uid != settled.uid && $0.isAvailable ? $0 : nil } ?? settled
    }

    /// Handles that the output went silent by itself: begins a suspicion, or lets the sound continue if there is nothing to
    /// lose.
    mutating func suspectBecomingNoisy() {
        guard becomingNoisy == nil else { return }
        if outputChoices.isShared { return outputChoices.cut(at: now) }
        guard pausesWhenNoisy, player.isPlaying, let sink = lostPrivateSink ?? heardPrivateSink else {
            return decide(.endCut)
        }
        becomingNoisy = BecomingNoisySuspicion(sink: sink, since: now)
    }

    /// Begins a suspicion if the private output that we play on is gone and the output has not noticed that by itself.
    mutating func noticeLostOutput() {
        guard given.isGuarded, becomingNoisy == nil, player.isPlaying else { return }
        if lostPrivateSink != nil { suspectBecomingNoisy() }
    }

    /// The private output that we played on before the graph changed, if it is lost and that loss has not been dealt with.
    var lostPrivateSink: GraphSink? {
        guard pausesWhenNoisy else { return nil }
        return routes.settled?.sinks.first {
            $0.type.isPrivate && continuation.isNews($0) && graph.hasLost($0)
                && !outputChoices.isHeardBeside($0.uid)
        }
    }

    /// How long it takes to find out whether `sink` is lost, in nanoseconds.
    func noisyWait(for sink: GraphSink) -> Int64 {
        // The device is still there and may bring its sink back with another profile. Bluetooth takes its time for that.
        let mayReturn = graph.stillHasDevice(of: sink) && !graph.hasUnplugged(sink)
        return mayReturn && sink.isBluetooth ? policy.bluetoothSettleTime : policy.settleTime
    }

    /// Returns whether the sound goes to another private output of the same device as `sink`: a headset has changed its
    /// profile.
    func hasPrivateSuccessor(of sink: GraphSink) -> Bool {
        guard let successor = routes.newest.sinks.first, let device = successor.device else { return false }
        return successor.type.isPrivate && device.name == sink.device?.name
    }

    /// Whether private sound would now come out elsewhere, and it is not settled yet whether that stays so. The private output
    /// is gone and may come back, or it is back and the sound does not reach it yet.
    var awaitsPrivateOutput: Bool {
        guard pausesWhenNoisy,
            let sink = routes.settled?.sinks.first(where: { $0.type.isPrivate && continuation.isNews($0) }),
            !outputChoices.isHeardBeside(sink.uid)
        else { return false }
        if hasPrivateSuccessor(of: sink) { return false }
        return graph.hasLost(sink) || !routes.newest.sinks.contains { $0.isPrivateOutput(sink) }
    }

    /// Resumes playback that waited for its private output, as soon as it need not wait any more.
    mutating func judgeReturn() {
        guard server.isHere, !awaitsPrivateOutput, continuation.lift(.route) else { return }
        if !player.isPlaying { decide(.resumePlayer(.interrupted)) }
    }

    /// Resumes playback that the loss of a private output had paused: the output is back.
    mutating func resumeOnReturn() {
        if continuation.outputReturned(at: now, whilePlaying: player.isPlaying, isInterrupted: interruptions.pauses) {
            decide(.resumePlayer(.routeLost))
        }
    }

    /// The private output that the sound goes to now. While the server is away: the one that it went to when the server was
    /// lost, if playback is to resume on it.
    package var heardPrivately: GraphSink? {
        guard server.isHere else { return continuation.privateSink }
        return becomingNoisy?.sink ?? (isHeardInPublic ? nil : heardPrivateSink)
    }

    var becomingNoisyDeadline: Int64? {
        // Without a session manager, devices come and go with it. What becomes of them is known when it is back.
        guard let becomingNoisy, server.isHere, graph.hasSessionManager else { return nil }
        return routes.afterManagersReturn(becomingNoisy.since + noisyWait(for: becomingNoisy.sink), policy)
    }

    /// Lets one of several outputs be heard again whose silence is over. A suspicion that the last output is being lost ends the silence
    /// itself.
    mutating func judgeSharedCut() {
        if outputChoices.endsCut(at: now, policy), becomingNoisy == nil { decide(.endCut) }
    }

    mutating func judgeBecomingNoisy() {
        guard let becomingNoisy else { return noticeChoice() }
        guard player.isPlaying else { return endSuspicion() }
        let isDue = becomingNoisyDeadline.map { now >= $0 } ?? false
        guard graph.hasLost(becomingNoisy.sink) else {
            let reached = graph.stream?.reaches ?? []
            let isBack = reached.contains(becomingNoisy.sink.uid) && (becomingNoisy.sawGraph || isDue)
            if isMovedByChoice(from: becomingNoisy.sink) {
                endSuspicion()
                settleRoute()
            } else if isBack || (graph.stream?.isLinked == true && isDue) {
                endSuspicion()
            }
            return
        }
        guard isDue else { return }
        if hasPrivateSuccessor(of: becomingNoisy.sink) { return endSuspicion() }
        losePrivateOutput(becomingNoisy.sink)
    }

    /// Settles the route at once if somebody chose to move the sound. A choice needs no time to settle: nothing is left to find
    /// out, and if the old output goes now, that is no loss to us.
    private mutating func noticeChoice() {
        if let sink = routes.settled?.sinks.first(where: { $0.type.isPrivate }), isMovedByChoice(from: sink) { settleRoute() }
    }

    /// Returns whether the sound has left `sink`, which is still there, because somebody has chosen another output since the
    /// sound settled there. It is no choice if the sound moves by itself (the sink of a target comes or goes, a session manager
    /// decides). A choice of `sink` itself does not count either.
    private func isMovedByChoice(from sink: GraphSink) -> Bool {
        guard let settled = routes.settled, settled.sinks.contains(where: { $0.uid == sink.uid }), !graph.hasLost(sink),
            let stream = graph.stream, !stream.reaches.isEmpty, !graph.reaches(sink.uid),
            graph.hasSessionManager, routes.afterManagersReturn(now, policy) <= now
        else { return false }
        if let target = stream.target, target != routes.newest.wish {
            return target != settled.target && target != sink.uid
        }
        let newest = routes.newest
        let wanted = [newest.wish, newest.configuredDefault].lazy.compactMap { $0 }
            .first { graph.sink($0)?.isAvailable ?? false }
        let isWishNew = newest.wish != settled.wish && (newest.wish == nil || newest.wish == wanted)
        let isNew = isWishNew || (wanted != newest.wish && newest.configuredDefault != settled.configuredDefault)
        return isNew && wanted != sink.uid
    }

    private mutating func endSuspicion() {
        becomingNoisy = nil
        decide(.endCut)
    }

    mutating func losePrivateOutput(_ sink: GraphSink) {
        // A client that hears of the loss has to know that the sound went there.
        if server.isHere, let change = routes.settle(on: sink) { emit(.routeChanged(change)) }
        // Clients get this interruption, but it has no end and does not block a later resume, so it does not join those in
        // force.
        emit(
            .interruptionBegan(
                Interruption(
                    id: interruptions.makeID(), reason: .routeDisconnected, source: .route, sourceName: sink.name,
                    effect: .pauses)))
        continuation.dealWith(sink)
        pauseForLoss(of: sink)
        if becomingNoisy != nil { endSuspicion() }
    }

    /// Pauses playback because the private output `sink` is lost, and resumes it on its return if that is configured.
    mutating func pauseForLoss(of sink: GraphSink) {
        continuation.outputLost(sink, returnsUntil: policy.resumeOnReconnect > 0 ? now + policy.resumeOnReconnect : nil)
        pause(.routeLost)
        deactivate(.interrupted)
    }

    mutating func updateGuard() {
        // Until a move away from the old output has settled, the old output counts as well.
        let mayLose = becomingNoisy != nil || privateSink != nil || routes.settled?.sinks.contains { $0.type.isPrivate } == true
        let wanted = pausesWhenNoisy && player.isPlaying && mayLose
        guard wanted != given.isGuarded else { return }
        given.isGuarded = wanted
        decide(.setGuard(wanted))
    }
}
