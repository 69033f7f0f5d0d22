package import AudioTypes

/// The readings of clock, callback and decode worker that the player works with. The player has no clock of its own.
package struct PlayerReadings: Hashable, Sendable {
    /// The newest reading of the callback's clock; `nil` if there is no callback.
    package let anchor: RenderAnchor?
    /// How far the decode worker has got; `nil` if there is none.
    package let progress: DecodeReading?
    /// CLOCK_MONOTONIC in nanoseconds.
    package let now: Int64
    /// CLOCK_BOOTTIME in nanoseconds: it goes on while the machine sleeps.
    package let elapsed: Int64
    /// The date: seconds since 1970.
    package let date: Double

    /// Makes readings. Without `elapsed`, the machine never slept.
    package init(
        anchor: RenderAnchor? = nil, progress: DecodeReading? = nil, now: Int64 = 0, elapsed: Int64? = nil, date: Double = 0
    ) {
        self.anchor = anchor
        self.progress = progress
        self.now = now
        self.elapsed = elapsed ?? now
        self.date = date
    }

    /// Returns the position in a segment's track up to which the callback rendered; `nil` if it is not at that segment.
    func renderedFrame(of segment: UInt64) -> Int64? {
        anchor.flatMap { $0.segment == segment ? $0.mediaFrame : nil }
    }

    /// Returns the position in a segment's track behind the last frame in the ring; `nil` if the worker is not at that segment.
    func decodedFrame(of segment: UInt64) -> Int64? {
        progress.flatMap { $0.segment == segment ? $0.frame : nil }
    }
}
