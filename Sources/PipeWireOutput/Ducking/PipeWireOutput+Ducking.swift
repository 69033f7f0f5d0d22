package import AudioSession

/// Lowering other programs' streams, and restoring their volumes.
extension PipeWireOutput {
    /// Sets the closure that has the records written down. Must be called before
    /// ``start(events:renderEvents:graphChanged:)``. The output calls `changed` with every book, under the loop's lock:
    /// in the loop's thread, or in the thread that calls ``duckOthers(decibels:)``, ``endDucking()`` or
    /// ``restoreDucked(_:)``. `changed` must not call back into the output. No stream in the book is touched before
    /// ``duckBookWritten(_:)`` reports that the book is safe.
    package func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) { duckBookChanged = changed }

    /// Notes that the book with that revision, or a newer one, is stored where it survives a crash.
    package func duckBookWritten(_ revision: UInt64) {
        withLock {
            duckLedger.written(revision)
            armDuckTimer()
        }
    }

    /// Lowers the running streams of other programs, and those that start later, by a ramp of 200 ms. If somebody changes
    /// the volume of such a stream meanwhile, the output leaves the stream alone from then on.
    /// - Parameter decibels: below 0, such as -14.
    package func duckOthers(decibels: Double) { withLock { perform(duckLedger.start(decibels: decibels)) } }

    /// Restores exactly the volume from before, by a ramp of 200 ms, for every stream that ``duckOthers(decibels:)``
    /// lowered.
    package func endDucking() { withLock { perform(duckLedger.stop()) } }

    /// Restores the volumes that an earlier run of this program, which wrote `records`, left lowered. It does so now or,
    /// if the server is not known yet or a stream is away, as soon as they are there.
    package func restoreDucked(_ records: [DuckRecord]) { withLock { perform(duckLedger.restore(records)) } }

    /// Restores all volumes without a ramp, and waits until the server has them and the last request to a card. Called
    /// before the end, while the loop still runs.
    func endDuckingAtOnce() {
        withLock {
            let actions = duckLedger.stopAtOnce()
            guard hasAskedCard || !actions.isEmpty, loss == nil, let graph = connection?.graph else { return }
            perform(actions)
            graph.afterRoundTrip { [unowned self] in loop?.signal() }
            loop?.waitForSignal()
        }
    }

    /// Compares the graph with the ledger. In the loop's thread.
    func updateDucking() {
        guard let connection, connection.isGraphKnown, let model = connection.graph?.model else { return }
        let streams = model.nodes.values.filter { model.isOther($0) && $0.hasAnswered }.map { DuckStream($0) }
        perform(duckLedger.hear(streams, server: connection.cookie))
    }

    /// Takes one step of the ramps. In the loop's thread.
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

    /// Returns the name under which WirePlumber remembers the volume of a stream: the first of these properties that the
    /// stream has.
    static func memory(_ properties: [String: String]) -> String {
        for key in ["media.role", "application.id", "application.name", "media.name", "node.name"] {
            if let value = properties[key] { return "\(key):\(value)" }
        }
        return ""
    }
}
