import AudioTypes

/// The links of our stream were taken away although the sink is there: which sink, and since when.
struct TakenLinks: Hashable {
    var sink: GraphSink
    var since: Int64
    /// Whether the links went because the session manager did.
    var wentWithManager: Bool
}

// The route, and choices of it.
extension Session {
    /// Sends the sound to the output `uid`, or with `nil` wherever the desktop wants it. The uid of a sink chooses the sink,
    /// whatever its port.
    /// - Parameter needsServer: whether the output plays through the sound server; one that does not can be chosen without it.
    /// - Throws: `mediaServicesFailed` while the server is away, `outputNotFound` if there is no such output.
    package mutating func select(
        _ uid: String?, needsServer: Bool = true, at now: Int64
    ) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            guard needsServer || session.server.isHere else { return session.choose(uid.map { OutputChoice(sink: $0) }) }
            try session.requireServer()
            let choice = uid.map { OutputChoice(uid: $0, in: session.graph) }
            if let uid { try session.requireOutput(uid) }
            session.choose(choice)
        }
    }

    private mutating func choose(_ choice: OutputChoice?) {
        selection = nil
        selected = choice
        overridden = nil
        send(to: choice)
    }

    /// Sends the sound to a loudspeaker, or back to where it belongs.
    /// - Throws: `mediaServicesFailed` while the server is away, `incompatibleCategory` in a category without output, `noRoute`
    ///   if there is no loudspeaker.
    package mutating func overrideOutput(toSpeaker: Bool, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireServer()
            try session.requireOutput()
            guard toSpeaker else {
                if session.overridden == nil { return }
                session.overridden = nil
                return session.sendToSelection()
            }
            guard let speaker = session.graph.loudspeaker else {
                throw SessionError(.noRoute, "there is no loudspeaker to send the sound to")
            }
            let choice = OutputChoice(sink: speaker.uid, port: speaker.hasPorts ? speaker.device?.port : nil)
            session.overridden = choice
            session.send(to: choice)
        }
    }

    /// Sends the sound to the output that the configuration names. A client's earlier choice is forgotten.
    package mutating func setConfiguredOutput(_ uid: String?, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            let choice = uid.map { OutputChoice(uid: $0, in: session.graph) }
            session.choose(choice)
        }
    }

    /// Handles that somebody else has sent our stream away from `uid`, where we had sent it: the newer choice holds.
    mutating func targetTaken(_ uid: String) {
        if leaveSelection(uid) { return }
        guard (overridden ?? selected)?.sink == uid else { return }
        overridden = nil
        selected = nil
        selection = nil
        routes.setWish(nil, at: now)
    }

    mutating func send(to choice: OutputChoice?) {
        routes.setWish(choice?.sink, at: now)
        decide(.setTarget(uid: choice?.sink))
    }

    /// The route now, before it settles, for clients that ask.
    package var route: Route { Route(outputs: routes.newest.route.outputs, inputs: routeInputs) }

    /// The sink that the sound goes to now, with its volume.
    package var routedSink: GraphSink? { routes.newest.sinks.first.flatMap { graph.sink($0.uid) } }

    /// Returns whether the sound goes to the output `uid`, which may be a sink with any port, or with `nil` to the default.
    package func isRouted(to uid: String?) -> Bool {
        routes.newest.sinks.contains { $0.uid == (uid ?? graph.defaultSink) || $0.output.uid == uid }
    }

    mutating func judgeRoute() {
        if let due = routes.deadline(policy), now >= due { settleRoute() }
    }

    /// Settles the route as it is now, and resumes playback if a lost private output is back.
    mutating func settleRoute() {
        if continuation.isPromised, let sink = lostPrivateSink, !hasPrivateSuccessor(of: sink) { losePrivateOutput(sink) }
        if let change = routes.settle() { emit(.routeChanged(withInputs(change))) }
        // Also if nothing changed in the end: the output may have been away for less time than the graph takes to settle.
        guard let wanted = continuation.loss, let heard = routes.newest.sinks.first, heard.isAvailable,
            heard.isPrivateOutput(wanted.sink)
        else { return }
        resumeOnReturn()
    }

    // MARK: Links taken by the session manager

    mutating func noticeTakenLinks(since old: GraphSnapshot) {
        guard let stream = graph.stream, let before = old.stream, before.serial == stream.serial else {
            bareStream = nil
            return forgetTakenLinks()
        }
        // Also if the links lead to something other than a sink, such as a recorder or a mixing desk: only a person links a
        // stream to that.
        if stream.isLinked {
            bareStream = nil
            return forgetTakenLinks()
        }
        if let uid = before.reaches.first, graph.sink(uid) != nil { bareStream = stream.serial }
        if !graph.hasSessionManager { takenLinks?.wentWithManager = true }
        guard takenLinks == nil, isPlaying, let uid = before.reaches.first, let sink = graph.sink(uid) else { return }
        takenLinks = TakenLinks(sink: sink, since: now, wentWithManager: !graph.hasSessionManager)
    }

    /// Has the stream made anew if it has no links, because a person wants to hear the sound. If somebody has taken the links
    /// away, a session manager may believe that they are still there. It then makes no links before it sees another stream.
    mutating func relink() {
        guard bareStream != nil, graph.hasSessionManager else { return }
        bareStream = nil
        decide(.relinkOutput)
    }

    private mutating func forgetTakenLinks() {
        takenLinks = nil
        if let held = interruptions.first(.sessionManager) { end(held, shouldResume: true) }
    }

    var takenLinksDeadline: Int64? {
        guard let takenLinks, graph.hasSessionManager, isPlaying else { return nil }
        return routes.afterManagersReturn(takenLinks.since + policy.settleTime, policy)
    }

    mutating func judgeTakenLinks() {
        guard let taken = takenLinks, let due = takenLinksDeadline, now >= due else { return }
        takenLinks = nil
        if graph.hasLost(taken.sink) { return }
        // A session manager that takes its links away when it goes, and is slow to make them again, does not mean to interrupt.
        if taken.wentWithManager { return }
        begin(.corked, .sessionManager, name: "the session manager")
    }
}
