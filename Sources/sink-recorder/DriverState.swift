import CPipeWire
import Synchronization

/// What the callbacks of the data thread work with: a plain struct at a fixed address, made before the stream and freed
/// after it. Once the stream is connected only the data thread touches what is not atomic.
@safe struct DriverState: ~Copyable {
    /// The largest cycle a graph can have (`clock.quantum-limit`), in frames.
    static var largestQuantum: Int { @_noLocks get { 8_192 } }

    /// The loop of the data thread.
    let loop: UnsafeMutablePointer<pw_loop>
    /// Fires when a cycle shall begin, and when one takes suspiciously long.
    var timer: UnsafeMutablePointer<spa_source>?
    let stream: OpaquePointer
    /// Our own clock, which the graph runs by while we drive it.
    var clock: UnsafeMutablePointer<spa_io_clock>?
    /// The cycle of the graph that we are part of.
    var position: UnsafeMutablePointer<spa_io_position>?
    /// What has been recorded and is not in the file yet.
    let ring: FrameRing
    /// Whether a cycle has begun that is not complete.
    var isCycleOpen = false
    /// Whether any cycle was complete since the stream was started.
    var hasCompletedCycle = false
    /// When the next cycle shall begin, in nanoseconds.
    var planned: UInt64 = 0
    /// Whether sound arrives in a cycle; while none does the recording gets silence, and the graph no cycle.
    let isPlayed = Atomic<Bool>(false)
    /// How many cycles were given up; each may have cost frames.
    let abandonedCycles = Atomic<Int>(0)

    /// Makes the state of a driver that has not started.
    init(loop: UnsafeMutablePointer<pw_loop>, stream: OpaquePointer, channelCount: Int) {
        unsafe self.loop = unsafe loop
        unsafe self.stream = unsafe stream
        ring = FrameRing(channelCount: channelCount, capacity: Self.largestQuantum * 16)
    }
}
