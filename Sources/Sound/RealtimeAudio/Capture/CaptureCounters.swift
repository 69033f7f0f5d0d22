import Synchronization

/// The counters of the capturing callback; only the callback writes them, any thread may read them.
struct CaptureCounters: ~Copyable {
    /// The number of times that the graph brought sound.
    let callbacks = Atomic<UInt64>(0)
    /// The number of gaps that missed cycles made.
    let gaps = Atomic<UInt64>(0)
    /// The number of frames that never reached the callback.
    let missedFrames = Atomic<UInt64>(0)
    /// The number of frames that the callback dropped, because the ring was full.
    let droppedFrames = Atomic<UInt64>(0)
    /// The number of frames that are silence because nothing gave sound to the graph.
    let emptyFrames = Atomic<UInt64>(0)
    /// The number of frames that came last.
    let quantum = Atomic<UInt64>(0)
}

/// What the callback of a ``CaptureBuffer`` has counted.
package struct CaptureStatistics: Hashable, Sendable {
    /// How often the graph brought sound.
    package var callbacks: UInt64 = 0
    /// How many gaps missed cycles have made.
    package var gaps: UInt64 = 0
    /// How many frames never came, in all gaps.
    package var missedFrames: UInt64 = 0
    /// How many frames came while the buffer was full, and are lost.
    package var droppedFrames: UInt64 = 0
    /// How many frames are silence that the graph made, because nothing gave it sound: the source was late, or plays nothing.
    package var emptyFrames: UInt64 = 0
    /// Frames of the last cycle.
    package var quantum: UInt64 = 0

    /// Makes statistics in which nothing has been counted.
    package init() {}
}
