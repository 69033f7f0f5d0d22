// What media says about itself while it goes on.
extension TrackDecoder {
    /// How far behind the packet's real place its stated one may be: packets that FFmpeg's parsers cut out of larger pieces have
    /// the place of the piece.
    private static let coarseness: Int64 = 4_096

    /// Notes tags that begin to hold with the packet just read.
    mutating func noteTags() {
        let offset = packetOffset()
        if demuxer.takeTagEvent() { change(demuxer.tags) }
        waitingTitles += source.takeTitles()
        waitingTitles.removeFirst(max(0, waitingTitles.count - StreamTitle.waitingLimit))
        let due = waitingTitles.prefix { $0.offset <= offset }
        guard let newest = due.last else { return }
        waitingTitles.removeFirst(due.count)
        change(lastTags.merging(["title": newest.title]) { _, new in new })
    }

    /// Notes what the next link of a chain says about itself.
    mutating func noteTagsOfLink() { change(demuxer.tags) }

    private mutating func change(_ tags: [String: String]) {
        guard tags != lastTags else { return }
        lastTags = tags
        tagChanges.append((nextIndex ?? frameStart, tags))
    }

    /// Where the packet begins: right behind the one before, unless its stated place says otherwise.
    private mutating func packetOffset() -> Int64 {
        let stated = demuxer.packet.offset
        let offset = stated >= 0 && (packetEnd < stated || packetEnd - stated > Self.coarseness) ? stated : packetEnd
        packetEnd = offset + Int64(demuxer.packet.size)
        return offset
    }
}
