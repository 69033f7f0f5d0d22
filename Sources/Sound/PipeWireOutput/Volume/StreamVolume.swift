import AudioTypes
import RealtimeAudio
import SystemSupport

/// The volume of a stream, kept the same here and in the desktop's mixer. Under the loop's lock.
///
/// The volume outlives a stream of PipeWire: the next one takes it over.
final class StreamVolume {
    private let connection: Connection
    private let outbox: EventOutbox
    private weak var stream: PipeWireStream?
    private var state = VolumeState()
    /// Gets the level that is heard on the cubic scale whenever it may be another one: that of the stream, with the sink's where the volume is set there.
    var levelChanged: (Double) -> Void = { _ in }
    private var volumes: OutputVolumes
    /// Whether the stream is that of the music, and not one beside it.
    private let isMusic: Bool
    /// Whether the stream has no others beside it that play the same.
    private var isAlone = true
    /// The sinks that it is known to reach, or is meant for before it is linked.
    private var sinks: [StreamVolumeLimit.Sink] = []
    private var setBacks = SetBacks()
    /// Whether what the graph reports now is the answer to our own setting.
    private var isApplying = false
    /// Fires after each step of the ramp, and when the volume is to be set back; not set otherwise.
    private var rampTimer: LoopSource?

    /// - Parameter isMusic: whether the stream is that of the music: only its volume can be that of the sink.
    init(_ connection: Connection, volumes: OutputVolumes, isMusic: Bool, outbox: EventOutbox) throws(OutputError) {
        self.connection = connection
        self.outbox = outbox
        self.volumes = volumes
        self.isMusic = isMusic
        rampTimer = try connection.timer { [unowned self] in
            setBacks.waited()
            apply(state.step() ?? state.correction)
        }
    }

    deinit { rampTimer = nil }

    /// Whether the wanted volume is known, so that the session manager's memory of it does not count.
    var isSet: Bool { state.isSet }

    // MARK: What the owner wants

