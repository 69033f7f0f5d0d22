import AudioTypes
import CFFmpeg

/// A demuxer and its decoder, as one source of decoded frames that knows which frame it is at.
///
/// Frames are counted from the first audible one. One thread at a time.
struct TrackDecoder: ~Copyable {
    var demuxer: Demuxer
    var decoder: Decoder
    /// The chain that the media is; `nil` for everything else.
    let chain: OggChain?
    /// What the media says about itself where something else is decoded in its place.
    private let original: MediaDescription?
    /// The number of the link that is decoded.
    var link = 0
    /// The numbers of the first samples of the links, as far as they have been reached; the last one is often further on.
    var linkStarts: [Int64] = [0]
    /// The frame decoded last; ``pending`` says what of it is still to be taken.
    let frame: Frame
    /// Takes damage out of ``frame``.
    var concealment: Concealment
    /// Set with the first frame, of each link anew.
    var timeline: Timeline?
    var policy: SeekPolicy
    /// How to count packets without decoding them; `nil` where that is not known, or timestamps are better.
    private(set) var packets: PacketCount?
    /// Asked during a seek; answers `false` where nobody waits for it any more.
    var isWanted: (() -> Bool)?

    /// The format of the first frame: the track's format for its owner.
    private(set) var format: StreamFormat
    /// The format of ``frame``: another one where a stream changes in its middle.
    var frameFormat: StreamFormat
    var frameShape = FrameShape()
    /// The samples of ``frame`` that nobody has taken.
    var pending = 0..<0
    /// Whether a frame of another rate than the first has come: positions are no longer times then.
    var hasChangedRate = false
    /// The number of ``frame``'s first sample in the track.
    var frameStart: Int64 = 0
    /// The number of the sample after ``frame``; `nil` after a jump, until a timestamp tells.
    var nextIndex: Int64? = 0
    /// How FLAC packets number themselves; `nil` for other codecs.
    private(set) var flac: FLACNumbering?
    /// The number of the first sample of the packet decoded last, while a jump needs it and the packet tells.
    var packetStart: Int64?
    /// Whether a jump led to where timestamps mean nothing.
    var isLandingBlind = false
    /// Where the last page begins, of Ogg.
    private(set) var lastPage: Int64?
    /// Whether the first frame of all has been decoded.
    private(set) var isPrimed = false
    /// What of the track, or of the link, is heard.
    var audible = Audible()
    /// Where the track, or the link, ends, counted from its start, for containers that say so to the sample.
    var length: Int64? { audible.length }
    /// The place of the first packet, of the link anew.
    var firstOffset: Int64?

    /// Tags that changed and were not yet asked for, each from a frame on.
    var tagChanges: [(frame: Int64, tags: [String: String])] = []
    /// What the media said about itself last.
    var lastTags: [String: String] = [:]
    /// Titles of a station whose sound is still to be decoded.
    var waitingTitles: [StreamTitle] = []
    /// The offset behind the packet read last, where it could be told.
    var packetEnd: Int64 = -1

    /// Packets that could not be decoded, or became damaged sound, since the opening.
    var errorCount = 0
    /// Those since the last good frame.
    var failures = 0
    /// Samples a channel concealed since the last good frame.
    var concealed = 0
    var isDraining = false
    /// While landing after a jump: what lacks its predecessors may fail, and does not count.
    var isLanding = false

    /// Opens media and decodes its first frame, so that what can fail fails here.
    static func open(
        _ source: any ByteSource, name: String, samples: RawSamples?, cancellation: CancellationToken
    ) throws(MediaError) -> TrackDecoder {
        var demuxer = try Demuxer(source, name: name, samples: samples, cancellation: cancellation)
        var original: MediaDescription?
        if let plain = try demuxer.deepFLAC() {
            original = try demuxer.description
            demuxer = try Demuxer(plain, name: name, cancellation: cancellation)
        }
        let chain = try demuxer.chain()
        if let first = chain?.links.first { demuxer = try Demuxer(first, name: name, cancellation: cancellation) }
        let decoder = unsafe try Decoder(for: demuxer.stream, name: name)
        let frame = try Frame(for: name)
        let announced = unsafe announcedFormat(of: demuxer.stream)
        var track = TrackDecoder(demuxer, chain, original, decoder, frame, announced)
        try track.prime(announced)
        return track
    }

