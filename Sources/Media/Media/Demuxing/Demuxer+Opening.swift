import AudioTypes
import CFFmpeg
import Containers
import Glibc
import MediaTypes

extension Demuxer {
    /// Opens the container whose format the bytes show, or raw samples.
    static func open(
        _ input: borrowing InputContext, _ segments: SegmentInputs?, _ samples: RawSamples?, name: String
    ) throws(MediaError) -> UnsafeMutablePointer<AVFormatContext> {
        FFmpegProcess.prepare()
        let format: UnsafePointer<AVInputFormat>
        if let told = unsafe samples?.demuxer {
            unsafe format = unsafe told
        } else if let early = unsafe try formatOfLiveSound(input, name: name) {
            unsafe format = unsafe early
        } else {
            unsafe format = unsafe try probe(input, mayBeList: segments != nil, name: name)
        }
        // For MP3, FFmpeg compares the size that the header states with the size of the file. It takes an unknown size for a
        // huge one, and then does not cut the encoder's padding. If the size is 0 it compares nothing.
        if unsafe String(cString: format.pointee.name) == "mp3" { input.stream.unknownSize = 0 }
        guard let allocated = unsafe avformat_alloc_context() else { throw .outOfMemory(name) }
        unsafe allocated.pointee.pb = unsafe input.pointer
        unsafe allocated.pointee.interrupt_callback = unsafe AVIOInterruptCB(
            callback: isInterrupted, opaque: Unmanaged.passUnretained(input.stream).toOpaque())
        unsafe allocated.pointee.io_open = refuseNestedOpen
        if let latency = input.stream.source.liveLatency {
            unsafe allocated.pointee.max_analyze_duration = Int64(max(latency, 0.001) * 1e6)
        }
        var address = ""
        var options: OpaquePointer?
        defer { unsafe av_dict_free(&options) }
        if let segments, unsafe isList(format) {
            unsafe segments.install(in: allocated, &options)
            address = segments.address
        }
        unsafe samples?.describe(in: &options)
        if unsafe String(cString: format.pointee.name) == "wav" {
            let size = input.stream.source.liveLatency == nil ? Self.copiedPacketSize : Self.livePacketSize
            unsafe av_dict_set_int(&options, "max_size", size, 0)
        }
        // FFmpeg would otherwise read the index of all fragments, which covers the whole file.
        if input.stream.source.isFar, unsafe isMovie(format) {
            unsafe allocated.pointee.flags |= AVFMT_FLAG_IGNIDX
        }
        var context: UnsafeMutablePointer<AVFormatContext>? = unsafe allocated
        // On failure this call frees the context.
        let status = unsafe avformat_open_input(&context, address, format, &options)
        guard status >= 0, let context = unsafe context else {
            throw failure(status, input, name, "the header of \(name) is damaged")
        }
        return unsafe context
    }

    /// Returns the format that the first bytes show.
    private static func probe(
        _ input: borrowing InputContext, mayBeList: Bool, name: String
    ) throws(MediaError) -> UnsafePointer<AVInputFormat> {
        if let format = unsafe try formatBehindTags(input, name: name) { return unsafe format }
        var format: UnsafePointer<AVInputFormat>?
        // FFmpeg recognises a list only by its usual file name.
        let fileName = mayBeList ? "list.m3u8" : ""
        let status = unsafe av_probe_input_buffer2(input.pointer, &format, fileName, nil, 0, 0)
        guard status >= 0, let format = unsafe format else {
            guard !input.stream.isCancelled else { throw .cancelled(name) }
            if let failure = input.stream.failure { throw failure }
            if try MPEGAudioHeader.begins(input.stream.source), let format = unsafe av_find_input_format("mp3") {
                return unsafe format
            }
            if input.firstBytes(1).isEmpty { throw MediaError(.unsupported, "\(name) is empty") }
            if let reason = try UnplayableFormat.reason(input, name) { throw MediaError(.unsupported, reason) }
            throw MediaError(.unsupported, "\(name) is not audio in a known format", detail: MediaError.text(of: status))
        }
        let formatName = unsafe String(cString: format.pointee.name)
        guard unsafe AllowedFormats.contains(formatName) || mayBeList && isList(format) else {
            if let reason = try UnplayableFormat.reason(input, name) { throw MediaError(.unsupported, reason) }
            throw MediaError(.unsupported, "\(name) is not audio: its content looks like \(formatName)")
        }
        return unsafe format
    }

