import MediaTypes

// Tags that change while the media goes on.
extension TrackDecoder {
    /// How far, in bytes, a packet's stated offset may be before its real one: packets that FFmpeg's parsers cut out of larger
    /// pieces have the offset of the piece.
    private static let coarseness: Int64 = 4_096

    /// Notes the tags that hold from the packet just read.
    mutating func noteTags() {
        let offset = packetOffset()
        if demuxer.takeTagEvent() { change(demuxer.tags) }
        waitingTitles += source.takeTitles()
        waitingTitles.removeFirst(max(0, waitingTitles.count - StreamTitle.waitingLimit))
        let due = waitingTitles.prefix { $0.offset <= offset }
        guard let newest = due.last else { return }
        waitingTitles.removeFirst(due.count)
        var tags = lastTags
        // A station says with an empty title that the song is over.
        tags["title"] = newest.title.isEmpty ? (lastingTags ?? demuxer.tags)["title"] : newest.title
        change(tags)
    }

    /// Notes that the tags of the media when it is opened hold from its first frame on, if they do not hold for the whole of it.
    mutating func noteTagsOnAir() {
        guard let lasting = chain?.description.tags ?? demuxer.lastingTags else { return }
        lastingTags = lasting
        if lastTags != lasting { tagChanges.append((0, lastTags)) }
    }

    /// Notes the tags of the next link of a chain.
    mutating func noteTagsOfLink() { change(demuxer.tags) }

    private mutating func change(_ tags: [String: String]) {
        guard tags != lastTags else { return }
        lastTags = tags
        tagChanges.append((nextIndex ?? frameStart, tags))
    }

    /// The offset of the packet: the end of the one before, unless the stated offset contradicts that.
    private mutating func packetOffset() -> Int64 {
        let stated = demuxer.packet.offset
        let offset = stated >= 0 && (packetEnd < stated || packetEnd - stated > Self.coarseness) ? stated : packetEnd
        packetEnd = offset + Int64(demuxer.packet.size)
        return offset
    }
}
