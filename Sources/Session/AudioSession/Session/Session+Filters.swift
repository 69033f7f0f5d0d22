package import AudioTypes

// The equaliser of each output.
extension Session {
    /// The equalisers that are chosen, by the uids of outputs or patterns for them.
    package var filters: OutputFilters { filterChoices.current }

    /// Those that clients have chosen; the others are from the configuration.
    package var chosenFilters: OutputFilters { filterChoices.chosen }

    /// What counts for an output, whether it is there or not: through the port that it names, or else plays through now.
    package func filterRule(of uid: String) -> OutputFilters.Rule? { rule(of: uid, filterChoices) }

    /// What would count for an output if clients took back what they have chosen under its own uid.
    package func filterRuleBehind(_ uid: String) -> OutputFilters.Rule? {
        var choices = filterChoices
        choices.chosen.choices[uid] = nil
        return rule(of: uid, choices)
    }

    private func rule(of uid: String, _ choices: FilterChoices) -> OutputFilters.Rule? {
        let (sink, port) = place(ofOutput: uid)
        return choices.current.rule(sink: sink, port: port)
    }

    /// The sink of an output, and the port that its uid names, or else the one through which the sink plays now.
    func place(ofOutput uid: String) -> (sink: String, port: String?) {
        let choice = OutputChoice(uid: uid, in: graph)
        let port = choice.port ?? graph.sink(choice.sink)?.device?.port
        return (choice.sink, port?.isEmpty == true ? nil : port)
    }

    /// Throws `invalidParameter` for a name by which nobody can choose something for outputs.
    static func checkName(ofOutputs name: String) throws(SessionError) {
        guard OutputFilters.isName(name) else {
            throw SessionError(
                .invalidParameter,
                "an output is named by its uid, a pattern for uids or \"\(OutputFilters.anyOutput)\": 1 to "
                    + "\(OutputFilters.longestName) bytes without control characters")
        }
    }

    /// Chooses an equaliser for an output, which need not be there; `nil` for what the configuration, a pattern or the default gives.
    /// - Parameter name: the uid of an output, a pattern, or ``AudioTypes/OutputFilters/anyOutput``.
    /// - Throws: `invalidParameter` for a name that no output can have, and `tooManyFilters`.
    package mutating func setFilters(_ choice: OutputFilters.Choice?, of name: String, at now: Int64) throws(SessionError)
        -> [SessionAction]
    {
        try Self.checkName(ofOutputs: name)
        guard !RoomUID.isName(name) else {
            throw SessionError(
                .invalidParameter, "all rooms hear the same sound: choose what it goes through for the output snapcast")
        }
        return try deciding(at: now) { session throws(SessionError) in
            var choices = session.filterChoices
            choices.chosen.choices[name] = choice
            guard choice == nil || choices.isWithinBounds else {
                throw SessionError(
                    .tooManyFilters,
                    "there are choices for \(OutputFilters.mostChoices) outputs, or \(FilterChoices.mostBytes) bytes of them: "
                        + "reset one first")
            }
            session.take(choices, told: name)
        }
    }

    /// Takes over what the configuration gives.
    package mutating func setConfiguredFilters(_ filters: OutputFilters, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            var choices = session.filterChoices
            choices.configured = filters
            session.take(choices, told: nil)
        }
    }

    /// Takes over what clients had chosen in an earlier run: as much of it as they may choose.
    package mutating func restoreFilters(_ filters: OutputFilters, at now: Int64) -> [SessionAction] {
        deciding(at: now) { session in
            var choices = session.filterChoices
            for (name, choice) in filters.choices.sorted(by: { $0.key < $1.key }) where OutputFilters.isName(name) {
                let before = choices
                choices.chosen.choices[name] = choice
                if !choices.isWithinBounds { choices = before }
            }
            session.take(choices, told: nil)
        }
    }

    private mutating func take(_ choices: FilterChoices, told name: String?) {
        let before = filterChoices
        filterChoices = choices
        if choices.current != before.current { decide(.setOutputFilters(choices.current)) }
        if let name, choices.chosen != before.chosen { emit(.filtersChanged(output: name, choices.current.choices[name])) }
    }
}
