package import AudioTypes

// How much a ring holds.
extension Renderer {
    /// The most bytes that a ring takes: half a minute of two channels at 192 kHz, four seconds of every format in use. What a
    /// file's header says must not take all the memory there is.
    private static let largestRing = 64 << 20

    /// How many seconds a ring of that format holds at most, whatever is asked for.
    package static func longestBuffer(in format: StreamFormat) -> Double {
        FrameCount(Int64(mostFrames(of: format))).seconds(at: format.sampleRate)
    }

    /// How many frames a ring is to hold that is asked to hold so many seconds.
    static func ringFrames(for seconds: Double, in format: StreamFormat) -> Int {
        Int(min(FrameCount(seconds: seconds, at: format.sampleRate).value, Int64(mostFrames(of: format))))
    }

    /// A power of two, because a ring rounds up to one.
    private static func mostFrames(of format: StreamFormat) -> Int {
        let fitting = largestRing / (MemoryLayout<Float>.stride * format.channelCount)
        return 1 << (Int.bitWidth - 1 - fitting.leadingZeroBitCount)
    }
}
