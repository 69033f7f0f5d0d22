import AudioTypes
import MediaTypes

/// Tags that change while the media goes on: of links and songs, the titles of a station, and what segments bring. Those that come before
/// their sound wait for it.
struct TagTimeline {
    /// How far, in bytes, a packet's stated offset may be before its real one: packets that FFmpeg's parsers cut out of larger
    /// pieces have the offset of the piece.
    private static let coarseness: Int64 = 4_096
    /// How far, in seconds, tags may be away from the packet that is read when they come: farther away, the clock was set anew.
    private static let nearSeconds = 10.0

    /// Changes that the owner has not yet taken, each with the frame from which it holds.
    private(set) var changes: [(frame: Int64, tags: [String: String])] = []
    /// The tags that hold for the whole of the media, if others hold only for a time; `nil` if all hold for the whole.
    private(set) var lasting: [String: String]?
    /// The media's latest tags.
    private(set) var latest: [String: String] = [:]
    /// Whether a station has sent titles between its sound.
    private(set) var hasTitles = false
    private var waitingTitles: [StreamTitle] = []
    private var waitingSegments: [SegmentTags] = []
    /// The offset after the packet read last, if it is known.
    private var packetEnd: Int64 = -1

    /// Takes in the tags of the media when it is opened, which hold from its first frame on if not for the whole of it.
    mutating func begin(_ tags: [String: String], lasting: [String: String]?, isList: Bool) {
        latest = tags
        guard let lasting else { return }
        self.lasting = lasting
        // FFmpeg tells those of the first segment for the whole list.
        if isList { latest = lasting.merging(SegmentTags.onAir(latest)) { $1 } }
        if latest != lasting { changes.append((0, latest)) }
    }

    /// Forgets where packets end, and the tags of segments that were not heard: the next packet is from another place.
    mutating func jump() { (packetEnd, waitingSegments) = (-1, []) }

    /// Forgets the changes, which were taken or are not wanted.
    mutating func removeChanges() { changes = [] }

    /// Notes tags that hold from `frame` on.
    mutating func change(to tags: [String: String], at frame: Int64) {
        guard tags != latest else { return }
        latest = tags
        changes.append((max(changes.last?.frame ?? 0, frame), tags))
    }

    /// The offset of the next packet: the end of the one before, unless the stated offset contradicts that.
    mutating func offset(stated: Int64, size: Int) -> Int64 {
        let offset = stated >= 0 && (packetEnd < stated || packetEnd - stated > Self.coarseness) ? stated : packetEnd
        packetEnd = offset + Int64(size)
        return offset
    }

    /// Takes in the titles that a station has sent, and returns the one that holds from the packet at `offset` on; `nil` if the one
    /// before still does. Of very many that wait, only the newest are kept.
    mutating func takeTitle(among titles: [StreamTitle], at offset: Int64) -> String? {
        waitingTitles += titles
        waitingTitles.removeFirst(max(0, waitingTitles.count - StreamTitle.waitingLimit))
        let due = waitingTitles.prefix { $0.offset <= offset }
        guard let newest = due.last else { return nil }
        waitingTitles.removeFirst(due.count)
        hasTitles = true
        return newest.title
    }

    /// Takes in the tags that segments have brought.
    /// - Parameters:
    ///   - offset: that of the packet just read, whose sound begins at `frame`.
    ///   - now: the time of that packet in seconds of the media's clock; `nil` if it has none.
    mutating func note(_ tags: [SegmentTags], at offset: Int64, now: Double?, frame: Int64, rate: SampleRate) {
        waitingSegments += tags
        waitingSegments.removeFirst(max(0, waitingSegments.count - SegmentTags.waitingLimit))
        while var first = waitingSegments.first, first.offset <= offset {
            if first.time == nil, first.delay > 0, let now {
                first.time = now + first.delay
                waitingSegments[0] = first
            }
            let ahead = now.flatMap { now in first.time.map { $0 - now } } ?? 0
            if ahead > 0, ahead < Self.nearSeconds { return }
            waitingSegments.removeFirst()
            // They may have come behind the sound that they belong to.
            let late = ahead < 0 && ahead > -Self.nearSeconds ? Int64(-ahead * Double(rate.hertz)) : 0
            change(to: (lasting ?? [:]).merging(first.tags) { $1 }, at: frame - late)
        }
    }
}

extension TrackDecoder {
    /// Notes the tags that hold from the packet just read.
    mutating func noteTags() {
        let offset = tags.offset(stated: demuxer.packet.offset, size: demuxer.packet.size)
        let frame = position.next ?? position.frameStart
        let hasChanged = demuxer.takeTagEvent()
        if demuxer.isList {
            let found = demuxer.segments?.tally.takeTags() ?? []
            return tags.note(found, at: offset, now: demuxer.packetSeconds, frame: frame, rate: formats.current.sampleRate)
        }
        if hasChanged {
            tags.change(to: demuxer.tags, at: frame)
        } else if let lasting = tags.lasting, tags.latest != lasting, !tags.hasTitles, demuxer.hasSongWithoutTags {
            tags.change(to: lasting, at: frame)
        }
        guard let title = tags.takeTitle(among: source.takeTitles(), at: offset) else { return }
        var changed = tags.latest
        // A station says with an empty title that the song is over.
        changed["title"] = title.isEmpty ? (tags.lasting ?? demuxer.tags)["title"] : title
        tags.change(to: changed, at: frame)
    }
}
