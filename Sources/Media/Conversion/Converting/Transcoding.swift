package import AudioTypes
package import Media
package import MediaTypes

/// How sound is to be decoded and written again in another format.
package struct Transcoding: Hashable, Sendable {
    /// The format to write.
    package var format: AudioFileFormat
    /// The part of the recording, exact to the frame.
    package var excerpt: Excerpt
    /// How loud the result is to be; `nil` to leave the level as it is.
    package var loudness: LoudnessGoal?
    /// The rate to convert to; `nil` for the rate of the media.
    package var sampleRate: SampleRate?
    /// The channels to convert to; `nil` for those of the media.
    package var channelLayout: ChannelLayout?

    /// Whether samples that lose bits are dithered.
    package var dithers: Bool

    /// The format of media that are nothing but samples; `nil` if they tell it themselves.
    package var rawInput: RawSamples?

    /// Makes a conversion.
    package init(
        to format: AudioFileFormat, excerpt: Excerpt = .everything, loudness: LoudnessGoal? = nil, sampleRate: SampleRate? = nil,
        channelLayout: ChannelLayout? = nil, dithers: Bool = true
    ) {
        self.dithers = dithers
        self.format = format
        self.excerpt = excerpt
        self.loudness = loudness
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
    }
}

/// What was converted.
package struct TranscodingResult: Hashable, Sendable {
    /// The format of the samples that went in: the media's own, or what was asked for.
    package let input: StreamFormat
    /// The rate and the channels that are stored.
    package let stored: StreamFormat
    /// The frames that went in, at the rate of ``input``.
    package let framesIn: FrameCount
    /// The frames that are stored, at the rate of ``stored``.
    package let framesOut: FrameCount
    /// What was done for the loudness; `nil` if nothing was asked for.
    package let loudness: LoudnessChange?
    /// What the samples have lost of their bits; `nil` if nothing.
    package let reduction: DepthReduction?
    /// The number of packets of the media that were damaged. Their sound is left out, or replaced by silence, as in playback.
    package let damagedPacketCount: Int
    /// Why the media ended before its stated end; `nil` if it did not. What was there is converted.
    package let shortage: MediaError?
}
