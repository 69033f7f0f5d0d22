import AudioTypes
import MediaTypes

// Tags that change while the media goes on.
extension TrackDecoder {
    /// How far, in bytes, a packet's stated offset may be before its real one: packets that FFmpeg's parsers cut out of larger
    /// pieces have the offset of the piece.
    private static let coarseness: Int64 = 4_096

    /// Notes the tags that hold from the packet just read.
    mutating func noteTags() {
        let offset = packetOffset()
        if demuxer.isList { return noteTagsOfSegments(at: offset) }
        if demuxer.takeTagEvent() {
            change(demuxer.tags)
        } else if let lastingTags, lastTags != lastingTags, !hasTitles, demuxer.hasSongWithoutTags {
            change(lastingTags)
        }
        waitingTitles += source.takeTitles()
        waitingTitles.removeFirst(max(0, waitingTitles.count - StreamTitle.waitingLimit))
        let due = waitingTitles.prefix { $0.offset <= offset }
        guard let newest = due.last else { return }
        waitingTitles.removeFirst(due.count)
        hasTitles = true
        var tags = lastTags
        // A station says with an empty title that the song is over.
        tags["title"] = newest.title.isEmpty ? (lastingTags ?? demuxer.tags)["title"] : newest.title
        change(tags)
    }

    /// How far, in seconds, tags may be away from the packet that is read when they come: farther away, the clock was set anew.
    private static let nearSeconds = 10.0

    /// Notes the tags that segments bring, for the packet just read.
    private mutating func noteTagsOfSegments(at offset: Int64) {
        _ = demuxer.takeTagEvent()
        waitingSegmentTags += demuxer.segments?.tally.takeTags() ?? []
        waitingSegmentTags.removeFirst(max(0, waitingSegmentTags.count - SegmentTags.waitingLimit))
        let now = demuxer.packetSeconds
        while var first = waitingSegmentTags.first, first.offset <= offset {
            if first.time == nil, first.delay > 0, let now {
                first.time = now + first.delay
                waitingSegmentTags[0] = first
            }
            let ahead = now.flatMap { now in first.time.map { $0 - now } } ?? 0
            if ahead > 0, ahead < Self.nearSeconds { return }
            waitingSegmentTags.removeFirst()
            // They may have come behind the sound that they belong to.
            let late = ahead < 0 && ahead > -Self.nearSeconds ? Int64(-ahead * Double(frameFormat.sampleRate.hertz)) : 0
            change((lastingTags ?? [:]).merging(first.tags) { $1 }, late: late)
        }
    }

    /// Notes that the tags of the media when it is opened hold from its first frame on, if they do not hold for the whole of it.
    mutating func noteTagsOnAir() {
        guard let lasting = chain?.description.tags ?? demuxer.lastingTags else { return }
        lastingTags = lasting
        // FFmpeg tells those of the first segment for the whole list.
        if demuxer.isList { lastTags = lasting.merging(SegmentTags.onAir(lastTags)) { $1 } }
        if lastTags != lasting { tagChanges.append((0, lastTags)) }
    }

    /// Notes the tags of the next link of a chain.
    mutating func noteTagsOfLink() { change(demuxer.tags) }

    /// Notes tags that hold from the packet that was read last, or from `late` samples before it.
    private mutating func change(_ tags: [String: String], late: Int64 = 0) {
        guard tags != lastTags else { return }
        lastTags = tags
        let frame = (nextIndex ?? frameStart) - late
        tagChanges.append((max(tagChanges.last?.frame ?? 0, frame), tags))
    }

    /// The offset of the packet: the end of the one before, unless the stated offset contradicts that.
    private mutating func packetOffset() -> Int64 {
        let stated = demuxer.packet.offset
        let offset = stated >= 0 && (packetEnd < stated || packetEnd - stated > Self.coarseness) ? stated : packetEnd
        packetEnd = offset + Int64(demuxer.packet.size)
        return offset
    }
}
