/// Lowering other programs' streams, and giving back what was taken.
extension PipeWireOutput {
    /// Who writes the records down, before ``start(events:renderEvents:graphChanged:)``. `changed` is called with
    /// every book, under the loop's lock: in the loop's thread, or in that of who calls ``duckOthers(decibels:)``,
    /// ``endDucking()`` or ``restoreDucked(_:)``. It must not call back into the output. Nothing in it is touched until ``duckBookWritten(_:)`` says that it is safe.
    package func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) { duckBookChanged = changed }

    /// The book of that revision, or a newer one, is where a crash does not reach it.
    package func duckBookWritten(_ revision: UInt64) {
        withLock {
            duckLedger.written(revision)
            armDuckTimer()
        }
    }

    /// Lowers the streams of other programs that run, and those that start later, by a ramp of 200 ms. Streams whose volume
    /// somebody changes meanwhile are left alone from then on.
    /// - Parameter decibels: below 0, such as -14.
    package func duckOthers(decibels: Double) { withLock { perform(duckLedger.start(decibels: decibels)) } }

    /// Gives every stream that ``duckOthers(decibels:)`` lowered exactly the volume from before, by a ramp of 200 ms.
    package func endDucking() { withLock { perform(duckLedger.stop()) } }

    /// Gives back what an earlier run of this program, that wrote `records`, did not come to give back: now or, where the
    /// server is not known yet or the stream is away, as soon as they are there.
    package func restoreDucked(_ records: [DuckRecord]) { withLock { perform(duckLedger.restore(records)) } }

    /// Gives everything back without a ramp and waits until the server has it, and what cards were asked for. Before the end, with
    /// the loop still running.
    func endDuckingAtOnce() {
        withLock {
            let actions = duckLedger.stopAtOnce()
            guard hasAskedCard || !actions.isEmpty, loss == nil, let graph = connection?.graph else { return }
            perform(actions)
            graph.afterRoundTrip { [unowned self] in loop?.signal() }
            loop?.waitForSignal()
        }
    }

    /// Compares the graph to the ledger. In the loop's thread.
    func updateDucking() {
        guard let connection, connection.isGraphKnown, let model = connection.graph?.model else { return }
        let streams = model.nodes.values.filter { model.isOther($0) && $0.hasAnswered }.map { DuckStream($0) }
        perform(duckLedger.hear(streams, server: connection.cookie))
    }

    /// One step of the ramps. In the loop's thread.
    func stepDucking() {
        isDuckTimerArmed = false
        perform(duckLedger.step())
    }

    private func perform(_ actions: [DuckLedger.Action]) {
        for action in actions {
            switch action {
            case .write(let book): duckBookChanged(book)
            case .set(let serial, let factors):
                guard let graph = connection?.graph else { continue }
                let node = graph.model.nodes.values.first { $0.serial == serial }
                if let node { graph.setVolumes(factors, ofNode: node.id) }
            }
        }
        armDuckTimer()
    }

    private func armDuckTimer() {
        if isDuckTimerArmed || !duckLedger.isRamping { return }
        isDuckTimerArmed = true
        duckTimer?.fire(afterNanoseconds: DuckRamp.stepDuration)
    }
}

extension DuckStream {
    init(_ node: GraphNode) {
        let properties = node.properties
        self.init(
            serial: node.serial, application: properties["application.name"] ?? "", node: node.name,
            process: properties["application.process.id"] ?? "", memory: Self.memory(properties), volumes: node.volumes,
            isRunning: node.isRunning)
    }

    /// Under which name WirePlumber remembers the volume of a stream: the first of these properties that it has.
    static func memory(_ properties: [String: String]) -> String {
        for key in ["media.role", "application.id", "application.name", "media.name", "node.name"] {
            if let value = properties[key] { return "\(key):\(value)" }
        }
        return ""
    }
}
