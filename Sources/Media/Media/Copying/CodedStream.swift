import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// What a container says of a track once, apart from its packets: how they are coded. It never changes, so any thread may use it.
@safe package final class CodedStream: @unchecked Sendable {
    /// How the packets are coded.
    package let format: CodedFormat
    /// The codec's header, as far as it stands apart from the packets.
    let header: [UInt8]
    /// Whether the packets of AAC have ADTS headers.
    let hasHeaders: Bool
    /// What FFmpeg knows of the codec. Nobody changes it.
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    /// The length of a tick of the packets' times, in seconds.
    let timeBase: AVRational
    /// Whether the demuxer knows how long the packets are. It does not if their header came among them.
    let hasDurations: Bool

    /// Copies what `demuxer` says of its track, one of whose packets it has read.
    /// - Throws: ``MediaError/Code/corrupt`` if the track has no rate or no channels.
    init(_ demuxer: borrowing Demuxer) throws(MediaError) {
        let stream = unsafe demuxer.stream
        guard let own = unsafe stream.pointee.codecpar, let rate = unsafe SampleRate(hertz: Int(own.pointee.sample_rate)),
            unsafe own.pointee.ch_layout.nb_channels > 0
        else { throw demuxer.undecodable }
        guard let copy = unsafe avcodec_parameters_alloc() else { throw .outOfMemory(demuxer.name) }
        unsafe parameters = unsafe copy
        guard unsafe avcodec_parameters_copy(copy, own) >= 0 else {
            var copy: UnsafeMutablePointer<AVCodecParameters>? = unsafe copy
            unsafe avcodec_parameters_free(&copy)
            throw .outOfMemory(demuxer.name)
        }
        timeBase = unsafe stream.pointee.time_base
        hasDurations = true
        let header = demuxer.extradata
        let isAAC = unsafe own.pointee.codec_id == AV_CODEC_ID_AAC
        self.header = header
        hasHeaders = isAAC && header.isEmpty && ADTSHeader(demuxer.packet.start(ADTSHeader.size)[...]) != nil
        format = unsafe CodedFormat(
            codec: String(cString: avcodec_get_name(own.pointee.codec_id)), sampleRate: rate,
            channelCount: Int(own.pointee.ch_layout.nb_channels), aac: isAAC ? AudioSpecificConfig(header) : nil)
    }

    /// Describes the packets behind a header of Vorbis that came among those of `demuxer`, which FFmpeg leaves to decoders.
    /// - Throws: ``MediaError/Code/corrupt`` if nothing has so many hertz.
    init(_ demuxer: borrowing Demuxer, song: VorbisHeaders.Song) throws(MediaError) {
        guard let rate = SampleRate(hertz: song.sampleRate) else { throw demuxer.undecodable }
        guard let made = unsafe avcodec_parameters_alloc(),
            let bytes = unsafe av_mallocz(song.header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
        else { throw .outOfMemory(demuxer.name) }
        unsafe bytes.copyMemory(from: song.header, byteCount: song.header.count)
        unsafe made.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        unsafe made.pointee.codec_id = AV_CODEC_ID_VORBIS
        unsafe made.pointee.extradata = bytes.assumingMemoryBound(to: UInt8.self)
        unsafe made.pointee.extradata_size = Int32(song.header.count)
        unsafe made.pointee.sample_rate = rate.hertz
        unsafe av_channel_layout_default(&made.pointee.ch_layout, Int32(song.channelCount))
        unsafe parameters = unsafe made
        // Ogg counts the frames of the song itself.
        timeBase = AVRational(num: 1, den: rate.hertz)
        hasDurations = false
        header = song.header
        hasHeaders = false
        format = CodedFormat(codec: "vorbis", sampleRate: rate, channelCount: song.channelCount)
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = unsafe parameters
        unsafe avcodec_parameters_free(&parameters)
    }

    /// Whether packets of both can follow each other in one container.
    func continues(_ other: CodedStream) -> Bool {
        format == other.format && header == other.header && hasHeaders == other.hasHeaders
            && timeBase.num == other.timeBase.num && timeBase.den == other.timeBase.den
    }

    /// Makes a timeline for the packets.
    func makeTimeline() -> PacketTimeline {
        PacketTimeline(numerator: timeBase.num, denominator: timeBase.den, rate: format.sampleRate.hertz)
    }
}

extension Demuxer {
    /// Whether the codec's header of the track is still `header`.
    func hasHeader(_ header: [UInt8]) -> Bool {
        guard let parameters = unsafe stream.pointee.codecpar else { return header.isEmpty }
        let count = unsafe max(0, Int(parameters.pointee.extradata_size))
        guard count == header.count else { return false }
        guard count > 0, let bytes = unsafe parameters.pointee.extradata else { return true }
        return unsafe UnsafeBufferPointer(start: bytes, count: count).elementsEqual(header)
    }

    /// Whether the track has Vorbis.
    var isVorbis: Bool { unsafe stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_VORBIS }

    /// The frames that a decoder gives before the recording, if the packet that was read is the track's first, which has the
    /// lengths `first`.
    func leadIn(_ timeline: PacketTimeline, first: PacketFrames.Lengths) -> Int64 {
        let skip = packet.cuts.start
        if skip > 0 { return skip }
        switch unsafe stream.pointee.codecpar.pointee.codec_id {
        case AV_CODEC_ID_OPUS: return OpusPacket.preSkip(extradata) ?? 0
        // Nothing comes out of the first packet.
        case AV_CODEC_ID_VORBIS: return first.advance
        default: break
        }
        let delay = codecDelay(hertz: timeline.rate)
        if delay > 0 { return delay }
        guard let start = packet.timestamp, start < 0 else { return 0 }
        return max(0, timeline.frames(ofTicks: -start) ?? 0)
    }
}
