import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

extension Demuxer {
    /// Returns which frames are the recording, if the container says so to the frame and FFmpeg would not cut there itself:
    /// MP4, QuickTime, Vorbis and Speex in Ogg, Musepack, block codecs in WAV, and MP3 with iTunes' tag. In all other media
    /// all frames are.
    func audible(rate: SampleRate, from beginning: Beginning) throws(MediaError) -> Audible {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        if let gapOfMP3 { return Audible(length: gapOfMP3.length) }
        switch format {
        case "ogg": return try audibleOfOgg(rate, beginning)
        case "mpc": return audibleOfMusepack7
        case "mpc8": return try MusepackHeader(input.stream.source)?.audible ?? Audible(lead: MusepackHeader.decoderDelay)
        case "wav": return try audibleOfBlocks(beginning)
        case "matroska,webm": return Audible(lead: codecDelay(hertz: Int64(rate.hertz)))
        default: break
        }
        guard format.hasPrefix("mov") else { return Audible() }
        let (leadTicks, lead) = try delayOfFragments(rate, beginning)
        guard !hasOpenEnd else { return Audible(lead: lead) }
        let ticks = try EditedLength(of: unsafe stream.pointee.id, in: input.stream.source)?.ticks ?? lengthByITunes(beginning)
        return Audible(
            lead: lead, length: unsafe frames(ofTicks: ticks ?? stream.pointee.duration - leadTicks, rate, beginning))
    }

    /// The frames, at the rate `hertz` of the decoder, that it gives before the recording, as Matroska states it (CodecDelay). FFmpeg moves the times by that, and cuts
    /// nothing. The decoder of Opus cuts by itself, by a number of its own.
    func codecDelay(hertz: Int64) -> Int64 {
        let (codec, rate, padding) = unsafe (
            stream.pointee.codecpar.pointee.codec_id, Int64(stream.pointee.codecpar.pointee.sample_rate),
            Int64(stream.pointee.codecpar.pointee.initial_padding)
        )
        guard formatName == "matroska,webm", codec != AV_CODEC_ID_OPUS, rate > 0, padding > 0 else { return 0 }
        // Spectral band replication doubles the rate that the container states.
        let frames = padding * hertz / rate
        return frames <= Self.mostPadding ? frames : 0
    }

    /// What lies before the recording, in ticks, and those of its frames that FFmpeg does not cut itself. If the sound is in fragments, FFmpeg
    /// moves the times by what the edit list leaves out, so that those of the packets begin below 0. Older releases leave it at that; newer
    /// ones also have the decoder cut those frames, and say that the track begins at 0. The decoder of Opus cuts by itself.
    private func delayOfFragments(_ rate: SampleRate, _ beginning: Beginning) throws(MediaError) -> (ticks: Int64, frames: Int64)
    {
        let (start, codec) = unsafe (stream.pointee.start_time, stream.pointee.codecpar.pointee.codec_id)
        guard [AV_CODEC_ID_AAC, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_MP3].contains(codec) else { return (0, 0) }
        if (-Self.mostPadding..<0).contains(start), let frames = frames(ofTicks: -start, rate, beginning) {
            return (-start, frames)
        }
        // A file without fragments looks the same here, but its duration is that of the edit list.
        guard start == 0, let first = unsafe avformat_index_get_entry(stream, 0)?.pointee.timestamp,
            (-Self.mostPadding..<0).contains(first), try hasFragments()
        else { return (0, 0) }
        return (-first, 0)
    }

    /// Whether an MP4 announces fragments.
    private func hasFragments() throws(MediaError) -> Bool {
        guard input.stream.source.isSeekable else { return MovieFragments.areAnnounced(in: input.stream.beginning) }
        return try MovieFragments.areAnnounced(by: input.stream.source)
    }

    /// The number of audible frames, if it is known before anything is decoded.
    func exactLength(rate: SampleRate) throws(MediaError) -> Int64? { try audible(rate: rate, from: .unknown).length }

    /// The length in ticks from iTunes' tag, which stands in for an edit list; FFmpeg cuts only the delay. `nil` if the
    /// duration or the beginning shows that FFmpeg has applied an edit list.
    private func lengthByITunes(_ beginning: Beginning) -> Int64? {
        guard let gap = ITunesGap(tags) else { return nil }
        let duration = unsafe stream.pointee.duration
        if gap.whole == duration { return gap.length }
        guard beginning.timestamp == gap.delay, duration > gap.delay else { return nil }
        // The track's own duration may leave out the padding, or include a packet more. If the tag differs by more than that,
        // it belongs to another file, and the end of the track counts.
        return abs(gap.whole - duration) <= Self.mostPadding ? gap.length : duration - gap.delay
    }

    /// In frames: more than two packets of AAC at twice the rate.
    private static var mostPadding: Int64 { 4_096 }

