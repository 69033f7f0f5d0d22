/// A private output fell silent because it seems to go; what it was, and since when.
struct NoiseSuspicion: Hashable {
    var sink: GraphSink
    var since: Int64
    /// Whether the graph was seen since: before that, it may still look as if nothing had happened.
    var sawGraph = false
}

/// The private output whose loss paused us, and until when its return lets us go on.
struct Reconnect: Hashable {
    var sink: GraphSink
    var until: Int64
}

// Becoming noisy: what only the listener heard must not come out of a speaker. The output is silent already when any of this
// is decided; what is left is whether it goes on or pauses.
extension Session {
    /// The private output that the sound goes to now.
    private var privateSink: GraphSink? { routes.newest.sinks.first { $0.type.isPrivate } }

    /// The private output that the sound went to until now: one that has just come before the one that it settled on.
    private var heardPrivateSink: GraphSink? {
        guard let settled = routes.settled?.sinks.first(where: { $0.type.isPrivate }) else { return privateSink }
        return privateSink.flatMap { $0.uid != settled.uid && $0.isAvailable ? $0 : nil } ?? settled
    }

    /// The output went silent by itself.
    mutating func suspectNoise() {
        guard noise == nil else { return }
        guard policy.pausesWhenNoisy, isPlaying, let sink = lostPrivateSink ?? heardPrivateSink else { return decide(.endHush) }
        noise = NoiseSuspicion(sink: sink, since: now)
    }

    /// Looks whether what we play on privately is gone, in case that the output has not noticed by itself.
    mutating func noticeLostOutput() {
        guard given.isGuarded, noise == nil, isPlaying else { return }
        if lostPrivateSink != nil { suspectNoise() }
    }

    /// What we played on privately before the graph changed, where it is gone.
    var lostPrivateSink: GraphSink? {
        guard policy.pausesWhenNoisy else { return nil }
        return routes.settled?.sinks.first { $0.type.isPrivate && $0.uid != dealtWith?.uid && graph.hasLost($0) }
    }

    private var noiseWait: Int64 {
        guard let noise else { return 0 }
        // A device that is still there may bring its sink back with another profile: Bluetooth takes its time.
        let mayReturn = graph.stillHasDevice(of: noise.sink) && !graph.hasUnplugged(noise.sink)
        return mayReturn && noise.sink.isBluetooth ? policy.bluetoothSettleTime : policy.settleTime
    }

    /// Whether the sound goes to another private output of the same device as `sink`: a headset has changed its profile.
    func hasPrivateSuccessor(of sink: GraphSink) -> Bool {
        guard let successor = routes.newest.sinks.first, let device = successor.device else { return false }
        return successor.type.isPrivate && device.name == sink.device?.name
    }

    /// Whether what was heard privately would be heard elsewhere, and it is not settled yet whether that stays so: its output is
    /// gone and may come back, or is back and the sound has not found its way to it.
    var awaitsPrivateOutput: Bool {
        guard policy.pausesWhenNoisy,
            let sink = routes.settled?.sinks.first(where: { $0.type.isPrivate && $0.uid != dealtWith?.uid })
        else { return false }
        if hasPrivateSuccessor(of: sink) { return false }
        return graph.hasLost(sink) || !routes.newest.sinks.contains { $0.isPrivateOutput(sink) }
    }

    /// Keeps the promise to go on that waited for the private output.
    mutating func judgeReturn() {
        guard owesReturn, server.isHere, !awaitsPrivateOutput else { return }
        owesReturn = false
        if !isPlaying { decide(.resumePlayer(.interrupted)) }
    }

    /// What is heard privately now, or was when the server went and is to go on with it.
    package var heardPrivately: GraphSink? {
        guard server.isHere else { return server.privateSink }
        return noise?.sink ?? heardPrivateSink
    }

    var noiseDeadline: Int64? {
        // Without a session manager devices come and go as it does; what they become is known when it is back.
        guard let noise, server.isHere, graph.hasSessionManager else { return nil }
        return routes.afterManagersReturn(noise.since + noiseWait, policy)
    }

    mutating func judgeNoise() {
        guard let noise else { return noticeChoice() }
        guard isPlaying else { return endSuspicion() }
        let isDue = noiseDeadline.map { now >= $0 } ?? false
        guard graph.hasLost(noise.sink) else {
            let reached = graph.stream?.reaches ?? []
            let isBack = reached.contains(noise.sink.uid) && (noise.sawGraph || isDue)
            if isMovedByChoice(from: noise.sink) {
                endSuspicion()
                settleRoute()
            } else if isBack || (graph.stream?.isLinked == true && isDue) {
                endSuspicion()
            }
            return
        }
        guard isDue else { return }
        if hasPrivateSuccessor(of: noise.sink) { return endSuspicion() }
        losePrivateOutput(noise.sink)
    }

    /// A choice needs no time to settle: nothing is left to find out, and should the old output go now, that is no loss to us.
    private mutating func noticeChoice() {
        if let sink = routes.settled?.sinks.first(where: { $0.type.isPrivate }), isMovedByChoice(from: sink) { settleRoute() }
    }

    /// Whether the sound has left `sink`, which is still there, because somebody has wished it elsewhere since it settled
    /// there. What goes by itself (a target's sink, what a session manager had in mind) is nobody's wish, and neither is one
    /// for `sink` itself.
    private func isMovedByChoice(from sink: GraphSink) -> Bool {
        guard let settled = routes.settled, settled.sinks.contains(where: { $0.uid == sink.uid }), !graph.hasLost(sink),
            let stream = graph.stream, !stream.reaches.isEmpty, !stream.reaches.contains(sink.uid),
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
        noise = nil
        decide(.endHush)
    }

    mutating func losePrivateOutput(_ sink: GraphSink) {
        // Who hears that it is lost has to know that the sound went there.
        if server.isHere, let change = routes.settle(on: sink) { emit(.routeChanged(change)) }
        // Told to clients, but it has no end and holds up no other resume: it does not join those that hold.
        emit(
            .interruptionBegan(
                Interruption(
                    id: interruptions.makeID(), reason: .routeDisconnected, source: .route, sourceName: sink.name,
                    ducks: false)))
        forgetPromises()
        dealtWith = sink
        pause(.routeLost)
        deactivate(.interrupted)
        if noise != nil { endSuspicion() }
        if policy.resumeOnReconnect > 0 { reconnect = Reconnect(sink: sink, until: now + policy.resumeOnReconnect) }
    }

    mutating func updateGuard() {
        // Until a move away from it is settled, the old output counts as well.
        let mayLose = noise != nil || privateSink != nil || routes.settled?.sinks.contains { $0.type.isPrivate } == true
        let wanted = policy.pausesWhenNoisy && isPlaying && mayLose
        guard wanted != given.isGuarded else { return }
        given.isGuarded = wanted
        decide(.setGuard(wanted))
    }
}
