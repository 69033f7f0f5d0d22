/// One consistent reading of the callback's clock: which frame is heard when.
package struct RenderAnchor: Hashable, Sendable {
    /// The time of the reading: CLOCK_MONOTONIC, in nanoseconds. The frame `mediaFrame` is heard `delay` after this.
    package var now: Int64
    /// The audio that the graph and the device still held at `now`, in nanoseconds.
    package var delay: Int64
    /// The position in the track, in frames, at the start of the cycle. If the segment began within the cycle, the position
    /// is counted back to the start of the cycle.
    package var mediaFrame: Int64
    /// The position in the track, in frames, at which silence would begin if a fade-out began right after the cycle.
    package var fadeEnd: Int64
    /// The segment that was playing at the end of the cycle; 0 for none.
    package var segment: UInt64
    /// Whether the callback rendered audio in the cycle.
    package var isMoving: Bool

    /// Makes a reading. Without a `fadeEnd`, nothing follows `mediaFrame`.
    package init(
        now: Int64, delay: Int64, mediaFrame: Int64, fadeEnd: Int64? = nil, segment: UInt64, isMoving: Bool
    ) {
        self.now = now
        self.delay = delay
        self.mediaFrame = mediaFrame
        self.fadeEnd = fadeEnd ?? mediaFrame
        self.segment = segment
        self.isMoving = isMoving
    }
}
