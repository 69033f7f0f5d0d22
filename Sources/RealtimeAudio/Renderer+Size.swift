package import AudioTypes

// The size of the ring.
extension Renderer {
    /// The most bytes that a ring takes: half a minute of two channels at 192 kHz, four seconds of every format in use. Without
    /// a limit, the header of a file could make the ring take all memory.
    private static let largestRing = 64 << 20

    /// Returns the longest buffer of a ring in `format`, in seconds, whatever length is asked for.
    package static func longestBuffer(in format: StreamFormat) -> Double {
        FrameCount(Int64(mostFrames(of: format))).seconds(at: format.sampleRate)
    }

    /// Returns the number of frames for a ring that is to hold `seconds`, at most what ``longestBuffer(in:)`` allows.
    static func ringFrames(for seconds: Double, in format: StreamFormat) -> Int {
        Int(min(FrameCount(seconds: seconds, at: format.sampleRate).value, Int64(mostFrames(of: format))))
    }

    /// Returns the most frames of `format` that fit. It is a power of two, because a ring rounds up to one.
    private static func mostFrames(of format: StreamFormat) -> Int {
        let fitting = largestRing / (MemoryLayout<Float>.stride * format.channelCount)
        return 1 << (Int.bitWidth - 1 - fitting.leadingZeroBitCount)
    }
}
