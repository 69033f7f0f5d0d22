import AudioSession

/// Watches over the private sink that our stream plays to, and knows the first sign that it is going.
///
/// A value: asked after each change of the graph. What the sound server does then (moving the stream to a speaker) comes
/// later than all of these signs, because the session manager has to hear of them as we do.
struct OutputGuard: Hashable {
    private enum Phase: Hashable {
        case off
        /// On, but the stream reaches no private sink yet.
        case waiting
        case watching(Watched)
        /// The sign was seen.
        case tripped
    }

    /// What must stay as it is.
    private struct Watched: Hashable {
        let id: UInt32
        let serial: UInt64
        let card: UInt64?
        let port: String
        /// Whether the stream's links reach it: not yet, for a stream made anew while we watch.
        var isReached: Bool
    }

    private var phase = Phase.off

    /// Whether a sink is watched now.
    var isWatching: Bool { if case .watching = phase { true } else { false } }

    /// Whether the links of the stream were seen to reach what is watched.
    var isReached: Bool { if case .watching(let watched) = phase { watched.isReached } else { false } }

    /// Switches it on or off. On again while it is on, nothing changes.
    mutating func set(_ isOn: Bool) {
        if !isOn { phase = .off } else if phase == .off { phase = .waiting }
    }

    /// After a sign was dealt with: watches whatever the stream plays to from here on.
    mutating func rearm() { if phase == .tripped { phase = .waiting } }

    /// Something else saw the sign.
    mutating func trip() { if isWatching { phase = .tripped } }

    /// The stream is being replaced: the new one has no links for a moment.
    mutating func streamEnded() {
        guard case .watching(var watched) = phase else { return }
        watched.isReached = false
        phase = .watching(watched)
    }

    /// Nothing of what was watched exists any more; what the next server has is for the owner to judge.
    mutating func serverEnded() { if isWatching { phase = .waiting } }

    /// Looks at the graph; whether this is the first sign.
    /// - Parameter stream: the server's number for our stream's node.
    mutating func look(at model: GraphModel, stream: UInt32?) -> Bool {
        let reached = { stream.map { model.reached(from: $0) } ?? [] }
        switch phase {
        case .off, .tripped: return false
        case .waiting:
            if let node = reached().first(where: { isPrivate($0, model) }) {
                phase = .watching(
                    Watched(
                        id: node.id, serial: node.serial, card: model.card(of: node)?.serial,
                        port: model.port(of: node)?.name ?? "", isReached: true))
            }
            return false
        case .watching(var watched):
            let reached = reached()
            if reached.contains(where: { $0.serial == watched.serial }) { watched.isReached = true }
            phase = .watching(watched)
            if holds(watched, model, reached) { return false }
            phase = .tripped
            return true
        }
    }

    private func isPrivate(_ node: GraphNode, _ model: GraphModel) -> Bool {
        let isKnown = node.hasAnswered && model.card(of: node)?.hasAnswered ?? true
        let sink = model.graphSink(node)
        return isKnown && sink.type.isPrivate && sink.isAvailable
    }

    private func holds(_ watched: Watched, _ model: GraphModel, _ reached: [GraphNode]) -> Bool {
        guard let node = model.nodes[watched.id], node.serial == watched.serial,
            model.card(of: node)?.serial == watched.card
        else { return false }
        let port = model.port(of: node)
        guard (port?.name ?? "") == watched.port, port?.isAvailable ?? true else { return false }
        let isElsewhere = !reached.contains { $0.serial == watched.serial }
        return isElsewhere ? reached.isEmpty && !watched.isReached : true
    }
}
