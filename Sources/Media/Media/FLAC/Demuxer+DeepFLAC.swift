import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

extension Demuxer {
    /// The most bits a sample of FLAC that FFmpeg decodes.
    private static let mostBits: Int32 = 24

    /// Makes the source of plain samples for FLAC that FFmpeg cannot decode, bare or in Ogg; `nil` for all other media.
    func deepFLAC() throws(MediaError) -> DeepFLACSource? {
        let (source, parameters) = unsafe (input.stream.source, stream.pointee.codecpar)
        guard let parameters = unsafe parameters, unsafe parameters.pointee.codec_id == AV_CODEC_ID_FLAC,
            unsafe (Self.mostBits + 1...32).contains(parameters.pointee.bits_per_raw_sample),
            unsafe formatName == "flac" || formatName == "ogg" && context.pointee.nb_streams == 1,
            source.isSeekable, source.size != nil, let count = try deepFrameCount(), count > 0, count < 1 << 40,
            let layout = unsafe ChannelLayout.decoded(&parameters.pointee.ch_layout), layout.count <= 8,
            unsafe parameters.pointee.sample_rate > 0
        else { return nil }
        let stated = FLACInformation(extradata[...])?.frameCount ?? count
        let wrongCount = stated < count ? try placeOfCount(in: source) : nil
        let frames = stated < count && wrongCount == nil ? stated : count
        let mask = layout == .mono ? nil : layout.nativeMask
        return try DeepFLACSource(
            source,
            shape: DeepFLACSource.Shape(
                channelCount: layout.count, bits: unsafe Int(parameters.pointee.bits_per_raw_sample),
                hertz: unsafe Int(parameters.pointee.sample_rate), mask: UInt32(truncatingIfNeeded: mask ?? 4),
                frameCount: frames,
                isOgg: formatName == "ogg", wrongCount: wrongCount),
            tags: tags, name: name, cancellation: input.stream.cancellation)
    }

    /// The number of frames by the last packet, by the header, or by the last page.
    private func deepFrameCount() throws(MediaError) -> Int64? {
        if formatName == "flac", let end = try flacEnd() { return end.promisedCount ?? end.sampleCount }
        if let stated = FLACInformation(extradata[...])?.frameCount { return stated }
        return try ogg?.lastPage()?.number
    }

    /// The bytes in which the header (STREAMINFO) of bare FLAC states the number of frames; `nil` if the header is not where it
    /// should be.
    private func placeOfCount(in source: any ByteSource) throws(MediaError) -> Range<Int64>? {
        // libFLAC skips an ID3 tag too.
        let start = try MPEGAudioHeader.endOfTags(source)
        let header = try source.bytes(in: start..<start + 42)
        guard header.starts(with: FLACMetadata.mark), header.count == 42,
            header[8...].elementsEqual(extradata.prefix(FLACInformation.size))
        else {
            return nil
        }
        return start + 21..<start + 26
    }
}
