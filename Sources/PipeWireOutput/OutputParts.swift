import AudioSession
import AudioTypes
import Logging
import RealtimeAudio

/// The parts of a running output. Under the loop's lock.
struct OutputParts {
    let connection: Connection
    let stream: PlaybackStream
    let ducking: Ducking
    let cards: CardSettings
    let echo: EchoCancelling
    let extras = ExtraStreams()

    /// Makes the parts and registers them with the connection, which does nothing yet. The parameters are those of
    /// ``PipeWireOutput``.
    init(
        _ configuration: OutputConfiguration, logger: Logger, duckBookChanged: @escaping @Sendable (DuckBook) -> Void,
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void
    ) throws(OutputError) {
        connection = try Connection(
            remote: configuration.remote, privateOutputs: HeadphonePatterns(configuration.privateOutputs), logger: logger)
        let outbox = EventOutbox(connection)
        stream = try PlaybackStream(
            connection, configuration: configuration, outbox: outbox, logger: logger, renderEvents: renderEvents)
        ducking = try Ducking(connection, bookChanged: duckBookChanged)
        cards = CardSettings(connection, logger: logger)
        echo = EchoCancelling(connection, configuration, logger: logger)
        stream.register()
        connection.add(ducking)
        connection.add(echo)
        connection.add(OutputReport(connection, stream, outbox: outbox, events: events, graphChanged: graphChanged))
    }
}
