/// The format of a stream of samples. The samples themselves are always 32-bit floats, nominally -1…1, planar: one plane for
/// each channel.
public struct StreamFormat: Hashable, Sendable {
    /// Frames per second.
    public let sampleRate: SampleRate
    /// The channels, in the order of the planes.
    public let channelLayout: ChannelLayout

    /// Makes a format.
    public init(sampleRate: SampleRate, channelLayout: ChannelLayout) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
    }

    /// The number of planes of the stream: one for each channel.
    public var channelCount: Int { channelLayout.count }
}
