/// Works out from the graph's clock how many frames of the source never came: the callback's memory of the newest cycle.
///
/// The clock counts the frames of all cycles, also of those in which the callback was not called. So a cycle that was missed
/// is a jump of the clock. A clock that somebody has set anew jumps too, and then the time between the cycles counts.
struct CaptureTimeline: BitwiseCopyable {
    /// The frames in a second of the stream.
    private let rate: Int64
    private var hasBegun = false
    private var clock: UInt32 = 0
    private var graphRate: Int64 = 0
    /// The position and the time at which the next cycle begins if none is missed.
    private var nextPosition: Int64 = 0
    private var nextTime: Int64 = 0
    /// How many frames the newest cycle had by the clock, and the one before it.
    private var newestDuration: Int64 = 0
    private var olderDuration: Int64 = 0

    /// The longest time that a gap can have, in microseconds: thirty days.
    private static var longestGap: Int64 {
        @_noLocks get { 2_592_000_000_000 }
    }

    /// Makes a time line for a stream of `rate` frames a second.
    init(rate: Int64) { self.rate = rate }

    /// Takes in a cycle that brought `frameCount` frames of the stream. Returns how many frames are missing before it, in frames
    /// of the stream; 0 for the first cycle.
    @_noLocks
    mutating func missing(before cycle: CaptureCycle, frameCount: Int64) -> Int64 {
        if cycle.graphRate <= 0 { return 0 }
        // Without a resampler the clock counts the very frames that came. A cycle that brought fewer shows as a jump then.
        let frames = cycle.graphRate == rate ? frameCount : cycle.duration
        let isSame = hasBegun && cycle.clock == clock && cycle.graphRate == graphRate
        let jump = cycle.position &- nextPosition
        let late = framesPassed(until: cycle)
        let longest = max(cycle.duration, max(newestDuration, olderDuration))
        olderDuration = newestDuration
        newestDuration = cycle.duration
        let wasBehind = hasBegun
        hasBegun = true
        clock = cycle.clock
        graphRate = cycle.graphRate
        nextTime = cycle.now &+ cycle.duration &* 1_000_000_000 / cycle.graphRate
        if isSame && isBelievable(jump, late: late, longest: longest, in: cycle) {
            // A cycle that brought more frames than the clock has counted is ahead of it, until the clock has caught up.
            let isAhead = jump < 0 && jump >= 0 &- 2 &* cycle.duration
            nextPosition = (isAhead ? nextPosition : cycle.position) &+ frames
            return jump > 0 ? inStream(jump) : 0
        }
        nextPosition = cycle.position &+ frames
        // Without a common clock, less than half a cycle is no gap: cycles never begin at the exact time.
        return wasBehind && late &* 2 >= cycle.duration ? inStream(late) : 0
    }

    /// Returns how much later than expected the cycle began, in frames of the graph.
    @_noLocks
    private func framesPassed(until cycle: CaptureCycle) -> Int64 {
        let microseconds = (cycle.now &- nextTime) / 1_000
        let bounded = min(max(microseconds, 0 &- Self.longestGap), Self.longestGap)
        return bounded &* cycle.graphRate / 1_000_000
    }

    /// Whether the clock's jump goes with the time that has passed: it may differ by a quarter of it, by a quarter of a second,
    /// since a driver that was stopped catches up, or by two cycles. Those may be the cycles before they became short: if one of them
    /// was late, the next one comes at once.
    @_noLocks
    private func isBelievable(_ jump: Int64, late: Int64, longest: Int64, in cycle: CaptureCycle) -> Bool {
        let difference = jump > late ? jump &- late : late &- jump
        let bound = max(max(longest &* 2, cycle.graphRate / 4), (late < 0 ? 0 &- late : late) / 4)
        return difference <= bound
    }

    /// Returns frames of the graph as frames of the stream, rounded, and at most 2⁴².
    @_noLocks
    private func inStream(_ frames: Int64) -> Int64 {
        let most: Int64 = 1 << 42
        let bounded = min(max(frames, 0), most)
        return graphRate == rate ? bounded : min((bounded &* rate &+ graphRate / 2) / graphRate, most)
    }
}
