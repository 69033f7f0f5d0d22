import AudioTypes

// What each output has of its own: its volume, and how late it plays beside others.
extension Session {
    /// Sets how much later than by itself the output `uid` plays when several play together, in seconds; `nil` for as late as the
    /// slowest of them, by the latencies that the sound system tells.
    /// - Throws: `outputNotFound`, and `invalidParameter` if the delay is out of range, or the output is beside the sound server's.
    package mutating func setOutputDelay(_ seconds: Double?, of uid: String, at now: Int64) throws(SessionError)
        -> [SessionAction]
    {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireOutput(uid)
            if session.sink(ofOutput: uid)?.isIndependent == true {
                throw SessionError(
                    .invalidParameter,
                    "\(uid) never plays together with other outputs, so it has no delay here: use rooms.setLatency for a room")
            }
            let range = OutputDelay.range
            if let seconds, !range.contains(seconds) {
                throw SessionError(
                    .invalidParameter,
                    "a delay of \(seconds) s is out of range: it can be \(range.lowerBound) to \(range.upperBound) s")
            }
            session.outputChoices.delays[OutputChoice(uid: uid, in: session.graph).sink] = seconds
            session.decide(.setOutputDelays(session.outputChoices.delays))
        }
    }

    /// Sets the volume of the output `uid`, and its mute switch, where mixers set them; `nil` means the primary output.
    /// - Parameters:
    ///   - level: the level on the cubic scale of mixers; beyond 0…1 it is clamped. `nil` leaves it as it is.
    ///   - delta: what to add to the level as it is.
    /// - Returns: the uid of its sink, the volume as it will be, and the actions that follow.
    /// - Throws: `mediaServicesFailed` while the server is away, `outputNotFound` if there is no such output, `invalidParameter` if it
    ///   is beside the sound server's.
    package mutating func setOutputVolume(
        level: Double?, delta: Double?, isMuted: Bool?, of uid: String?, at now: Int64
    ) throws(SessionError) -> (sink: String, volume: RouteVolume, actions: [SessionAction]) {
        try requireServer()
        if let uid { try requireOutput(uid) }
        guard let sink = uid.map({ self.sink(ofOutput: $0) }) ?? routedSink else {
            throw SessionError(.outputNotFound, "there is no output whose volume could be set")
        }
        guard !sink.isIndependent else {
            throw SessionError(
                .invalidParameter,
                "\(sink.uid) has no volume here, because the rooms have volumes of their own: use rooms.setVolume for a room, or "
                    + "player.setVolume for all")
        }
        let old = RouteVolume(level: sink.outputVolume ?? 1, isMuted: sink.isMuted)
        let rule = volumeRule(of: sink)
        let most = rule.control == .sink ? rule.ceiling : 1
        let wanted = (level ?? delta.map { old.level + $0 }).map { min(most, max(0, $0)) }
        let actions = deciding(at: now) { session in
            session.decide(.setOutputVolume(uid: sink.uid, level: wanted, isMuted: isMuted))
        }
        return (sink.uid, RouteVolume(level: wanted ?? old.level, isMuted: isMuted ?? old.isMuted), actions)
    }

    /// Returns the sink of the output `uid`, which may be a sink with a port; `nil` if it does not exist.
    package func sink(ofOutput uid: String) -> GraphSink? { graph.sink(OutputChoice(uid: uid, in: graph).sink) }

    /// The volume of the sink `uid`; `nil` while it is unknown, or there is no such sink.
    package func outputVolume(of uid: String) -> RouteVolume? {
        graph.sink(uid).flatMap { sink in sink.outputVolume.map { RouteVolume(level: $0, isMuted: sink.isMuted) } }
    }

    /// The delay that a client has set for the sink `uid`, in seconds.
    package func chosenDelay(of uid: String) -> Double? { outputChoices.delays[uid] }
}