    private init(
        _ demuxer: consuming Demuxer, _ chain: OggChain?, _ original: MediaDescription?, _ decoder: consuming Decoder,
        _ frame: consuming Frame, _ announced: StreamFormat?
    ) {
        format = announced ?? StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        frameFormat = format
        policy = SeekPolicy(codec: decoder.codec, frameSize: nil)
        concealment = Concealment(bound: SampleBound(codec: decoder.codec))
        self.frame = frame
        self.chain = chain
        self.original = original
        self.demuxer = demuxer
        self.decoder = decoder
    }

    /// Decodes the first frame and learns from it.
    private mutating func prime(_ announced: StreamFormat?) throws(MediaError) {
        guard try next() else {
            // A track without a frame is fine where nothing failed: an empty recording.
            guard errorCount == 0, announced != nil, try !demuxer.promisesSound() else { throw demuxer.undecodable }
            if demuxer.indexIsOutOfReach {
                throw MediaError(
                    .unsupported,
                    "\(name) has its index behind the sound, and can only be read from front to back (MP4: write it with faststart)"
                )
            }
            return
        }
        format = frameFormat
        isPrimed = true
        lastTags = demuxer.tags
    }

    /// Learns from the first decoded frame of the media, or of a link of it.
    mutating func learn() throws(MediaError) {
        let base = unsafe demuxer.stream.pointee.time_base
        let beginning = Beginning(
            offset: firstOffset ?? -1, timestamp: frame.timestamp, count: frame.count, packetSize: decoder.constantFrameSize)
        audible = try demuxer.audible(rate: frameFormat.sampleRate, from: beginning)
        nextIndex = linkStart - audible.lead
        policy = SeekPolicy(codec: decoder.codec, frameSize: decoder.constantFrameSize)
        packets = unsafe PacketCount(demuxer.stream, first: frame.count)
        timeline = Timeline(
            numerator: base.num, denominator: base.den, rate: Int(frameFormat.sampleRate.hertz), grid: policy.grid,
            origin: frame.timestamp, firstCount: frame.count, lead: audible.lead)
        if unsafe hasChangedRate || Self.hasWrongByteRate(demuxer.stream) { timeline?.distrust() }
        flac = decoder.codec == AV_CODEC_ID_FLAC ? FLACNumbering(firstCount: frame.count) : nil
        lastPage = try demuxer.ogg?.lastPage()?.offset
    }

    /// How long it is to last; `nil` where nothing says so, or its frames are no time.
    func promisedSeconds() throws(MediaError) -> Double? {
        guard !hasChangedRate else { return nil }
        if chain == nil, let promised = try demuxer.promisedSeconds() { return promised }
        guard source.hasShrunk else { return nil }
        let description = try description
        return description.durationIsWritten ? description.duration?.seconds : nil
    }

    /// What the media says about itself.
    var description: MediaDescription {
        get throws(MediaError) {
            if let original { return original }
            if let chain { return chain.description }
            // Far away it costs a request to ask for it again.
            guard let length else { return try demuxer.description }
            let time = MediaTime(value: length, timescale: Int64(frameFormat.sampleRate.hertz))
            return demuxer.describe(ToldLength(time: time, isExact: true))
        }
    }

    /// The track that is played, as the media describes it.
    var audioTrack: AudioTrack { unsafe original?.audio.first ?? AudioTrack(demuxer.stream) }
    /// Where the bytes come from.
    var source: any ByteSource { demuxer.input.stream.source }
    /// The media's name in messages.
    var name: String { demuxer.name }
    /// Ends the decoding from any thread.
    var cancellation: CancellationToken { demuxer.input.stream.cancellation }

    /// The number of the next sample that is taken; `nil` only while a jump is under way.
    var position: Int64? { pending.isEmpty ? nextIndex : frameStart + Int64(pending.lowerBound) }

    /// Whether a header of plain samples states a byte rate other than that of its samples: containers seek by it.
    private static func hasWrongByteRate(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        guard let parameters = unsafe stream.pointee.codecpar else { return true }
        let bits = unsafe Int64(av_get_bits_per_sample(parameters.pointee.codec_id))
        let stated = unsafe parameters.pointee.bit_rate
        let actual = unsafe bits * Int64(parameters.pointee.sample_rate) * Int64(parameters.pointee.ch_layout.nb_channels)
        return bits > 0 && stated > 0 && stated != actual
    }

    private static func announcedFormat(of stream: UnsafeMutablePointer<AVStream>) -> StreamFormat? {
        guard let parameters = unsafe stream.pointee.codecpar,
            let rate = SampleRate(hertz: Int(unsafe parameters.pointee.sample_rate)),
            let layout = unsafe ChannelLayout.decoded(&parameters.pointee.ch_layout)
        else { return nil }
        return StreamFormat(sampleRate: rate, channelLayout: layout)
    }
}
