/// What the graph's clock says of one cycle in which sound comes in.
package struct CaptureCycle: BitwiseCopyable, Sendable {
    /// The start of the cycle: CLOCK_MONOTONIC, in nanoseconds.
    package var now: Int64
    /// The time from the moment at which the cycle's first frame was sound until `now`, in nanoseconds.
    package var delay: Int64
    /// The number of the driver whose clock this is. The positions of two drivers have nothing to do with each other.
    package var clock: UInt32
    /// The clock's count of frames at the start of the cycle, in frames of the graph.
    package var position: Int64
    /// The length of the cycle, in frames of the graph.
    package var duration: Int64
    /// The frames of the graph in a second.
    package var graphRate: Int64
    /// Whether nothing gave sound to the graph in this cycle, so that its frames are silence that the graph made.
    package var isEmpty = false
    /// Whether the first frame of the cycle begins an item that the player plays.
    package var beginsItem = false
    /// The place of the first frame of the cycle, if the player plays it.
    package var place = PlayedPlace.none
    /// The factor that the player multiplies these frames by, by their loudness; they come without it.
    package var gain: Float = 1

    /// Makes the description of a cycle.
    @_noLocks
    package init(now: Int64, delay: Int64, clock: UInt32, position: Int64, duration: Int64, graphRate: Int64) {
        self.now = now
        self.delay = delay
        self.clock = clock
        self.position = position
        self.duration = duration
        self.graphRate = graphRate
    }
}
