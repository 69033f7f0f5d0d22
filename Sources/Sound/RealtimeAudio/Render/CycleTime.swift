/// The time at which the audio of a cycle is heard.
package struct CycleTime: BitwiseCopyable, Sendable {
    /// The start of the cycle: CLOCK_MONOTONIC, in nanoseconds.
    package var now: Int64
    /// The time from `now` until the first frame of this cycle is heard, in nanoseconds: what the graph and the device still
    /// hold.
    package var delay: Int64

    /// Makes the time of a cycle.
    @_noLocks
    package init(now: Int64, delay: Int64) {
        self.now = now
        self.delay = delay
    }
}
