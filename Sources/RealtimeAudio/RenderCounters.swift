package import Synchronization

/// What the callback counts; written by it alone, read by anyone.
package struct RenderCounters: ~Copyable {
    /// How often the graph asked for audio.
    package let callbacks = Atomic<UInt64>(0)
    /// How often the ring was empty in the middle of a segment; a run of cycles counts once.
    package let underruns = Atomic<UInt64>(0)
    /// How many frames of silence stood in for audio then.
    package let underrunFrames = Atomic<UInt64>(0)
    /// How many frames the graph asked for last.
    package let quantum = Atomic<UInt64>(0)
    /// Events lost because nobody read them: more than the queue holds.
    package let lostEvents = Atomic<UInt64>(0)

    /// Callback: adds to a counter that only the callback writes, so a plain load and store do.
    @_noLocks
    static func add(_ amount: UInt64, to counter: borrowing Atomic<UInt64>) {
        counter.store(counter.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
