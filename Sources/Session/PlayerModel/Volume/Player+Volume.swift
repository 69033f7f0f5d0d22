// The volume: clients change it, and so do other programs through the sound server.
extension Player {
    /// Where the volume goes by itself, and when it is there; `nil` if it stays.
    package var volumeFade: VolumeFadeReport? {
        fade.map {
            VolumeFadeReport(
                goal: $0.goal, left: $0.secondsLeft(at: readings), monotonic: Double(readings.now) / 1e9)
        }
    }

    /// The volume that the next run of the daemon begins with: where a fade goes to, if there is one.
    var volumeToSave: Volume { Volume(level: fade?.goal ?? volume.level, muted: volume.muted) }

    /// Changes the volume for a client: within `seconds`, or at once. A change takes the place of a fade; asking for none leaves it.
    mutating func setVolume(level: Double?, delta: Double?, muted: Bool?, over seconds: Double) -> [PlayerAction] {
        let wanted = volume.changed(level: level, delta: delta, muted: muted)
        guard level != nil || delta != nil || wanted.muted != volume.muted else { return [] }
        let before = (volume, hadFade: fade != nil)
        fade = VolumeFade(from: volume.level, to: wanted.level, over: seconds, at: readings)
        volume = fade == nil ? wanted : Volume(level: volume.level, muted: wanted.muted)
        let apply: [PlayerAction] = volume == before.0 ? [] : [.applyVolume(volume)]
        guard !apply.isEmpty || fade != nil || before.hadFade else { return [] }
        return apply + [tellVolume(by: .client), .save]
    }

    /// Takes in the volume that the sound server reports. It takes the place of a fade.
    mutating func volumeChanged(level: Double, muted: Bool) -> [PlayerAction] {
        let heard = Volume(level: level, muted: muted).clamped
        guard volume.isChanged(by: heard) else { return [] }
        volume = heard
        fade = nil
        return [tellVolume(by: .system), .save]
    }

    /// The nanoseconds until ``moveVolume()`` has something to do; `nil` if the volume stays.
    package var timeToVolume: Int64? { fade?.timeToMove(at: readings, whileHeard: status.isRunning) }

    /// Moves the volume to where its fade is by now. The owner calls this after ``timeToVolume``. What was saved at its beginning is
    /// its goal, so nothing is saved here.
    package mutating func moveVolume() -> [PlayerAction] {
        guard var fade else { return [] }
        volume.level = fade.move(at: readings)
        let isOver = fade.isOver(at: readings)
        let isTold = fade.tells(at: readings) || isOver
        self.fade = isOver ? nil : fade
        return [.applyVolume(volume)] + (isTold ? [tellVolume(by: .client)] : [])
    }

    private func tellVolume(by source: VolumeSource) -> PlayerAction {
        .emit(.volumeChanged(volume, source: source, fade: volumeFade))
    }
}
