package import AudioSession
package import AudioTypes
import Glibc
package import Logging
package import RealtimeAudio

/// An output to the user's PipeWire server: a connection, one stream that plays on it, the ports of cards, and the
/// streams of other programs.
///
/// Fermata's control thread calls the methods, and no thread of PipeWire's does. They return at once: they wait at most
/// until the loop's thread has finished a callback, or the real-time thread a cycle. They do nothing before
/// ``start(events:renderEvents:graphChanged:)`` and after ``shutDown()``. The loop's thread sends the events, in order.
/// Their receiver must not wait for anything that calls back into the output.
///
/// Each method takes the loop's lock, which guards the state of all parts. The loop's thread holds that lock in its
/// callbacks.
@safe package final class PipeWireOutput: @unchecked Sendable {
    private let configuration: OutputConfiguration
    private let logger: Logger
    private var duckBookChanged: @Sendable (DuckBook) -> Void = { _ in }
    /// What the owner wants of all streams, set before the start too.
    private(set) var orders: OutputOrders
    private var parts: OutputParts?

    /// Makes an output that does nothing before ``start(events:renderEvents:graphChanged:)``.
    package init(configuration: OutputConfiguration, logger: Logger) {
        self.configuration = configuration
        orders = configuration.orders
        self.logger = logger
    }

    /// Ends everything without restoring the volumes of ducked streams.
    deinit { parts?.connection.end() }

    /// The version of the loaded libpipewire.
    package var libraryVersion: String { Library.version }

    /// Starts the loop's thread and connects. If no server answers, the first event reports that, and the output keeps
    /// trying.
    /// - Parameters:
    ///   - events: gets every ``OutputEvent``.
    ///   - renderEvents: gets the events of the callback.
    ///   - graphChanged: gets the whole graph once all of it is known, and again after each change; several changes at
    ///     once make one call. Not called while there is no server.
    /// - Throws: ``OutputError`` if the loop, one of its sources or its thread cannot be made.
    package func start(
        events: @escaping @Sendable (OutputEvent) -> Void, renderEvents: @escaping @Sendable (RenderEvent) -> Void,
        graphChanged: @escaping @Sendable (GraphSnapshot) -> Void = { _ in }
    ) throws(OutputError) {
        Library.initialize()
        let parts = try OutputParts(
            configuration, logger: logger, duckBookChanged: duckBookChanged, events: events, renderEvents: renderEvents,
            graphChanged: graphChanged)
        self.parts = parts
        parts.apply(orders)
        try parts.connection.start()
    }

    /// Ends the stream, the connection and the thread, and waits for them. Before that it restores the volumes of ducked
    /// streams of other programs, and waits until the server has them and the last request to a card. No event is sent
    /// afterwards.
    package func shutDown() {
        withLock { parts in
            if parts.connection.isLost { return }
            let hasRestored = parts.ducking.stopAtOnce()
            if hasRestored || parts.cards.hasAsked { parts.connection.waitForServer() }
        }
        parts?.connection.end()
        parts = nil
    }

    /// Runs `body` under the loop's lock. Does nothing and returns `nil` before the start and after the end. Not safe
    /// against ``shutDown()`` in another thread.
    @discardableResult
    func withLock<Result>(_ body: (OutputParts) -> Result) -> Result? {
        guard let parts else { return nil }
        return parts.connection.withLock { body(parts) }
    }

    // MARK: The stream

    /// Makes an inactive stream in the format of `renderer`, and ends the previous stream; the previous callback no
    /// longer runs when this returns. The output makes the stream again after each loss of the server. Drops undelivered
    /// events of the previous callback.
    package func open(_ renderer: Renderer) { withLock { $0.streams.open(renderer) } }

    /// Ends the stream; its callback no longer runs when this returns.
    package func close() { withLock { $0.streams.close() } }

    /// Sets whether the graph runs the stream. While it does not, the sink may suspend.
    package func setActive(_ isActive: Bool) { withLock { $0.streams.setActive(isActive) } }

    /// Sets the title that mixers show; `nil` for the program's name.
    package func setTitle(_ title: String?) { withLock { $0.streams.setTitle(title) } }

    /// Sets the stream's volume on the cubic scale of desktop mixers, 0…1, in steps too small to hear. No event follows:
    /// events report only changes that others make.
    package func setVolume(_ level: Double) { withLock { $0.streams.setVolume(level) } }

    /// Sets the mixer's mute switch. The level changes in one step: to hide it, fade in
    /// ``render(_:into:frameCount:time:)`` around this call.
    package func setMuted(_ isMuted: Bool) { withLock { $0.streams.setMuted(isMuted) } }

    /// Makes the stream again; the session manager links it like a new stream. It continues with what the renderer holds,
    /// and what the graph held is lost. Any thread but the loop's.
    package func relink() { withLock { $0.streams.relink() } }

    /// Makes one more stream on the same connection. It has a name, a role and a volume of its own; it plays where the music's
    /// stream plays or would play, and asks nothing of the graph.
    /// - Parameters:
    ///   - purpose: what it is for; the last part of its `node.name`.
    ///   - role: its `media.role`.
    ///   - isGuarded: whether the loss of a private output silences it, with ``AudioTypes/OutputEvent/soundCut``.
    ///   - events: gets the events of the stream, in the loop's thread.
    ///   - renderEvents: gets the events of the callback, in the loop's thread.
    /// - Throws: ``OutputError`` if it cannot be made, or the output does not run.
    package func makeExtraStream(
        purpose: String, role: String, isGuarded: Bool, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) -> ExtraStream {
        var configuration = configuration
        configuration.nodeName = "\(configuration.nodePrefix)-\(purpose)"
        configuration.mediaRole = role
        configuration.shapesGraph = false
        let made = withLock { [configuration] parts in
            Result { () throws(OutputError) in
                try ExtraStream(
                    parts, configuration, isGuarded: isGuarded, logger: logger, events: events, renderEvents: renderEvents)
            }
        }
        guard let made else { throw OutputError(.server, "the output does not run", errno: ENOTCONN) }
        return try made.get()
    }

    /// Makes a stream on the same connection that captures into `buffer`, in the buffer's format. It captures as soon as the graph
    /// lets it.
    /// - Parameter events: gets the events of the stream, in the loop's thread.
    /// - Throws: ``OutputError`` if it cannot be made, or the output does not run.
    package func capture(
        _ capture: CaptureConfiguration, into buffer: CaptureBuffer, events: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(OutputError) -> CaptureStream {
        let made = withLock { parts in
            Result { () throws(OutputError) in
                try CaptureStream(parts.connection, capture, configuration, into: buffer, logger: logger, events: events)
            }
        }
        guard let made else { throw OutputError(.server, "the output does not run", errno: ENOTCONN) }
        return try made.get()
    }

    /// Takes over what the owner wants: at once, for later streams, and already before the start.
    ///
    /// The guard (``AudioTypes/OutputOrders/isGuarded``) is on while the stream plays to an output that only one person hears, and off if
    /// a change of output would reveal nothing. It watches the private sink that the stream reaches, as soon as the stream
    /// reaches one. At the first sign that this sink is going, the output silences the stream, which keeps its place
    /// until ``setCut(_:)``, and sends ``AudioTypes/OutputEvent/soundCut``.
    package func apply(_ orders: OutputOrders) {
        self.orders = orders
        withLock { $0.apply(orders) }
    }

    // MARK: How the graph runs the stream

    /// Whether the graph would switch to the preferred rate if the stream rested for a moment. That is so if the graph
    /// runs at another rate, its settings allow the preferred one, and no other program keeps it running.
    package var wouldChangeRate: Bool { withLock { $0.stream.wouldChangeRate } ?? false }

    /// Returns how the graph runs the stream.
    package func timing() -> OutputTiming {
        withLock { $0.streams.timing() } ?? OutputTiming(quantum: 0, graphRate: 0, latency: 0)
    }

    /// Whether the thread of the callbacks has real-time priority; `nil` while there is none. Does not take the lock.
    package var hasRealtimePriority: Bool? { parts?.connection.dataThread.hasRealtimePriority }

    // MARK: Where the sound goes

    /// Sends the stream to the sink whose `node.name` is `uid`, or to the default sink if `uid` is `nil`. This takes
    /// effect at once, for later streams, and again whenever the sink comes back, until somebody else moves the stream
    /// (``AudioTypes/OutputEvent/targetTaken(uid:)``).
    package func setTarget(uid: String?) {
        withLock { parts in
            parts.streams.setTarget(uid)
            parts.extras.choose(uid)
        }
    }

    /// Sends the sound to all sinks of `uids`, by their `node.name`, at once. Each gets a stream of its own, all of which play the
    /// same frames in one graph, by the clock of one driver; the first is the primary. Streams that stay lose no frame.
    package func setTargets(_ uids: [String]) {
        withLock { parts in
            parts.streams.setTargets(uids)
            parts.extras.choose(uids.first)
        }
    }

    /// How late the sound is heard at each sink that it goes to, by `node.name`; empty while nothing runs.
    package var latencies: [String: OutputLatency] { withLock { $0.streams.latencies } ?? [:] }

    /// What the equaliser of each sink does that the sound goes to, by `node.name`; empty while there is no stream.
    package var filterReports: [String: OutputFilterReport] { withLock { $0.streams.filterReports } ?? [:] }

    /// Makes the sink whose `node.name` is `sink` play through the port named `port`, for every program. The session
    /// manager does not save the choice. If the sink or the port does not exist, this only logs a notice. The graph
    /// reports the result.
    package func setPort(_ port: String, ofSink sink: String) { withLock { $0.cards.setPort(port, ofSink: sink) } }

    /// Makes the source whose `node.name` is `source` take sound in through the port named `port`, for every program, as
    /// ``setPort(_:ofSink:)`` does for a sink.
    package func setPort(_ port: String, ofSource source: String) { withLock { $0.cards.setPort(port, ofSource: source) } }

    /// Switches the device whose `device.name` is `device` to its profile `profile`, for every program. The session manager does not
    /// save the choice. If the device or the profile does not exist, this only logs a notice. The graph reports the result.
    package func setProfile(_ profile: String, ofDevice device: String) {
        withLock { $0.cards.setProfile(profile, ofCard: device) }
    }

    /// Sets the volume of the input whose `node.name` is `uid`, on the cubic scale of mixers, and its mute switch, where mixers set
    /// them; `nil` leaves either as it is. The graph reports the result.
    package func setVolume(_ level: Double?, isMuted: Bool?, ofInput uid: String) {
        withLock { $0.cards.setVolume(level, isMuted: isMuted, ofSource: uid) }
    }

    /// Sets the volume of the sink whose `node.name` is `uid`, on the cubic scale of mixers, and its mute switch, where mixers set
    /// them; `nil` leaves either as it is. The graph reports the result.
    package func setVolume(_ level: Double?, isMuted: Bool?, ofOutput uid: String) {
        withLock { $0.cards.setVolume(level, isMuted: isMuted, ofSink: uid) }
    }

    /// Has PipeWire's canceller of echo make the source ``AudioSession/GraphSnapshot/canceller``, or ends it. The loop's thread does so
    /// soon.
    /// - Parameter failed: gets the reason if the source cannot be made, or ends by itself; in the loop's thread.
    package func setEchoCanceller(_ canceller: EchoCanceller?, failed: @escaping @Sendable (String) -> Void) {
        withLock { $0.echo.set(canceller, failed: failed) }
    }

    /// Silences the stream at once and without a fade, or ends the silence. A silent stream keeps its place. Later
    /// renderers inherit the setting.
    package func setCut(_ isCut: Bool) { withLock { $0.streams.setCut(isCut) } }

    // MARK: Other programs' streams

    /// Sets the closure that has the records written down. Must be called before
    /// ``start(events:renderEvents:graphChanged:)``. The output calls `changed` with every book, under the loop's lock:
    /// in the loop's thread, or in the thread that calls ``duckOthers(decibels:)``, ``endDucking()`` or
    /// ``restoreDucked(_:)``. `changed` must not call back into the output. No stream in the book is touched before
    /// ``duckBookWritten(_:)`` reports that the book is safe.
    package func recordDucking(_ changed: @escaping @Sendable (DuckBook) -> Void) { duckBookChanged = changed }

    /// Notes that the book with that revision, or a newer one, is stored where it survives a crash.
    package func duckBookWritten(_ revision: UInt64) { withLock { $0.ducking.bookWritten(revision) } }

    /// Lowers the running streams of other programs, and those that start later, by a ramp of 200 ms. If somebody changes
    /// the volume of such a stream meanwhile, the output leaves the stream alone from then on.
    /// - Parameter decibels: below 0, such as -14.
    package func duckOthers(decibels: Double) { withLock { $0.ducking.start(decibels: decibels) } }

    /// Restores exactly the volume from before, by a ramp of 200 ms, for every stream that ``duckOthers(decibels:)``
    /// lowered.
    package func endDucking() { withLock { $0.ducking.stop() } }

    /// Silences the streams of other programs with the roles Event and Notification, at once and also those that come later, or lets them
    /// be heard again. Neither mixers nor the session manager notice.
    package func silenceSystemSounds(_ isSilent: Bool) { withLock { $0.systemSounds.setSilent(isSilent) } }

    /// Restores the volumes that an earlier run of this program, which wrote `records`, left lowered. It does so now or,
    /// if the server is not known yet or a stream is away, as soon as they are there.
    package func restoreDucked(_ records: [DuckRecord]) { withLock { $0.ducking.restore(records) } }
}
