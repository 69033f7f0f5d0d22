/// A number of frames, or a position counted in frames. One frame is one sample of every channel.
public struct FrameCount: Hashable, Comparable, Sendable {
    /// The number itself; negative only as a difference.
    public var value: Int64

    /// Makes a count.
    public init(_ value: Int64) { self.value = value }

    /// No frames.
    public static let zero = FrameCount(0)

    /// The largest target of a jump; larger ones are reduced to it. More than a week even at the highest rate, and small enough
    /// that multiplying it by that rate does not overflow.
    package static let farthest = FrameCount(1 << 40)

    /// Returns how long this number of frames lasts at `rate`, in seconds.
    public func seconds(at rate: SampleRate) -> Double { Double(value) / Double(rate.hertz) }

    /// Makes the count nearest to `seconds` at `rate`. Values that do not fit (including NaN and infinities) are clamped to 0
    /// or the largest count.
    public init(seconds: Double, at rate: SampleRate) {
        let frames = (seconds * Double(rate.hertz)).rounded()
        if frames >= 0x1p62 {
            self.init(1 << 62)
        } else if frames > -0x1p62 {
            self.init(Int64(frames))
        } else {
            self.init(0)
        }
    }

    /// Whether `left` is fewer frames than `right`.
    public static func < (left: FrameCount, right: FrameCount) -> Bool { left.value < right.value }
    /// The sum of two counts.
    public static func + (left: FrameCount, right: FrameCount) -> FrameCount { FrameCount(left.value + right.value) }
    /// The difference of two counts.
    public static func - (left: FrameCount, right: FrameCount) -> FrameCount { FrameCount(left.value - right.value) }
}
