import AudioTypes
import CPipeWire
import RealtimeAudio

/// The volume, in step with the desktop's mixers both ways.
extension PipeWireOutput {
    /// Sets the stream's volume on the cubic scale of desktop mixers, 0…1, by steps too small to hear. Not answered by an
    /// event: those tell what others did.
    package func setVolume(_ level: Double) {
        withLock {
            var wanted = volume.wanted ?? Volume(level: 1)
            wanted.level = min(max(0, level), 1)
            volume.wanted = wanted
            approachVolume()
        }
    }

    /// Sets the mixer's mute switch. A step: fade in ``render(_:into:frameCount:time:)`` around it.
    package func setMuted(_ isMuted: Bool) {
        withLock {
            volume.isMuted = isMuted
            applyMute()
        }
    }

    /// Goes to the wanted volume: in steps where the stream is heard, else at once. Under the lock.
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

    /// One step of the ramp. In the loop's thread, or under the lock.
    func stepVolume() {
        guard let stream, let level = volume.ramp?.next() else { return }
        apply(level, to: stream)
        if volume.ramp?.isFinished ?? true {
            volume.ramp = nil
            return
        }
        let timing = stream.timing()
        let cycle = timing.graphRate > 0 ? Int64(timing.quantum) * 1_000_000_000 / Int64(timing.graphRate) : 0
        // The graph takes the newest value once a cycle: faster steps would melt into one.
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

    /// In the loop's thread, or under the lock while the stream is being made.
    func hear(volume factors: [Float]) {
        if volume.isApplying { return }
        if !volume.isSettable {
            volume.isSettable = true
            // What is known from before is applied once this call is over.
            wake?.signal()
        }
        // No factors at all are told before the stream is linked for the first time.
        guard let heard = Volume(linear: factors) else { return }
        let known = volume.applied ?? Volume(level: 1)
        volume.applied = heard
        if heard.isNear(known) && heard.balance == known.balance { return }
        // A wish that the stream was not given yet is given soon, and wins.
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

    /// Gives a new stream the volume of the one before. In the loop's thread.
    func applyKnownVolume() {
        guard stream != nil, volume.isSettable, !volume.isInherited else { return }
        volume.isInherited = true
        approachVolume()
        applyMute()
    }
}
