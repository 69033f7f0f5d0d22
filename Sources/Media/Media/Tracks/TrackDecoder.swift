import AudioTypes
import CFFmpeg
import Containers
import MediaTypes

/// What is decoded in the place of the media, or beside it.
struct TrackOrigin {
    /// The chain of Ogg streams that the media is; `nil` for all other media.
    let chain: OggChain?
    /// The description of the media, if another source is decoded in its place (see ``DeepFLACSource``).
    let original: MediaDescription?
    /// The correction file of hybrid WavPack.
    let correction: WavPackCorrection
    /// Which track of the media is decoded.
    let wish: TrackWish

    /// Which track of the source is decoded: where that is another one than the media, or one of its links, it has only one.
    var wishOfSource: TrackWish { chain == nil && original == nil ? wish : TrackWish() }
}

/// A demuxer and its decoder: one source of decoded frames that knows its position.
///
/// Frames are counted from the first audible one. One thread at a time.
struct TrackDecoder: ~Copyable {
    var demuxer: Demuxer
    var decoder: Decoder
    let origin: TrackOrigin
    /// The last decoded frame; ``position`` says which of its samples are still to be taken.
    let frame: Frame
    var position = TrackPosition()
    /// Set with the first frame, anew for each link.
    var facts: TrackFacts?
    var landing = Landing()
    /// The formats of ``frame``, and of the first one.
    var formats: FrameFormats
    /// Looks for damage in ``frame``, and counts it.
    var check: FrameCheck
    var tags = TagTimeline()
    /// The packet that ``frame`` was decoded from, if packets may travel.
    var codedPacket: SharedPacket?
    /// The packets in front of the first audible one, each with the number of its first sample and of its samples, if they may travel.
    var leadPackets: [(packet: SharedPacket, start: Int64, count: Int)] = []
    /// The packets that the decoder was given, for those who copy them.
    var keeper: PacketKeeper
    /// Called during a seek; returns `false` once the seek is no longer wanted.
    var isWanted: (() -> Bool)?

    /// Opens media and decodes its first frame, so that failures show here.
    static func open(
        _ source: any ByteSource, name: String, wanting wish: TrackWish, samples: RawSamples?, keepsPackets: Bool,
        cancellation: CancellationToken
    ) throws(MediaError) -> TrackDecoder {
        var demuxer = try Demuxer(source, name: name, track: wish, samples: samples, cancellation: cancellation)
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
        let origin = TrackOrigin(chain: chain, original: original, correction: correction, wish: wish)
        var track = TrackDecoder(demuxer, origin, decoder, frame, announced, PacketKeeper(isWanted: keepsPackets))
        try track.prime(announced)
        return track
    }

    private init(
        _ demuxer: consuming Demuxer, _ origin: TrackOrigin, _ decoder: consuming Decoder, _ frame: consuming Frame,
        _ announced: StreamFormat?, _ keeper: consuming PacketKeeper
    ) {
        formats = FrameFormats(announced: announced)
        check = FrameCheck(codec: decoder.codec)
        self.frame = frame
        self.origin = origin
        self.demuxer = demuxer
        self.demuxer.enlargePackets()
        self.decoder = decoder
        self.keeper = keeper
    }

    /// Decodes the first frame and takes the format from it.
    private mutating func prime(_ announced: StreamFormat?) throws(MediaError) {
        let lasting = origin.chain?.description.tags ?? demuxer.lastingTags
        tags.begin(demuxer.tags, lasting: lasting, isList: demuxer.isList)
        keeper.noteOpening(of: demuxer)
        guard try next() else {
            // A track without a frame is valid if nothing failed: an empty recording.
            guard check.errorCount == 0, announced != nil, try !demuxer.promisesSound() else { throw demuxer.undecodable }
            if demuxer.indexIsOutOfReach {
                throw MediaError(
                    .unsupported,
                    "\(name) has its index behind the sound, and can only be read from front to back (MP4: write it with faststart)"
                )
            }
            return
        }
        formats.prime()
    }

    /// Sets up positions, seeking and the audible part from the first decoded frame of the media, or of a link.
    mutating func learn() throws(MediaError) {
        let (base, rate) = unsafe (demuxer.stream.pointee.time_base, formats.current.sampleRate)
        let (count, frameSize) = (frame.count, decoder.constantFrameSize)
        let beginning = Beginning(
            offset: position.firstOffset ?? -1, timestamp: frame.timestamp, count: count, packetSize: frameSize)
        let audible = try demuxer.audible(rate: rate, from: beginning)
        let policy = SeekPolicy(codec: decoder.codec, frameSize: frameSize)
        var timeline = Timeline(
            numerator: base.num, denominator: base.den, rate: Int(rate.hertz), grid: policy.grid, origin: frame.timestamp,
            firstCount: count, lead: audible.lead)
        if unsafe formats.hasChangedRate || Self.hasWrongByteRate(demuxer.stream) { timeline.distrust() }
        let carriage = codedPacket.flatMap { packet in
            Carriage(
                codec: decoder.codec, format: formats.current, frameCount: count, packet: packet.bytes, lead: audible.lead
            ).flatMap { unsafe Carrier.canCarry(packet, count: count, $0, stream: demuxer.stream, name: name) ? $0 : nil }
        }
        position.next = position.linkStart - audible.lead
        facts = TrackFacts(
            timeline: timeline, policy: policy, packets: unsafe PacketCount(demuxer.stream, first: count),
            flac: decoder.codec == AV_CODEC_ID_FLAC ? FLACNumbering(firstCount: count) : nil,
            lastPage: try demuxer.ogg?.lastPage()?.offset, audible: audible, carriage: carriage)
    }

    /// Returns how long the track should last; `nil` if nothing states it, or if frames give no time.
    func promisedSeconds() throws(MediaError) -> Double? {
        guard !formats.hasChangedRate else { return nil }
        if origin.chain == nil, let promised = try demuxer.promisedSeconds() { return promised }
        guard source.hasShrunk else { return nil }
        let description = try description
        return description.durationIsWritten ? description.duration?.seconds : nil
    }

    /// The media's description of itself.
    var description: MediaDescription {
        get throws(MediaError) {
            if let original = origin.original ?? origin.chain?.description { return original }
            // For a far source, asking again would cost a request.
            let told = length.map {
                ToldLength(time: MediaTime(value: $0, timescale: Int64(formats.current.sampleRate.hertz)), isExact: true)
            }
            var description = if let told { demuxer.describe(told) } else { try demuxer.description }
            description.tags = tags.lasting ?? description.tags
            return description
        }
    }

    /// The track that is played, as the media describes it.
    var audioTrack: AudioTrack { unsafe origin.original?.audio.first ?? AudioTrack(demuxer.stream) }
    /// The source of the bytes.
    var source: any ByteSource { demuxer.input.stream.source }
    /// The media's name in messages.
    var name: String { demuxer.name }
    /// Ends the decoding from any thread.
    var cancellation: CancellationToken { demuxer.input.stream.cancellation }

    /// The number of audible samples of the track, or of the current link; `nil` if the container does not state it to the sample.
    var length: Int64? { facts?.audible.length }

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
