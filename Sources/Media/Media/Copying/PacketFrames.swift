import CFFmpeg
import Containers
import MediaTypes

/// Tells how many frames a decoder makes of packets, by what the codec and the container say. One thread at a time.
@safe struct PacketFrames: ~Copyable {
    /// The numbers of one packet.
    struct Lengths: Equatable {
        /// What a decoder makes of it.
        let coded: Int64
        /// How many of these belong to the track.
        let kept: Int64
        /// How far the next packet lies behind it.
        let advance: Int64
    }

    /// More frames than a packet of any codec has; a larger number is damaged or forged.
    private static let longest: Int64 = 1 << 24

    private let stream: CodedStream
    private let codec: AVCodecID
    private let vorbis: OpaquePointer?
    private let isLossless: Bool

    /// - Parameter name: what messages call the media.
    init(_ stream: CodedStream, name: String) throws(MediaError) {
        let parameters = unsafe stream.parameters
        let codec = unsafe parameters.pointee.codec_id
        var vorbis: OpaquePointer?
        if codec == AV_CODEC_ID_VORBIS {
            unsafe vorbis = unsafe av_vorbis_parse_init(parameters.pointee.extradata, parameters.pointee.extradata_size)
            guard unsafe vorbis != nil else { throw MediaError(.corrupt, "the header of Vorbis in \(name) is damaged") }
        }
        self.stream = stream
        self.codec = codec
        isLossless = unsafe (avcodec_descriptor_get(codec)?.pointee.props ?? 0) & AV_CODEC_PROP_LOSSY == 0
        unsafe self.vorbis = unsafe vorbis
    }

    deinit {
        var parser = unsafe vorbis
        unsafe av_vorbis_parse_free(&parser)
    }

    /// Returns the numbers of the next packet of the track; each packet must be asked for once, in their order.
    func of(_ packet: borrowing Packet, _ timeline: PacketTimeline) -> Lengths {
        let told = unsafe stream.hasDurations ? timeline.frames(ofTicks: packet.pointer.pointee.duration) ?? 0 : 0
        let stated = (0...Self.longest).contains(told) ? told : 0
        var coded = self.coded(packet) ?? 0
        // The core of AAC has half the rate if its upper spectrum is replicated: the container tells the real length.
        if coded == 0 || !isLossless && (timeline.isExact ? stated > coded : 2 * stated > 3 * coded) { coded = stated }
        if isLossless, timeline.isExact, stated > 0 { coded = min(coded, stated) }
        let advance = timeline.isExact && stated > 0 ? min(stated, coded) : coded
        let cut = advance < coded ? 0 : packet.cuts.end
        return Lengths(coded: coded, kept: max(0, advance - cut), advance: advance)
    }

    private func coded(_ packet: borrowing Packet) -> Int64? {
        switch codec {
        case AV_CODEC_ID_VORBIS:
            guard let vorbis = unsafe vorbis else { return nil }
            let (data, size) = unsafe (packet.pointer.pointee.data, packet.pointer.pointee.size)
            return unsafe Int64(max(0, av_vorbis_parse_frame(vorbis, data, size)))
        case AV_CODEC_ID_OPUS: return OpusPacket.frames(packet.start(2))
        case AV_CODEC_ID_FLAC: return FLACPacketHeader(packet.start(FLACPacketHeader.longest)[...])?.sampleCount
        default:
            let frames = unsafe av_get_audio_frame_duration2(stream.parameters, Int32(packet.size))
            return frames > 0 ? Int64(frames) : unsafe Int64(max(0, stream.parameters.pointee.frame_size))
        }
    }
}