    /// The audible frames by the page numbers, for codecs that are cut by them; otherwise by the end that FFmpeg computes from
    /// the last page.
    private func audibleOfOgg(_ rate: SampleRate, _ beginning: Beginning) throws(MediaError) -> Audible {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        if isCutByPages, let last = try ogg?.lastPage(),
            let span = OggSpan(from: beginning.timestamp, at: beginning.offset, last: last)
        {
            return codec == AV_CODEC_ID_VORBIS ? span.ofVorbis : span.ofSpeex(mode: speexMode)
        }
        guard codec == AV_CODEC_ID_VORBIS,
            unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        else { return Audible() }
        return Audible(length: frames(ofTicks: unsafe stream.pointee.duration, rate, beginning))
    }

    /// Whether the numbers on the Ogg pages tell which frames are heard, so that FFmpeg must not cut at the end.
    static func isCutByPages(
        _ context: UnsafeMutablePointer<AVFormatContext>, track: Int32, _ source: any ByteSource
    ) -> Bool {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg", unsafe context.pointee.nb_streams == 1,
            let codec = unsafe context.pointee.streams?[Int(track)]?.pointee.codecpar.pointee.codec_id
        else { return false }
        return source.isSeekable && source.size != nil && (codec == AV_CODEC_ID_VORBIS || codec == AV_CODEC_ID_SPEEX)
    }

    /// Removes the request to cut the end of the packet.
    ///
    /// If all Vorbis packets are on one page, FFmpeg also counts the first packet, which produces no sound, and so cuts as many
    /// frames too many.
    func keepEnd() {
        var size = 0
        guard let data = unsafe av_packet_get_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8
        else { return }
        // Bytes 0 to 3 are the number of frames to cut at the start.
        for index in 4..<8 { unsafe data[index] = 0 }
    }

    /// 0 for narrow band, 1 for wide band, 2 for ultra-wide band, from the header that comes with the stream.
    private var speexMode: Int {
        guard unsafe stream.pointee.codecpar.pointee.extradata_size >= 44,
            let header = unsafe stream.pointee.codecpar.pointee.extradata
        else { return 0 }
        return min(2, Int(unsafe header[40]))
    }

    /// The audible frames of Musepack versions 4 to 7. FFmpeg has read their header.
    private var audibleOfMusepack7: Audible {
        let parameters = unsafe stream.pointee.codecpar.pointee
        guard unsafe parameters.extradata_size >= 16, let header = unsafe parameters.extradata else {
            return Audible(lead: MusepackHeader.decoderDelay)
        }
        let bytes = unsafe Array(UnsafeBufferPointer(start: header, count: 16))
        return MusepackHeader(version7: bytes, packets: unsafe stream.pointee.duration).audible
    }

    /// The audible frames of ADPCM and GSM. The last block is padded, and the header tells how many frames were meant.
    private func audibleOfBlocks(_ beginning: Beginning) throws(MediaError) -> Audible {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        let blockSize = unsafe Int64(stream.pointee.codecpar.pointee.block_align)
        // For these codecs the decoder returns one block at a time, whatever the packets hold.
        let hasBlocks = [AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS, AV_CODEC_ID_GSM_MS].contains { $0 == codec }
        guard hasBlocks, let header = try WaveHeader(input.stream.source) else { return Audible() }
        return Audible(length: header.length(blockSize: blockSize, framesInBlock: Int64(beginning.count)))
    }

    private func frames(ofTicks ticks: Int64, _ rate: SampleRate, _ beginning: Beginning) -> Int64? {
        let base = unsafe stream.pointee.time_base
        guard base.num == 1, base.den > 0, ticks > 0 else { return nil }
        // Spectral band replication doubles the rate that the container states.
        let (product, overflows) = ticks.multipliedReportingOverflow(by: Int64(rate.hertz))
        guard !overflows else { return nil }
        let frames = (product + Int64(base.den) / 2) / Int64(base.den)
        if rate.hertz % base.den == 0 { return frames }
        // If the track's ticks do not fit the rate, each packet may be rounded. The number is believed only if it is close to
        // the sum of all packets.
        guard base.den > rate.hertz, let size = beginning.packetSize else { return nil }
        let (whole, isTooMany) = unsafe stream.pointee.nb_frames.multipliedReportingOverflow(by: Int64(size))
        return !isTooMany && abs(whole - frames) < Self.mostPadding ? frames : nil
    }
}

/// What the first decoded packet of a track shows.
struct Beginning: Equatable {
    /// The byte offset of the first packet in the content; -1 if unknown.
    let offset: Int64
    /// The timestamp of the first decoded frame, in ticks of the stream; `nil` if it has none.
    let timestamp: Int64?
    /// The number of frames (samples a channel) in that first decoded frame.
    let count: Int
    /// The number of frames in each packet; `nil` if the codec has no constant number.
    let packetSize: Int?

    /// The value before anything was decoded.
    static let unknown = Beginning(offset: -1, timestamp: nil, count: 0, packetSize: nil)
}
