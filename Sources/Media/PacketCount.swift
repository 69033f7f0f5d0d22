import CFFmpeg

/// How many frames a codec's packets have, told without decoding them: where there is no index, or none to be believed to the
/// frame, packets are counted up to the target.
enum PacketCount: Equatable {
    /// Each block of `size` bytes has as many; without a size each packet. Behind a jump some are `lost`.
    case constant(frames: Int, size: Int?, lost: Int = 0)
    /// Windows Media Audio: blocks of `size` bytes. With a reservoir of bits, each says how many frames of a constant length end in
    /// it, and the first of them began in the one before; without it a block is a frame.
    case windowsMedia(frame: Int, size: Int, hasReservoir: Bool)

    /// What a track's codec allows; `nil` where packets have to be decoded to be counted.
    /// - Parameter first: the frames that came out of the decoder first.
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
            // For as many packets scale factors may refer to earlier ones, and FFmpeg's decoder gives nothing.
            self = .constant(frames: first, size: nil, lost: 32 * first)
        case AV_CODEC_ID_MUSEPACK8:
            // A packet of the container, with up to a second of sound, is what it counts time in.
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

    /// The frames that come out of a decoder that is given this packet behind the one before.
    func frames(of packet: borrowing Packet) -> Int {
        switch self {
        case .constant(let frames, let size, _): return size.map { packet.size / $0 * frames } ?? frames
        case .windowsMedia(let frame, let size, let hasReservoir):
            guard hasReservoir else { return packet.size / size * frame }
            // The lower half of a block's first byte.
            return stride(from: 0, to: packet.size / size * size, by: size).reduce(0) { sum, place in
                sum + Int(packet.byte(at: place) & 0xF) * frame
            }
        }
    }

    /// The frames that do not come out behind a jump. Of Windows Media Audio FFmpeg's decoder leaves out two, and one that began
    /// in the block before it cannot make.
    var lost: Int {
        switch self {
        case .constant(_, _, let lost): lost
        case .windowsMedia(let frame, _, let hasReservoir): hasReservoir ? 3 * frame : 2 * frame
        }
    }

    /// The frames of a transform, by the rate: 23 to 46 ms.
    private static func windowsMediaFrame(rate: Int32, isFirst: Bool) -> Int {
        if rate <= 16_000 { return 512 }
        return rate <= 22_050 || isFirst && rate <= 32_000 ? 1_024 : 2_048
    }

    /// Whether frames go on from block to block: a flag in the header that comes with the stream.
    private static func hasReservoir(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        let place = unsafe parameters.pointee.codec_id == AV_CODEC_ID_WMAV1 ? 2 : 4
        guard let header = unsafe parameters.pointee.extradata, unsafe parameters.pointee.extradata_size >= place + 2
        else { return false }
        return unsafe header[place] & 2 != 0
    }
}
