import AudioTypes
import RealtimeAudio

/// The volume of a stream, kept the same here and in the desktop's mixer. Under the loop's lock.
///
/// The volume outlives a stream of PipeWire: the next one takes it over.
final class StreamVolume {
    private let outbox: EventOutbox
    private let connection: Connection
    private weak var stream: PipeWireStream?
    private var state = VolumeState()
    /// Fires after each step of the ramp; not set while no ramp runs.
    private var rampTimer: LoopSource?

    init(_ connection: Connection, outbox: EventOutbox) throws(OutputError) {
        self.connection = connection
        self.outbox = outbox
        rampTimer = try connection.timer { [unowned self] in step() }
    }

    deinit { rampTimer = nil }

    /// Whether the wanted volume is known, so that the session manager's memory of it does not count.
    var isSet: Bool { state.isSet }

    // MARK: What the owner wants

    /// Sets the volume on the cubic scale of desktop mixers, 0…1: by a ramp if the stream `isStreaming`, otherwise at once.
    func set(_ level: Double, isStreaming: Bool) {
        var wanted = state.wanted ?? Volume(level: 1)
        wanted.level = min(max(0, level), 1)
        state.wanted = wanted
        approach(isStreaming: isStreaming)
    }

    /// Sets the mixer's mute switch.
    func setMuted(_ isMuted: Bool) {
        state.isMuted = isMuted
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
        guard stream != nil, state.isSettable, !state.isInherited else { return }
        state.isInherited = true
        approach(isStreaming: isStreaming)
        applyMute()
    }

    /// Goes to the wanted volume: in steps if the stream is streaming, otherwise at once.
    private func approach(isStreaming: Bool) {
        guard let wanted = state.wanted, state.isInherited, let stream else { return }
        if isStreaming, let applied = state.applied, !applied.isNear(wanted) {
            state.ramp = VolumeRamp(from: applied.level, to: wanted.level)
            step()
        } else {
            state.ramp = nil
            apply(wanted.level, to: stream)
        }
    }

    /// Takes one step of the ramp. In the loop's thread, or under the lock.
    private func step() {
        guard let stream, let level = state.ramp?.next() else { return }
        apply(level, to: stream)
        if state.ramp?.isFinished ?? true {
            state.ramp = nil
            return
        }
        let timing = stream.timing()
        let cycle = timing.graphRate > 0 ? Int64(timing.quantum) * 1_000_000_000 / Int64(timing.graphRate) : 0
        // The graph takes only the newest value in each cycle: faster steps would become one.
        rampTimer?.fire(afterNanoseconds: max(cycle, VolumeRamp.shortestStep))
    }

    private func apply(_ level: Double, to stream: PipeWireStream) {
        var step = state.wanted ?? Volume(level: level)
        step.level = level
        state.applied = step
        state.isApplying = true
        stream.setVolume(factors: step.factors(channelCount: stream.renderer.format.channelCount))
        state.isApplying = false
    }

    private func applyMute() {
        guard let stream, let isMuted = state.isMuted, state.isInherited else { return }
        state.isApplying = true
        stream.setMuted(isMuted)
        state.isApplying = false
    }

    // MARK: What the graph tells

    /// Takes in the linear factors of all channels. In the loop's thread, or under the lock while the stream is being
    /// made.
    func hear(volume factors: [Float]) {
        if state.isApplying { return }
        if !state.isSettable {
            state.isSettable = true
            // The loop's next turn applies the volume that is known from before.
            connection.wake()
        }
        // Before the stream is linked for the first time, PipeWire reports no factors at all.
        guard let heard = Volume(linear: factors) else { return }
        let known = state.applied ?? Volume(level: 1)
        state.applied = heard
        if heard.isNear(known) && heard.balance == known.balance { return }
        // The wanted volume, which the stream has not been given yet, follows soon and wins.
        if state.wanted != nil && !state.isInherited { return }
        state.ramp = nil
        state.wanted = heard
        outbox.tell(.volumeChanged(level: heard.level, muted: state.isMuted ?? false))
    }

    /// Takes in the mute switch. In the loop's thread, or under the lock while the stream is being made.
    func hear(muted: Bool) {
        if state.isApplying || muted == (state.isMuted ?? false) { return }
        if state.isInherited {
            state.isMuted = muted
            outbox.tell(.volumeChanged(level: (state.wanted ?? state.applied)?.level ?? 1, muted: muted))
        }
    }
}
