/// Silences the sounds of the system, and lets them be heard again. Under the loop's lock.
///
/// Unlike ducking, it leaves the volumes alone that mixers show and the session manager remembers. So nothing has to be written down: what
/// a crash leaves silent is the sound that is heard at that moment.
final class SystemSounds {
    private let connection: Connection
    private var sounds = SilencedSounds()

    /// Makes the part; it silences nothing yet.
    init(_ connection: Connection) { self.connection = connection }

    /// Silences them, also those that come later, or lets them be heard again.
    func setSilent(_ isSilent: Bool) {
        sounds.setSilent(isSilent)
        look()
    }

    private func look() {
        guard let graph = connection.completeGraph else { return }
        let model = graph.model
        let others = model.nodes.values.filter { model.isOther($0) && $0.hasAnswered }
        for action in sounds.look(at: others.map { (DuckStream($0), $0.properties["media.role"] ?? "") }) {
            switch action {
            case .silence(let serial): setSilent(true, serial: serial, graph)
            case .restore(let serial): setSilent(false, serial: serial, graph)
            }
        }
    }

    private func setSilent(_ isSilent: Bool, serial: UInt64, _ graph: GraphMonitor) {
        guard let node = graph.model.nodes.values.first(where: { $0.serial == serial }) else { return }
        graph.setSilent(isSilent, node: node)
    }
}

extension SystemSounds: ConnectionUser {
    func loopTurned() { look() }

    func serverEnded() { sounds.serverLost() }
}
