/// An exact time in a media file: `value / timescale` seconds.
public struct MediaTime: Hashable, Sendable {
    /// Ticks; may be negative (encoder delay).
    public let value: Int64
    /// Ticks per second; always positive.
    public let timescale: Int64

    /// Makes a time. `timescale` must be positive.
    public init(value: Int64, timescale: Int64) {
        precondition(timescale > 0, "a timescale counts ticks a second")
        self.value = value
        self.timescale = timescale
    }

    /// The same time in seconds, rounded to a double.
    public var seconds: Double { Double(value) / Double(timescale) }
}
