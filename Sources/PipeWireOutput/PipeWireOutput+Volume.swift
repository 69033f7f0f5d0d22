import AudioTypes
import CPipeWire
import RealtimeAudio

/// The volume, kept the same here and in the desktop's mixer.
extension PipeWireOutput {
    /// Sets the stream's volume on the cubic scale of desktop mixers, 0…1, in steps too small to hear. No event follows:
    /// events report only changes that others make.
    package func setVolume(_ level: Double) {
        withLock {
            var wanted = volume.wanted ?? Volume(level: 1)
            wanted.level = min(max(0, level), 1)
            volume.wanted = wanted
            approachVolume()
        }
    }

    /// Sets the mixer's mute switch. The level changes in one step: to hide it, fade in
    /// ``render(_:into:frameCount:time:)`` around this call.
    package func setMuted(_ isMuted: Bool) {
        withLock {
            volume.isMuted = isMuted
            applyMute()
        }
    }

    /// Goes to the wanted volume: in steps if the stream is streaming, otherwise at once. Under the lock.
    private func approachVolume() {
        guard let wanted = volume.wanted, volume.isInherited, let stream else { return }
        if streamState.reported == PW_STREAM_STATE_STREAMING, let applied = volume.applied, !applied.isNear(wanted) {
            volume.ramp = VolumeRamp(from: applied.level, to: wanted.level)
            stepVolume()
        } else {
            volume.ramp = nil
            apply(wanted.level, to: stream)
        }
    }

    /// Takes one step of the ramp. In the loop's thread, or under the lock.
    func stepVolume() {
        guard let stream, let level = volume.ramp?.next() else { return }
        apply(level, to: stream)
        if volume.ramp?.isFinished ?? true {
            volume.ramp = nil
            return
        }
        let timing = stream.timing()
        let cycle = timing.graphRate > 0 ? Int64(timing.quantum) * 1_000_000_000 / Int64(timing.graphRate) : 0
        // The graph takes only the newest value in each cycle: faster steps would become one.
        rampTimer?.fire(afterNanoseconds: max(cycle, VolumeRamp.shortestStep))
    }

    private func apply(_ level: Double, to stream: OutputStream) {
        var step = volume.wanted ?? Volume(level: level)
        step.level = level
        volume.applied = step
        volume.isApplying = true
        stream.setVolume(factors: step.factors(channelCount: stream.renderer.format.channelCount))
        volume.isApplying = false
    }

    private func applyMute() {
        guard let stream, let isMuted = volume.isMuted, volume.isInherited else { return }
        volume.isApplying = true
        stream.setMuted(isMuted)
        volume.isApplying = false
    }

    // MARK: What the graph tells

    /// Takes in the linear factors of all channels. In the loop's thread, or under the lock while the stream is being
    /// made.
    func hear(volume factors: [Float]) {
        if volume.isApplying { return }
        if !volume.isSettable {
            volume.isSettable = true
            // The loop's next turn applies the volume that is known from before.
            wake?.signal()
        }
        // Before the stream is linked for the first time, PipeWire reports no factors at all.
        guard let heard = Volume(linear: factors) else { return }
        let known = volume.applied ?? Volume(level: 1)
        volume.applied = heard
        if heard.isNear(known) && heard.balance == known.balance { return }
        // The wanted volume, which the stream has not been given yet, follows soon and wins.
        if volume.wanted != nil && !volume.isInherited { return }
        volume.ramp = nil
        volume.wanted = heard
        tell(.volumeChanged(level: heard.level, muted: volume.isMuted ?? false))
    }

    func hear(muted: Bool) {
        if volume.isApplying || muted == (volume.isMuted ?? false) { return }
        if volume.isInherited {
            volume.isMuted = muted
            tell(.volumeChanged(level: (volume.wanted ?? volume.applied)?.level ?? 1, muted: muted))
        }
    }

    /// Gives a new stream the volume of the previous one. In the loop's thread.
    func applyKnownVolume() {
        guard stream != nil, volume.isSettable, !volume.isInherited else { return }
        volume.isInherited = true
        approachVolume()
        applyMute()
    }
}
