import AudioSession
import AudioTypes
import CPipeWire

/// What the owner is told: gathered as it happens, delivered in the loop's thread.
extension PipeWireOutput {
    /// Puts an event in line. Under the lock.
    func tell(_ event: OutputEvent) {
        pendingEvents.append(event)
        wake?.signal()
    }

    /// Does what may not be done within a callback of PipeWire, and delivers. Once for any number of changes.
    func deliver() {
        clearLostConnection()
        replaceTakenStream()
        applyKnownVolume()
        updateDucking()
        applyTarget()
        let graph = tellChanges()
        let events = pendingEvents
        pendingEvents.removeAll()
        for event in events { self.events(event) }
        if let graph { graphChanged(graph) }
    }

    /// Compares the graph and the stream to what was told last; the graph, where it is another one.
    private func tellChanges() -> GraphSnapshot? {
        let model = connection.flatMap { $0.isGraphKnown ? $0.graph?.model : nil }
        let reached = stream?.nodeID.flatMap { model?.reached(from: $0) } ?? []
        let graph = tellGraph(model)
        let state =
            renderer == nil
            ? OutputStreamState.closed
            : streamState.outputState(isLinked: !reached.isEmpty, hasSinks: !(model?.sinks.isEmpty ?? true))
        if state != told.stream {
            told.stream = state
            pendingEvents.append(.streamChanged(state))
        }
        return graph
    }

    private func tellGraph(_ model: GraphModel?) -> GraphSnapshot? {
        guard let graph = model?.snapshot(stream: stream?.nodeID), graph != told.graph else { return nil }
        let hasNewOutput =
            told.graph.map { $0.defaultSink != graph.defaultSink || $0.sinks.map(\.output) != graph.sinks.map(\.output) } ?? true
        told.graph = graph
        if hasNewOutput { remakeFailedStream() }
        return graph
    }

    /// A stream that PipeWire gave up is made again when there may be something new to play to, another port too; one that is taken away again and
    /// again has its time.
    private func remakeFailedStream() {
        guard streamState.reported == PW_STREAM_STATE_ERROR, !isRevivalDue else { return }
        destroyStream()
        remakeStream()
    }
}
