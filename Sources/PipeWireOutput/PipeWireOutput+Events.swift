import AudioSession
import AudioTypes
import CPipeWire

/// The events for the owner: gathered as they happen, delivered in the loop's thread.
extension PipeWireOutput {
    /// Appends an event to those to be delivered. Under the lock.
    func tell(_ event: OutputEvent) {
        pendingEvents.append(event)
        wake?.signal()
    }

    /// Does the work that a callback of PipeWire must not do, and then delivers events and graph. One call covers any
    /// number of changes.
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

    /// Compares the graph and the stream's state with what was reported last. Returns the graph if it has changed.
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

    /// Makes a stream in the error state again when there may be something new to play to, such as another port. A stream
    /// that is destroyed again and again waits for its timer instead.
    private func remakeFailedStream() {
        guard streamState.reported == PW_STREAM_STATE_ERROR, !isRevivalDue else { return }
        destroyStream()
        remakeStream()
    }
}
