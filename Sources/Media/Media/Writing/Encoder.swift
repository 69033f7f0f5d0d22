import AudioTypes
import CFFmpeg
import Glibc
import MediaTypes

/// Owner of an `AVCodecContext` that encodes: frames in, packets out. The counterpart of ``Decoder``. One thread at a time.
@safe struct Encoder: ~Copyable {
    /// The result of ``receive(into:)``.
    enum Output: Equatable { case packet, needsFrame, end }

    let context: UnsafeMutablePointer<AVCodecContext>
    /// The format of the frames that go in.
    let input: StreamFormat
    private let name: String
    private let codec: AudioFileFormat.Codec

    /// Makes an encoder for sound of `input`, which is a format that the codec stores.
    /// - Parameter hasGlobalHeader: whether the container keeps the codec's header apart from the packets.
    /// - Throws: ``MediaError/Code/unsupported`` if the encoder is missing, or does not take this combination of rate, channels
    ///   and bit rate.
    init(
        _ format: AudioFileFormat, input: StreamFormat, hasGlobalHeader: Bool, name: String
    ) throws(MediaError) {
        FFmpegProcess.prepare()
        guard let encoder = unsafe avcodec_find_encoder_by_name(format.encoderName) else {
            throw MediaError(.unsupported, "\(name) cannot be written: FFmpeg has no encoder for \(format.codec.name) here")
        }
        guard let context = unsafe avcodec_alloc_context3(encoder) else { throw .outOfMemory(writing: name) }
        unsafe context.pointee.sample_rate = input.sampleRate.hertz
        unsafe context.pointee.ch_layout = unsafe input.channelLayout.native
        unsafe context.pointee.time_base = AVRational(num: 1, den: input.sampleRate.hertz)
        unsafe context.pointee.sample_fmt = format.encodedSamples
        if format.samples == .signed24 { unsafe context.pointee.bits_per_raw_sample = 24 }
        if hasGlobalHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        // Threads would add delay; one core encodes music many times faster than it plays.
        unsafe context.pointee.thread_count = 1
        switch format.codec.effort(format.effort, format.bitRateMode, channelCount: input.channelCount) {
        case .bitRate(let rate): unsafe context.pointee.bit_rate = Int64(rate)
        case .quality(let quality):
            unsafe context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            unsafe context.pointee.global_quality = Int32(quality) * FF_QP2LAMBDA
        case nil: break
        }
        if let mode = format.bitRateMode {
            // Options of the wrappers, which the other encoders do not have: Opus varies by default, and LAME does so around a number.
            if format.codec == .opus {
                _ = unsafe av_opt_set(context, "vbr", mode == .constant ? "off" : "on", AV_OPT_SEARCH_CHILDREN)
            } else if format.codec == .mp3, mode == .variable {
                _ = unsafe av_opt_set_int(context, "abr", 1, AV_OPT_SEARCH_CHILDREN)
            }
        }
        // With three channels, of which one is for low frequencies, a third of the right channel's energy would be wrong.
        if format.codec == .aac, input.channelCount == 3 {
            _ = unsafe av_opt_set_int(context, "aac_ms", 0, AV_OPT_SEARCH_CHILDREN)
        }
        let status = unsafe avcodec_open2(context, encoder, nil)
        guard status >= 0 else {
            var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
            unsafe avcodec_free_context(&context)
            let what = "\(input.channelCount) channels at \(input.sampleRate)"
            throw MediaError(
                status: status, writing: name,
                "\(name) cannot be written: the encoder of \(format.codec.name) refuses \(what)\(format.effort.asked)")
        }
        unsafe self.context = unsafe context
        self.input = input
        self.name = name
        codec = format.codec
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// The number of frames (samples a channel) that each call of ``send(_:)`` takes, except the last; `nil` if it takes any.
    var frameSize: Int? {
        let size = Int(unsafe context.pointee.frame_size)
        return size > 0 ? size : nil
    }

    /// How the samples that go in are stored.
    var sampleFormat: AVSampleFormat { unsafe context.pointee.sample_fmt }

    /// Which of the input's channels the encoder wants as its first, second and so on; `nil` if the order is the same.
    ///
    /// FFmpeg's wrapper of libopus sorts the channels into the order of Vorbis the wrong way round, which shows with five and
    /// with seven channels only. In this order they end up where they belong.
    var channelOrder: [Int]? {
        guard codec == .opus else { return nil }
        switch input.channelCount {
        case 5: return [0, 1, 4, 2, 3]
        case 7: return [0, 1, 4, 3, 5, 2, 6]
        default: return nil
        }
    }

    /// Sends a frame. Call ``receive(into:)`` until it returns `needsFrame` afterwards.
    func send(_ frame: borrowing Frame) throws(MediaError) { unsafe try submit(frame.pointer) }

    /// Tells the encoder that no frame follows. It then gives out the packets that it holds back.
    func sendEnd() throws(MediaError) { unsafe try submit(nil) }

    private func submit(_ frame: UnsafeMutablePointer<AVFrame>?) throws(MediaError) {
        let status = unsafe avcodec_send_frame(context, frame)
        guard status >= 0 else { throw failure(status) }
    }

    /// Receives the next packet into `packet`. Its times are frames, and 0 is the first frame of the sound.
    func receive(into packet: borrowing Packet) throws(MediaError) -> Output {
        switch unsafe avcodec_receive_packet(context, packet.pointer) {
        case 0: return .packet
        case -EAGAIN: return .needsFrame
        case fermata_averror_eof(): return .end
        case let status: throw failure(status)
        }
    }

    private func failure(_ status: Int32) -> MediaError {
        MediaError(status: status, writing: name, "the sound for \(name) cannot be encoded as \(codec.name)")
    }
}

extension AudioFileFormat {
    /// FFmpeg's name of the encoder.
    fileprivate var encoderName: String {
        switch (codec, samples) {
        case (.pcm, .signed24): "pcm_s24le"
        case (.pcm, .float32): "pcm_f32le"
        case (.pcm, _): "pcm_s16le"
        case (.flac, _): "flac"
        case (.opus, _): "libopus"
        case (.vorbis, _): "libvorbis"
        case (.mp3, _): "libmp3lame"
        case (.aac, _): "aac"
        }
    }

