/// What the callbacks of one or several renderers have counted.
package struct RenderStatistics: Hashable, Sendable {
    /// How often the graph asked for audio.
    package var callbacks: UInt64 = 0
    /// How often the ring was empty in the middle of a segment.
    package var underruns: UInt64 = 0
    /// How many frames of silence stood in for audio then.
    package var underrunFrames: UInt64 = 0
    /// Frames of the last cycle.
    package var quantum: UInt64 = 0

    /// Makes statistics in which nothing has been counted.
    package init() {}

    /// Adds the counts of a later renderer.
    package mutating func add(_ later: RenderStatistics) {
        callbacks += later.callbacks
        underruns += later.underruns
        underrunFrames += later.underrunFrames
        quantum = later.quantum
    }
}
