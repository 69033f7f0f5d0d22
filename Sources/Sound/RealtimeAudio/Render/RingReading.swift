/// How far the callback has got with a ring, as the worker sees it. The values are read one after the other, so that a cycle may lie
/// between them.
package struct RingReading: Sendable {
    /// How many frames the ring holds.
    package var fill: Int
    /// How many frames the callback has taken from the ring since it was made.
    package var taken: UInt64
    /// How many frames of silence the callback has played in the middle of segments.
    package var silent: UInt64
    /// How many frames the newest cycle had; 0 before the first.
    package var quantum: Int
    /// When the newest cycle began, by the monotonic clock in nanoseconds; `nil` before the first.
    package var cycleStart: Int64?
    /// Whether the newest cycle played something.
    package var isMoving: Bool
}
