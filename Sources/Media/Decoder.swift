import CFFmpeg
import Glibc

/// Owner of an `AVCodecContext`: turns packets of one audio track into frames. One thread at a time.
///
/// Encoder delay and padding that a container announces are already cut from the frames that come out.
@safe struct Decoder: ~Copyable {
    /// What ``receive(into:)`` found.
    enum Output: Equatable { case frame, needsPacket, end, invalid }

    private let context: UnsafeMutablePointer<AVCodecContext>
    /// The codec of the track.
    let codec: AVCodecID
    private let name: String

    /// A decoder for a stream whose ticks are `time base` long.
    /// - Throws: ``MediaError/Code/unsupported`` where no decoder exists, ``MediaError/Code/corrupt`` for headers that it refuses.
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
            // Without it the decoder cannot cut the encoder's delay to the sample.
            unsafe context.pointee.pkt_timebase = stream.pointee.time_base
            // Threads would add delay and wake-ups; one core decodes music hundreds of times faster than it plays.
            unsafe context.pointee.thread_count = 1
            unsafe context.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLTP
            // AC-3 fills silent bands with noise. Seeded from the packet, the same frame sounds the same after a seek.
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

    /// The decoder to use where there are several: mostly FFmpeg's own that computes in floating point.
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
            // FFmpeg's own is a tenth off the standard's decoder in wide band; this one is that decoder.
            case AV_CODEC_ID_SPEEX: "libspeex"
            default: nil
            }
        if let preferred, let decoder = unsafe avcodec_find_decoder_by_name(preferred) { return unsafe decoder }
        return unsafe avcodec_find_decoder(codec)
    }

    /// Has FLAC's header (RFC 9639, section 8.2) allow blocks of any length. FFmpeg leaves out each block that is longer than a wrong
    /// header says, all of them as a rule; the blocks say themselves how long they are.
    private static func allowLongestBlocks(_ context: UnsafeMutablePointer<AVCodecContext>) {
        // The bare header, or behind FLAC's mark and a head of its own.
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

    /// Frames (samples a channel) of a packet where the codec has a constant number; `nil` otherwise.
    var constantFrameSize: Int? {
        let size = Int(unsafe context.pointee.frame_size)
        return size > 0 ? size : nil
    }

    /// Gives a packet in; `false` where the decoder cannot make anything of it. Call ``receive(into:)`` until it needs a packet first.
    func send(_ packet: borrowing Packet) throws(MediaError) -> Bool { unsafe try submit(packet.pointer) }

    /// Says that no packet follows; frames that the decoder holds back come out then.
    func sendEnd() throws(MediaError) { _ = unsafe try submit(nil) }

    private func submit(_ packet: UnsafeMutablePointer<AVPacket>?) throws(MediaError) -> Bool {
        let status = unsafe avcodec_send_packet(context, packet)
        if status == -ENOMEM { throw .outOfMemory(name) }
        return status >= 0 || status == fermata_averror_eof()
    }

    /// Takes the next frame out.
    func receive(into frame: borrowing Frame) throws(MediaError) -> Output {
        switch unsafe avcodec_receive_frame(context, frame.pointer) {
        case 0: return .frame
        case -EAGAIN: return .needsPacket
        case fermata_averror_eof(): return .end
        case -ENOMEM: throw .outOfMemory(name)
        default: return .invalid
        }
    }

    /// Forgets what went in, after a seek.
    func flush() { unsafe avcodec_flush_buffers(context) }
}