    /// Returns the format that the first bytes of live sound show, as soon as they show one. FFmpeg's own probe waits for two thousand
    /// bytes, which are a quarter of a second of speech in Opus. `nil`: that probe has to decide.
    private static func formatOfLiveSound(
        _ input: borrowing InputContext, name: String
    ) throws(MediaError) -> UnsafePointer<AVInputFormat>? {
        guard input.stream.source.liveLatency != nil else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < Self.liveProbe.upperBound {
            let more = try input.stream.source.someBytes(
                in: Int64(bytes.count)..<Int64(Self.liveProbe.upperBound))
            guard !more.isEmpty else { return nil }
            bytes += more
            if bytes.count >= Self.liveProbe.lowerBound, let format = unsafe Self.format(of: bytes) { return unsafe format }
        }
        return nil
    }

    /// Fewer bytes of live sound show no format; more are looked at by FFmpeg itself.
    private static let liveProbe = 64..<2_048

    /// Returns the format that `bytes` show without doubt.
    private static func format(of bytes: [UInt8]) -> UnsafePointer<AVInputFormat>? {
        let padding = [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
        var padded = bytes + padding
        return unsafe padded.withUnsafeMutableBufferPointer { buffer in
            var data = unsafe AVProbeData(
                filename: nil, buf: buffer.baseAddress, buf_size: Int32(bytes.count), mime_type: nil)
            var score: Int32 = 0
            guard let format = unsafe av_probe_input_format3(&data, 1, &score), score > AVPROBE_SCORE_RETRY,
                unsafe AllowedFormats.contains(String(cString: format.pointee.name))
            else { return nil }
            return unsafe format
        }
    }

    /// A tag of up to this many bytes does not keep FFmpeg from recognising the format. It looks at 1 MiB, and takes a file
    /// with a tag of that size for an MP3.
    private static let probedSize: Int64 = 1 << 19

    /// Returns the format of the content after ID3 tags, if these are too long for FFmpeg to see it; a large picture is enough
    /// for that.
    private static func formatBehindTags(
        _ input: borrowing InputContext, name: String
    ) throws(MediaError) -> UnsafePointer<AVInputFormat>? {
        let source = input.stream.source
        guard source.isLocal, source.isSeekable, let size = source.size else { return nil }
        let start = try MPEGAudioHeader.endOfTags(source)
        guard start > probedSize, start < size else { return nil }
        let rest = try InputContext(
            SourcePart(source, range: start..<size), cancellation: input.stream.cancellation, name: name)
        var format: UnsafePointer<AVInputFormat>?
        let status = unsafe av_probe_input_buffer2(rest.pointer, &format, "", nil, 0, 0)
        if let failure = rest.stream.failure { throw failure }
        guard status >= 0, let format = unsafe format, unsafe AllowedFormats.contains(String(cString: format.pointee.name))
        else { return nil }
        return unsafe format
    }

    /// Whether `format` is that of a list of segments (HLS).
    static func isList(_ format: UnsafePointer<AVInputFormat>) -> Bool {
        unsafe String(cString: format.pointee.name) == "hls"
    }

    /// Whether `format` is MP4 or QuickTime.
    static func isMovie(_ format: UnsafePointer<AVInputFormat>) -> Bool {
        unsafe String(cString: format.pointee.name).hasPrefix("mov")
    }

    /// Reads enough of the media to know its tracks, and returns the index of the one to play, which is the one that is `wanted` if the wish decides.
    static func chooseTrack(
        of context: UnsafeMutablePointer<AVFormatContext>, _ input: borrowing InputContext, _ samples: RawSamples?,
        wanted: TrackWish,
        name: String
    ) throws(MediaError) -> Int32 {
        unsafe discardAttachments(of: context)
        // Everything about raw samples is stated by the caller. To probe them would wait for seconds of sound.
        if samples == nil {
            let status = unsafe avformat_find_stream_info(context, nil)
            guard status >= 0 else { throw failure(status, input, name, "\(name) is damaged") }
        }
        guard !input.stream.isCancelled else { throw .cancelled(name) }
        let asked = unsafe try number(of: wanted, in: context, name: name)
        var chosen = unsafe av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, asked ?? -1, -1, nil, 0)
        if chosen < 0, asked != nil, !wanted.isExact {
            // The track in the wanted language has no sound, such as one that a broadcast only announces. Another one may.
            chosen = unsafe av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        }
        guard chosen >= 0, let streams = unsafe context.pointee.streams else {
            if let failure = input.stream.failure { throw failure }
            throw MediaError(.unsupported, "\(name) has no audio")
        }
        for index in 0..<Int(unsafe context.pointee.nb_streams) where index != Int(chosen) {
            // A list's stream of tags is read beside the sound.
            let isTags = unsafe streams[index]?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIMED_ID3
            if unsafe !isTags || !isList(context.pointee.iformat) { unsafe streams[index]?.pointee.discard = AVDISCARD_ALL }
        }
        return chosen
    }

