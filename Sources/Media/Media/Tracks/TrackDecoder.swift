import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// A demuxer and its decoder: one source of decoded frames that knows its position.
///
/// Frames are counted from the first audible one. One thread at a time.
struct TrackDecoder: ~Copyable {
    var demuxer: Demuxer
    var decoder: Decoder
    /// The chain of Ogg streams that the media is; `nil` for all other media.
    let chain: OggChain?
    /// The description of the media, if another source is decoded in its place (see ``DeepFLACSource``).
    private let original: MediaDescription?
    /// The correction file of hybrid WavPack.
    let correction: WavPackCorrection
    /// The number of the current link.
    var link = 0
    /// The numbers of the first samples of the links that were reached so far; the current link may be an earlier one than the
    /// last.
    var linkStarts: [Int64] = [0]
    /// The last decoded frame; ``pending`` says which of its samples are still to be taken.
    let frame: Frame
    /// Conceals damage in ``frame``.
    var concealment: Concealment
    /// Looks for coded sound in ``frame``.
    var hiddenCodec: HiddenCodec
    /// Set with the first frame, anew for each link.
    var timeline: Timeline?
    var policy: SeekPolicy
    /// How to count packets without decoding them; `nil` if that is not possible, or timestamps are better.
    private(set) var packets: PacketCount?
    /// Called during a seek; returns `false` once the seek is no longer wanted.
    var isWanted: (() -> Bool)?

    /// The format of the first frame: the track's format for the owner.
    private(set) var format: StreamFormat
    /// The format of ``frame``. It differs from ``format`` if the stream changes in the middle.
    var frameFormat: StreamFormat
    var frameShape = FrameShape()
    /// The samples of ``frame`` that were not yet taken.
    var pending = 0..<0
    /// Whether there was a frame with another rate than the first: positions then no longer give a time.
    var hasChangedRate = false
    /// The number of ``frame``'s first sample in the track.
    var frameStart: Int64 = 0
    /// The number of the sample after ``frame``; `nil` after a jump, until a timestamp gives it.
    var nextIndex: Int64? = 0
    /// How FLAC packets number themselves; `nil` for other codecs.
    private(set) var flac: FLACNumbering?
    /// The number of the first sample of the packet decoded last, while a jump needs it and if the packet states it.
    var packetStart: Int64?
    /// Whether a jump led to a place with meaningless timestamps.
    var isLandingBlind = false
    /// The offset of the last page; `nil` if the media is not Ogg.
    private(set) var lastPage: Int64?
    /// Whether the very first frame was decoded.
    private(set) var isPrimed = false
    /// The audible part of the track, or of the current link.
    var audible = Audible()
    /// The end of the track, or of the current link, counted from its start; `nil` if the container does not state it to the
    /// sample.
    var length: Int64? { audible.length }
    /// The byte offset of the first packet, anew for each link.
    var firstOffset: Int64?

    /// Tag changes that the owner has not yet taken, each with the frame from which it holds.
    var tagChanges: [(frame: Int64, tags: [String: String])] = []
    /// The tags that hold for the whole of the media, if others hold only for a time; `nil` if all hold for the whole.
    var lastingTags: [String: String]?
    /// The media's latest tags.
    var lastTags: [String: String] = [:]
    /// Titles of a station whose sound is still to be decoded.
    var waitingTitles: [StreamTitle] = []
    /// Whether a station has sent titles between its sound.
    var hasTitles = false
    /// Tags of segments whose sound is still to be decoded.
    var waitingSegmentTags: [SegmentTags] = []
    /// The offset after the packet read last, if it is known.
    var packetEnd: Int64 = -1
    /// How packets travel to a sink that decodes them; `nil` if they cannot.
    var carriage: Carriage?
    /// The packet that ``frame`` was decoded from, if packets may travel.
    var codedPacket: SharedPacket?
    /// The packets that the decoder was given, for those who copy them.
    var keeper: PacketKeeper

    /// The number of packets, since the opening, that could not be decoded or became damaged sound.
    var errorCount = 0
    /// The number of packets that failed since the last good frame.
    var failures = 0
    /// The samples of each channel that were concealed since the last good frame.
    var concealed = 0
    var isDraining = false
    /// `true` while landing after a jump: packets that lack their predecessors may fail, and do not count.
    var isLanding = false

