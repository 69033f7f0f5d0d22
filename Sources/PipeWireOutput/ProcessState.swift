import AudioTypes
import CPipeWire
import RealtimeAudio
import Synchronization

/// What the process callback works with: a plain struct at a fixed address, made before the stream and freed after it.
@safe struct ProcessState: ~Copyable {
    /// Set once the stream exists, before it is connected.
    var stream: OpaquePointer?
    let renderState: UnsafeMutablePointer<RenderState>
    let channelCount: Int
    let sampleRate: Int64
    /// One pointer a channel, filled in every cycle.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The cycle that `offset` counts in, by its start in nanoseconds.
    var cycle: Int64 = 0
    /// The graph's ticks at that start; the difference to the next one's is the quantum.
    var ticks: UInt64 = 0
    /// Frames rendered in this cycle already, where the graph asks more than once.
    var offset: Int64 = 0

    /// The graph's newest cycle, for ``OutputTiming``.
    let quantum = Atomic<Int>(0)
    let graphRate = Atomic<Int>(0)
    let latency = Atomic<Int64>(0)

    init(_ renderer: Renderer) {
        unsafe renderState = renderer.state
        channelCount = renderer.format.channelCount
        sampleRate = Int64(renderer.format.sampleRate.hertz)
        unsafe planes = .allocate(capacity: renderer.format.channelCount)
    }

    deinit { unsafe planes.deallocate() }
}
