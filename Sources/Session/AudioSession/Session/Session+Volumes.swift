package import AudioTypes

// What outputs have of their own about the volume of the player.
extension Session {
    /// The rules, by the uids of outputs or patterns for them.
    package var volumeRules: OutputVolumes { volumeChoices.current }

    /// Those that clients have chosen; the others are from the configuration.
    package var chosenVolumeRules: OutputVolumes { volumeChoices.chosen }

    /// What counts for an output through the port that it plays through now.
    package func volumeRule(of sink: GraphSink) -> VolumeRule {
        let port = sink.device?.port ?? ""
        return volumeChoices.current.rule(sink: sink.uid, port: port.isEmpty ? nil : port)
    }

    /// What counts for an output, whether it is there or not: through the port that it names, or else plays through now.
    package func volumeRule(ofOutput uid: String) -> VolumeRule {
        let (sink, port) = place(ofOutput: uid)
        var rule = volumeChoices.current.rule(sink: sink, port: port)
        // A rule for all may say so, but an output beside the sound server has no volume of a sink.
        if graph.sink(sink)?.isIndependent == true { rule.control = nil }
        return rule
    }

    /// Chooses the rules for the volume of an output, which need not be there. What is `nil` is what the configuration, a pattern or the default
    /// gives; the values are within 0…1.
    /// - Parameter name: the uid of an output, a pattern, ``AudioTypes/OutputFilters/anyOutput``, or the name of a room (``AudioTypes/RoomUID``).
    /// - Throws: `invalidParameter` for a name that no output can have and for more than a room has, and `tooManyVolumeRules`.
    package mutating func setVolumeRule(_ rule: VolumeRule, of name: String, at now: Int64) throws(SessionError)
        -> [SessionAction]
    {
        try Self.checkName(ofOutputs: name)
        let name = RoomUID.spelled(name)
        guard name != RoomUID.mark else { throw SessionError(.invalidParameter, RoomUID.nameIsMissing) }
        guard !RoomUID.isName(name) || rule.atStart == nil && rule.control == nil else {
            throw SessionError(
                .invalidParameter, "a room has a greatest volume alone: leave out where its volume begins, and where it is set")
        }
        return try deciding(at: now) { session throws(SessionError) in
            var choices = session.volumeChoices
            choices.chosen.rules[name] = rule.isEmpty ? nil : rule
            guard choices.chosen.rules.count <= OutputVolumes.mostRules else {
                throw SessionError(
                    .tooManyVolumeRules, "\(OutputVolumes.mostRules) outputs have rules for their volume: reset one first")
            }
            let isOther = choices != session.volumeChoices
            session.take(choices)
            if isOther { session.emit(.volumeRuleChanged(output: name, choices.current.rules[name] ?? VolumeRule())) }
        }
    }

    /// Takes over what the configuration gives.
    package mutating func setConfiguredVolumes(_ volumes: OutputVolumes, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            var choices = session.volumeChoices
            choices.configured = volumes
            session.take(choices)
        }
    }

    /// Takes over what clients had chosen in an earlier run: as much of it as they may choose.
    package mutating func restoreVolumes(_ volumes: OutputVolumes, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            var choices = session.volumeChoices
            let usable = volumes.rules.filter { OutputFilters.isName($0.key) && !$0.value.isEmpty }
            for (name, rule) in usable.sorted(by: { $0.key < $1.key }).prefix(OutputVolumes.mostRules) {
                choices.chosen.rules[RoomUID.spelled(name)] = rule
            }
            session.take(choices)
        }
    }

    private mutating func take(_ choices: VolumeChoices) {
        let before = volumeChoices.current
        volumeChoices = choices
        if choices.current != before { decide(.setOutputVolumes(choices.current)) }
    }

    // MARK: Where the sound goes

    /// Has the player's volume keep to what the outputs allow that the sound goes to. While it goes nowhere, that of the last ones counts.
    mutating func judgeVolume() {
        let sinks = routes.newest.sinks.compactMap { graph.sink($0.uid) }
        forgetBegun()
        guard let primary = sinks.first else { return }
        // Several outputs each keep to their own ceiling; the number that people see is one.
        let rules = sinks.map { volumeRule(of: $0) }
        var use = VolumeUse()
        use.maximum = rules.map(\.ceiling).max() ?? 1
        let isOfSink = sinks.count == 1 && rules[0].control == .sink && !primary.isIndependent
        follow(isOfSink ? primary : nil)
        begin(at: primary, rules[0])
        // The sound goes to these, too: none of them begins in the middle of what plays when it becomes the primary.
        for sink in sinks.dropFirst() { _ = volumes.begin(sink.output.uid) }
        if volumes.sink?.isLowered(to: use.maximum, at: now) == true {
            decide(.setOutputVolume(uid: primary.uid, level: use.maximum, isMuted: nil))
        }
        use.sinkLevel = volumes.sink?.level
        if use != VolumeUse() { use.output = primary.output.name }
        guard use != given.volumeUse else { return }
        if use.sinkLevel != given.volumeUse.sinkLevel { volumes.turn += 1 }
        given.volumeUse = use
        decide(.setVolumeUse(use))
    }

    private mutating func follow(_ sink: GraphSink?) {
        if sink?.uid != volumes.sink?.uid { volumes.turn += 1 }
        guard let sink, let level = sink.level else { return volumes.sink = nil }
        if volumes.sink?.uid == sink.uid, volumes.sink?.serial == sink.serial {
            volumes.sink?.take(level, at: now)
        } else {
            volumes.sink = SinkVolume(uid: sink.uid, serial: sink.serial, level: level)
        }
    }

    /// Begins with the volume of an output that the sound goes to for the first time since it is there.
    private mutating func begin(at sink: GraphSink, _ rule: VolumeRule) {
        guard volumes.begin(sink.output.uid), let level = rule.atStart.map({ min($0, rule.ceiling) }) else { return }
        guard volumes.sink != nil else { return decide(.beginVolume(level)) }
        volumes.sink?.ask(level, at: now)
        decide(.setOutputVolume(uid: sink.uid, level: level, isMuted: nil))
    }

    /// Forgets outputs that are gone, once the graph stands still: a server or a card that is made anew is away for a moment.
    private mutating func forgetBegun() {
        guard server.isHere, graph.hasSoundServer, graph.hasSessionManager, routes.deadline(policy) == nil else { return }
        let graph = graph
        volumes.keep { uid in
            let choice = OutputChoice(uid: uid, in: graph)
            guard let sink = graph.sink(choice.sink) else { return false }
            return choice.port.map { sink.device?.unavailablePorts.contains($0) != true } ?? true
        }
    }

    /// Counts the news for the player about the sink whose volume it sets: another sink, or another volume that it has by itself.
    package var sinkTurn: Int { volumes.turn }

    /// Sets the volume of the sink that the player sets. The player knows it already. What it chose before it had the newest news is meant for
    /// another sink or overruled by a knob, and the player shows that by now.
    mutating func moveSink(to level: Double, turn: Int) {
        guard turn == volumes.turn, let uid = volumes.sink?.uid else { return }
        let level = min(level, given.volumeUse.maximum)
        volumes.sink?.ask(level, at: now)
        given.volumeUse.sinkLevel = level
        decide(.setOutputVolume(uid: uid, level: level, isMuted: nil))
    }

    /// When a sink has had the time to tell what it was told.
    var volumeDeadline: Int64? { volumes.sink?.deadline }
}
