/// The format of a stream of samples. The samples themselves are always 32-bit floats, nominally -1…1, planar: one plane for
/// each channel.
public struct StreamFormat: Hashable, Sendable {
    /// Frames per second.
    public let sampleRate: SampleRate
    /// The channels, in the order of the planes.
    public let channelLayout: ChannelLayout
    /// What the samples carry; `nil` if they are sound.
    public let coding: SampleCoding?

    /// Makes a format.
    public init(sampleRate: SampleRate, channelLayout: ChannelLayout, coding: SampleCoding? = nil) {
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.coding = coding
    }

    /// The number of planes of the stream: one for each channel.
    public var channelCount: Int { channelLayout.count }
}
