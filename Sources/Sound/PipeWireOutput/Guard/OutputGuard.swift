import AudioSession

/// Watches the private sink that our stream plays to, and recognises the first sign that it is going.
///
/// This is a value, which the output asks after each change of the graph. What the sound system does then (moving the
/// stream to a speaker) comes later than all of these signs, because the session manager learns of them at the same time
/// as we do.
struct OutputGuard: Hashable {
    private enum Phase: Hashable {
        case off
        /// On, but the stream has not reached a private sink yet.
        case waiting
        case watching(Watched)
        /// The sign has been seen.
        case tripped
    }

    private struct Watched: Hashable {
        /// The server's id of the sink's node.
        let id: UInt32
        /// The sink as it was when the guard began to watch.
        let sink: GraphSink
        /// Whether the stream's links have reached the sink. `false` for a stream that was made again while the guard
        /// watches, until its links are there.
        var isReached: Bool
    }

    private var phase = Phase.off

    /// Whether the guard watches a sink now.
    var isWatching: Bool { if case .watching = phase { true } else { false } }

    /// Whether the stream's links were seen to reach the watched sink.
    var isReached: Bool { if case .watching(let watched) = phase { watched.isReached } else { false } }

    /// Switches the guard on or off. If it is on already, switching it on changes nothing.
    mutating func set(_ isOn: Bool) {
        if !isOn { phase = .off } else if phase == .off { phase = .waiting }
    }

    /// Called after a sign was dealt with: the guard watches the private sink that the stream plays to from now on.
    mutating func rearm() { if phase == .tripped { phase = .waiting } }

    /// Notes that something else has seen the sign.
    mutating func trip() { if isWatching { phase = .tripped } }

    /// Notes that the stream is being replaced: the new one has no links for a moment.
    mutating func streamEnded() {
        guard case .watching(var watched) = phase else { return }
        watched.isReached = false
        phase = .watching(watched)
    }

    /// Notes that the server has ended, and with it everything that was watched. The owner judges what the next server
    /// has.
    mutating func serverEnded() { if isWatching { phase = .waiting } }

    /// Looks at the graph, and returns whether it has the first sign of a loss.
    /// - Parameter stream: the server's id of our stream's node.
    mutating func look(at model: GraphModel, stream: UInt32?) -> Bool {
        let reached = { stream.map { model.reached(from: $0) } ?? [] }
        switch phase {
        case .off, .tripped: return false
        case .waiting:
            for node in reached() {
                guard let sink = privateSink(node, model) else { continue }
                phase = .watching(Watched(id: node.id, sink: sink, isReached: true))
                break
            }
            return false
        case .watching(var watched):
            let reached = reached()
            if reached.contains(where: { $0.serial == watched.sink.serial }) { watched.isReached = true }
            phase = .watching(watched)
            if holds(watched, model, reached) { return false }
            phase = .tripped
            return true
        }
    }

    /// Returns the sink of a node if only the listener hears it, and the node has reported everything about itself.
    private func privateSink(_ node: GraphNode, _ model: GraphModel) -> GraphSink? {
        guard node.hasAnswered, model.card(of: node)?.hasAnswered ?? true else { return nil }
        let sink = model.graphSink(node)
        return sink.isHeardPrivately ? sink : nil
    }

    /// Whether the sink is as it was, and the stream plays to it.
    private func holds(_ watched: Watched, _ model: GraphModel, _ reached: [GraphNode]) -> Bool {
        if watched.sink.isBeingLost(now: model.nodes[watched.id].map { model.graphSink($0) }) { return false }
        let isElsewhere = !reached.contains { $0.serial == watched.sink.serial }
        return isElsewhere ? reached.isEmpty && !watched.isReached : true
    }
}
