/// A sample rate in hertz: frames per second.
public struct SampleRate: Hashable, Comparable, Sendable {
    /// Frames per second; always positive.
    public let hertz: Int32

    /// Makes a rate, or returns `nil` if `hertz` is not in 1…1,536,000 (32 × 48 kHz, above every format in use).
    public init?(hertz: Int) {
        guard (1...1_536_000).contains(hertz) else { return nil }
        self.hertz = Int32(hertz)
    }

    private init(known hertz: Int32) { self.hertz = hertz }

    /// 44,100 Hz, the rate of the compact disc.
    public static let cd = SampleRate(known: 44_100)
    /// 48,000 Hz, the graph's usual default.
    public static let video = SampleRate(known: 48_000)

    /// Whether `left` is the lower rate.
    public static func < (left: SampleRate, right: SampleRate) -> Bool { left.hertz < right.hertz }
}

extension SampleRate: CustomStringConvertible {
    /// `44100 Hz`.
    public var description: String { "\(hertz) Hz" }
}