    /// Opens media and decodes its first frame, so that failures show here.
    static func open(
        _ source: any ByteSource, name: String, samples: RawSamples?, keepsPackets: Bool, cancellation: CancellationToken
    ) throws(MediaError) -> TrackDecoder {
        var demuxer = try Demuxer(source, name: name, samples: samples, cancellation: cancellation)
        var original: MediaDescription?
        if let plain = try demuxer.deepFLAC() {
            original = try demuxer.description
            demuxer = try Demuxer(plain, name: name, cancellation: cancellation)
        }
        let correction = try demuxer.wavPackCorrection(of: source)
        if case .used(let exact) = correction {
            original = exact.described(try demuxer.description)
            demuxer = try Demuxer(exact, name: name, cancellation: cancellation)
        }
        let chain = try demuxer.chain()
        if let first = chain?.links.first { demuxer = try Demuxer(first, name: name, cancellation: cancellation) }
        let decoder = unsafe try Decoder(for: demuxer.stream, name: name)
        let frame = try Frame(for: name)
        let announced = unsafe announcedFormat(of: demuxer.stream)
        var track = TrackDecoder(
            demuxer, chain, original, correction, decoder, frame, announced, PacketKeeper(isWanted: keepsPackets))
        try track.prime(announced)
        return track
    }

    private init(
        _ demuxer: consuming Demuxer, _ chain: OggChain?, _ original: MediaDescription?, _ correction: WavPackCorrection,
        _ decoder: consuming Decoder, _ frame: consuming Frame, _ announced: StreamFormat?, _ keeper: consuming PacketKeeper
    ) {
        format = announced ?? StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        frameFormat = format
        policy = SeekPolicy(codec: decoder.codec, frameSize: nil)
        concealment = Concealment(bound: SampleBound(codec: decoder.codec))
        hiddenCodec = HiddenCodec(codec: decoder.codec)
        self.frame = frame
        self.chain = chain
        self.original = original
        self.correction = correction
        self.demuxer = demuxer
        self.demuxer.enlargePackets()
        self.decoder = decoder
        self.keeper = keeper
    }

    /// Decodes the first frame and takes the format from it.
    private mutating func prime(_ announced: StreamFormat?) throws(MediaError) {
        lastTags = demuxer.tags
        noteTagsOnAir()
        keeper.noteOpening(of: demuxer)
        guard try next() else {
            // A track without a frame is valid if nothing failed: an empty recording.
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
    }

    /// Sets up positions, seeking and the audible part from the first decoded frame of the media, or of a link.
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
        carriage = codedPacket.flatMap { packet in
            let carriage = Carriage(
                codec: decoder.codec, format: frameFormat, frameCount: frame.count, packet: packet.bytes)
            guard let carriage,
                unsafe Carrier.canCarry(packet, count: frame.count, carriage, stream: demuxer.stream, name: name)
            else { return nil }
            return carriage
        }
    }

    /// Returns how long the track should last; `nil` if nothing states it, or if frames give no time.
    func promisedSeconds() throws(MediaError) -> Double? {
        guard !hasChangedRate else { return nil }
        if chain == nil, let promised = try demuxer.promisedSeconds() { return promised }
        guard source.hasShrunk else { return nil }
        let description = try description
        return description.durationIsWritten ? description.duration?.seconds : nil
    }

    /// The media's description of itself.
    var description: MediaDescription {
        get throws(MediaError) {
            if let original { return original }
            if let chain { return chain.description }
            // For a far source, asking again would cost a request.
            let told = length.map {
                ToldLength(
                    time: MediaTime(value: $0, timescale: Int64(frameFormat.sampleRate.hertz)), isExact: true)
            }
            var description = if let told { demuxer.describe(told) } else { try demuxer.description }
            description.tags = lastingTags ?? description.tags
            return description
        }
    }

    /// The track that is played, as the media describes it.
    var audioTrack: AudioTrack { unsafe original?.audio.first ?? AudioTrack(demuxer.stream) }
    /// The source of the bytes.
    var source: any ByteSource { demuxer.input.stream.source }
    /// The media's name in messages.
    var name: String { demuxer.name }
    /// Ends the decoding from any thread.
    var cancellation: CancellationToken { demuxer.input.stream.cancellation }

    /// The number of the next sample to be taken; `nil` only during a jump.
    var position: Int64? { pending.isEmpty ? nextIndex : frameStart + Int64(pending.lowerBound) }

    /// Whether a header of plain samples states a byte rate that does not match its samples: containers seek by that rate.
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
