import CFFmpeg

/// How to tell the number of frames in a codec's packets without decoding them. If a container has no index, or none that is
/// exact to the frame, a seek counts packets up to the target.
enum PacketCount: Equatable {
    /// Each block of `size` bytes has `frames` frames; without a `size`, each packet. After a jump, `lost` frames do not come
    /// out.
    case constant(frames: Int, size: Int?, lost: Int = 0)
    /// Windows Media Audio: blocks of `size` bytes. With a bit reservoir, each block says how many frames of a constant length
    /// end in it; the first of them began in the block before. Without a reservoir a block is a frame.
    case windowsMedia(frame: Int, size: Int, hasReservoir: Bool)

    /// Chooses the way for a track's codec; `nil` if its packets must be decoded to be counted.
    /// - Parameter first: the number of frames in the first decoded frame.
    init?(_ stream: UnsafeMutablePointer<AVStream>, first: Int) {
        guard let parameters = unsafe stream.pointee.codecpar, first > 0 else { return nil }
        let size = unsafe Int(parameters.pointee.block_align)
        let codec = unsafe parameters.pointee.codec_id
        switch codec {
        case AV_CODEC_ID_WMAV1, AV_CODEC_ID_WMAV2:
            guard size > 0 else { return nil }
            let frame = Self.windowsMediaFrame(rate: unsafe parameters.pointee.sample_rate, isFirst: codec == AV_CODEC_ID_WMAV1)
            self = unsafe .windowsMedia(frame: frame, size: size, hasReservoir: Self.hasReservoir(parameters))
        case AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS, AV_CODEC_ID_GSM_MS:
            guard size > 0 else { return nil }
            self = .constant(frames: first, size: size)
        case AV_CODEC_ID_MUSEPACK7:
            // For up to 32 packets after a jump, scale factors may refer to earlier packets, and FFmpeg's decoder gives
            // nothing.
            self = .constant(frames: first, size: nil, lost: 32 * first)
        case AV_CODEC_ID_MUSEPACK8:
            // The container's time unit is one of its packets, which holds up to a second of sound.
            let base = unsafe stream.pointee.time_base
            let ticks = unsafe Int64(base.num) * Int64(parameters.pointee.sample_rate)
            guard base.den > 0, ticks > 0, ticks % Int64(base.den) == 0 else { return nil }
            self = .constant(frames: Int(ticks / Int64(base.den)), size: nil)
        case AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB, AV_CODEC_ID_SPEEX, AV_CODEC_ID_ATRAC1, AV_CODEC_ID_ATRAC3,
            AV_CODEC_ID_ATRAC3AL, AV_CODEC_ID_ATRAC3P, AV_CODEC_ID_ATRAC3PAL:
            self = .constant(frames: first, size: nil)
        default: return nil
        }
    }

    /// The number of frames that the decoder gives for `packet` if the packet before was decoded too.
    func frames(of packet: borrowing Packet) -> Int {
        switch self {
        case .constant(let frames, let size, _): return size.map { packet.size / $0 * frames } ?? frames
        case .windowsMedia(let frame, let size, let hasReservoir):
            guard hasReservoir else { return packet.size / size * frame }
            // The number is in the lower half of each block's first byte.
            return stride(from: 0, to: packet.size / size * size, by: size).reduce(0) { sum, place in
                sum + Int(packet.byte(at: place) & 0xF) * frame
            }
        }
    }

    /// The number of frames that do not come out after a jump. For Windows Media Audio, FFmpeg's decoder drops two frames, and
    /// it cannot make one that began in the block before.
    var lost: Int {
        switch self {
        case .constant(_, _, let lost): lost
        case .windowsMedia(let frame, _, let hasReservoir): hasReservoir ? 3 * frame : 2 * frame
        }
    }

    /// The number of frames in a transform, which depends on the rate: 23 to 46 ms.
    private static func windowsMediaFrame(rate: Int32, isFirst: Bool) -> Int {
        if rate <= 16_000 { return 512 }
        return rate <= 22_050 || isFirst && rate <= 32_000 ? 1_024 : 2_048
    }

    /// Whether frames continue from block to block, by a flag in the header that comes with the stream.
    private static func hasReservoir(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        let place = unsafe parameters.pointee.codec_id == AV_CODEC_ID_WMAV1 ? 2 : 4
        guard let header = unsafe parameters.pointee.extradata, unsafe parameters.pointee.extradata_size >= place + 2
        else { return false }
        return unsafe header[place] & 2 != 0
    }
}
