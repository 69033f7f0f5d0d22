/// Tells a latency that has changed from one that trembles: a value that takes in what a stream reads in each cycle.
///
/// One reading says little, because a device may tell a little more or less in each cycle. So readings are gathered in windows, and the
/// middle of a window counts. It takes the place of the latency before only if it differs from that by more than the readings of the
/// window differ from each other, and not more than once in a while. A device whose latency goes up and down stays where it is.
struct LatencyWatch: BitwiseCopyable {
    /// The change that counts, in nanoseconds: two outputs that change by less, in different directions, are still within a millisecond.
    static var leastChange: Int64 { @_noLocks get { 500_000 } }
    /// How long a window is at least, in nanoseconds, and how many readings it has at least.
    static var windowTime: Int64 { @_noLocks get { 250_000_000 } }
    static var leastReadings: Int { @_noLocks get { 4 } }
    /// How long after a window that has changed the latency no other one does, in nanoseconds.
    static var restTime: Int64 { @_noLocks get { 1_000_000_000 } }
    /// How long after the beginning each reading counts, in nanoseconds: a sink that has just started may tell another latency at first, and
    /// the owner of the stream looks at it soon.
    static var startTime: Int64 { @_noLocks get { 150_000_000 } }
    /// How many single readings count at once because they are off by more than a cycle: a sink that starts tells others at first.
    static var mostJumps: Int { @_noLocks get { 4 } }

    /// The latency that counts, in nanoseconds.
    private(set) var latency: Int64 = 0
    private var jumpsLeft = 0
    private var beginTime: Int64 = 0
    /// The bounds of the readings in the window, when it began, and how many it has.
    private var lowest: Int64 = 0
    private var highest: Int64 = 0
    private var windowStart: Int64 = 0
    private var readings = 0
    /// Whether a window has changed the latency, and when one did so last.
    private var hasChanged = false
    private var changeTime: Int64 = 0

    /// Takes a reading at once, because the graph runs the stream in another way than before from `now` on.
    @_noLocks
    mutating func begin(with reading: Int64, at now: Int64) {
        latency = reading
        beginTime = now
        jumpsLeft = Self.mostJumps
        readings = 0
        hasChanged = false
    }

    /// Takes in the reading of the cycle that has begun at `now` and is `cycle` long, in nanoseconds. Returns whether ``latency`` is
    /// another one for good. At the beginning it follows the readings, and nobody is told.
    @_noLocks
    mutating func note(_ reading: Int64, at now: Int64, cycle: Int64) -> Bool {
        if jumpsLeft > 0 && differs(reading, by: cycle) {
            jumpsLeft &-= 1
            latency = reading
            readings = 0
            return true
        }
        if !hasPassed(Self.startTime, since: beginTime, at: now) && !differs(reading, by: cycle) {
            latency = reading
            return false
        }
        if readings == 0 {
            lowest = reading
            highest = reading
            windowStart = now
        }
        lowest = min(lowest, reading)
        highest = max(highest, reading)
        readings &+= 1
        if readings < Self.leastReadings || !hasPassed(Self.windowTime, since: windowStart, at: now) { return false }
        readings = 0
        let spread = highest &- lowest
        let middle = lowest &+ spread / 2
        if hasChanged && !hasPassed(Self.restTime, since: changeTime, at: now) { return false }
        if !differs(middle, by: max(Self.leastChange, spread)) { return false }
        latency = middle
        changeTime = now
        hasChanged = true
        return true
    }

    /// Returns whether so much time has passed since `start`; also if the clock was set back meanwhile.
    @_noLocks
    private func hasPassed(_ time: Int64, since start: Int64, at now: Int64) -> Bool {
        let passed = now &- start
        return passed < 0 || passed >= time
    }

    /// Returns whether a reading is off by more than `least`.
    @_noLocks
    private func differs(_ reading: Int64, by least: Int64) -> Bool {
        let difference = reading &- latency
        return difference > least || difference < 0 &- least
    }
}