    /// Returns the number of the stream that is wanted; `nil` if the wish does not decide.
    private static func number(
        of wanted: TrackWish, in context: UnsafeMutablePointer<AVFormatContext>, name: String
    ) throws(MediaError) -> Int32? {
        guard !wanted.isEmpty, let streams = unsafe context.pointee.streams else { return nil }
        let tracks = unsafe (0..<Int(context.pointee.nb_streams)).compactMap { index -> SoundTrack? in
            guard let stream = unsafe streams[index],
                unsafe stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
            else { return nil }
            return unsafe AudioTrack(stream).soundTrack
        }
        do throws(TrackIsMissing) {
            return try wanted.track(among: tracks).map { Int32(clamping: $0.index) }
        } catch {
            throw MediaError(.unsupported, "stream \(error.index) of \(name) is not there, or is not audio")
        }
    }

    /// Discards the attached pictures: they are not played, and probing them would read them whole.
    private static func discardAttachments(of context: UnsafeMutablePointer<AVFormatContext>) {
        for index in 0..<Int(unsafe context.pointee.nb_streams) {
            guard let stream = unsafe context.pointee.streams?[index] else { continue }
            if unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 {
                unsafe stream.pointee.discard = AVDISCARD_ALL
            }
        }
    }

    /// The size of the packets of a WAV file, in bytes: of one that is only decoded, and while it is opened or if its packets are copied.
    /// The smaller ones cost four times as much work, but FFmpeg looks at up to 32 packets before it believes that sound is no DTS. Its own
    /// size is the smaller one or, in newer releases, up to a tenth of a second, of which 32 are most of a small file.
    private static let wavePacketSize: Int64 = 32_768, copiedPacketSize: Int64 = 4_096
    /// The size of a packet of live sound in WAV, in bytes, whose end is waited for.
    private static let livePacketSize: Int64 = 1_024

    /// Has a demuxer of WAV read larger packets, if reading them keeps nobody waiting, and if no sample can be damaged: damage is
    /// concealed by the packet. A copy of packets needs the smaller ones.
    mutating func enlargePackets() {
        let integers = [AV_CODEC_ID_PCM_U8, AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S24LE, AV_CODEC_ID_PCM_S32LE]
        guard isNearby, formatName == "wav", let codec = unsafe stream.pointee.codecpar?.pointee.codec_id,
            integers.contains(codec)
        else { return }
        // A libavformat without this option keeps its packets.
        _ = unsafe av_opt_set_int(context, "max_size", Self.wavePacketSize, AV_OPT_SEARCH_CHILDREN)
    }

    private static func failure(
        _ status: Int32, _ input: borrowing InputContext, _ name: String, _ sentence: String
    ) -> MediaError {
        if input.stream.isCancelled { return .cancelled(name) }
        return input.stream.failure ?? MediaError(status: status, reading: name, otherwise: .corrupt, sentence)
    }
}

/// FFmpeg calls this during long work.
private func isInterrupted(opaque: UnsafeMutableRawPointer?) -> Int32 {
    guard let opaque = unsafe opaque else { return 0 }
    return unsafe Unmanaged<ByteStream>.fromOpaque(opaque).takeUnretainedValue().isInterrupted ? 1 : 0
}

/// Refuses when a container asks for another file: media must not reach anything that its location does not name.
private func refuseNestedOpen(
    context: UnsafeMutablePointer<AVFormatContext>?, input: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
    url: UnsafePointer<CChar>?, flags: Int32, options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 { -EPERM }
