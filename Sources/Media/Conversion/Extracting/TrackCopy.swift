import AudioTypes
import Media
import MediaTypes

/// Copies the packets of one track, or of one link of a chain, that hold a part of its frames.
struct TrackCopy {
    private let part: Range<Int64>
    private let container: PacketContainer
    private let excerpt: Excerpt
    private let isPart: Bool

    private var packetCount = 0
    private var byteCount: Int64 = 0
    private var frames: Int64 = 0
    private var before = ExtractionResult.Edge()
    private var after = ExtractionResult.Edge()
    private var gaps: (count: Int, frames: Int64) = (0, 0)
    private var lost: (tags: Bool, picture: Bool, chapters: Bool) = (false, false, false)
    /// The frame of the track that becomes the first to be heard.
    private var origin: Int64 = 0
    /// Whether frames behind the part can be hidden.
    private var hidesEnd = false

    /// How many packets are copied between two reports of progress.
    private static let reportedPackets = 256

    /// - Parameters:
    ///   - part: the wanted frames of this track; the first may lie before it.
    ///   - isPart: whether anything of the media is left out.
    init(_ part: Range<Int64>, container: PacketContainer, excerpt: Excerpt, isPart: Bool) {
        self.part = part
        self.container = container
        self.excerpt = excerpt
        self.isPart = isPart
    }

    /// Copies the packets. Writes nothing if the track has none of the part.
    /// - Parameter report: called with the seconds of the track that are done.
    mutating func run(
        _ reader: inout PacketReader, to sink: any ByteSink, target: String, report: (Double) -> Void
    ) throws(MediaError) {
        let rate = Double(reader.format.sampleRate.hertz)
        guard let kept = try findFirst(&reader, canRewrite: sink.canRewrite) else { return }
        let gapsBefore = (reader.gapCount, reader.gapFrames)
        let hidden = begin(reader, kept: kept, canRewrite: sink.canRewrite)
        hidesEnd = container.hidesEnd(codec: reader.format.codec, hidden: hidden, canRewrite: sink.canRewrite)
        let extras = extras(of: reader)
        var writer = try PacketWriter(
            sink, container: container, for: reader, hidden: hidden, isPart: isPart, extras: extras, name: target)
        note(extras, writer.hasPicture)
        if kept > 0 { try writer.writeKept(of: &reader, frames: kept) }
        repeat {
            let packet = reader.packet
            guard packet.start < part.upperBound else { break }
            try write(packet, of: &reader, to: &writer)
            if packetCount % Self.reportedPackets == 0 { report(Double(packet.end) / rate) }
        } while try reader.next()
        try writer.finish()
        gaps = (reader.gapCount - gapsBefore.0, reader.gapFrames - gapsBefore.1)
    }

    /// Reads up to the first packet to copy. Returns the frames of a packet before it that is kept, because decoders need it;
    /// `nil` if the track ends before.
    private mutating func findFirst(_ reader: inout PacketReader, canRewrite: Bool) throws(MediaError) -> Int64? {
        guard try reader.next() else { return nil }
        guard part.lowerBound > 0 else { return 0 }
        let canHide = container.mostHidden(codec: reader.format.codec, canRewrite: canRewrite) > 0
        let first = part.lowerBound - (canHide ? reader.format.preroll : 0)
        var kept: Int64 = 0
        while reader.packet.end <= first {
            if reader.format.needsPredecessor {
                kept = reader.packet.frames
                reader.keep()
            }
            guard try reader.next() else { return nil }
        }
        return kept
    }

    /// Chooses the first frame to be heard, and returns how many frames before it the container must hide.
    private mutating func begin(_ reader: borrowing PacketReader, kept: Int64, canRewrite: Bool) -> Int64 {
        let first = reader.packet.start
        // The first packet of the track gives nothing if its codec needs one before it, and so does a kept one.
        let silent = reader.format.needsPredecessor && kept == 0 ? reader.packet.frames : 0
        let wanted = max(part.lowerBound, 0)
        if reader.format.needsPredecessor {
            origin = first + silent
            before.hidden = FrameCount(silent + kept)
            before.heard = FrameCount(max(0, wanted - origin))
            frames -= silent
            return 0
        }
        let most = container.mostHidden(codec: reader.format.codec, canRewrite: canRewrite)
        let possible = max(0, min(wanted - first, most))
        let hidden = possible < container.leastHidden ? 0 : possible
        origin = first + hidden
        before.hidden = FrameCount(hidden)
        before.heard = FrameCount(max(0, wanted - origin))
        frames -= hidden
        return hidden
    }

    private mutating func write(
        _ packet: CodedPacket, of reader: inout PacketReader, to writer: inout PacketWriter
    ) throws(MediaError) {
        let wanted = packet.end > part.upperBound ? part.upperBound - packet.start : packet.kept
        let excess = packet.frames - wanted
        after.hidden = FrameCount(hidesEnd ? excess : 0)
        after.heard = FrameCount(hidesEnd ? 0 : excess)
        frames += hidesEnd ? wanted : packet.frames
        try writer.write(&reader, at: packet.start - origin, kept: hidesEnd ? wanted : packet.frames)
        packetCount += 1
        byteCount += Int64(packet.byteCount)
    }

    private func extras(of reader: borrowing PacketReader) -> PacketWriter.Extras {
        let (start, end) = (excerpt.start.seconds, excerpt.end?.seconds ?? .infinity)
        let chapters = reader.chapters.filter { $0.start < end && max($0.end, $0.start) >= start }.map { chapter in
            Chapter(start: max(0, chapter.start - start), end: max(0, min(chapter.end, end) - start), title: chapter.title)
        }
        return PacketWriter.Extras(
            tags: CarriedTags.of(reader.description.tags), picture: reader.picture, chapters: chapters)
    }

    private mutating func note(_ extras: PacketWriter.Extras, _ hasPicture: Bool) {
        lost.tags = !extras.tags.isEmpty && !container.holdsTags
        lost.picture = extras.picture != nil && !hasPicture
        lost.chapters = !extras.chapters.isEmpty && !container.holdsChapters
    }

    /// Adds what was copied to `result`.
    func add(to result: inout ExtractionResult, isFirst: Bool) {
        guard packetCount > 0 else { return }
        result.packetCount += packetCount
        result.byteCount += byteCount
        result.frames = result.frames + FrameCount(frames)
        if isFirst { result.before = before }
        result.after = after
        result.gapCount += gaps.count
        result.gapFrames = result.gapFrames + FrameCount(gaps.frames)
        result.lostTags = result.lostTags || lost.tags
        result.lostPicture = result.lostPicture || lost.picture
        result.lostChapters = result.lostChapters || lost.chapters
    }
}
