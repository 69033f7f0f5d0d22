// The size of a ring that holds sound of a format.
extension StreamFormat {
    /// The most bytes that a ring takes: half a minute of two channels at 192 kHz, four seconds of every format in use. Without
    /// a limit, the header of a file could make the ring take all memory.
    private static let largestRing = 64 << 20

    /// The longest buffer of a ring in this format, in seconds, whatever length is asked for.
    package var longestBuffer: Double { FrameCount(Int64(mostFrames)).seconds(at: sampleRate) }

    /// Returns the number of frames for a ring that is to hold `seconds`, at most what ``longestBuffer`` allows.
    package func ringFrames(for seconds: Double) -> Int {
        Int(min(FrameCount(seconds: seconds, at: sampleRate).value, Int64(mostFrames)))
    }

    /// The most frames of this format that fit. It is a power of two, because a ring rounds up to one.
    private var mostFrames: Int {
        let fitting = Self.largestRing / (MemoryLayout<Float>.stride * channelCount)
        return 1 << (Int.bitWidth - 1 - fitting.leadingZeroBitCount)
    }
}
