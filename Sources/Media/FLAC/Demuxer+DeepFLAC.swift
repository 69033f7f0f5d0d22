import AudioTypes
import CFFmpeg

extension Demuxer {
    /// The most bits of FLAC that FFmpeg decodes.
    private static let mostBits: Int32 = 24

    /// The plain samples of FLAC that FFmpeg cannot decode: bare, or in Ogg; `nil` for everything else.
    func deepFLAC() throws(MediaError) -> DeepFLACSource? {
        let (source, parameters) = unsafe (input.stream.source, stream.pointee.codecpar)
        guard let parameters = unsafe parameters, unsafe parameters.pointee.codec_id == AV_CODEC_ID_FLAC,
            unsafe (Self.mostBits + 1...32).contains(parameters.pointee.bits_per_raw_sample),
            unsafe formatName == "flac" || formatName == "ogg" && context.pointee.nb_streams == 1,
            source.isSeekable, source.size != nil, let frames = try deepFrameCount(), frames > 0, frames < 1 << 40,
            let layout = unsafe ChannelLayout.decoded(&parameters.pointee.ch_layout), layout.count <= 8,
            unsafe parameters.pointee.sample_rate > 0
        else { return nil }
        let mask = layout == .mono ? nil : layout.nativeMask
        return try DeepFLACSource(
            source,
            shape: DeepFLACSource.Shape(
                channelCount: layout.count, bits: unsafe Int(parameters.pointee.bits_per_raw_sample),
                hertz: unsafe Int(parameters.pointee.sample_rate), mask: UInt32(truncatingIfNeeded: mask ?? 4),
                frameCount: frames,
                isOgg: formatName == "ogg"),
            tags: tags, name: name, cancellation: input.stream.cancellation)
    }

    /// By the last packet, by the header, or by the last page.
    private func deepFrameCount() throws(MediaError) -> Int64? {
        if formatName == "flac", let end = try flacEnd() { return end.promisedCount ?? end.sampleCount }
        if let stated = FLACEnd.statedCount(extradata) { return stated }
        return try ogg?.lastPage()?.number
    }
}
