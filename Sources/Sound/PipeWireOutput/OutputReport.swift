import AudioSession
import AudioTypes

/// Reports to the owner of an output what has changed: events first, then the graph. It is the last of the connection's
/// users, so that it reports what the others have just done.
final class OutputReport: ConnectionUser {
    /// What is reported: a stream, which may be another one each time, and others that play the same sound.
    struct Subject {
        let stream: () -> PlaybackStream
        let companionNodes: () -> [UInt32]
        /// Returns what can be given to the sink as it is, if that is another offer than the one before.
        let newOffer: (GraphModel) -> PassthroughOffer?

        init(_ stream: PlaybackStream) {
            self.stream = { stream }
            companionNodes = { [] }
            newOffer = { _ in nil }
        }

        init(_ streams: PlayerStreams) {
            stream = { streams.main.stream }
            companionNodes = { streams.companionNodes }
            newOffer = { streams.newOffer($0) }
        }
    }

    private let connection: Connection
    private let subject: Subject
    private let outbox: EventOutbox
    private let deliver: @Sendable (OutputEvent) -> Void
    private let graphChanged: @Sendable (GraphSnapshot) -> Void
    /// The graph that was reported last, so that nothing is reported twice.
    private var toldGraph: GraphSnapshot?

    /// Makes a report on the graph and `subject`. The loop's thread calls both closures.
    init(
        _ connection: Connection, _ subject: Subject, outbox: EventOutbox,
        events: @escaping @Sendable (OutputEvent) -> Void, graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) {
        self.connection = connection
        self.subject = subject
        self.outbox = outbox
        deliver = events
        self.graphChanged = graphChanged
    }

    func serverConnected(version: String) { outbox.tell(.serverConnected(version: version)) }

    func serverEnded() { toldGraph = nil }

    func serverLost(_ message: String) { outbox.tell(.serverLost(message: message)) }

    /// Compares the graph and the stream's state with what was reported last, and delivers all that is new.
    func loopTurned() {
        let model = connection.completeGraph?.model
        let stream = subject.stream()
        let reached = stream.nodeID.flatMap { model?.reached(from: $0) } ?? []
        let graph = newGraph(model)
        let state = stream.newState(isLinked: !reached.isEmpty, hasEnds: !(model?.sinks.isEmpty ?? true))
        var events = outbox.takeAll()
        if let state { events.append(.streamChanged(state)) }
        if let offer = model.flatMap(subject.newOffer) { events.append(.passthroughOffered(offer)) }
        for event in events { deliver(event) }
        if let graph { graphChanged(graph) }
    }

    /// Returns the graph if it has changed.
    private func newGraph(_ model: GraphModel?) -> GraphSnapshot? {
        let stream = subject.stream()
        guard let graph = model?.snapshot(stream: stream.nodeID, companions: subject.companionNodes()), graph != toldGraph else {
            return nil
        }
        let hasNewOutput =
            toldGraph.map { $0.defaultSink != graph.defaultSink || $0.sinks.map(\.output) != graph.sinks.map(\.output) } ?? true
        toldGraph = graph
        if hasNewOutput { stream.remakeIfFailed() }
        return graph
    }
}
