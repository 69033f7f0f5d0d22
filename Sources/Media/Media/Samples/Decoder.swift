import CFFmpeg
import Glibc
import MediaTypes

/// Owner of an `AVCodecContext`: decodes packets of one audio track to frames. One thread at a time.
///
/// The encoder delay and padding that a container announces are already cut from the decoded frames.
@safe struct Decoder: ~Copyable {
    /// The result of ``receive(into:)``.
    enum Output: Equatable { case frame, needsPacket, end, invalid }

    private let context: UnsafeMutablePointer<AVCodecContext>
    /// The codec of the track.
    let codec: AVCodecID
    /// Whether no packet follows, and what the decoder holds back is given out.
    private(set) var isDraining = false
    private let name: String

    /// Makes a decoder for `stream`.
    /// - Throws: ``MediaError/Code/unsupported`` if there is no decoder, ``MediaError/Code/corrupt`` if the decoder refuses the
    ///   headers.
    init(for stream: UnsafeMutablePointer<AVStream>, name: String) throws(MediaError) {
        guard let parameters = unsafe stream.pointee.codecpar else { throw .outOfMemory(name) }
        let codec = unsafe parameters.pointee.codec_id
        guard let implementation = unsafe Self.implementation(of: codec) else {
            let codecName = unsafe String(cString: avcodec_get_name(codec))
            throw MediaError(.unsupported, "\(name) uses the codec \(codecName), which cannot be decoded here")
        }
        guard let context = unsafe avcodec_alloc_context3(implementation) else { throw .outOfMemory(name) }
        var status = unsafe avcodec_parameters_to_context(context, parameters)
        if status >= 0 {
            // Without the time base the decoder cannot cut the encoder's delay to the sample.
            unsafe context.pointee.pkt_timebase = stream.pointee.time_base
            // Threads would add delay and wake-ups; one core decodes music hundreds of times faster than it plays.
            unsafe context.pointee.thread_count = 1
            // FFmpeg's decoder of FLAC joins two channels with vector instructions if they come interleaved, and not if they come
            // apart.
            let isInterleaved = unsafe codec == AV_CODEC_ID_FLAC && parameters.pointee.ch_layout.nb_channels <= 2
            unsafe context.pointee.request_sample_fmt = isInterleaved ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_FLTP
            // AC-3 fills silent bands with noise. With a seed from the packet, a frame sounds the same after a seek.
            if codec == AV_CODEC_ID_AC3 || codec == AV_CODEC_ID_EAC3 {
                _ = unsafe av_opt_set_int(context, "cons_noisegen", 1, AV_OPT_SEARCH_CHILDREN)
            }
            if codec == AV_CODEC_ID_FLAC { unsafe Self.allowLongestBlocks(context) }
            status = unsafe avcodec_open2(context, implementation, nil)
        }
        guard status >= 0 else {
            var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
            unsafe avcodec_free_context(&context)
            throw MediaError(
                status: status, reading: name, otherwise: .corrupt, "the audio of \(name) cannot be decoded")
        }
        unsafe self.context = unsafe context
        self.codec = codec
        self.name = name
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// The preferred decoder for a codec that has several: mostly FFmpeg's own floating-point one.
    private static func implementation(of codec: AVCodecID) -> UnsafePointer<AVCodec>? {
        let preferred: String? =
            switch codec {
            case AV_CODEC_ID_MP1: "mp1float"
            case AV_CODEC_ID_MP2: "mp2float"
            case AV_CODEC_ID_MP3: "mp3float"
            case AV_CODEC_ID_OPUS: "opus"
            case AV_CODEC_ID_VORBIS: "vorbis"
            case AV_CODEC_ID_AAC: "aac"
            case AV_CODEC_ID_AC3: "ac3"
            // FFmpeg's own decoder differs by a tenth from the reference decoder in wide band; libspeex is that decoder.
            case AV_CODEC_ID_SPEEX: "libspeex"
            default: nil
            }
        if let preferred, let decoder = unsafe avcodec_find_decoder_by_name(preferred) { return unsafe decoder }
        return unsafe avcodec_find_decoder(codec)
    }

    /// Makes FLAC's header (RFC 9639, section 8.2) allow blocks of any length. FFmpeg drops each block that is longer than the
    /// header says, and if the header is wrong that is usually all of them. The blocks state their own lengths.
    private static func allowLongestBlocks(_ context: UnsafeMutablePointer<AVCodecContext>) {
        // `extradata` is the bare header, or FLAC's mark and a block head followed by it.
        let start: Int? =
            switch unsafe context.pointee.extradata_size {
            case 34: 0
            case 42...: 8
            default: nil
            }
        guard let start, let header = unsafe context.pointee.extradata else { return }
        // The shortest and the longest block, 16 bits each.
        for byte in 2..<4 { unsafe header[start + byte] = 0xFF }
    }

    /// The number of frames (samples a channel) in a packet if the codec has a constant one; otherwise `nil`.
    var constantFrameSize: Int? {
        let size = Int(unsafe context.pointee.frame_size)
        return size > 0 ? size : nil
    }

    /// Sends a packet; returns `false` if the decoder rejects it. Call ``receive(into:)`` until it returns `needsPacket` first.
    func send(_ packet: borrowing Packet) throws(MediaError) -> Bool { unsafe try submit(packet.pointer) }

    /// Tells the decoder that no packet follows. It then gives out the frames that it holds back.
    mutating func sendEnd() throws(MediaError) {
        isDraining = true
        _ = unsafe try submit(nil)
    }

    private func submit(_ packet: UnsafeMutablePointer<AVPacket>?) throws(MediaError) -> Bool {
        let status = unsafe avcodec_send_packet(context, packet)
        if status == -ENOMEM { throw .outOfMemory(name) }
        return status >= 0 || status == fermata_averror_eof()
    }

    /// Receives the next decoded frame into `frame`.
    func receive(into frame: borrowing Frame) throws(MediaError) -> Output {
        switch unsafe avcodec_receive_frame(context, frame.pointer) {
        case 0: return .frame
        case -EAGAIN: return .needsPacket
        case fermata_averror_eof(): return .end
        case -ENOMEM: throw .outOfMemory(name)
        default: return .invalid
        }
    }

    /// Drops all that was sent. Call it after a seek.
    mutating func flush() {
        isDraining = false
        unsafe avcodec_flush_buffers(context)
    }
}
