import AudioTypes

// The volume: ours is the stream's in PipeWire, so that every mixer shows and moves the same.
extension PipeWireOutput {
    /// Steps of one change, and the time between two, in nanoseconds: 20 ms together, so that no single step is heard.
    private static let rampSteps = 5.0
    private static let rampInterval: UInt64 = 4_000_000
    /// Differences of level that come from rounding to 32 bits and back.
    private static let levelTolerance = 0.000_5

    /// The volume on the cubic scale, 0…1.
    package func setVolume(_ level: Double) {
        loop.locked {
            self.level = level
            guard streamState == .streaming else {
                appliedLevel = level
                return applyVolume()
            }
            stepVolume()
        }
    }

    /// Mutes at the mixer.
    package func setMuted(_ isMuted: Bool) {
        loop.locked {
            self.isMuted = isMuted
            applyVolume()
        }
    }

    func stepVolume() {
        let distance = level - appliedLevel
        guard abs(distance) > Self.levelTolerance else { return }
        let step = max(abs(distance) / Self.rampSteps, 0.02)
        appliedLevel = abs(distance) <= step ? level : appliedLevel + (distance < 0 ? -step : step)
        applyVolume()
        if appliedLevel != level { rampTimer?.arm(after: Self.rampInterval) }
    }

    func applyVolume() {
        isApplyingVolume = true
        defer { isApplyingVolume = false }
        stream?.setVolume(linear: appliedLevel * appliedLevel * appliedLevel)
        stream?.setMuted(isMuted)
    }

    func volumeChanged(_ newLevel: Double?, _ newMuted: Bool?) {
        guard !isApplyingVolume, appliedLevel == level else { return }
        if let newLevel, abs(newLevel - level) > Self.levelTolerance {
            level = newLevel
            appliedLevel = newLevel
        } else if let newMuted, newMuted != isMuted {
            isMuted = newMuted
        } else {
            return
        }
        events(.volumeChanged(level: level, muted: isMuted))
    }
}
