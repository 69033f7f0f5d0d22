package import AudioTypes

/// The description of an open source: its format, duration, tags and loudness.
package struct SourceDescription: Hashable, Sendable {
    /// The media's own rate and channels.
    package var format: StreamFormat
    /// FFmpeg's short name of the codec.
    package var codec: String
    /// The bits of a sample, if the codec has such a number (lossless ones do).
    package var bitsPerSample: Int?
    /// The bits of the compressed sound in a second, on average, if the media states them.
    package var bitRate: Int?
    /// The duration in seconds; `nil` if unknown.
    package var duration: Double?
    /// Whether the duration may differ from what will be heard.
    package var durationIsEstimate: Bool
    package var isSeekable: Bool
    /// Whether the source comes over the network or from a client. It may be slow at times, so some of it must be buffered
    /// before it starts.
    package var isRemote: Bool
    /// Whether the source is live sound of a client, which decides itself how much is buffered.
    package var isLive = false
    /// The tags, with lower-case keys such as `title`, `artist`, `album`.
    package var tags: [String: String]
    /// Whether the media itself holds a picture.
    package var hasPicture: Bool
    /// The loudness that the media states.
    package var replayGain: ReplayGain
    /// The loudness that the library has measured of the media. It counts where the media state none.
    package var measuredGain = ReplayGain()
    /// How the sound begins and ends, as the library has measured it, or else as the tags say; `nil` if nobody knows.
    package var ends: SoundEnds?
    /// The chapters, as ``MediaChapter/ordered(_:)`` makes them.
    package var chapters: [MediaChapter]
    /// The place in seconds at which the media was left, to go on from; `nil` if it begins anew.
    package var leftAt: Double?
    /// The speeds that were kept for the media and for what they belong to.
    package var speeds = KeptSpeeds()
    /// The format in which the source can give its coded sound as it is; `nil` if it cannot.
    package var codedFormat: StreamFormat?
    /// The audio tracks among which one can choose; empty if there is only one.
    package var tracks: [SoundTrack]
    /// The number of the track that is played, among all streams of the container.
    package var trackIndex: Int

    package init(
        format: StreamFormat, codec: String, bitsPerSample: Int?, bitRate: Int? = nil, duration: Double?,
        durationIsEstimate: Bool = false, isSeekable: Bool, isRemote: Bool = false, tags: [String: String],
        hasPicture: Bool = false, replayGain: ReplayGain = ReplayGain(), chapters: [MediaChapter] = [], leftAt: Double? = nil,
        codedFormat: StreamFormat? = nil, tracks: [SoundTrack] = [], trackIndex: Int = 0
    ) {
        self.format = format
        self.codec = codec
        self.bitsPerSample = bitsPerSample
        self.bitRate = bitRate
        self.duration = duration
        self.durationIsEstimate = durationIsEstimate
        self.isSeekable = isSeekable
        self.isRemote = isRemote
        self.tags = tags
        self.hasPicture = hasPicture
        self.replayGain = replayGain
        self.chapters = chapters
        self.leftAt = leftAt
        self.codedFormat = codedFormat
        self.tracks = tracks
        self.trackIndex = trackIndex
    }

    /// The end in seconds, from which on nothing is heard; `nil` if it is unknown or an estimate.
    package var knownEnd: Double? { durationIsEstimate ? nil : duration }

    /// The track that is played, of several; `nil` if there is only one.
    package var playedTrack: SoundTrack? { tracks.first { $0.index == trackIndex } }

    /// The bits that a sample needs to be stored without loss; `nil` for sound that was coded with losses.
    package var depth: Int? { Self.depth(codec: codec, bitsPerSample: bitsPerSample) }

    /// The same for a codec with so many bits a sample. The single bits of DSD become samples of 24.
    package static func depth(codec: String, bitsPerSample: Int?) -> Int? {
        bitsPerSample.map { codec.hasPrefix("dsd") ? 24 : $0 }
    }
}
