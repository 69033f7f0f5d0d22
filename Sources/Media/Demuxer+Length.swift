import AudioTypes
import CFFmpeg

extension Demuxer {
    /// Which frames are the recording, where the container says so to the frame and FFmpeg would not cut there itself: MP4,
    /// QuickTime, Vorbis and Speex in Ogg, Musepack, block codecs in WAV, and MP3 by iTunes. All of them elsewhere.
    func audible(rate: SampleRate, from beginning: Beginning) throws(MediaError) -> Audible {
        let format = unsafe String(cString: context.pointee.iformat.pointee.name)
        if let gapOfMP3 { return Audible(length: gapOfMP3.length) }
        switch format {
        case "ogg": return try audibleOfOgg(rate, beginning)
        case "mpc": return audibleOfMusepack7
        case "mpc8": return try MusepackHeader(input.stream.source)?.audible ?? Audible(lead: MusepackHeader.decoderDelay)
        case "wav": return try audibleOfBlocks(beginning)
        default: break
        }
        guard format.hasPrefix("mov"), !hasOpenEnd else { return Audible() }
        let ticks = try EditedLength(of: unsafe stream.pointee.id, in: input.stream.source)?.ticks ?? lengthByITunes(beginning)
        return Audible(length: unsafe frames(ofTicks: ticks ?? stream.pointee.duration, rate, beginning))
    }

    /// The number of audible frames where that is known before anything is decoded.
    func exactLength(rate: SampleRate) throws(MediaError) -> Int64? { try audible(rate: rate, from: .unknown).length }

    /// What stands in the place of an edit list: FFmpeg cuts off the delay only. `nil` where the duration or the beginning shows
    /// that an edit list has cut.
    private func lengthByITunes(_ beginning: Beginning) -> Int64? {
        guard let gap = ITunesGap(tags) else { return nil }
        let duration = unsafe stream.pointee.duration
        if gap.whole == duration { return gap.length }
        guard beginning.timestamp == gap.delay, duration > gap.delay else { return nil }
        // The track may leave the padding out of its own duration, or have some packet more. A number that is further off is of
        // another file, and the track's end counts.
        return abs(gap.whole - duration) <= Self.mostPadding ? gap.length : duration - gap.delay
    }

    /// In frames: more than two packets of AAC at twice the rate.
    private static var mostPadding: Int64 { 4_096 }

    /// By the pages, where the codec is cut by them; else what FFmpeg makes of the last one.
    private func audibleOfOgg(_ rate: SampleRate, _ beginning: Beginning) throws(MediaError) -> Audible {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        if isCutByPages, let last = try ogg?.lastPage(), let span = OggSpan(beginning, last: last) {
            return codec == AV_CODEC_ID_VORBIS ? span.ofVorbis : span.ofSpeex(mode: speexMode)
        }
        guard codec == AV_CODEC_ID_VORBIS,
            unsafe context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        else { return Audible() }
        return Audible(length: frames(ofTicks: unsafe stream.pointee.duration, rate, beginning))
    }

    /// Whether the numbers on the pages tell what of an Ogg stream is heard, and FFmpeg shall cut nothing at its end.
    static func isCutByPages(
        _ context: UnsafeMutablePointer<AVFormatContext>, track: Int32, _ source: any ByteSource
    ) -> Bool {
        guard unsafe String(cString: context.pointee.iformat.pointee.name) == "ogg", unsafe context.pointee.nb_streams == 1,
            let codec = unsafe context.pointee.streams?[Int(track)]?.pointee.codecpar.pointee.codec_id
        else { return false }
        return source.isSeekable && source.size != nil && (codec == AV_CODEC_ID_VORBIS || codec == AV_CODEC_ID_SPEEX)
    }

    /// Takes back that the decoder shall leave out the end of the packet.
    ///
    /// FFmpeg counts the first packet of Vorbis, of which no sound comes, where all are on one page: as many frames too many go.
    func keepEnd() {
        var size = 0
        guard let data = unsafe av_packet_get_side_data(packet.pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8
        else { return }
        // Behind the 32 bits of what goes at the start.
        for index in 4..<8 { unsafe data[index] = 0 }
    }

    /// Narrow, wide or ultra-wide band: 0 to 2. It stands in the header that comes with the stream.
    private var speexMode: Int {
        guard unsafe stream.pointee.codecpar.pointee.extradata_size >= 44,
            let header = unsafe stream.pointee.codecpar.pointee.extradata
        else { return 0 }
        return min(2, Int(unsafe header[40]))
    }

    /// Versions 4 to 7 of Musepack, of which FFmpeg has read the header.
    private var audibleOfMusepack7: Audible {
        let parameters = unsafe stream.pointee.codecpar.pointee
        guard unsafe parameters.extradata_size >= 16, let header = unsafe parameters.extradata else {
            return Audible(lead: MusepackHeader.decoderDelay)
        }
        let bytes = unsafe Array(UnsafeBufferPointer(start: header, count: 16))
        return MusepackHeader(version7: bytes, packets: unsafe stream.pointee.duration).audible
    }

    /// ADPCM and GSM come in blocks, and the last one is filled up: the header tells how many frames were meant.
    private func audibleOfBlocks(_ beginning: Beginning) throws(MediaError) -> Audible {
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        let blockSize = unsafe Int64(stream.pointee.codecpar.pointee.block_align)
        // Of these the decoder gives a block at a time, whatever the packets hold.
        let hasBlocks = [AV_CODEC_ID_ADPCM_IMA_WAV, AV_CODEC_ID_ADPCM_MS, AV_CODEC_ID_GSM_MS].contains { $0 == codec }
        guard hasBlocks, let header = try WaveHeader(input.stream.source) else { return Audible() }
        return Audible(length: header.length(blockSize: blockSize, framesInBlock: Int64(beginning.count)))
    }

    private func frames(ofTicks ticks: Int64, _ rate: SampleRate, _ beginning: Beginning) -> Int64? {
        let base = unsafe stream.pointee.time_base
        guard base.num == 1, base.den > 0, ticks > 0 else { return nil }
        // Spectral band replication doubles the rate that the container knows.
        let (product, overflows) = ticks.multipliedReportingOverflow(by: Int64(rate.hertz))
        guard !overflows else { return nil }
        let frames = (product + Int64(base.den) / 2) / Int64(base.den)
        if rate.hertz % base.den == 0 { return frames }
        // A clock that does not fit the rate may have rounded each packet: it is only believed where nearly all of them add up.
        guard base.den > rate.hertz, let size = beginning.packetSize else { return nil }
        let (whole, isTooMany) = unsafe stream.pointee.nb_frames.multipliedReportingOverflow(by: Int64(size))
        return !isTooMany && abs(whole - frames) < Self.mostPadding ? frames : nil
    }
}
