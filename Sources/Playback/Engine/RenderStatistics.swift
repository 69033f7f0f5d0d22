import RealtimeAudio
import Synchronization

/// What the callback counted, over all renderers of this run.
package struct RenderStatistics: Hashable, Sendable {
    package var callbacks: UInt64 = 0
    package var underruns: UInt64 = 0
    package var underrunFrames: UInt64 = 0
    /// Frames of the last cycle.
    package var quantum: UInt64 = 0

    /// Nothing counted.
    package init() {}

    /// Adds what `renderer` counted.
    mutating func add(_ renderer: Renderer) {
        let counters = unsafe renderer.state
        callbacks += unsafe counters.pointee.counters.callbacks.load(ordering: .relaxed)
        underruns += unsafe counters.pointee.counters.underruns.load(ordering: .relaxed)
        underrunFrames += unsafe counters.pointee.counters.underrunFrames.load(ordering: .relaxed)
        quantum = unsafe counters.pointee.counters.quantum.load(ordering: .relaxed)
    }
}
