import AudioTypes
import CFFmpeg
package import MediaTypes

/// Reads the packets of one audio track, without decoding them, and knows which frames they are.
///
/// Any thread may use a reader, but only one at a time. Only the ``CancellationToken`` may be used from other threads meanwhile.
@safe package struct PacketReader: ~Copyable {
    /// How the packets are coded.
    package let stream: CodedStream
    /// The links if the media is a chain of Ogg streams; each is media of its own. Empty for all other media. The reader itself
    /// then reads the first link.
    package let links: [any ByteSource]
    /// The container with its tags and tracks; of a chain, all of it.
    package let description: MediaDescription
    /// The picture that the media holds, the front cover first.
    package let picture: Picture?
    /// The chapters in their order, with times from the first frame of the recording on.
    package let chapters: [Chapter]
    /// The frames that a decoder gives before the recording: the encoder's delay.
    package let leadIn: Int64

    var demuxer: Demuxer
    /// The packet before the current one, if ``keep()`` kept it.
    let kept: Packet
    private var timeline: PacketTimeline
    private let lengths: PacketFrames
    /// The packet that was read last; its data is in the demuxer's packet.
    package private(set) var packet: CodedPacket
    /// What is there to be given by ``next()``: the first packet is read at the opening.
    private var waits = true

    /// Opens media and reads its first packet.
    /// - Parameter track: the number of the stream; `nil` for the best audio track.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no such track, ``MediaError/Code/corrupt`` if it has no packet, and
    ///   what the source throws.
    package init(
        _ source: any ByteSource, name: String, track: Int? = nil, cancellation: CancellationToken = CancellationToken()
    ) throws(MediaError) {
        var demuxer = try Demuxer(source, name: name, track: TrackWish(track.map { .index($0) }), cancellation: cancellation)
        var links: [any ByteSource] = []
        var description: MediaDescription?
        if let chain = try demuxer.chain(), let first = chain.links.first {
            demuxer = try Demuxer(first, name: name, cancellation: cancellation)
            links = chain.links
            description = chain.description
        }
        let whole: MediaDescription
        if let description { whole = description } else { whole = try demuxer.description }
        guard try demuxer.readPacket() else { throw MediaError(.corrupt, "\(name) has no packet of sound") }
        let stream = try CodedStream(demuxer)
        let parameters = unsafe stream.parameters.pointee
        if unsafe parameters.codec_id == AV_CODEC_ID_FLAC && parameters.bits_per_raw_sample > 24 {
            throw MediaError(
                .unsupported, "\(name) is FLAC of more than 24 bits a sample, whose packets cannot be told apart here")
        }
        let lengths = try PacketFrames(stream, name: name)
        kept = try Packet(for: name)
        self.links = links
        self.description = whole
        self.stream = stream
        picture = unsafe Demuxer.bestPicture(of: demuxer.context).flatMap { unsafe Picture(Array($0)) }
        timeline = stream.makeTimeline()
        let frames = lengths.of(demuxer.packet, timeline)
        leadIn = demuxer.leadIn(timeline, first: frames)
        chapters = demuxer.chapters
        packet = CodedPacket(
            start: timeline.place(demuxer.packet.timestamp, frames: frames.advance) - leadIn, frames: frames.coded,
            kept: frames.kept, byteCount: demuxer.packet.size)
        self.lengths = lengths
        self.demuxer = demuxer
    }

    /// How the packets are coded, as far as containers care.
    package var format: CodedFormat { stream.format }

    /// Reads the next packet; returns `false` at the end.
    /// - Throws: ``MediaError/Code/cancelled``, and what the source throws.
    package mutating func next() throws(MediaError) -> Bool {
        if waits {
            waits = false
            return true
        }
        if demuxer.input.stream.isInterrupted { throw .cancelled(demuxer.name) }
        guard try demuxer.readPacket() else { return false }
        let frames = lengths.of(demuxer.packet, timeline)
        packet = CodedPacket(
            start: timeline.place(demuxer.packet.timestamp, frames: frames.advance) - leadIn, frames: frames.coded,
            kept: frames.kept, byteCount: demuxer.packet.size)
        return true
    }

    /// Keeps the data of the current packet, for ``PacketWriter/writeKept(of:frames:)``.
    package mutating func keep() {
        kept.clear()
        unsafe av_packet_move_ref(kept.pointer, demuxer.packet.pointer)
    }

    /// The number of the track's stream.
    package var trackIndex: Int { Int(demuxer.streamIndex) }

    /// The number of gaps between the packets so far.
    package var gapCount: Int { timeline.gapCount }
    /// The frames that are missing in these gaps.
    package var gapFrames: Int64 { timeline.gapFrames }

    /// Whether the media states that there is more sound than its packets have. Ask at the end.
    package func endsEarly() throws(MediaError) -> Bool {
        if demuxer.input.stream.source.hasShrunk { return true }
        let seconds = Double(packet.end) / Double(format.sampleRate.hertz)
        if let promised = try demuxer.promisedSeconds(), seconds + EarlyEnd.tolerance < promised { return true }
        return try demuxer.isCut()
    }
}

/// The reader alone owns everything in it, and nothing in it is bound to a thread.
extension PacketReader: @unchecked Sendable {}

extension Packet {
    /// The presentation time in ticks; `nil` if the container gives none.
    var timestamp: Int64? {
        let value = unsafe pointer.pointee.pts
        return value == fermata_no_timestamp() ? nil : value
    }

    /// The numbers of frames that a decoder is to drop at the beginning and at the end.
    var cuts: (start: Int64, end: Int64) {
        var size = 0
        guard let data = unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else {
            return (0, 0)
        }
        let bytes = unsafe UnsafeBufferPointer(start: data, count: 8)
        return unsafe (bytes[..<4].littleEndian(), bytes[4...].littleEndian())
    }
}

extension Demuxer {
    /// The chapters, by their beginnings.
    var chapters: [Chapter] {
        var chapters: [Chapter] = []
        for index in 0..<Int(unsafe min(context.pointee.nb_chapters, Self.mostChapters)) {
            guard let chapter = unsafe context.pointee.chapters?[index] else { continue }
            let base = unsafe chapter.pointee.time_base
            guard base.num > 0, base.den > 0 else { continue }
            let tick = Double(base.num) / Double(base.den)
            let (start, end) = unsafe (Double(chapter.pointee.start) * tick, Double(chapter.pointee.end) * tick)
            guard start >= 0, start < Self.latestChapter else { continue }
            // For the tracks of a FLAC file's block, FFmpeg counts in frames, and takes the code of a recording (ISRC) for its title.
            let isTrack =
                unsafe formatName == "flac" && base.num == stream.pointee.time_base.num
                && base.den == stream.pointee.time_base.den
            let title = unsafe isTrack ? "" : Tags.dictionary(chapter.pointee.metadata)["title"] ?? ""
            chapters.append(Chapter(start: start, end: end > start && end < Self.latestChapter ? end : start, title: title))
        }
        return chapters.sorted { $0.start < $1.start }
    }

    /// A time in seconds that no recording reaches.
    private static var latestChapter: Double { 1e9 }
    /// More chapters than any book has.
    private static var mostChapters: UInt32 { 4_096 }
}
