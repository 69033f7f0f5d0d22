import AudioTypes
import CFFmpeg

extension AudioTrack {
    /// Describes the track of an FFmpeg stream.
    init(_ stream: UnsafeMutablePointer<AVStream>) {
        let parameters = unsafe stream.pointee.codecpar.pointee
        var layout = unsafe parameters.ch_layout
        // Describe the layout that is played: if the container gives no positions, the usual ones for the number of channels.
        if unsafe layout.order == AV_CHANNEL_ORDER_UNSPEC {
            unsafe av_channel_layout_default(&layout, layout.nb_channels)
        }
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
            guard let start = buffer.baseAddress else { return "" }
            let needed = unsafe av_channel_layout_describe(&layout, start, buffer.count)
            return needed > 0 ? unsafe String(cString: start) : ""
        }
        let tags = unsafe Tags.dictionary(stream.pointee.metadata)
        func positive(_ value: Int64) -> Int? { value > 0 ? Int(value) : nil }
        self.init(
            index: Int(unsafe stream.pointee.index),
            codec: unsafe String(cString: avcodec_get_name(parameters.codec_id)),
            sampleRate: unsafe positive(Int64(parameters.sample_rate)),
            channels: unsafe positive(Int64(parameters.ch_layout.nb_channels)),
            channelLayout: text,
            bitRate: unsafe positive(parameters.bit_rate),
            bitsPerSample: unsafe Self.bitsPerSample(of: parameters),
            language: tags["language"], title: tags["title"].flatMap { $0.isEmpty ? nil : $0 },
            purposes: unsafe Self.purposes(stream.pointee.disposition), frames: unsafe Self.frames(of: stream))
    }

    /// The same track without losses, at a rate of bits a second.
    func exact(bits: Int, rate: Int) -> AudioTrack {
        AudioTrack(
            index: index, codec: codec, sampleRate: sampleRate, channels: channels, channelLayout: channelLayout, bitRate: rate,
            bitsPerSample: bits, language: language, title: title, purposes: purposes, frames: frames)
    }

    private static func purposes(_ disposition: Int32) -> Set<TrackPurpose> {
        let flags: [(Int32, TrackPurpose)] = [
            (AV_DISPOSITION_DEFAULT, .default), (AV_DISPOSITION_ORIGINAL, .original), (AV_DISPOSITION_DUB, .dub),
            (AV_DISPOSITION_COMMENT, .commentary), (AV_DISPOSITION_VISUAL_IMPAIRED, .visuallyImpaired),
            (AV_DISPOSITION_DESCRIPTIONS, .visuallyImpaired), (AV_DISPOSITION_HEARING_IMPAIRED, .hearingImpaired),
            (AV_DISPOSITION_LYRICS, .lyrics), (AV_DISPOSITION_KARAOKE, .karaoke),
            (AV_DISPOSITION_CLEAN_EFFECTS, .cleanEffects), (AV_DISPOSITION_NON_DIEGETIC, .nonDiegetic),
        ]
        return Set(flags.filter { disposition & $0.0 != 0 }.map(\.1))
    }

    private static func frames(of stream: UnsafeMutablePointer<AVStream>) -> Int64? {
        let (duration, rate) = unsafe (stream.pointee.duration, stream.pointee.codecpar.pointee.sample_rate)
        guard duration > 0, rate > 0 else { return nil }
        let frames = unsafe av_rescale_q(duration, stream.pointee.time_base, AVRational(num: 1, den: rate))
        return frames > 0 ? frames : nil
    }

    /// The bits of a sample; `nil` for lossy codecs, whatever their headers say.
    private static func bitsPerSample(of parameters: AVCodecParameters) -> Int? {
        let properties = unsafe avcodec_descriptor_get(parameters.codec_id)?.pointee.props ?? 0
        guard properties & AV_CODEC_PROP_LOSSY == 0 else { return nil }
        let raw = unsafe parameters.bits_per_raw_sample
        if raw > 0 { return Int(raw) }
        let coded = unsafe parameters.bits_per_coded_sample
        if coded > 0 { return Int(coded) }
        let exact = unsafe av_get_exact_bits_per_sample(parameters.codec_id)
        return exact > 0 ? Int(exact) : nil
    }
}
