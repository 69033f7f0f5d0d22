import AudioTypes
import Media
import MediaTypes

/// Writes what a piece of a recording consists of. One thread at a time.
protocol PieceWriter: AnyObject {
    /// Brings all that is complete into the sink.
    func flush() throws(MediaError)

    /// Writes the rest and ends the media. The last call.
    func finish() throws(MediaError)
}

/// A piece whose sound is encoded.
final class EncodedPiece: PieceWriter {
    private var writer: AudioWriter

    init(_ writer: consuming AudioWriter) { self.writer = writer }

    /// Writes `count` frames of `planes` from index `start` on.
    func write(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        unsafe try writer.write(planes, from: start, count: count)
    }

    /// The number of frames that can be decoded from what the sink had after the last ``flush()`` or ``finish()``.
    var durableCount: Int64 { writer.durableCount.value }

    func flush() throws(MediaError) { try writer.flush() }

    func finish() throws(MediaError) { try writer.finish() }
}

/// A piece whose packets are copied.
final class CopiedPiece: PieceWriter {
    private var writer: PacketWriter
    private let hidesEnd: Bool
    /// The number of the next packet's first frame; 0 is the first that is heard.
    private var position: Int64

    /// Begins a piece with `first`, which is not written by this.
    init(
        _ sink: any ByteSink, _ container: PacketContainer, first: PlayedPacket, tags: [String: String], name: String
    ) throws(MediaError) {
        let format = first.stream.format
        let most = container.mostHidden(codec: format.codec, canRewrite: sink.canRewrite)
        let possible = min(first.leadIn, most)
        let hidden = format.needsPredecessor || possible < container.leastHidden ? 0 : possible
        hidesEnd = container.hidesEnd(codec: format.codec, hidden: hidden, canRewrite: sink.canRewrite)
        // A decoder gives nothing for the first packet if it needs one before it.
        position = format.needsPredecessor ? -first.frames : -hidden
        writer = try PacketWriter(
            sink, container: container, for: first, hidden: hidden, extras: PacketWriter.Extras(tags: tags), name: name)
    }

    /// Writes a packet, and returns how many of its frames are heard.
    func write(_ packet: PlayedPacket) throws(MediaError) -> Int64 {
        let kept = hidesEnd ? packet.kept : packet.frames
        try writer.write(packet, at: position, kept: kept)
        defer { position += packet.frames }
        return max(0, position + kept) - max(0, position)
    }

    func flush() throws(MediaError) { try writer.flush() }

    func finish() throws(MediaError) { try writer.finish() }
}
