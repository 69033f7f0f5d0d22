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
            if demuxer.wasCancelled { try rewind(to: position.link) }
            try move(to: target)
        } catch {
            position.forget()
            throw error
        }
    }

    private mutating func move(to target: Int64) throws(MediaError) {
        try openLink(of: target)
        let preroll = facts?.policy.preroll
        let jump = formats.hasChangedRate ? nil : facts?.prerollOfJumps
        let reach = Int64(preroll ?? 0) + Int64(formats.first.sampleRate.hertz) / 4
        if let sample = position.sample, target >= sample, target - sample <= reach || jump == nil && facts?.packets == nil {
            return try drop(to: target)
        }
        if let preroll = jump {
            // Try twice, because a container's index may be too coarse for the first try.
            for factor in [1, 8] where target - position.linkStart > Int64(preroll * factor) {
                if try land(at: target, preroll: Int64(preroll * factor)) { return }
            }
        }
        if let preroll, try count(to: target, preroll: Int64(preroll)) { return }
        try rewind(to: position.link)
        try drop(to: target)
    }

    /// Opens the media, or an earlier link of it, anew at its start. This is the one state of a demuxer and a decoder that is
    /// the same each time.
    mutating func rewind(to number: Int = 0) throws(MediaError) {
        leadPackets = []
        try open(origin.chain?.links[number] ?? source)
        if number != position.link { facts = nil }
        position.rewind(to: number, lead: facts?.audible.lead ?? 0)
        if origin.chain != nil { tags.change(to: demuxer.tags, at: position.next ?? position.frameStart) }
    }

    private mutating func open(_ source: any ByteSource) throws(MediaError) {
        demuxer = try Demuxer(source, name: name, track: origin.wishOfSource, cancellation: cancellation)
        demuxer.enlargePackets()
        keeper.noteOpening(of: demuxer)
        decoder = unsafe try Decoder(for: demuxer.stream, name: name)
        check.begin(decoder.codec)
        tags.jump()
    }

    /// Goes on to the link after the current one; returns `false` if there is none.
    mutating func openNextLink() throws(MediaError) -> Bool {
        guard let chain = origin.chain, position.link + 1 < chain.links.count, let next = position.reachNextLink() else {
            return false
        }
        try rewind(to: next)
        return true
    }

    /// Opens the link that contains the frame `target`, among the links reached so far. A link after those is found by decoding
    /// up to it.
    private mutating func openLink(of target: Int64) throws(MediaError) {
        guard let number = position.link(of: target), number != position.link else { return }
        try rewind(to: number)
        // A jump needs what the first frame tells.
        _ = try next()
    }

    /// Drops samples until number `target` is next, or until the end.
    mutating func drop(to target: Int64) throws(MediaError) {
        while !position.drop(to: target) { guard try next() else { return } }
    }

    /// Jumps to `preroll` samples before the target and decodes up to it. Returns `false`, at an undefined position, if that
    /// does not lead to the exact sample: the jump landed too late, or there are no timestamps, or they contradict each other.
    private mutating func land(at target: Int64, preroll: Int64) throws(MediaError) -> Bool {
        guard let timestamp = facts?.timeline.timestamp(of: target - preroll - position.linkStart), demuxer.seek(to: timestamp)
        else { return false }
        demuxer.segments?.tally.noteSeek()
        tags.jump()
        decoder.flush()
        check.jump()
        keeper.noteJump()
        position.forget()
        landing = Landing(isUnderWay: true)
        defer { landing.isUnderWay = false }
        let before = facts?.timeline
        guard try next(), !landing.isBlind, position.frameStart <= target - preroll / 2 else { return false }
        try drop(to: target)
        if facts?.isExact == true { return true }
        // The timestamps after the jump are not those of complete successive packets. They may be good elsewhere.
        if let before { facts?.timeline = before }
        return false
    }
}