    /// Sets the volume on the cubic scale of desktop mixers, 0…1: by a ramp if the stream `isStreaming`, otherwise at once.
    func set(_ level: Double, isStreaming: Bool) {
        state.want(level: level)
        tellLevel()
        apply(state.approach(isStreaming: isStreaming))
    }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) {
        state.want(muted: isMuted)
        applyMute()
    }

    /// Takes over what outputs have of their own about the volume.
    func set(_ volumes: OutputVolumes, isStreaming: Bool) {
        guard volumes != self.volumes else { return }
        self.volumes = volumes
        update(isSudden: false, isStreaming: isStreaming)
    }

    /// Notes whether others play the same beside the stream.
    func setAlone(_ isAlone: Bool, isStreaming: Bool) {
        guard isAlone != self.isAlone else { return }
        self.isAlone = isAlone
        update(isSudden: false, isStreaming: isStreaming)
    }

    // MARK: Where the stream goes

    /// Whether the output has a ceiling that the stream reaches, or that `sink` is, to which it is about to be made.
    func hasCeiling(for sink: GraphNode?, in model: GraphModel) -> Bool {
        state.limit.hasCeiling
            || sink.map { StreamVolumeLimit(volumes, at: [.init($0, in: model)], mayBeOfSink: false).hasCeiling } ?? false
    }

    /// Takes in where a stream is meant to go that is about to be made: to `uid`, or else to the default sink.
    func streamIsMade(for uid: String?) {
        sinks = []
        guard let model = connection.graph?.model else { return update(isSudden: false, isStreaming: false) }
        let sink = (uid ?? model.metadata?.defaultSink).flatMap { model.sink(named: $0) }
        sinks = [sink].compactMap { $0.map { StreamVolumeLimit.Sink($0, in: model) } }
        update(isSudden: false, isStreaming: false)
    }

    /// Looks where the stream goes, at once after each change of the graph: the server tells a link before sound goes over it. What goes to
    /// another output is lower at once if that allows less, without a ramp.
    func look(nodeID: UInt32?, isStreaming: Bool) {
        guard let nodeID, stream != nil, let model = connection.graph?.model else { return }
        let reached = model.reached(from: nodeID).map { StreamVolumeLimit.Sink($0, in: model) }
        // Without a link, what was allowed last is allowed.
        guard !reached.isEmpty, reached != sinks else { return }
        let isElsewhere = reached.map(\.name) != sinks.map(\.name) || reached.map(\.port) != sinks.map(\.port)
        sinks = reached
        update(isSudden: isElsewhere, isStreaming: isStreaming)
    }

    private func update(isSudden: Bool, isStreaming: Bool) {
        let limit = StreamVolumeLimit(volumes, at: sinks, mayBeOfSink: isMusic && isAlone)
        defer { tellLevel() }
        guard limit != state.limit else { return }
        let isLowered = state.setLimit(limit)
        apply(state.approach(isStreaming: isStreaming && !(isSudden && isLowered)))
    }

    private func tellLevel() {
        let ofSink = state.limit.isOfSink ? sinks.first?.level ?? 1 : 1
        levelChanged(min(1, state.level * ofSink))
    }

    // MARK: The stream

    func streamMade(_ stream: PipeWireStream) { self.stream = stream }

    /// Notes that the stream is being released.
    func streamEnded() {
        rampTimer?.fire(afterNanoseconds: 0)
        setBacks.waited()
        state.streamEnded()
        stream = nil
    }

    /// Gives a new stream the volume of the previous one, once the graph accepts it. In the loop's thread.
    func applyKnown(isStreaming: Bool) {
        guard stream != nil, state.inherit() else { return }
        apply(state.approach(isStreaming: isStreaming && !state.isBeyondLimit))
        applyMute()
    }

    /// Whether the stream carries coded sound, which no volume may change. The wanted volume waits for the next stream of sound.
    private var isFixed: Bool { stream?.format.coding != nil }

    private func apply(_ volume: Volume?) {
        guard let volume, let stream else { return }
        set(isFixed ? Volume(level: 1) : volume, of: stream)
        guard state.isRamping, !isFixed else { return }
        let timing = stream.timing
        let cycle = timing.graphRate > 0 ? Int64(timing.quantum) * 1_000_000_000 / Int64(timing.graphRate) : 0
        // The graph takes only the newest value in each cycle: faster steps would become one.
        rampTimer?.fire(afterNanoseconds: max(cycle, VolumeRamp.shortestStep))
    }

    private func set(_ volume: Volume, of stream: PipeWireStream) {
        isApplying = true
        stream.setVolume(factors: volume.factors(channelCount: stream.format.channelCount))
        isApplying = false
    }

    private func applyMute() {
        guard let stream, let isMuted = state.muteToSet else { return }
        isApplying = true
        stream.setMuted(isMuted)
        isApplying = false
    }

    // MARK: What the graph tells

    /// Takes in the linear factors of all channels. In the loop's thread, or under the lock while the stream is being
    /// made.
    func hear(volume factors: [Float]) {
        if isApplying { return }
        // The loop's next turn applies the volume that is known from before.
        if state.becomeSettable() { connection.wake() }
        if let stream, isFixed {
            if factors.contains(where: { $0 != 1 }) { set(Volume(level: 1), of: stream) }
            return
        }
        if let event = state.hear(volume: factors) {
            tellLevel()
            outbox.tell(event)
        }
        guard let correction = state.correction, let delay = setBacks.delay(at: MonotonicClock.nanoseconds) else { return }
        if delay == 0 { apply(correction) } else { rampTimer?.fire(afterNanoseconds: delay) }
    }

    /// Takes in the mute switch. In the loop's thread, or under the lock while the stream is being made.
    func hear(muted: Bool) {
        if isApplying { return }
        if let event = state.hear(muted: muted) { outbox.tell(event) }
    }
}

extension StreamVolumeLimit.Sink {
    /// Makes the description of a sink of the graph.
    fileprivate init(_ node: GraphNode, in model: GraphModel) {
        let port = model.port(of: node)?.name ?? ""
        self.init(name: node.name, port: port.isEmpty ? nil : port, level: Volume(linear: node.volumes)?.level)
    }
}
