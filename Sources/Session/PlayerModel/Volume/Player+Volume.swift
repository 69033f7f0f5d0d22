package import AudioTypes

// The volume: clients change it, and so do other programs through the sound server.
extension Player {
    /// Where the volume goes by itself, and when it is there; `nil` if it stays.
    package var volumeFade: VolumeFadeReport? {
        fade.map {
            VolumeFadeReport(
                goal: $0.goal, left: $0.secondsLeft(at: readings), monotonic: Double(readings.now) / 1e9)
        }
    }

    /// The volume that is heard: the chosen one as far as the output allows it, or that of the sink if it is set there.
    package var volume: Volume {
        let level = volumeUse.sinkLevel ?? chosenVolume.level
        return Volume(level: min(level, volumeUse.maximum), muted: chosenVolume.muted)
    }

    /// The greatest level that the output allows, 0…1.
    package var volumeMaximum: Double { volumeUse.maximum }

    /// Whether the volume is that of the sink, and the player's own stream stays at full level.
    package var setsSinkVolume: Bool { volumeUse.sinkLevel != nil }

    /// The volume that the next run of the daemon begins with: where a fade goes to, if there is one. What an output allows has no part in it.
    var volumeToSave: Volume {
        Volume(level: (setsSinkVolume ? nil : fade?.goal) ?? chosenVolume.level, muted: chosenVolume.muted)
    }

    /// Changes the volume for a client: within `seconds`, or at once, as far as the output allows it. A change takes the place of a fade;
    /// asking for none leaves it.
    mutating func setVolume(level: Double?, delta: Double?, muted: Bool?, over seconds: Double) -> [PlayerAction] {
        let now = volume
        let asked = now.changed(level: level, delta: delta, muted: muted)
        let wanted = Volume(level: min(asked.level, volumeUse.maximum), muted: asked.muted)
        guard level != nil || delta != nil || wanted.muted != now.muted else { return [] }
        let hadFade = fade != nil
        fade = VolumeFade(from: now.level, to: wanted.level, over: seconds, at: readings)
        let isMuteAlone = level == nil && delta == nil
        let actions = apply(fade == nil && !isMuteAlone ? wanted.level : nil, muted: wanted.muted)
        let isRefused = wanted.level < asked.level
        guard !actions.isEmpty || fade != nil || hadFade || isRefused else { return [] }
        return actions + [tellVolume(by: isRefused ? .limit : .client), .save]
    }

    /// Sets the volume that is to be heard, where it is set; `nil` leaves the level.
    private mutating func apply(_ level: Double?, muted: Bool) -> [PlayerAction] {
        let (heard, chosen) = (volume, chosenVolume)
        var actions: [PlayerAction] = []
        if let level {
            if let sinkLevel = volumeUse.sinkLevel {
                // The sink is heard by all programs. It may have more than is shown, if a mixer has set that.
                let allowed = min(level, volumeUse.maximum)
                if allowed != sinkLevel {
                    volumeUse.sinkLevel = allowed
                    actions.append(.applySinkVolume(allowed))
                }
            } else if level != heard.level {
                // A choice above what the output allows waits for an output that allows it, as long as nobody asks for another volume.
                chosenVolume.level = level
            }
        }
        chosenVolume.muted = muted
        return chosenVolume == chosen ? actions : actions + [.applyVolume(chosenVolume)]
    }

    /// Takes in the volume that the sound server reports of our stream. It takes the place of a fade.
    mutating func volumeChanged(level: Double, muted: Bool) -> [PlayerAction] {
        let told = Volume(level: setsSinkVolume ? volume.level : level, muted: muted).clamped
        guard volume.isChanged(by: told) else { return [] }
        fade = nil
        // A mute switch changes nothing about a choice that the output does not allow.
        if !setsSinkVolume, volume.isChanged(by: Volume(level: told.level, muted: volume.muted)) {
            chosenVolume.level = told.level
        }
        chosenVolume.muted = told.muted
        return [tellVolume(by: .system), .save]
    }

    /// Takes in what the volume is subject to from now on: the output allows another level, or the volume of its sink is another.
    package mutating func setVolumeUse(_ use: VolumeUse) -> [PlayerAction] {
        let (old, before) = (volumeUse, volume)
        volumeUse = use
        let isSameSink = use.sinkLevel != nil && old.sinkLevel != nil && use.output == old.output
        let isSetElsewhere = (use.sinkLevel == nil) != (old.sinkLevel == nil)
        let sinkMoved = isSameSink && before.isChanged(by: volume)
        // A fade at one sink says nothing about the volume of another one.
        let isOtherSink = use.output != old.output && (use.sinkLevel != nil || old.sinkLevel != nil)
        if isSetElsewhere || sinkMoved || isOtherSink { fade = nil }
        guard volume.isChanged(by: before) || use.maximum != old.maximum else { return [] }
        let isLowered = volume.level < before.level && volume.level == use.maximum
        return [tellVolume(by: isLowered ? .limit : sinkMoved && use.maximum == old.maximum ? .system : .output)]
    }

    /// Begins with the level that an output has for that. It takes the place of a fade, and of what was chosen before.
    package mutating func beginVolume(at level: Double) -> [PlayerAction] {
        let before = volume
        fade = nil
        chosenVolume.level = min(max(0, level), 1)
        return [.applyVolume(chosenVolume)] + (volume.isChanged(by: before) ? [tellVolume(by: .output)] : []) + [.save]
    }

    /// The nanoseconds until ``moveVolume()`` has something to do; `nil` if the volume stays.
    package var timeToVolume: Int64? { fade?.timeToMove(at: readings, whileHeard: status.isRunning) }

    /// Moves the volume to where its fade is by now. The owner calls this after ``timeToVolume``. What was saved at its beginning is
    /// its goal, so nothing is saved here.
    package mutating func moveVolume() -> [PlayerAction] {
        guard var fade else { return [] }
        let actions = apply(fade.move(at: readings), muted: volume.muted)
        let isOver = fade.isOver(at: readings)
        let isTold = fade.tells(at: readings) || isOver
        self.fade = isOver ? nil : fade
        return actions + (isTold ? [tellVolume(by: .client)] : [])
    }

    private func tellVolume(by source: VolumeSource) -> PlayerAction {
        .emit(.volumeChanged(volume, source: source, fade: volumeFade, maximum: volumeUse.maximum))
    }
}
