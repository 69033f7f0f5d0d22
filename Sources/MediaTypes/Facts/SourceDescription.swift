package import AudioTypes

/// What is known of a source once it is open.
package struct SourceDescription: Hashable, Sendable {
    /// The media's own rate and channels.
    package var format: StreamFormat
    /// FFmpeg's short name of the codec.
    package var codec: String
    /// Bits a sample where the codec has such a number (lossless ones).
    package var bitsPerSample: Int?
    /// Seconds; `nil` where unknown.
    package var duration: Double?
    /// Whether the duration may differ from what will be heard.
    package var durationIsEstimate: Bool
    package var isSeekable: Bool
    /// Whether it comes over the network, or from a client: slowly at times, so that some of it has to be there before it starts.
    package var isRemote: Bool
    /// Lower-case keys, as in `title`, `artist`, `album`.
    package var tags: [String: String]
    /// How loud it says it is.
    package var replayGain: ReplayGain

    package init(
        format: StreamFormat, codec: String, bitsPerSample: Int?, duration: Double?,
        durationIsEstimate: Bool = false, isSeekable: Bool, isRemote: Bool = false, tags: [String: String],
        replayGain: ReplayGain = ReplayGain()
    ) {
        self.format = format
        self.codec = codec
        self.bitsPerSample = bitsPerSample
        self.duration = duration
        self.durationIsEstimate = durationIsEstimate
        self.isSeekable = isSeekable
        self.isRemote = isRemote
        self.tags = tags
        self.replayGain = replayGain
    }

    /// Where it is known to end, in seconds: nothing is heard from there on. `nil` where that is only estimated, or unknown.
    package var knownEnd: Double? { durationIsEstimate ? nil : duration }
}
