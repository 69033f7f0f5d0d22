// How much of its sound is kept ready.
extension StreamFormat {
    /// The most bytes that a ring takes: half a minute of two channels at 192 kHz, four seconds of every format in use. What a
    /// file's header says must not take all the memory there is.
    private static let largestRing = 64 << 20

    /// How many seconds a ring of this format holds at most, whatever is asked for.
    package var longestBuffer: Double { FrameCount(Int64(mostFrames)).seconds(at: sampleRate) }

    /// How many frames a ring is to hold that is asked to hold so many seconds.
    package func ringFrames(for seconds: Double) -> Int {
        Int(min(FrameCount(seconds: seconds, at: sampleRate).value, Int64(mostFrames)))
    }

    /// A power of two, because a ring rounds up to one.
    private var mostFrames: Int {
        let fitting = Self.largestRing / (MemoryLayout<Float>.stride * channelCount)
        return 1 << (Int.bitWidth - 1 - fitting.leadingZeroBitCount)
    }
}
