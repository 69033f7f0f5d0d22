import AudioSession
import AudioTypes
import Logging
import RealtimeAudio

/// The parts of a running output. Under the loop's lock.
struct OutputParts {
    let connection: Connection
    let streams: PlayerStreams
    let ducking: Ducking
    let systemSounds: SystemSounds
    let cards: CardSettings
    let echo: EchoCancelling
    let extras = ExtraStreams()

    /// The main stream of the player.
    var stream: PlaybackStream { streams.main.stream }

    /// Makes the parts and registers them with the connection, which does nothing yet. The parameters are those of
    /// ``PipeWireOutput``.
    init(
        _ configuration: OutputConfiguration, logger: Logger, duckBookChanged: @escaping @Sendable (DuckBook) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) throws(OutputError) {
        connection = try Connection(
            remote: configuration.remote, privateOutputs: HeadphonePatterns(configuration.orders.privateOutputs), logger: logger)
        let outbox = EventOutbox(connection)
        streams = try PlayerStreams(
            connection, configuration: configuration, outbox: outbox, logger: logger, renderEvents: renderEvents)
        ducking = try Ducking(connection, bookChanged: duckBookChanged)
        systemSounds = SystemSounds(connection)
        cards = CardSettings(connection, logger: logger)
        echo = EchoCancelling(connection, configuration, logger: logger)
        streams.register()
        connection.add(ducking)
        connection.add(systemSounds)
        connection.add(echo)
        let canceller = configuration.cancellerUID
        connection.add(
            OutputReport(connection, OutputReport.Subject(streams), outbox: outbox, events: events) { graph in
                var graph = graph
                graph.canceller = canceller
                graphChanged(graph)
            })
    }

    /// Takes over what the owner wants: each part what is its own.
    func apply(_ orders: OutputOrders) {
        connection.setPrivateOutputs(HeadphonePatterns(orders.privateOutputs))
        connection.setListsFormats(orders.passesThrough)
        streams.apply(orders)
        extras.set(orders)
    }
}
