import AudioTypes

// Several outputs at once: the sound goes to all of them.
extension Session {
    /// The most outputs that can be chosen together. Each has a stream of its own in the graph.
    package static let mostOutputs = 16

    /// Sends the sound to all outputs of `uids` at once, the first as the primary, by which positions are counted.
    /// - Parameter independent: the output that plays without the sound server, and so by a clock of its own.
    /// - Throws: `mediaServicesFailed` while the server is away, `outputNotFound` if one does not exist, `invalidParameter` if they
    ///   cannot play together or are too many.
    package mutating func select(
        _ uids: [String], independent: String? = nil, at now: Int64
    ) throws(SessionError) -> [SessionAction] {
        guard let first = uids.first else {
            throw SessionError(.invalidParameter, "no output was named: name one at least, or null for the default output")
        }
        if uids.count == 1 { return try select(first, needsServer: first != independent, at: now) }
        return try deciding(at: now) { session throws(SessionError) in
            try session.requireServer()
            let choices = try session.choices(uids, independent: independent)
            session.selection = OutputSelection(choices)
            session.overridden = nil
            _ = session.selection?.look(at: session.graph)
            session.sendToSelection()
        }
    }

    private func choices(_ uids: [String], independent: String?) throws(SessionError) -> [OutputChoice] {
        guard uids.count <= Self.mostOutputs else {
            throw SessionError(.invalidParameter, "at most \(Self.mostOutputs) outputs can play together")
        }
        var choices: [OutputChoice] = []
        for uid in uids {
            try requireOutput(uid)
            if uid == independent {
                throw SessionError(
                    .invalidParameter,
                    "\(uid) keeps a time of its own, so it cannot play together with other outputs: choose it alone")
            }
            let choice = OutputChoice(uid: uid, in: graph)
            if choices.contains(where: { $0.sink == choice.sink }) {
                throw SessionError(.invalidParameter, "\(choice.sink) was named twice: a device plays through one port at a time")
            }
            if let port = choice.port, graph.sink(choice.sink)?.device?.port != port {
                throw SessionError(
                    .invalidParameter, "\(choice.sink) plays through another port now: choose \(uid) alone first, then together")
            }
            choices.append(choice)
        }
        return choices
    }

    func requireOutput(_ uid: String) throws(SessionError) {
        if graph.sink(uid) != nil || outputs.contains(where: { $0.output.uid == uid }) { return }
        let known = outputs.map(\.output.uid).joined(separator: ", ")
        throw SessionError(.outputNotFound, "no output has the uid \(uid); there is \(known.isEmpty ? "none" : known)")
    }

    // MARK: What becomes of the choice

    /// Sends the sound to the outputs of the selection that are there; if none is there, to where the first one would be. Without a
    /// selection, to the chosen output.
    mutating func sendToSelection() {
        guard let selection else { return send(to: selected) }
        selected = selection.present.first ?? selection.choices.first
        guard selection.isShared else { return send(to: selected) }
        let sinks = selection.present.map(\.sink)
        routes.setWish(sinks.first, beside: Array(sinks.dropFirst()), at: now)
        decide(.setTargets(sinks))
    }

    /// Looks which outputs of the selection a new graph has, and sends the sound there.
    mutating func noticeSelection() {
        guard selection?.look(at: graph) == true, overridden == nil else { return }
        sendToSelection()
    }

    /// Handles that somebody has sent the stream of the output `uid` elsewhere. Returns whether it was one of several outputs, of
    /// which the others stay.
    mutating func leaveSelection(_ uid: String) -> Bool {
        guard overridden == nil, selection?.choices.contains(where: { $0.sink == uid }) == true else { return false }
        selection?.remove(uid)
        guard let left = selection?.choices, !left.isEmpty else {
            selection = nil
            return false
        }
        sendToSelection()
        if left.count == 1 { selection = nil }
        return true
    }

    /// Whether the sound goes to several outputs now.
    var isShared: Bool { overridden == nil && selection?.isShared == true }

    /// Returns whether the sound goes on elsewhere, where a client wants it too, if the sink `uid` is lost.
    func isHeardBeside(_ uid: String) -> Bool { overridden == nil && selection?.outlives(uid) == true }

    /// Whether one of several outputs, which a client chose together, is heard by everybody in the room.
    var isHeardInPublic: Bool { isShared && routes.newest.sinks.contains { !$0.type.isPrivate } }

    // MARK: The guard

    /// Handles that one of several outputs went silent by itself. If it is lost, the next graph shows that, and its stream ends. If
    /// it is not, it is heard again when the graph has stood still.
    mutating func suspectSharedOutput() { sharedCut = sharedCut ?? now }

    var sharedCutDeadline: Int64? { sharedCut.map { $0 + policy.settleTime } }

    mutating func judgeSharedCut() {
        guard let due = sharedCutDeadline, now >= due || !isShared else { return }
        sharedCut = nil
        // A suspicion that the last output is being lost ends the silence itself.
        if becomingNoisy == nil { decide(.endCut) }
    }
}
