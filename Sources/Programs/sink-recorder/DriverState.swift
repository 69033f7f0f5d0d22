import CPipeWire
import Synchronization

/// The state of the data thread's callbacks: a plain struct at a fixed address, made before the stream and freed after it. Once
/// the stream is connected, only the data thread touches the fields that are not atomic.
@safe struct DriverState: ~Copyable {
    /// The largest cycle that a graph can have (`clock.quantum-limit`), in frames.
    static var largestQuantum: Int { @_noLocks get { 8_192 } }

    /// The loop of the data thread.
    let loop: UnsafeMutablePointer<pw_loop>
    /// Fires when a cycle has to begin, and when a cycle takes suspiciously long.
    var timer: UnsafeMutablePointer<spa_source>?
    let stream: OpaquePointer
    /// Our own clock, by which the graph runs while we drive it.
    var clock: UnsafeMutablePointer<spa_io_clock>?
    /// The graph's cycle in which we take part.
    var position: UnsafeMutablePointer<spa_io_position>?
    /// The recorded frames that are not in the file yet.
    let ring: FrameRing
    /// Whether it is a source, which plays numbered frames, and not a sink.
    let isSource: Bool
    /// Whether a cycle begins by the clock, also if the one before is not complete.
    let isClocked: Bool
    let channelCount: Int
    /// Whether a cycle has begun and is not complete.
    var isCycleOpen = false
    /// Whether the time-out of the open cycle has passed.
    var isOverdue = false
    /// How many frames the open cycle has, or the last one, if it is the driver who decides that, and whether it does.
    var length: UInt64 = 0
    var isLengthKnown = false
    /// When the next cycle has to begin, in nanoseconds.
    var planned: UInt64 = 0
    /// Whether sound arrives in a cycle. While none does, the recording gets silence, and the graph has no cycles.
    let isPlayed = Atomic<Bool>(false)
    /// Whether the sink gets bursts of IEC 61937, as words of 16 bits, and no sound.
    let hasBursts = Atomic<Bool>(false)
    /// Whether more sound is about to arrive. Until it does, the graph has no cycles, and what plays already gets no gap.
    let isHeld = Atomic<Bool>(false)
    /// How many cycles were given up. Each may have cost frames.
    let abandonedCycles = Atomic<Int>(0)

    /// Makes the state of a driver that has not started.
    init(
        loop: UnsafeMutablePointer<pw_loop>, stream: OpaquePointer, channelCount: Int, isSource: Bool, isClocked: Bool
    ) {
        unsafe self.loop = unsafe loop
        unsafe self.stream = unsafe stream
        self.isSource = isSource
        self.isClocked = isClocked
        self.channelCount = channelCount
        isPlayed.store(isSource, ordering: .relaxed)
        ring = FrameRing(channelCount: channelCount, capacity: Self.largestQuantum * 16)
    }
}