    /// How the encoder wants the samples; all of these are formats that ``SampleConversion`` makes.
    fileprivate var encodedSamples: AVSampleFormat {
        switch (codec, samples) {
        case (_, .signed16): AV_SAMPLE_FMT_S16
        case (_, .signed24): AV_SAMPLE_FMT_S32
        case (_, .float32), (.opus, nil): AV_SAMPLE_FMT_FLT
        case (_, nil): AV_SAMPLE_FMT_FLTP
        }
    }
}

extension AudioFileFormat.Codec {
    /// How much is kept: what was asked for, or else what hides all differences from most listeners. `nil` for lossless codecs.
    fileprivate func effort(
        _ asked: AudioFileFormat.Effort?, _ mode: AudioFileFormat.BitRateMode?, channelCount: Int
    ) -> AudioFileFormat.Effort? {
        switch (self, asked, mode) {
        // LAME's quality whose bit rate is near that which MP3 has otherwise, and the encoder's own one of AAC.
        case (.mp3, nil, .variable): return .quality(2)
        case (.aac, nil, .variable): return .quality(1)
        default: break
        }
        return switch self {
        case .pcm, .flac: nil
        case .opus: asked ?? .bitRate(64_000 * channelCount)
        case .mp3: asked ?? .bitRate(96_000 * channelCount)
        case .aac: asked ?? .bitRate(80_000 * channelCount)
        case .vorbis: asked ?? .quality(5)
        }
    }
}

extension AudioFileFormat.Effort? {
    /// The words for a message.
    fileprivate var asked: String {
        switch self {
        case .bitRate(let rate): " with \(rate) bit/s"
        case .quality(let quality): " with quality \(quality)"
        case nil: ""
        }
    }
}
