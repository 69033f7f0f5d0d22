import AudioSession
import AudioTypes
import CPipeWire
import Glibc
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
    private let volume: StreamVolume
    /// Silences the stream when a private output is lost.
    let guarding: StreamGuard
    /// Sends the stream to the chosen sink.
    let routing: StreamRouting
    /// Gives the stream the filters of its output.
    let filters: StreamFilters
    private let lifetime: StreamLifetime
    private let hold: StreamHold
    private var properties: StreamProperties
    /// What the stream plays; kept when the server is lost.
    private var renderer: Renderer?
    /// The stream's place in the sound that it shares with others; `nil` if it has the renderer for itself.
    private var reader: SoundReader?
    /// The callback of PipeWire's stream; `nil` while there is none.
    private(set) var callback: PlaybackCallback?
    /// Called if the latency has changed for good by less than the owner hears of, while the stream shares its sound.
    var latencyChanged: () -> Void = {}
    /// Wakes the loop when the callback has something to report.
    private var renderSource: LoopSource?

    /// Makes a stream that does nothing before ``open(_:)``. The loop's thread calls `renderEvents` with the events of the
    /// callback.
    init(
        _ connection: Connection, configuration: OutputConfiguration, outbox: EventOutbox, logger: Logger,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws(OutputError) {
        self.connection = connection
        self.outbox = outbox
        self.renderEvents = renderEvents
        properties = StreamProperties(configuration)
        volume = try StreamVolume(
            connection, volumes: configuration.orders.volumes, isMusic: configuration.shapesGraph, outbox: outbox)
        guarding = StreamGuard(connection, outbox: outbox)
        routing = StreamRouting(connection, outbox: outbox, target: configuration.target, logger: logger)
        filters = try StreamFilters(connection, choices: configuration.orders.filters, logger: logger)
        lifetime = try StreamLifetime(connection, logger: logger)
        hold = try StreamHold(connection)
        filters.finishCycle = { [unowned self] in finishCycle() }
        volume.levelChanged = { [unowned self] level in filters.follow(level: level) }
        lifetime.handlers = StreamLifetime.Handlers(
            make: { [unowned self] core throws(OutputError) in try make(core) },
            made: { [unowned self] in made($0) }, ended: { [unowned self] in ended() })
    }

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
        lifetime.end()
        self.renderer = renderer
        guarding.setRenderer(renderer)
        lifetime.begin()
    }

    /// Has the stream play its part of a sound that it shares with others, from its next cycle on; `nil` for the renderer alone. If
    /// the stream plays already, it goes on with the next frame.
    func share(_ reader: SoundReader?, hasCompanions: Bool) {
        guarding.setReader(reader, hasCompanions: hasCompanions)
        volume.setAlone(!hasCompanions, isStreaming: lifetime.isStreaming)
        guard reader !== self.reader else { return }
        self.reader = reader
        if let callback, let stream = lifetime.stream { callback.exchange(reader, in: stream) }
    }

    /// Ends the stream; its callback no longer runs when this returns.
    func close() {
        lifetime.end()
        renderer = nil
        guarding.setRenderer(nil)
    }

    /// Sets whether the graph runs the stream.
    func setActive(_ isActive: Bool) { lifetime.setActive(isActive) }

    /// Sets the title that mixers show; `nil` for the program's name.
    func setTitle(_ title: String?) {
        properties.title = title
        lifetime.update([PW_KEY_MEDIA_NAME: properties.mediaName, PW_KEY_MEDIA_TITLE: title ?? ""])
    }

    /// Sets the volume on the cubic scale of desktop mixers, 0…1, in steps too small to hear.
    func setVolume(_ level: Double) { volume.set(level, isStreaming: lifetime.isStreaming) }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) { volume.setMuted(isMuted) }

    /// Takes over what of `orders` is about a stream: whether it is guarded, its equaliser, and how the graph runs it.
    func apply(_ orders: OutputOrders) {
        let old = properties.orders
        properties.orders = orders
        guarding.set(orders.isGuarded)
        filters.set(orders.filters)
        setVolumes(orders.volumes)
        guard let renderer, orders != old else { return }
        lifetime.update([
            PW_KEY_NODE_LATENCY: properties.nodeLatency(renderer.format), PW_KEY_NODE_RATE: properties.nodeRate(renderer.format),
            PW_KEY_MEDIA_ROLE: properties.mediaRole,
        ])
    }

    /// Takes over what outputs have of their own about the volume.
    func setVolumes(_ volumes: OutputVolumes) { volume.set(volumes, isStreaming: lifetime.isStreaming) }

    /// Makes the stream again; the session manager links it like a new stream.
    func relink() { lifetime.relink() }

    /// Makes a stream in the error state again, because there may be something new to play to.
    func remakeIfFailed() { lifetime.remakeIfFailed() }

    /// Makes a stream in the error state again, with longer and longer waits: the session manager gives a stream up if it has not got
    /// the sink ready yet.
    func retryIfFailed() { lifetime.retryIfFailed() }

    // MARK: How the graph runs the stream

    /// Whether the graph would switch to the preferred rate if the stream rested for a moment.
    var wouldChangeRate: Bool {
        guard let renderer, let node = lifetime.nodeID, let model = connection.graph?.model else { return false }
        let (wished, actual) = (properties.graphRate(renderer.format), timing().graphRate)
        return actual > 0 && actual != wished && model.clock.grant(wished) && !model.isShared(node)
    }

    /// Returns how the graph runs the stream; zeros while there is no stream.
    func timing() -> OutputTiming { callback?.timing() ?? OutputTiming(quantum: 0, graphRate: 0, latency: 0) }

    /// The latency that has lasted, in seconds, by which outputs are brought in step; `nil` before the first cycle.
    var settledLatency: Double? { callback?.settledLatency }

    // MARK: What is known of the stream

    /// Whether the output that the stream goes to, or is meant for, has a ceiling for the volume.
    func hasCeiling(_ model: GraphModel) -> Bool {
        volume.hasCeiling(for: model.sink(ofStream: lifetime.nodeID, uid: routing.uid), in: model)
    }

    /// The server's id of the stream's node; `nil` while it has none.
    var nodeID: UInt32? { lifetime.nodeID }

    /// Returns the state that the owner sees if it differs from the one that was returned last; the parameters are those
    /// of ``StreamState/outputState(isLinked:hasEnds:)``.
    func newState(isLinked: Bool, hasEnds: Bool) -> OutputStreamState? {
        lifetime.newState(isLinked: isLinked, hasEnds: hasEnds)
    }

    // MARK: Making and ending

    private func make(_ core: Core) throws(OutputError) -> PipeWireStream {
        guard let renderer else { throw OutputError(.stream, "the stream has nothing to play", errno: ENODATA) }
        let source = try renderEventSource(renderer)
        let handlers = PipeWireStream.Handlers(
            stateChanged: { [unowned self] state, message in
                hold.hear(state, nodeID: lifetime.nodeID)
                if state != PW_STREAM_STATE_STREAMING { filters.rested() }
                lifetime.hear(state, message)
            },
            volumeTold: { [unowned self] in volume.hear(volume: $0) },
            muteTold: { [unowned self] in volume.hear(muted: $0) })
        volume.streamIsMade(for: routing.uid)
        let entries = properties.entries(renderer.format, target: routing.uid, knowsVolume: volume.isSet)
        let callback = PlaybackCallback(renderer)
        callback.begin(with: reader)
        filters.streamMade(callback, uid: routing.uid)
        let made = try PipeWireStream(core, callback, properties: Properties(entries), handlers: handlers)
        self.callback = callback
        renderSource = consume source
        return made
    }

    private func made(_ stream: PipeWireStream) {
        guard let callback else { return }
        hold.streamMade(callback)
        volume.streamMade(stream)
        guarding.streamMade(stream, callback)
        routing.streamMade(stream)
    }

    private func ended() {
        hold.streamEnded()
        volume.streamEnded()
        guarding.streamEnded()
        routing.streamEnded()
        filters.streamEnded()
        renderSource = nil
        callback = nil
    }

    private func renderEventSource(_ renderer: Renderer) throws(OutputError) -> LoopSource {
        let renderEvents = renderEvents
        let wakes = try wakeDescriptor(renderer)
        return try connection.readable(descriptor: wakes.descriptor) { [unowned self] in
            wakes.drain()
            // This comes first: the guard must know what the callback has already done before anything else is handled.
            guarding.lookAtDriver()
            if let callback, callback.takeTimingChange() {
                let timing = callback.timing()
                outbox.tell(.timingChanged(quantum: timing.quantum, rate: timing.graphRate, latency: timing.latency))
            }
            if let callback, callback.takeLatencyChange() { latencyChanged() }
            while let event = renderer.nextEvent() { renderEvents(event) }
        }
    }
}

