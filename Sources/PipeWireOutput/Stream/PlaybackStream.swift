import AudioTypes
import CPipeWire
import Logging
import RealtimeAudio
import SystemSupport

/// A stream that plays what a renderer holds, as its owner sees it. A connection can have any number of them. One that is registered
/// later finds the server that is there with ``open(_:)``.
///
/// It outlives PipeWire's streams: when the server comes back, or after somebody has destroyed the stream's node
/// (`pw-cli destroy` can), it makes another ``PipeWireStream``, which takes over what the owner wants. Under the loop's
/// lock.
@safe final class PlaybackStream {
    private let connection: Connection
    private let outbox: EventOutbox
    private let renderEvents: @Sendable (RenderEvent) -> Void
    private let logger: Logger
    private let volume: StreamVolume
    /// Silences the stream when a private output is lost.
    let guarding: StreamGuard
    /// Sends the stream to the chosen sink.
    let routing: StreamRouting
    private var properties: StreamProperties
    /// What the stream plays; kept when the server is lost.
    private var renderer: Renderer?
    /// Whether the owner wants the graph to run the stream.
    private var isActive = false
    /// PipeWire's stream; `nil` while there is no renderer or no server, or if it could not be made.
    private(set) var stream: PipeWireStream?
    /// Wakes the loop when the callback has something to report.
    private var renderSource: LoopSource?
    private var state = StreamState()
    private var toldState = OutputStreamState.closed
    private var revival = StreamRevival()
    /// Runs while ``StreamRevival/isDue``.
    private var revivalTimer: LoopSource?

    /// Makes a stream that does nothing before ``open(_:)``. The loop's thread calls `renderEvents` with the events of the
    /// callback.
    init(
        _ connection: Connection, configuration: OutputConfiguration, outbox: EventOutbox, logger: Logger,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) {
        self.connection = connection
        self.outbox = outbox
        self.renderEvents = renderEvents
        self.logger = logger
        properties = StreamProperties(configuration)
        volume = try StreamVolume(connection, outbox: outbox)
        guarding = StreamGuard(connection, outbox: outbox)
        routing = StreamRouting(connection, outbox: outbox, target: configuration.target, logger: logger)
        revivalTimer = try connection.timer { [unowned self] in remake() }
    }

    deinit { revivalTimer = nil }

    /// Has the connection call the stream and its guard, in this order: the guard forgets a server only when the stream
    /// has ended.
    func register() {
        connection.add(self)
        connection.add(guarding)
    }

    /// Ends what ``register()`` began, after ``close()``.
    func unregister() {
        connection.remove(guarding)
        connection.remove(self)
    }

    // MARK: What the owner wants

    /// Makes an inactive stream in the format of `renderer`; the callback of the previous stream no longer runs when this
    /// returns.
    func open(_ renderer: Renderer) {
        destroy()
        self.renderer = renderer
        guarding.setRenderer(renderer)
        isActive = false
        make()
        connection.wake()
    }

    /// Ends the stream; its callback no longer runs when this returns.
    func close() {
        destroy()
        renderer = nil
        guarding.setRenderer(nil)
        connection.wake()
    }

    /// Sets whether the graph runs the stream.
    func setActive(_ isActive: Bool) {
        self.isActive = isActive
        stream?.setActive(isActive)
    }

