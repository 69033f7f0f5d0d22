/// The outputs that were chosen through Fermata, and what belongs to the choice: a port, delays, the silence of one output among several.
struct OutputChoices: Hashable, Sendable {
    /// Where our stream is to be sent.
    enum Target: Hashable {
        /// To this output; `nil`: wherever the desktop wants it.
        case output(OutputChoice?)
        /// To all of these sinks at once, the first as the primary.
        case together([String])
        /// Nowhere any more: somebody else has sent it elsewhere.
        case elsewhere
    }

    /// The output that a client or the configuration chose; `switched` wins while it is set, and `overridden` over both.
    private var selected: OutputChoice?
    /// The sink that a card has because it was switched for its channels.
    private var switched: OutputChoice?
    /// The loudspeaker that a person wants for now.
    private var overridden: OutputChoice?
    /// The outputs that a client chose to play together; `selected` is the primary of them.
    private var selection: OutputSelection?
    /// The time since which one of several outputs has been silent by itself.
    private var cutSince: Int64?
    /// The delays that clients set, in seconds, by the uids of the sinks.
    var delays: [String: Double] = [:]
    /// The port that was switched for the choice.
    var port = BorrowedPort()

    /// The output that is chosen now, the primary of several.
    var current: OutputChoice? { foremost ?? selected }

    /// All outputs that are chosen now, the primary first; none for wherever the desktop wants the sound.
    var all: [OutputChoice] { foremost.map { [$0] } ?? selection?.choices ?? selected.map { [$0] } ?? [] }

    /// What takes the place of all that was chosen.
    private var foremost: OutputChoice? { overridden ?? switched }

    /// Whether the sound goes to several outputs now.
    var isShared: Bool { foremost == nil && selection?.isShared == true }

    /// Returns whether the sound goes on elsewhere, where a client wants it too, if the sink `uid` is lost.
    func isHeardBeside(_ uid: String) -> Bool { foremost == nil && selection?.outlives(uid) == true }

    // MARK: Choosing

    /// Chooses one output; `nil` for wherever the desktop wants the sound.
    mutating func choose(_ choice: OutputChoice?) -> Target {
        (selected, switched, overridden, selection) = (choice, nil, nil, nil)
        return .output(choice)
    }

    /// Chooses several outputs, the first as the primary.
    mutating func choose(together choices: [OutputChoice], in graph: GraphSnapshot) -> Target {
        selection = OutputSelection(choices)
        (switched, overridden) = (nil, nil)
        _ = selection?.look(at: graph)
        return target()
    }

    /// Sends the sound to `choice` until ``endOverride()``.
    mutating func override(_ choice: OutputChoice) -> Target {
        overridden = choice
        return .output(choice)
    }

    /// Ends what ``override(_:)`` began. Returns where the sound goes from now on; `nil` for where it goes already.
    mutating func endOverride() -> Target? {
        if overridden == nil { return nil }
        overridden = nil
        return target()
    }

    /// Sends the sound to `sink`, which a card has because it was switched, until ``endSwitch()``, unless a person wants it elsewhere. Returns
    /// where the sound goes from now on; `nil` for where it goes already.
    mutating func switchTo(_ sink: String) -> Target? {
        switched = OutputChoice(sink: sink)
        return overridden == nil ? target() : nil
    }

    /// Ends what ``switchTo(_:)`` began. Returns where the sound goes from now on; `nil` for where it goes already.
    mutating func endSwitch() -> Target? {
        if switched == nil { return nil }
        switched = nil
        return overridden == nil ? target() : nil
    }

    // MARK: What becomes of the choice

    /// Looks which of several outputs `graph` has. Returns where the sound goes from now on; `nil` for where it goes already.
    mutating func look(at graph: GraphSnapshot) -> Target? {
        selection?.look(at: graph) == true && foremost == nil ? target() : nil
    }

    /// Handles that somebody else has sent our stream away from the sink `uid`. The newer choice holds; of several outputs, the others
    /// stay. Returns where the sound goes from now on; `nil` if the sink was not chosen.
    mutating func taken(_ uid: String) -> Target? {
        if foremost == nil, selection?.choices.contains(where: { $0.sink == uid }) == true {
            selection?.remove(uid)
            defer { if (selection?.choices.count ?? 0) < 2 { selection = nil } }
            if selection?.choices.isEmpty == false { return target() }
        }
        guard current?.sink == uid else { return nil }
        _ = choose(nil)
        return .elsewhere
    }

    /// Handles that somebody else has chosen another port of the sink of `choice`. The newer choice holds, and the sound stays on that
    /// sink.
    /// - Parameter isDefault: whether the sound goes to that sink by itself.
    mutating func portTaken(of choice: OutputChoice, isDefault: Bool) -> Target {
        let staysByItself = isDefault && (selected == nil || selected == choice)
        (switched, overridden) = (nil, nil)
        selected = staysByItself ? nil : OutputChoice(sink: choice.sink)
        return .output(selected)
    }

    /// Returns what takes the place of all that was chosen. Else the outputs of the selection that are there; if none is there, where the
    /// first one would be. Without a selection, the chosen output.
    private mutating func target() -> Target {
        if let foremost { return .output(foremost) }
        guard let selection else { return .output(selected) }
        selected = selection.present.first ?? selection.choices.first
        return selection.isShared ? .together(selection.present.map(\.sink)) : .output(selected)
    }

    // MARK: The guard

    /// Handles that one of several outputs went silent by itself. If it is lost, the next graph shows that, and its stream ends. If
    /// it is not, it is heard again when the graph has stood still.
    mutating func cut(at now: Int64) { cutSince = cutSince ?? now }

    /// The time at which the silence of one among several outputs is over.
    func cutDeadline(_ policy: SessionPolicy) -> Int64? { cutSince.map { $0 + policy.settleTime } }

    /// Returns whether such a silence is over, and forgets it then.
    mutating func endsCut(at now: Int64, _ policy: SessionPolicy) -> Bool {
        guard let due = cutDeadline(policy), now >= due || !isShared else { return false }
        cutSince = nil
        return true
    }
}
