import AudioTypes
import Synchronization

/// Everything that ``capture(_:from:frameCount:cycle:)`` touches: one block at a fixed address, made before the stream starts.
///
/// "Worker" is the thread that takes the samples out, "callback" PipeWire's real-time thread. While the stream runs, only the
/// callback uses the fields without an atomic.
@safe struct CaptureState: ~Copyable {
    // MARK: Callback to worker

    /// The samples. The callback writes, the worker gives frames back.
    let ring: SampleRing
    /// The markers of the ring. The callback pushes, the worker removes.
    let markers: CaptureMarkerQueue
    /// The counters. The callback writes them.
    let counters = CaptureCounters()
    /// Signalled once when the ring has reached `wakeMark` frames.
    let workerDescriptor: Int32
    /// Whether the first frame of each cycle has a marker, as long as there is much room for markers.
    let timesCycles: Bool

    // MARK: Worker to callback

    /// The fill level of the ring, in frames, from which on the callback wakes the worker. The worker sets it before it clears
    /// `workerIsAwake`.
    let wakeMark: Atomic<Int>
    /// Whether the worker needs no signal, because it was woken or is busy anyway. Callback and worker set it; the worker
    /// clears it before it sleeps.
    let workerIsAwake = Atomic<Bool>(true)

    // MARK: Callback only

    /// Tells which frames never came.
    var timeline: CaptureTimeline
    /// The frames that are missing before the next one, until a marker tells of them.
    var missedFrames: Int64 = 0
    var droppedFrames: Int64 = 0
    /// Whether the next frame begins an item, until a marker tells it.
    var beginsItem = false
    /// The place that the next frame has if it follows the frame before it.
    var nextPlace = PlayedPlace.none
    /// Whether the next frame needs a marker.
    var needsMarker = true
    /// Where to write, one pointer for each channel.
    let regions: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// The most gaps that can wait for the worker. Each gap needs two cycles at least, so this is a second of nothing but gaps
    /// at the shortest cycle.
    static let markerCapacity = 1_024

    init(format: StreamFormat, capacity: Int, workerDescriptor: Int32, timesCycles: Bool, counter: UInt64) {
        ring = SampleRing(channelCount: format.channelCount, minimumCapacity: capacity, startingAt: counter)
        markers = CaptureMarkerQueue(capacity: Self.markerCapacity)
        timeline = CaptureTimeline(rate: Int64(format.sampleRate.hertz))
        wakeMark = Atomic(1)
        self.workerDescriptor = workerDescriptor
        self.timesCycles = timesCycles
        unsafe regions = .allocate(capacity: format.channelCount)
        _ = unsafe ring.writeRegion(after: 0, into: regions)
    }

    deinit { unsafe regions.deallocate() }
}
