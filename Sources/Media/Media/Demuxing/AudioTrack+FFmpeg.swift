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
        func positive(_ value: Int64) -> Int? { value > 0 ? Int(value) : nil }
        self.init(
            index: Int(unsafe stream.pointee.index),
            codec: unsafe String(cString: avcodec_get_name(parameters.codec_id)),
            sampleRate: unsafe positive(Int64(parameters.sample_rate)),
            channels: unsafe positive(Int64(parameters.ch_layout.nb_channels)),
            channelLayout: text,
            bitRate: unsafe positive(parameters.bit_rate),
            bitsPerSample: unsafe Self.bitsPerSample(of: parameters),
            language: unsafe Tags.dictionary(stream.pointee.metadata)["language"])
    }

    /// The same track without losses, at a rate of bits a second.
    func exact(bits: Int, rate: Int) -> AudioTrack {
        AudioTrack(
            index: index, codec: codec, sampleRate: sampleRate, channels: channels, channelLayout: channelLayout, bitRate: rate,
            bitsPerSample: bits, language: language)
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
