import AudioTypes
import MediaTypes

extension TrackDecoder {
    /// Decodes until samples are pending; returns `false` at the end of the track.
    mutating func next() throws(MediaError) -> Bool {
        while true {
            try throwIfUnwanted()
            switch try decoder.receive(into: frame) {
            case .frame:
                if try accept() { return true }
            case .invalid:
                try countFailure()
            case .needsPacket:
                try feed()
            case .end:
                position.clear()
                guard try openNextLink() else { return false }
            }
        }
    }

    /// Throws if the whole reading or the current seek was cancelled.
    func throwIfUnwanted() throws(MediaError) {
        guard !cancellation.isInterrupted, isWanted?() ?? true else { throw .cancelled(name) }
    }

    private mutating func feed() throws(MediaError) {
        if decoder.isDraining {
            // A decoder that wants more packets after the end has nothing left.
            return try countFailure()
        }
        // What follows the end of the recording is not audible, so damage there does not matter.
        if !isComplete, try demuxer.readPacket() {
            noteTags()
            if position.firstOffset == nil { position.firstOffset = demuxer.packet.offset }
            if position.next == nil {
                landing.note(facts?.flac?.firstSample(of: demuxer.packet), at: demuxer.packet.offset, facts)
            }
            try keeper.keep(demuxer, start: position.next, link: position.link, tags: tags.latest)
            if Carriage.mayCarry(decoder.codec) { codedPacket = SharedPacket(demuxer.packet) }
            if try !decoder.send(demuxer.packet) { try countFailure() }
            demuxer.packet.clear()
        } else {
            try decoder.sendEnd()
        }
    }

    /// Whether the whole recording was decoded; `false` if its length is unknown.
    private var isComplete: Bool {
        guard let length, let next = position.next else { return false }
        return next - position.linkStart >= length
    }

    /// Counts a packet that could not be decoded. One that lacks its predecessors after a jump is no damage.
    mutating func countFailure() throws(MediaError) {
        try check.countFailure(counts: !landing.isUnderWay, name: name)
    }

    /// Works out the position of a decoded frame; returns `false` if none of it is audible.
    mutating func accept() throws(MediaError) -> Bool {
        guard frame.count > 0, SampleConversion.supports(frame.sampleFormat) else { return false }
        try formats.notice(frame, name: name)
        if formats.hasChangedRate { facts?.timeline.distrust() }
        try check.check(frame, counts: !landing.isUnderWay, name: name)
        if facts == nil { try learn() }
        guard let start = frameStart() else { return false }
        position.place(frame.count, at: start, length: length)
        keeper.place(at: start)
        if start + Int64(frame.count) <= 0, facts?.carriage != nil, let codedPacket {
            leadPackets.append((codedPacket, start, frame.count))
        }
        return !position.pending.isEmpty
    }

    /// Returns the packets in front of the first audible one, once, if that is the current one.
    mutating func takeLeadPackets() -> [(packet: SharedPacket, start: Int64, count: Int)] {
        defer { leadPackets = [] }
        guard let last = leadPackets.last, last.start + Int64(last.count) == position.frameStart else { return [] }
        return leadPackets
    }

    /// The number of the frame's first sample: the next one, or after a jump by what its packet says, or its timestamp; `nil` if nothing
    /// tells it.
    private mutating func frameStart() -> Int64? {
        let linkStart = position.linkStart
        if let next = position.next {
            facts?.timeline.observe(timestamp: frame.timestamp, at: next - linkStart)
            return next
        }
        if let start = landing.packetStart { return linkStart + start }
        guard let facts, facts.flac == nil else { return nil }
        return frame.timestamp.flatMap { facts.timeline.frame(at: $0) }.map { linkStart + $0 }
    }
}
