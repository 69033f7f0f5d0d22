import AudioTypes
import RealtimeAudio

/// The volume of a stream, kept the same here and in the desktop's mixer. Under the loop's lock.
///
/// The volume outlives a stream of PipeWire: the next one takes it over.
final class StreamVolume {
    private let connection: Connection
    private let outbox: EventOutbox
    private weak var stream: PipeWireStream?
    private var state = VolumeState()
    /// Gets the level on the cubic scale whenever it is set or was heard to be another one.
    var levelChanged: (Double) -> Void = { _ in }
    /// Whether what the graph reports now is the answer to our own setting.
    private var isApplying = false
    /// Fires after each step of the ramp; not set while no ramp runs.
    private var rampTimer: LoopSource?

    init(_ connection: Connection, outbox: EventOutbox) throws(OutputError) {
        self.connection = connection
        self.outbox = outbox
        rampTimer = try connection.timer { [unowned self] in apply(state.step()) }
    }

    deinit { rampTimer = nil }

    /// Whether the wanted volume is known, so that the session manager's memory of it does not count.
    var isSet: Bool { state.isSet }

    // MARK: What the owner wants

    /// Sets the volume on the cubic scale of desktop mixers, 0…1: by a ramp if the stream `isStreaming`, otherwise at once.
    func set(_ level: Double, isStreaming: Bool) {
        state.want(level: level)
        levelChanged(level)
        apply(state.approach(isStreaming: isStreaming))
    }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) {
        state.want(muted: isMuted)
        applyMute()
    }

    // MARK: The stream

    func streamMade(_ stream: PipeWireStream) { self.stream = stream }

    /// Notes that the stream is being released.
    func streamEnded() {
        rampTimer?.fire(afterNanoseconds: 0)
        state.streamEnded()
        stream = nil
    }

    /// Gives a new stream the volume of the previous one, once the graph accepts it. In the loop's thread.
    func applyKnown(isStreaming: Bool) {
        guard stream != nil, state.inherit() else { return }
        apply(state.approach(isStreaming: isStreaming))
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
        guard let event = state.hear(volume: factors) else { return }
        if case .volumeChanged(let level, _) = event { levelChanged(level) }
        outbox.tell(event)
    }

    /// Takes in the mute switch. In the loop's thread, or under the lock while the stream is being made.
    func hear(muted: Bool) {
        if isApplying { return }
        if let event = state.hear(muted: muted) { outbox.tell(event) }
    }
}
