import AudioTypes
import Containers
import MediaTypes

/// Tags that a segment brings, and from where on they hold.
struct SegmentTags: Hashable {
    /// The number of bytes before them of what FFmpeg reads of all segments, one behind the other.
    let offset: Int64
    /// The time from which on they hold, in seconds of the media's own clock; `nil` for the place at `offset`.
    var time: Double?
    /// The seconds behind the place at `offset` from which on they hold, if `time` is not known.
    var delay = 0.0
    /// `title`, `artist` and `album`, as far as they are known; empty if nothing is on the air any more.
    let tags: [String: String]

    /// How many may wait for their sound. If a station sends more within seconds, only the newest are kept.
    static let waitingLimit = StreamTitle.waitingLimit

    /// The tags that say what is on the air.
    private static let names: Set = ["title", "artist", "album"]

    /// Returns of the tags of a segment those that say what is on the air.
    static func onAir(_ tags: [String: String]) -> [String: String] { tags.filter { names.contains($0.key) } }

    /// Returns the tags of an ID3 tag; `nil` if it says nothing of what is on the air, because it only has a time
    /// or the number of an advertisement, say. Empty if it says of whom it is, but has no title.
    static func ofID3(_ bytes: [UInt8]) -> [String: String]? {
        guard let block = try? ID3Block(in: MemorySource(bytes)), let tags = try? block.tags() else { return nil }
        let heard = onAir(tags)
        return heard.isEmpty ? nil : heard["title"] == nil ? [:] : heard
    }

    /// Returns the tags of an ID3 tag that came beside the sound in MPEG-TS, as ``ofID3(_:)`` does. FFmpeg takes five bytes away in front
    /// of it, where other streams of that kind have a header of their own: the mark of the tag and its version.
    static func ofTimedID3(_ bytes: [UInt8]) -> [String: String]? {
        if bytes.starts(with: "ID3".utf8) { return ofID3(bytes) }
        for version: UInt8 in [4, 3] {
            if let tags = ofID3(Array("ID3".utf8) + [version, 0] + bytes) { return tags }
        }
        return nil
    }

    /// Returns the tags of a list's remark on a segment: a text, or `title="…",artist="…"`. Empty if it has no title.
    static func ofRemark(_ remark: Substring) -> [String: String] {
        var tags: [String: String] = [:]
        for name in names {
            guard let start = remark.firstRange(of: "\(name)=\"")?.upperBound else { continue }
            let text = CleanText.of(String(remark[start...].prefix { $0 != "\"" }))
            if !text.isEmpty { tags[name] = text }
        }
        if tags["title"] != nil { return tags }
        let text = CleanText.of(String(remark)).trimmed
        // Some servers write this behind every segment.
        return text.isEmpty || text == "no desc" || remark.contains("=\"") ? [:] : ["title": QueueText.shown(text) ?? text]
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = self[...].drop { $0 == " " }
        while rest.last == " " { rest = rest.dropLast() }
        return String(rest)
    }
}

/// Counts what FFmpeg reads of the segments, and collects the tags in them. Only the thread that runs the demuxer uses it.
final class SegmentTally: @unchecked Sendable {
    /// How many bytes FFmpeg has read, without the ID3 tags that it takes away in front of segments.
    fileprivate(set) var count: Int64 = 0
    private var found: [SegmentTags] = []
    /// Whether FFmpeg takes away the tag in front of a segment: it does so with all if the first has a time, else with the first alone.
    private var strips: Bool?
    /// Whether segments themselves have said what is on the air, so that remarks of the list do not count.
    private var speaksForItself = false
    private var hasRemarks = false

    /// The mark of the time in front of a segment of packed audio (RFC 8216, section 3.4).
    private static let timeMark = Array("com.apple.streaming.transportStreamTimestamp".utf8)

    /// Begins with a segment on which the list remarks something.
    func begin(remark: [String: String]) {
        // A list without any remark says nothing; one that has remarked something says with an empty one that it is over.
        guard !remark.isEmpty || hasRemarks, !speaksForItself else { return }
        hasRemarks = true
        add(SegmentTags(offset: count, tags: remark), isRemark: true)
    }

    /// Takes in the ID3 tag in front of a segment, which FFmpeg has read.
    fileprivate func take(_ tag: [UInt8]) {
        let hasTime = tag.firstRange(of: Self.timeMark) != nil
        if strips ?? true { count -= Int64(tag.count) }
        strips = strips ?? hasTime
        guard let tags = SegmentTags.ofID3(tag) else { return }
        add(SegmentTags(offset: count, tags: tags))
    }

    /// Takes in the tags of a message in front of a fragment, or of a stream beside the sound.
    func take(_ tags: [String: String], time: Double?, delay: Double = 0, before end: Int64? = nil) {
        add(SegmentTags(offset: end ?? count, time: time, delay: delay, tags: tags))
    }

    private func add(_ tags: SegmentTags, isRemark: Bool = false) {
        if !isRemark { speaksForItself = true }
        found.append(tags)
        if found.count > SegmentTags.waitingLimit { found.removeFirst() }
    }

    /// Returns the tags that were found since the last call.
    func takeTags() -> [SegmentTags] {
        defer { found = [] }
        return found
    }

    /// Begins to count anew, because FFmpeg went to another place.
    func noteSeek() {
        count = 0
        found = []
    }
}

/// A segment that is looked into for tags while FFmpeg reads it, front to back.
final class TalliedSegment: ByteSource, @unchecked Sendable {
    private let source: any ByteSource
    private let tally: SegmentTally
    private let start: Int64
    private var tag: [UInt8]? = []
    private var messages = MessageFinder()
    private var reached: Int64
    /// How many bytes of all segments came before this one.
    private let began: Int64

    /// The most bytes of a tag that is read.
    private static let tagLimit = 256 << 10

    init(_ source: any ByteSource, from start: Int64, _ tally: SegmentTally) {
        self.source = source
        self.tally = tally
        self.start = start
        reached = start
        began = tally.count
    }

    var size: Int64? { source.size }
    var isSeekable: Bool { source.isSeekable }
    var isFar: Bool { source.isFar }
    var isLocal: Bool { source.isLocal }
    var hasShrunk: Bool { source.hasShrunk }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
        let count = unsafe try source.read(into: buffer, at: offset)
        // What is read twice was counted.
        guard offset == reached, count > 0 else { return count }
        reached += Int64(count)
        tally.count += Int64(count)
        unsafe look(at: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return count
    }

    private func look(at piece: UnsafeRawBufferPointer) {
        if var tag {
            let known = tag.count
            unsafe tag += piece.prefix(max(0, Self.tagLimit - known))
            self.tag = finish(tag) ? nil : tag
        }
        for message in unsafe messages.take(piece) {
            guard let tags = SegmentTags.ofID3(message.tag) else { continue }
            tally.take(tags, time: message.time, delay: message.delay, before: began)
        }
    }

    /// Takes in the tag in front of the segment; returns whether it is known now what stands there.
    private func finish(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: "ID3".utf8.prefix(bytes.count)) else { return true }
        guard let head = ID3Head(bytes[...]) else { return false }
        let size = Int(head.length)
        guard size <= Self.tagLimit else { return true }
        guard bytes.count >= size else { return false }
        // What came with the tag is sound, and stands behind it.
        tally.count -= Int64(bytes.count - size)
        tally.take(Array(bytes.prefix(size)))
        tally.count += Int64(bytes.count - size)
        return true
    }
}
