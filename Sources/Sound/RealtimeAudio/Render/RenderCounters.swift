import Synchronization

/// The counters of the callback; only the callback writes them, any thread may read them.
struct RenderCounters: ~Copyable {
    /// The number of times that the graph asked for audio.
    let callbacks = Atomic<UInt64>(0)
    /// The number of times that the ring was empty in the middle of a segment, or between two segments of a generation; a run
    /// of cycles counts once.
    let underruns = Atomic<UInt64>(0)
    /// The number of frames of silence that the callback put in place of missing audio.
    let underrunFrames = Atomic<UInt64>(0)
    /// The number of frames that the graph asked for last.
    let quantum = Atomic<UInt64>(0)
    /// The number of events lost because the queue was full: nobody read them in time.
    let lostEvents = Atomic<UInt64>(0)
}
