import AudioTypes
import Containers
import MediaTypes

extension TrackDecoder {
    /// Moves so that the next sample to be taken is number `target`, or to the end if the track ends before.
    ///
    /// There are four ways, and the cheapest exact one is used: decode on from here; jump to some way before the target by
    /// timestamps, if these are exact; count packets up to there; or open anew and decode from the start.
    mutating func seek(to target: Int64) throws(MediaError) {
        do throws(MediaError) {
            if demuxer.wasCancelled { try rewind(to: link) }
            try move(to: target)
        } catch {
            // The position is somewhere on the way.
            pending = 0..<0
            nextIndex = nil
            throw error
        }
    }

    private mutating func move(to target: Int64) throws(MediaError) {
        try openLink(of: target)
        let reach = Int64(policy.preroll ?? 0) + Int64(format.sampleRate.hertz) / 4
        if let position, target >= position, target - position <= reach || !canJump && packets == nil {
            return try drop(to: target)
        }
        if canJump, let preroll = policy.preroll {
            // Try twice, because a container's index may be too coarse for the first try.
            for factor in [1, 8] where target - linkStart > Int64(preroll * factor) {
                if try land(at: target, preroll: Int64(preroll * factor)) { return }
            }
        }
        if let preroll = policy.preroll, try count(to: target, preroll: Int64(preroll)) { return }
        try rewind(to: link)
        try drop(to: target)
    }

    /// Whether a jump leads to an exact frame.
    private var canJump: Bool {
        guard packets == nil, policy.preroll != nil, !hasChangedRate else { return false }
        return flac != nil || timeline?.isTrusted == true
    }

    /// Opens the media, or an earlier link of it, anew at its start. This is the one state of a demuxer and a decoder that is
    /// the same each time.
    mutating func rewind(to number: Int = 0) throws(MediaError) {
        try open(chain?.links[number] ?? source)
        if number != link {
            timeline = nil
            firstOffset = nil
            audible = Audible()
        }
        link = number
        nextIndex = linkStart - audible.lead
        if chain != nil { noteTagsOfLink() }
    }

    private mutating func open(_ source: any ByteSource) throws(MediaError) {
        demuxer = try Demuxer(source, name: name, cancellation: cancellation)
        demuxer.enlargePackets()
        keeper.noteOpening(of: demuxer)
        decoder = unsafe try Decoder(for: demuxer.stream, name: name)
        concealment = Concealment(bound: SampleBound(codec: decoder.codec))
        pending = 0..<0
        waitingSegmentTags = []
        isDraining = false
        failures = 0
        concealed = 0
    }

    /// Goes on to the link after the current one; returns `false` if there is none.
    mutating func openNextLink() throws(MediaError) -> Bool {
        guard let chain, link + 1 < chain.links.count, let end = nextIndex else { return false }
        if linkStarts.count == link + 1 { linkStarts.append(end) }
        try rewind(to: link + 1)
        return true
    }

    /// Opens the link that contains the frame `target`, among the links reached so far. A link after those is found by decoding
    /// up to it.
    private mutating func openLink(of target: Int64) throws(MediaError) {
        guard let number = linkStarts.lastIndex(where: { $0 <= target }), number != link else { return }
        try rewind(to: number)
        // A jump needs what the first frame tells.
        _ = try next()
    }

    /// The number of the first sample of the current link.
    var linkStart: Int64 { linkStarts[link] }

    /// Drops samples until number `target` is next, or until the end.
    mutating func drop(to target: Int64) throws(MediaError) {
        while true {
            if let end = nextIndex, !pending.isEmpty, target < end {
                pending = max(pending.lowerBound, Int(target - frameStart))..<pending.upperBound
                return
            }
            pending = 0..<0
            guard try next() else { return }
        }
    }

    /// Jumps to `preroll` samples before the target and decodes up to it. Returns `false`, at an undefined position, if that
    /// does not lead to the exact sample: the jump landed too late, or there are no timestamps, or they contradict each other.
    private mutating func land(at target: Int64, preroll: Int64) throws(MediaError) -> Bool {
        guard let timestamp = timeline?.timestamp(of: target - preroll - linkStart), demuxer.seek(to: timestamp)
        else { return false }
        demuxer.segments?.tally.noteSeek()
        waitingSegmentTags = []
        packetEnd = -1
        decoder.flush()
        concealment.reset()
        hiddenCodec.reset()
        keeper.noteJump()
        pending = 0..<0
        nextIndex = nil
        isDraining = false
        failures = 0
        isLanding = true
        isLandingBlind = false
        defer { isLanding = false }
        let before = timeline
        guard try next(), !isLandingBlind, frameStart <= target - preroll / 2 else { return false }
        try drop(to: target)
        if flac != nil || timeline?.isTrusted == true { return true }
        // The timestamps after the jump are not those of complete successive packets. They may be good elsewhere.
        timeline = before
        return false
    }
}
