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

// The size of a ring that holds sound of a format.
extension StreamFormat {
    /// The most bytes that a ring takes: half a minute of two channels at 192 kHz, four seconds of every format in use. Without
    /// a limit, the header of a file could make the ring take all memory.
    package static let largestRing = 64 << 20

    /// The longest buffer of a ring in this format, in seconds, whatever length is asked for.
    package var longestBuffer: Double { FrameCount(Int64(mostFrames(in: Self.largestRing))).seconds(at: sampleRate) }

    /// Returns the number of frames for a ring that is to hold `seconds` in at most `bytes`.
    package func ringFrames(for seconds: Double, in bytes: Int = largestRing) -> Int {
        Int(min(FrameCount(seconds: seconds, at: sampleRate).value, Int64(mostFrames(in: bytes))))
    }

    /// The most frames of this format that fit into `bytes`. It is a power of two, because a ring rounds up to one.
    private func mostFrames(in bytes: Int) -> Int {
        let fitting = max(1, bytes / (MemoryLayout<Float>.stride * channelCount))
        return 1 << (Int.bitWidth - 1 - fitting.leadingZeroBitCount)
    }
}
