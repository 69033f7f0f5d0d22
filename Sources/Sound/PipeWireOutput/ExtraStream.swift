import AudioTypes
import Logging
package import RealtimeAudio

/// One more stream on the connection of a ``PipeWireOutput``, beside the stream of the music. It plays where that one plays or would
/// play, and exists from its making to ``shutDown()``.
///
/// Fermata's control thread calls the methods, as it does those of the output. Each takes the loop's lock.
@safe package final class ExtraStream: @unchecked Sendable {
    private let connection: Connection
    private let siblings: ExtraStreams
    /// The stream with its report; `nil` after the end.
    private var parts: (stream: PlaybackStream, report: OutputReport)?

    /// Makes a stream without sound. Under the loop's lock.
    /// - Parameters:
    ///   - isGuarded: whether the loss of a private output silences the stream.
    ///   - events: gets the events of the stream, in the loop's thread.
    ///   - renderEvents: gets the events of the callback, in the loop's thread.
    init(
        _ main: OutputParts, _ configuration: OutputConfiguration, isGuarded: Bool, logger: Logger,
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) {
        connection = main.connection
        siblings = main.extras
        var configuration = configuration
        configuration.target = main.streams.main.uid
        configuration.orders.filters = main.streams.orders.filters
        configuration.orders.volumes = main.streams.orders.volumes
        let outbox = EventOutbox(connection)
        let stream = try PlaybackStream(
            connection, configuration: configuration, outbox: outbox, logger: logger, renderEvents: renderEvents)
        let report = OutputReport(connection, OutputReport.Subject(stream), outbox: outbox, events: events) { _ in }
        parts = (stream, report)
        stream.register()
        connection.add(report)
        siblings.add(stream)
        stream.guarding.set(isGuarded)
    }

    deinit { shutDown() }

    /// Plays what `renderer` holds, in its format.
    package func open(_ renderer: Renderer) { withLock { $0.open(renderer) } }

    /// Sets whether the graph runs the stream.
    package func setActive(_ isActive: Bool) { withLock { $0.setActive(isActive) } }

    /// Sets the volume on the cubic scale of desktop mixers, 0…1.
    package func setVolume(_ level: Double) { withLock { $0.setVolume(level) } }

    /// Sets the mixer's mute switch.
    package func setMuted(_ isMuted: Bool) { withLock { $0.setMuted(isMuted) } }

    /// Sets the title that mixers show; `nil` for the program's name.
    package func setTitle(_ title: String?) { withLock { $0.setTitle(title) } }

    /// Ends the stream; its callback no longer runs when this returns.
    package func shutDown() {
        connection.withLock {
            guard let (stream, report) = parts else { return }
            stream.close()
            connection.remove(report)
            stream.unregister()
            siblings.remove(stream)
            // The last references end here, under the lock, and with them the sources of the loop.
            parts = nil
        }
    }

    private func withLock(_ body: (PlaybackStream) -> Void) {
        connection.withLock { if let stream = parts?.stream { body(stream) } }
    }
}

/// The streams of an output other than that of the music. Under the loop's lock.
final class ExtraStreams {
    private var streams: [PlaybackStream] = []

    func add(_ stream: PlaybackStream) { streams.append(stream) }

    func remove(_ stream: PlaybackStream) { streams.removeAll { $0 === stream } }

    /// Sends all of them to the sink whose `node.name` is `uid`, or to the default sink.
    func choose(_ uid: String?) {
        for stream in streams { stream.routing.choose(uid) }
    }

    /// Takes over the equalisers of all outputs, and what they have of their own about the volume.
    func set(_ orders: OutputOrders) {
        for stream in streams {
            stream.filters.set(orders.filters)
            stream.setVolumes(orders.volumes)
        }
    }
}