    /// Sets the title that mixers show; `nil` for the program's name.
    func setTitle(_ title: String?) {
        properties.title = title
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([PW_KEY_MEDIA_NAME: properties.mediaName, PW_KEY_MEDIA_TITLE: title ?? ""]))
        } catch {
            logger.error("the title could not be told", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Sets the volume on the cubic scale of desktop mixers, 0…1, in steps too small to hear.
    func setVolume(_ level: Double) { volume.set(level, isStreaming: state.isStreaming) }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) { volume.setMuted(isMuted) }

    /// Makes the stream again; the session manager links it like a new stream.
    func relink() {
        guard stream != nil else { return }
        logger.notice("the stream has no links, and is made again")
        destroy()
        remake()
    }

    // MARK: How the graph runs the stream

    /// Sets how long a cycle should be, in seconds; 0 for this output's own choice.
    func setPreferredBufferDuration(_ seconds: Double) {
        properties.preferredBufferDuration = seconds
        updateLatency()
    }

    /// Sets whether nobody waits for anything. Then this output's own choice is a longer cycle.
    func setSteady(_ isSteady: Bool) {
        properties.isSteady = isSteady
        updateLatency()
    }

    private func updateLatency() {
        guard let renderer else { return }
        update(PW_KEY_NODE_LATENCY, properties.nodeLatency(renderer.format))
    }

    /// Sets at which rate the graph should run, in hertz; 0 for the stream's own rate.
    func setPreferredSampleRate(_ hertz: Double) {
        properties.preferredSampleRate = hertz
        guard let renderer else { return }
        update(PW_KEY_NODE_RATE, properties.nodeRate(renderer.format))
    }

    private func update(_ key: String, _ value: String) {
        guard let stream else { return }
        do throws(OutputError) {
            stream.update(try Properties([key: value]))
        } catch {
            logger.error("a wish could not be told", metadata: ["key": "\(key)", "reason": "\(error.message)"])
        }
    }

    /// Whether the graph would switch to the preferred rate if the stream rested for a moment.
    var wouldChangeRate: Bool {
        guard let stream, let renderer, let node = stream.nodeID, let model = connection.graph?.model else { return false }
        let (wished, actual) = (properties.graphRate(renderer.format), stream.timing().graphRate)
        return actual > 0 && actual != wished && model.rates.grant(wished) && !model.isShared(node)
    }

    /// Returns how the graph runs the stream; zeros while there is no stream.
    func timing() -> OutputTiming { stream?.timing() ?? OutputTiming(quantum: 0, graphRate: 0, latency: 0) }

    // MARK: What is known of the stream

    /// The server's id of the stream's node; `nil` while it has none.
    var nodeID: UInt32? { stream?.nodeID }

    /// Returns the state that the owner sees if it differs from the one that was returned last; the parameters are those
    /// of ``StreamState/outputState(isLinked:hasSinks:)``.
    func newState(isLinked: Bool, hasSinks: Bool) -> OutputStreamState? {
        let state = renderer == nil ? .closed : state.outputState(isLinked: isLinked, hasSinks: hasSinks)
        if state == toldState { return nil }
        toldState = state
        return state
    }

    // MARK: Making and ending

    /// Makes the stream if there is a renderer and a server.
    private func make() {
        guard let renderer, let core = connection.core, stream == nil else { return }
        do throws(OutputError) {
            let source = try renderEventSource(renderer)
            revival.made(at: .now)
            let made = try makeStream(core, renderer)
            stream = made
            volume.streamMade(made)
            guarding.streamMade(made)
            routing.streamMade(made)
            renderSource = consume source
        } catch {
            // Forget what the stream reported while it was being made: there is no stream.
            state = StreamState()
            state.hear(PW_STREAM_STATE_ERROR, message: error.message)
            logger.error("no stream", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Ends the stream and resets everything that belongs to it.
    private func destroy() {
        revivalTimer?.fire(afterNanoseconds: 0)
        revival.cancel()
        volume.streamEnded()
        guarding.streamEnded()
        routing.streamEnded()
        renderSource = nil
        stream = nil
        state = StreamState()
    }

    /// Makes the stream if there is none, and activates it if the owner wants that. The stream continues with what the
    /// renderer holds; what the graph held is lost.
    private func remake() {
        guard stream == nil else { return }
        revival.cancel()
        state = StreamState()
        make()
        if isActive { stream?.setActive(true) }
        connection.wake()
    }

    /// Replaces a stream that somebody has destroyed: at once, or later if that happens again and again. Such a stream
    /// never comes back by itself. Must not be called within a callback of the stream.
    private func replaceTaken() {
        guard state.isTaken, renderer != nil else { return }
        destroy()
        let wait = revival.taken(at: .now)
        if wait == 0 {
            logger.warning("the stream was taken away, and is made again")
            return remake()
        }
        let message = "the stream was taken away again, and is made again in \(Double(wait) / 1e9) s"
        logger.log(level: wait < Backoff.longestWaitForServer ? .warning : .error, "\(message)")
        state.hear(PW_STREAM_STATE_ERROR, message: message)
        revivalTimer?.fire(afterNanoseconds: wait)
    }

    /// Makes a stream in the error state again, because there may be something new to play to, such as another port. A
    /// stream that is destroyed again and again waits for its timer instead.
    func remakeIfFailed() {
        guard state.reported == PW_STREAM_STATE_ERROR, !revival.isDue else { return }
        destroy()
        remake()
    }

    private func renderEventSource(_ renderer: Renderer) throws(OutputError) -> LoopSource {
        let renderEvents = renderEvents
        return try connection.readable(descriptor: renderer.eventDescriptor.descriptor) { [unowned self] in
            renderer.eventDescriptor.drain()
            // This comes first: the guard must know what the callback has already done before anything else is handled.
            guarding.lookAtDriver()
            if let stream, stream.takeTimingChange() {
                let timing = stream.timing()
                outbox.tell(.timingChanged(quantum: timing.quantum, rate: timing.graphRate, latency: timing.latency))
            }
            while let event = renderer.nextEvent() { renderEvents(event) }
        }
    }

    private func makeStream(_ core: Core, _ renderer: Renderer) throws(OutputError) -> PipeWireStream {
        let handlers = PipeWireStream.Handlers(
            stateChanged: { [unowned self] state, message in
                self.state.hear(state, message: message)
                connection.wake()
            },
            volumeTold: { [unowned self] in volume.hear(volume: $0) },
            muteTold: { [unowned self] in volume.hear(muted: $0) })
        let entries = properties.entries(renderer.format, target: routing.uid, knowsVolume: volume.isSet)
        return try PipeWireStream(core, renderer: renderer, properties: Properties(entries), handlers: handlers)
    }
}

extension PlaybackStream: ConnectionUser {
    func serverConnected(version: String) { make() }

    func loopTurned() {
        replaceTaken()
        volume.applyKnown(isStreaming: state.isStreaming)
        routing.apply()
    }

    func serverEnded() {
        destroy()
        // The owner decides again whether to play when the server is back.
        isActive = false
    }
}
