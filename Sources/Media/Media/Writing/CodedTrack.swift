import AudioTypes
import MediaTypes

/// A track that FFmpeg encodes and puts into a container.
final class CodedTrack: StoredTrack {
    private var assembler: FrameAssembler
    private let encoder: Encoder
    private let packet: Packet
    private var muxer: Muxer
    private let container: AudioFileFormat.Container
    /// Whether the only sound is that of ``appendSilence()``.
    private var isFiller = false
    /// The number of frames that were appended.
    private var count: Int64 = 0

    init(
        _ sink: any ByteSink, format: AudioFileFormat, stored: StreamFormat, tags: WrittenTags, name: String
    ) throws(MediaError) {
        let encoder = try Encoder(format, input: stored, hasGlobalHeader: format.container.hasGlobalHeader, name: name)
        assembler = try FrameAssembler(for: encoder, name: name)
        packet = try Packet(for: name)
        muxer = try Muxer(sink, container: format.container, encoder: encoder, tags: tags, name: name)
        container = format.container
        self.encoder = encoder
    }

    var durableCount: Int64 { isFiller ? 0 : min(muxer.durableEnd, count) }

    func append(_ planes: AudioReader.Planes, from start: Int, count: Int) throws(MediaError) {
        var taken = 0
        while taken < count {
            taken += unsafe try assembler.take(planes, from: start + taken, count: count - taken)
            if assembler.isFull { try encode() }
        }
        self.count += Int64(count)
    }

    /// Encodes what was collected.
    private func encode() throws(MediaError) {
        assembler.seal()
        try encoder.send(assembler.frame)
        try writePackets()
    }

    private func writePackets(before end: Int64 = .max) throws(MediaError) {
        while try encoder.receive(into: packet) == .packet {
            // A packet without data only completes the header.
            if packet.size == 0 || packet.start < end { try muxer.write(packet) } else { packet.clear() }
        }
    }

    func flush() throws(MediaError) {
        // Only an encoder that takes any number of frames can take these before its frame is full.
        if encoder.frameSize == nil, assembler.count > 0 { try encode() }
        try muxer.flush()
    }

    func finish() throws(MediaError) {
        if count == 0, container.needsSound { try appendSilence() }
        if assembler.count > 0 { try encode() }
        try encoder.sendEnd()
        // LAME may give a packet that lies behind the end. Matroska can only say what to cut from the last one, but players want
        // more than one of bare MP3.
        try writePackets(before: container == .mp3 ? .max : count)
        try muxer.finish(length: count)
    }

    private func appendSilence() throws(MediaError) {
        isFiller = true
        let silence = PlaneBuffer(channelCount: encoder.input.channelCount, capacity: 1)
        unsafe try append(silence.planes, from: 0, count: 1)
    }
}
