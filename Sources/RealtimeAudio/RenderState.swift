import AudioTypes
package import Synchronization

/// Everything ``render(_:into:frameCount:time:)`` touches: one block at a fixed address, made before the stream starts.
///
/// Every field says who writes it. "Control" is the control thread, "worker" the decode worker, "callback" PipeWire's
/// real-time thread. Fields without an atomic belong to the callback alone while the stream runs.
@safe package struct RenderState: ~Copyable {
    /// Frames a second; never changes.
    package let sampleRate: Int64

    // MARK: Worker to callback

    package let ring: SampleRing
    package let markers: MarkerQueue

    // MARK: Callback to control

    package let events: RenderEventQueue
    /// Signalled after a push to `events`.
    let eventDescriptor: Int32
    package let clock = RenderClock()
    package let counters = RenderCounters()

    // MARK: Callback to worker

    /// Signalled once when the ring falls below `wakeMark` frames.
    let workerDescriptor: Int32
    /// Half of the ring: the mark at which the worker is usually woken.
    let lowWater: Int
    /// The mark at which it is woken now. The worker sets it before it clears `workerIsAwake`.
    let wakeMark: Atomic<Int>
    /// Whether the worker was woken, or is busy anyway, and needs no signal. Callback sets it, worker clears it before it sleeps.
    package let workerIsAwake = Atomic<Bool>(true)

    // MARK: Control to callback

    /// Whether to play; otherwise fade out, then stay where we are.
    package let plays = Atomic<Bool>(false)
    /// How often a pause was asked for; each is answered by a `paused` event, unless playing goes on before.
    package let pausesAsked = Atomic<UInt64>(0)
    /// Whether to go silent at once, without a fade, and stay where we are: the private output is going. The callback that
    /// sees it first says so here itself; only control takes it back.
    package let isHushed = Atomic<Bool>(false)
    /// Whether to fade to silence while time goes on.
    package let isMuted = Atomic<Bool>(false)
    /// The generation whose audio is wanted; everything older is faded out and dropped.
    package let wantedGeneration: Atomic<UInt32>
    /// Segments after `cancelledAfter` up to `cancelledThrough` that have not begun are skipped: the queue changed after
    /// they were decoded ahead. Control writes `cancelledAfter` first, the callback reads it last.
    package let cancelledAfter = Atomic<UInt64>(0)
    package let cancelledThrough = Atomic<UInt64>(0)
    /// The bits of the linear gain wanted, 1 by default.
    package let wantedGain = Atomic<UInt32>(Float(1).bitPattern)

    // MARK: Callback only

    var transportFade: Fade
    var muteFade: Fade
    var gain: GainRamp
    /// What the samples of the segment under way are multiplied by, beside the fades and `gain`. It changes at a marker only,
    /// and never ramps: both sides of the step are what their media's authors meant to be equally loud.
    var segmentGain: Float = 1
    var generation: UInt32
    var segment: UInt64 = 0
    var mediaFrame: Int64 = 0
    /// Whether the frames up to the next marker are to be heard, and silence is an underrun. Otherwise they belong to a
    /// cancelled segment or to an old generation, and are thrown away.
    var isInSegment = false
    /// Whether the segment under way was cancelled.
    var isSkipping = false
    /// Whether a segment is over, and the next of its generation has not begun.
    var isBetweenSegments = false
    /// How many frames of silence were heard there while playing.
    var framesBetweenSegments = 0
    /// How many of `pausesAsked` were answered, or overtaken.
    var pausesAnswered: UInt64 = 0
    var starvationWasReported = false

    /// Makes an empty, paused state.
    /// - Parameters:
    ///   - format: of the ring, and of the planes given to `render`.
    ///   - bufferFrames: how many frames the ring holds at least.
    ///   - fadeFrames: how long a fade takes; 1 means none.
    ///   - generation: the generation to begin with.
    ///   - counter: where the ring's frame counters start; tests use it to see them wrap.
    init(
        format: StreamFormat, bufferFrames: Int, fadeFrames: Int, generation: UInt32, counter: UInt64,
        workerDescriptor: Int32, eventDescriptor: Int32
    ) {
        sampleRate = Int64(format.sampleRate.hertz)
        ring = SampleRing(
            channelCount: format.channelCount, minimumCapacity: bufferFrames, startingAt: counter)
        markers = MarkerQueue(capacity: 1_024)
        events = RenderEventQueue(capacity: 1_024)
        self.eventDescriptor = eventDescriptor
        self.workerDescriptor = workerDescriptor
        lowWater = max(1, ring.capacity / 2)
        wakeMark = Atomic(lowWater)
        wantedGeneration = Atomic(generation)
        self.generation = generation
        transportFade = Fade(length: fadeFrames)
        muteFade = Fade(length: fadeFrames)
        gain = GainRamp(length: fadeFrames)
        transportFade.position = 0
    }
}
