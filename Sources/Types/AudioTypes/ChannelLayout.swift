/// The channels of a stream, in the order of its planes.
public struct ChannelLayout: Hashable, Sendable {
    /// One entry for each channel; at least one and at most ``maximumChannelCount``.
    public let channels: [AudioChannel]

    /// The most channels that PipeWire's raw audio format (`SPA_AUDIO_MAX_CHANNELS`) describes.
    public static let maximumChannelCount = 64

    /// Makes a layout of `channels`, or returns `nil` if their number is not in 1…64.
    public init?(_ channels: [AudioChannel]) {
        guard (1...Self.maximumChannelCount).contains(channels.count) else { return nil }
        self.channels = channels
    }

    private init(known channels: [AudioChannel]) { self.channels = channels }

    /// One channel.
    public static let mono = ChannelLayout(known: [.mono])
    /// Left and right.
    public static let stereo = ChannelLayout(known: [.frontLeft, .frontRight])

    /// The number of channels, 1…64.
    public var count: Int { channels.count }

    /// Returns the usual layout of `channelCount` channels: the default layouts of FFmpeg and WAVE up to 8 channels, discrete
    /// channels above; `nil` outside 1…64.
    public static func standard(channelCount: Int) -> ChannelLayout? {
        switch channelCount {
        case 1: .mono
        case 2: .stereo
        case 3: ChannelLayout([.frontLeft, .frontRight, .lowFrequency])
        case 4: ChannelLayout([.frontLeft, .frontRight, .frontCenter, .backCenter])
        case 5: ChannelLayout([.frontLeft, .frontRight, .frontCenter, .backLeft, .backRight])
        case 6: ChannelLayout([.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight])
        case 7:
            ChannelLayout([.frontLeft, .frontRight, .frontCenter, .lowFrequency, .backCenter, .sideLeft, .sideRight])
        case 8:
            ChannelLayout([
                .frontLeft, .frontRight, .frontCenter, .lowFrequency, .backLeft, .backRight, .sideLeft, .sideRight,
            ])
        // The number may come from a client: nothing is made of one that is too large.
        case 9...maximumChannelCount: ChannelLayout(Array(repeating: .discrete, count: channelCount))
        default: nil
        }
    }
}
