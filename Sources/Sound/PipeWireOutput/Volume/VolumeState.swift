import AudioTypes

/// A stream's volume as the owner wants it and as the graph has it. This is a value: it takes in what the owner and the
/// graph say, and returns what to set on the stream and what to report.
struct VolumeState {
    /// The volume that the owner or a mixer has set, whichever came last; `nil` until either happened.
    private var wanted: Volume?
    /// The mute switch that the owner or a mixer has set last; `nil` until either happened.
    private var isMuted: Bool?
    /// The stream's volume as the graph reported it or as it was set last; `nil` until either happened.
    private var applied: Volume?
    /// Whether the volume known from before has been given to the new stream. Until then, what the stream reports is only
    /// its initial volume.
    private var isInherited = false
    /// Whether the graph accepts settings of the stream's volume yet.
    private var isSettable = false
    /// The ramp from the applied to the wanted volume, while one runs.
    private var ramp: VolumeRamp?

    /// What the output allows that the stream reaches.
    private(set) var limit = StreamVolumeLimit()

    /// Whether the wanted volume is known, so that the session manager's memory of it does not count.
    var isSet: Bool { goal != nil }

    /// The volume that the stream is to have: what is wanted, as far as the output allows it.
    private var goal: Volume? {
        if limit.isOfSink { return Volume(level: limit.level) }
        guard var goal = wanted ?? (limit.level < 1 ? Volume(level: 1) : nil) else { return nil }
        goal.level = min(goal.level, limit.level)
        return goal
    }

    /// The level that the stream is to have.
    var level: Double { goal?.level ?? 1 }

    /// The volume to set now, because the stream has another one that it may not have; `nil` if it may have it.
    var correction: Volume? {
        guard isInherited, ramp == nil, let applied, let goal, !isAllowed(applied) else { return nil }
        return goal
    }

    private func isAllowed(_ volume: Volume) -> Bool {
        if limit.isOfSink { return volume.isNear(Volume(level: limit.level)) && volume.balance.isEmpty }
        return limit.level >= 1 || volume.level <= limit.level + 1e-4
    }

    /// Whether the stream has more than its output allows, which no ramp may prolong.
    var isBeyondLimit: Bool { applied.map { $0.level > limit.level + 1e-4 } ?? false }

    /// Whether ``step()`` has a further step to take.
    var isRamping: Bool { ramp != nil }

    /// The mute switch to set on the stream; `nil` while there is none to set.
    var muteToSet: Bool? { isInherited ? isMuted : nil }

    // MARK: What the owner wants

    /// Takes in the level that the owner wants, 0…1; the balance stays. ``approach(isStreaming:)`` goes there.
    mutating func want(level: Double) {
        var wanted = wanted ?? Volume(level: 1)
        wanted.level = min(max(0, level), 1)
        self.wanted = wanted
    }

    /// Takes in what the output allows that the stream reaches now. Returns whether it allows less than the stream has; ``approach(isStreaming:)``
    /// goes to the other volume.
    mutating func setLimit(_ limit: StreamVolumeLimit) -> Bool {
        self.limit = limit
        // Nobody has set a volume, so it is full; the stream must come back to that where it is allowed again.
        if limit.level < 1 || limit.isOfSink { wanted = wanted ?? Volume(level: 1) }
        guard let goal, let applied else { return false }
        return goal.level < applied.level
    }

    /// Takes in the mute switch that the owner wants; ``muteToSet`` says whether to set it now.
    mutating func want(muted: Bool) { isMuted = muted }

    // MARK: What to set

    /// Begins to go to the wanted volume: by a ramp if the stream is streaming, otherwise at once. Returns what to set on
    /// the stream now; `nil` for nothing. If ``isRamping`` afterwards, further steps follow.
    mutating func approach(isStreaming: Bool) -> Volume? {
        guard let goal, isInherited else { return nil }
        if isStreaming, let applied, !applied.isNear(goal) {
            ramp = VolumeRamp(from: applied.level, to: goal.level)
            return step()
        }
        ramp = nil
        return apply(goal.level)
    }

    /// Takes the next step of the ramp. Returns what to set on the stream; `nil` if no ramp runs.
    mutating func step() -> Volume? {
        guard let level = ramp?.next() else { return nil }
        if ramp?.isFinished ?? true { ramp = nil }
        return apply(level)
    }

    private mutating func apply(_ level: Double) -> Volume {
        var volume = goal ?? Volume(level: level)
        volume.level = level
        applied = volume
        return volume
    }

    // MARK: The stream

    /// Notes that the graph accepts settings of the stream's volume. Returns whether that is new.
    mutating func becomeSettable() -> Bool {
        defer { isSettable = true }
        return !isSettable
    }

    /// Notes that the new stream gets the volume known from before, now. Returns `false` if it cannot yet, or has it
    /// already.
    mutating func inherit() -> Bool {
        guard isSettable, !isInherited else { return false }
        isInherited = true
        return true
    }

    /// Notes that the stream has ended. The next one inherits what is wanted.
    mutating func streamEnded() {
        applied = nil
        isSettable = false
        isInherited = false
        ramp = nil
    }

    // MARK: What the graph tells

    /// Takes in the linear factors of all channels that somebody else has set. Returns the event that reports the change,
    /// if it is one.
    mutating func hear(volume factors: [Float]) -> OutputEvent? {
        // Before the stream is linked for the first time, PipeWire reports no factors at all.
        guard let heard = Volume(linear: factors) else { return nil }
        let known = applied ?? Volume(level: 1)
        applied = heard
        if heard.isNear(known) && heard.balance == known.balance { return nil }
        // The wanted volume, which the stream has not been given yet, follows soon and wins.
        if goal != nil && !isInherited { return nil }
        ramp = nil
        // The sink's volume counts, and ``correction`` sets the stream back.
        if limit.isOfSink { return nil }
        var new = heard
        if limit.level < 1, heard.level >= limit.level - 1e-4 {
            // More than is allowed is wanted already: it waits for an output that allows it, and what is heard stays the same.
            if let wanted, wanted.level >= limit.level {
                self.wanted?.balance = heard.balance
                return nil
            }
            new.level = limit.level
        }
        wanted = new
        return .volumeChanged(level: new.level, muted: isMuted ?? false)
    }

    /// Takes in the mute switch that somebody else has set. Returns the event that reports the change, if it is one.
    mutating func hear(muted: Bool) -> OutputEvent? {
        guard muted != (isMuted ?? false), isInherited else { return nil }
        isMuted = muted
        return .volumeChanged(level: (wanted ?? applied)?.level ?? 1, muted: muted)
    }
}
