/// The format of a stream of samples. Samples themselves are always 32-bit floats, nominally -1…1, in one plane a channel.
public struct StreamFormat: Hashable, Sendable {
    /// Frames a second.
    public let sampleRate: SampleRate
    /// The channels, in the order of the planes.
    public let channelLayout: ChannelLayout

    /// Makes a format.
    public init(sampleRate: SampleRate, channelLayout: ChannelLayout) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
    }

    /// How many planes the stream has.
    public var channelCount: Int { channelLayout.count }
}
