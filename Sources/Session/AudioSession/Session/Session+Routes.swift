import AudioTypes

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
        send(to: outputChoices.choose(choice))
    }

    /// Sends the sound to a loudspeaker, or back to where it belongs.
    /// - Throws: `mediaServicesFailed` while the server is away, `incompatibleCategory` in a category without output, `noRoute`
    ///   if there is no loudspeaker.
    package mutating func overrideOutput(toSpeaker: Bool, at now: Int64) throws(SessionError) -> [SessionAction] {
        try deciding(at: now) { session throws(SessionError) in
            try session.requireServer()
            try session.requireOutput()
            guard toSpeaker else {
                if let target = session.outputChoices.endOverride() { session.send(to: target) }
                return
            }
            guard let speaker = session.graph.loudspeaker else {
                throw SessionError(.noRoute, "there is no loudspeaker to send the sound to")
            }
            let choice = OutputChoice(sink: speaker.uid, port: speaker.hasPorts ? speaker.device?.port : nil)
            session.send(to: session.outputChoices.override(choice))
        }
    }

    /// Sends the sound to the output that the configuration names. A client's earlier choice is forgotten.
    package mutating func setConfiguredOutput(_ uid: String?, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            let choice = uid.map { OutputChoice(uid: $0, in: session.graph) }
            session.choose(choice)
        }
    }

    mutating func send(to target: OutputChoices.Target) {
        switch target {
        case .output(let choice):
            routes.setWish(choice?.sink, at: now)
            decide(.setTarget(uid: choice?.sink))
        case .together(let sinks):
            routes.setWish(sinks.first, beside: Array(sinks.dropFirst()), at: now)
            decide(.setTargets(sinks))
        case .elsewhere: routes.setWish(nil, at: now)
        }
    }

    /// The route now, before it settles, for clients that ask.
    package var route: Route { Route(outputs: routes.newest.route.outputs, inputs: routeInputs) }

    /// The sink that the sound goes to now, with its volume.
    package var routedSink: GraphSink? { routes.newest.sinks.first.flatMap { graph.sink($0.uid) } }

    /// Returns whether the sound goes to the output `uid`, which may be a sink with any port, or with `nil` to the default.
    package func isRouted(to uid: String?) -> Bool {
        routes.newest.sinks.contains { $0.uid == (uid ?? graph.defaultSink) || $0.output.uid == uid }
    }

    /// The uids of the outputs that were chosen, the primary first; none for wherever the desktop wants the sound.
    package var chosenOutputs: [String] { outputChoices.all.map(\.uid) }

    /// Whether the sound goes where it is wanted: to the chosen output, which may be a port, or to the default one.
    package var isRoutedAsWished: Bool { isRouted(to: outputChoices.current?.uid ?? routes.wish) }

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

    /// Has the stream made anew if it has no links, because a person wants to hear the sound.
    mutating func relink() {
        if graph.hasSessionManager, links.takeBare() { decide(.relinkOutput) }
    }

    var takenLinksDeadline: Int64? {
        guard let since = links.takenSince, graph.hasSessionManager, player.isPlaying else { return nil }
        return routes.afterManagersReturn(since + policy.settleTime, policy)
    }

    mutating func judgeTakenLinks() {
        guard let due = takenLinksDeadline, now >= due, links.judge(in: graph) else { return }
        begin(.corked, .sessionManager, name: "the session manager")
    }

    // MARK: The port of the chosen sink

    /// Switches the device to the chosen port, or back to the previous one.
    mutating func judgePort() {
        let choice = outputChoices.current
        if let back = outputChoices.port.giveBack(unless: choice?.asPort, { graph.sink($0)?.cardPorts }) {
            decide(.setPort(sink: back.node, port: back.port))
        }
        guard let choice, let port = choice.port else { return }
        let isHeard = routes.newest.sinks.first?.uid == choice.sink
        switch outputChoices.port.follow(choice.asPort, port, in: graph.sink(choice.sink)?.cardPorts, isHeard: isHeard) {
        case .ask: decide(.setPort(sink: choice.sink, port: port))
        // A choice needs no time to settle; see `noticeChoice()`.
        case .heard: settleRoute()
        case .taken: send(to: outputChoices.portTaken(of: choice, isDefault: graph.defaultSink == choice.sink))
        case nil: break
        }
    }

    /// Returns the actions that give a borrowed port and a borrowed profile back when the daemon ends. The session decides nothing
    /// after this.
    package mutating func end(at now: Int64) -> [SessionAction] {
        let decided = deciding(at: now) { session in
            _ = session.outputChoices.choose(nil)
            session.endInputUse()
            session.endSurround()
            session.endInputPort()
        }
        return decided.filter {
            switch $0 {
            case .setPort, .setInputPort, .returnProfile: true
            default: false
            }
        }
    }
}
