import AudioSession

/// Lowers other programs' streams, and restores their volumes. Under the loop's lock.
final class Ducking {
    private let connection: Connection
    private let bookChanged: @Sendable (DuckBook) -> Void
    private var ledger = DuckLedger()
    /// Fires after each step of the ramps; not set while no ramp runs.
    private var timer: LoopSource?
    private var isTimerArmed = false

    /// Makes ducking that lowers nothing yet. `bookChanged` gets every book of records, under the lock.
    init(_ connection: Connection, bookChanged: @escaping @Sendable (DuckBook) -> Void) throws(OutputError) {
        self.connection = connection
        self.bookChanged = bookChanged
        timer = try connection.timer { [unowned self] in step() }
    }

    deinit { timer = nil }

    /// Notes that the book with that revision, or a newer one, is stored where it survives a crash.
    func bookWritten(_ revision: UInt64) {
        ledger.written(revision)
        armTimer()
    }

    /// Lowers the running streams of other programs, and those that start later, by a ramp.
    func start(decibels: Double) { perform(ledger.start(decibels: decibels)) }

    /// Restores the volumes, by a ramp.
    func stop() { perform(ledger.stop()) }

    /// Restores all volumes without a ramp, and returns whether there were any to restore.
    func stopAtOnce() -> Bool {
        let actions = ledger.stopAtOnce()
        perform(actions)
        return !actions.isEmpty
    }

    /// Restores the volumes that an earlier run of this program, which wrote `records`, left lowered.
    func restore(_ records: [DuckRecord]) { perform(ledger.restore(records)) }

    /// Takes one step of the ramps. In the loop's thread.
    private func step() {
        isTimerArmed = false
        perform(ledger.step())
    }

    private func perform(_ actions: [DuckLedger.Action]) {
        for action in actions {
            switch action {
            case .write(let book): bookChanged(book)
            case .set(let serial, let factors):
                guard let graph = connection.graph else { continue }
                let node = graph.model.nodes.values.first { $0.serial == serial }
                if let node { graph.setVolumes(factors, ofNode: node.id) }
            }
        }
        armTimer()
    }

    private func armTimer() {
        if isTimerArmed || !ledger.isRamping { return }
        isTimerArmed = true
        timer?.fire(afterNanoseconds: DuckRamp.stepDuration)
    }
}

extension Ducking: ConnectionUser {
    /// Compares the graph with the ledger.
    func loopTurned() {
        guard let core = connection.core, let model = connection.completeGraph?.model else { return }
        let streams = model.nodes.values.filter { model.isOther($0) && $0.hasAnswered }.map { DuckStream($0) }
        perform(ledger.hear(streams, server: core.cookie))
    }

    func serverEnded() { ledger.serverLost() }
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
