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
            session.send(to: session.outputChoices.choose(together: choices, in: session.graph))
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

    /// Whether one of several outputs, which a client chose together, is heard by everybody in the room.
    var isHeardInPublic: Bool { outputChoices.isShared && routes.newest.sinks.contains { !$0.type.isPrivate } }
}
