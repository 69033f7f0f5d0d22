import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// Keeps the packets that a track's decoder was given, until somebody takes them. One thread at a time.
struct PacketKeeper: ~Copyable {
    /// More packets than are decoded between two looks at the keeper. During a seek, older ones give way.
    private static let most = 8_192
    /// The most bytes that they have.
    private static let mostBytes = 8 << 20

    /// A packet, and its first frame in the track; `nil` as long as that is not known.
    private struct Kept {
        let data: SharedPacket
        let stream: CodedStream
        var start: Int64?
        let lengths: PacketFrames.Lengths
        let leadIn: Int64
        let tags: [String: String]
    }

    /// Whether anybody wants packets.
    private(set) var isWanted: Bool
    private var packets: [Kept] = []
    private var byteCount = 0
    /// How the packets are coded; `nil` before the first.
    private var stream: CodedStream?
    private var lengths: PacketFrames?
    private var timeline: PacketTimeline?
    /// The number of the link that `stream` belongs to.
    private var link = 0
    /// Whether the next packet is the first of its demuxer.
    private var isFirst = true
    /// Whether the demuxer is another one than that of `stream`.
    private var isReopened = true
    private var hasUnplaced = false
    private var vorbisHeaders = VorbisHeaders()
    /// What holds since the last header that came among the packets; `nil` before the first.
    private var song: VorbisHeaders.Song?
    /// Whether the track has Vorbis.
    private var mayHaveHeaders = false

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// Sets whether packets are kept from now on. Those that are there stay if they are.
    mutating func setWanted(_ isWanted: Bool) {
        self.isWanted = isWanted
        if !isWanted { removeAll() }
    }

    /// Forgets the packets.
    mutating func removeAll() {
        packets = []
        byteCount = 0
        hasUnplaced = false
    }

    /// Notes that the media, or another link of it, was opened anew.
    mutating func noteOpening(of demuxer: borrowing Demuxer) {
        isFirst = true
        isReopened = true
        song = nil
        vorbisHeaders = VorbisHeaders()
        mayHaveHeaders = demuxer.isVorbis
    }

    /// Notes that the next packet is not the one behind the last.
    mutating func noteJump() { isFirst = false }

    /// Keeps the packet that `demuxer` has read.
    /// - Parameters:
    ///   - start: its first frame, counted in the track; `nil` if that is not known before it is decoded.
    ///   - link: the number of the link of a chain.
    ///   - tags: what holds from it on.
    mutating func keep(_ demuxer: borrowing Demuxer, start: Int64?, link: Int, tags: [String: String]) throws(MediaError) {
        if noteHeader(demuxer.packet) { return }
        guard isWanted else { return }
        try noteStream(demuxer, link)
        guard let stream, let timeline, let found = lengths?.of(demuxer.packet, timeline),
            let data = SharedPacket(demuxer.packet)
        else { return }
        let leadIn = isFirst ? demuxer.leadIn(timeline, first: found) : 0
        isFirst = false
        if packets.count >= Self.most || byteCount + data.byteCount > Self.mostBytes { dropOldest() }
        packets.append(Kept(data: data, stream: stream, start: start, lengths: found, leadIn: leadIn, tags: tags))
        byteCount += data.byteCount
        if start == nil { hasUnplaced = true }
    }

    /// Tells the first frame of the packets that had none.
    mutating func place(at start: Int64) {
        guard hasUnplaced else { return }
        hasUnplaced = false
        for index in packets.indices where packets[index].start == nil { packets[index].start = start }
    }

    /// Returns the packets, and forgets them.
    /// - Parameter output: converts a frame of the track to one of the output.
    mutating func take(_ output: (Int64) -> Int64) -> [PlayedPacket] {
        guard !packets.isEmpty else { return [] }
        defer { removeAll() }
        return packets.map { packet in
            let start = packet.start ?? 0
            let (first, end) = (output(start), output(start &+ packet.lengths.coded))
            return PlayedPacket(
                data: packet.data, stream: packet.stream, heard: first..<max(first, end), frames: packet.lengths.coded,
                kept: packet.lengths.kept, leadIn: packet.leadIn, tags: packet.tags)
        }
    }

    /// Takes in a packet that may be a header of Vorbis among the sound: a station begins its next song so. FFmpeg leaves it to
    /// decoders. A recording that begins later needs it, too.
    /// - Returns: whether it is one.
    private mutating func noteHeader(_ packet: borrowing Packet) -> Bool {
        // The packets of sound have an even first byte.
        guard mayHaveHeaders, packet.size > 7, packet.byte(at: 0) & 1 == 1 else { return false }
        let (start, size) = (packet.start(7), packet.size)
        let whole = size <= VorbisHeaders.longest ? packet.start(size) : []
        let found = vorbisHeaders.take(start, whole: whole)
        if let song = found.song {
            self.song = song
            isFirst = true
        }
        return found.isHeader
    }

    private mutating func noteStream(_ demuxer: borrowing Demuxer, _ link: Int) throws(MediaError) {
        if let stream, !isReopened, link == self.link, !demuxer.packet.hasNewHeader,
            song.map({ $0.header == stream.header }) ?? demuxer.hasHeader(stream.header)
        {
            return
        }
        let new = if let song { try CodedStream(demuxer, song: song) } else { try CodedStream(demuxer) }
        let isSame = stream.map { link == self.link && isReopened && new.continues($0) } ?? false
        // A live stream that begins anew within its connection has another header.
        if stream != nil, !isReopened { isFirst = true }
        isReopened = false
        self.link = link
        if !isSame { stream = new }
        guard let stream else { return }
        lengths = try PacketFrames(stream, name: demuxer.name)
        timeline = stream.makeTimeline()
    }

    private mutating func dropOldest() {
        let dropped = max(1, packets.count / 2)
        byteCount -= packets[..<min(dropped, packets.count)].reduce(0) { $0 + $1.data.byteCount }
        packets.removeFirst(min(dropped, packets.count))
    }
}

extension Packet {
    /// Whether the packet brings another header of the codec along.
    fileprivate var hasNewHeader: Bool {
        var size = 0
        return unsafe av_packet_get_side_data(pointer, AV_PKT_DATA_NEW_EXTRADATA, &size) != nil
    }
}