extension PlaybackStream {
    /// Returns what is readable when the callback has something to report. A loop takes each descriptor only once, so streams that
    /// play the same renderer need one of their own for the same signals.
    private func wakeDescriptor(_ renderer: Renderer) throws(OutputError) -> EventDescriptor {
        guard reader != nil else { return renderer.eventDescriptor }
        do throws(DescriptorError) {
            return try EventDescriptor(sharing: renderer.eventDescriptor)
        } catch {
            throw OutputError(.stream, "the stream could not be made", errno: EMFILE)
        }
    }

    /// Waits until the callback does not run.
    func finishCycle() {
        unsafe lifetime.stream?.betweenCycles(false) { _, _, _, _, _, _ in 0 }
    }

    /// Whether the graph runs the stream.
    var isStreaming: Bool { lifetime.isStreaming }

    /// How long after the last frame of the renderer something of it is heard through the filters, in seconds: 0 without filters that hold
    /// sound.
    var heldSeconds: Double {
        let held = filters.heldSeconds
        let timing = timing()
        guard held > 0, timing.graphRate > 0 else { return 0 }
        // The cycle in which the end was told is being filled only now.
        return held + Double(timing.quantum) / Double(timing.graphRate)
    }
}

extension PlaybackStream: ConnectionUser {
    func serverConnected(version: String) { lifetime.serverConnected() }

    func graphChanged() {
        filters.look(nodeID: lifetime.nodeID)
        volume.look(nodeID: lifetime.nodeID, isStreaming: lifetime.isStreaming)
    }

    func loopTurned() {
        lifetime.replaceTaken()
        // What ends the silence of a new stream comes behind this.
        filters.look(nodeID: lifetime.nodeID)
        volume.look(nodeID: lifetime.nodeID, isStreaming: lifetime.isStreaming)
        volume.applyKnown(isStreaming: lifetime.isStreaming)
        hold.look(nodeID: lifetime.nodeID)
        routing.apply()
    }

    func serverEnded() { lifetime.serverEnded() }
}
