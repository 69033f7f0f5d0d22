import AudioTypes

extension TrackDecoder {
    /// Moves so that the next sample taken is number `target`, or to the end where the track ends before.
    ///
    /// In three ways, the cheapest that is exact: decode on from here; jump to some way before the target by timestamps, where
    /// these are exact; or open anew and decode from the start.
    mutating func seek(to target: Int64) throws(MediaError) {
        let reach = Int64(policy.preroll ?? 0) + Int64(format.sampleRate.hertz) / 4
        if let position, target >= position, target - position <= reach || !canJump {
            return try drop(to: target)
        }
        if canJump, let preroll = policy.preroll, target > Int64(preroll) {
            // Twice, because a container's index may be too coarse for the first try.
            for factor in [1, 8] where target > Int64(preroll * factor) {
                if try land(at: target, preroll: Int64(preroll * factor)) { return }
            }
        }
        try rewind()
        try drop(to: target)
    }

    /// Whether a jump leads to an exact frame.
    private var canJump: Bool { policy.preroll != nil && (flac != nil || timeline?.isTrusted == true) && !hasChangedRate }

    /// Opens the media anew at its start: the one state of every demuxer and decoder that is the same each time.
    mutating func rewind() throws(MediaError) {
        demuxer = try Demuxer(source, name: name, cancellation: cancellation)
        decoder = unsafe try Decoder(for: demuxer.stream, name: name)
        pending = 0..<0
        nextIndex = 0
        isDraining = false
        failures = 0
    }

    /// Drops samples until number `target` or the end is next.
    private mutating func drop(to target: Int64) throws(MediaError) {
        while true {
            if let end = nextIndex, !pending.isEmpty, target < end {
                pending = max(pending.lowerBound, Int(target - frameStart))..<pending.upperBound
                return
            }
            pending = 0..<0
            guard try next() else { return }
        }
    }

    /// Jumps to `preroll` samples before the target and decodes up to it. Answers `false`, at an undefined position, where that
    /// does not lead to the exact sample: too late, without timestamps, or with some that contradict each other.
    private mutating func land(at target: Int64, preroll: Int64) throws(MediaError) -> Bool {
        guard let timestamp = timeline?.timestamp(of: target - preroll), demuxer.seek(to: timestamp) else { return false }
        decoder.flush()
        pending = 0..<0
        nextIndex = nil
        isDraining = false
        failures = 0
        isLanding = true
        defer { isLanding = false }
        let before = timeline
        guard try next(), frameStart <= target - preroll / 2 else { return false }
        try drop(to: target)
        if flac != nil || timeline?.isTrusted == true { return true }
        // The timestamps behind the jump are not those of whole packets one after the other. They may be good elsewhere.
        timeline = before
        return false
    }
}
