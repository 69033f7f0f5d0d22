import AudioTypes
import Synchronization

/// Everything that ``render(_:into:frameCount:time:)`` touches: one block at a fixed address, made before the stream starts.
///
/// The comment of a field or of its group says who writes it. "Control" is the control thread, "worker" the decode worker,
/// "callback" PipeWire's real-time thread. While the stream runs, only the callback uses the fields without an atomic.
@safe struct RenderState: ~Copyable {
    /// Frames per second; never changes.
    let sampleRate: Int64
    /// How many frames mean nothing without each other, if they carry coded sound that a sink decodes; 0 if they are sound. Coded
    /// sound begins and ends between such units, without fades and gains.
    let unitFrames: Int
    /// Whether the frames are DSD over PCM, whose markers alternate.
    let hasMarkers: Bool

    // MARK: Worker to callback

    /// The samples, from the worker to the callback. The worker writes, the callback gives frames back.
    let ring: SampleRing
    /// The markers of the ring. The worker pushes, the callback removes.
    let markers: MarkerQueue

    // MARK: Callback to control

    /// The rare events. The callback pushes, the output's loop thread pops.
    let events: RenderEventQueue
    /// Signalled after a push to `events`.
    let eventDescriptor: Int32
    /// The clock. The callback writes it in every cycle.
    let clock = RenderClock()
    /// The counters. The callback writes them.
    let counters = RenderCounters()

    // MARK: Callback to worker

    /// Signalled once when the ring falls below `wakeMark` frames.
    let workerDescriptor: Int32
    /// Half of the ring, in frames: the usual `wakeMark`.
    let lowWater: Int
    /// The fill level of the ring, in frames, below which the callback wakes the worker. The worker sets it before it clears
    /// `workerIsAwake`.
    let wakeMark: Atomic<Int>
    /// Whether the worker needs no signal, because it was woken or is busy anyway. Callback and worker set it; the worker
    /// clears it before it sleeps.
    let workerIsAwake = Atomic<Bool>(true)

    // MARK: Control to callback

    /// Whether to play. If not, the callback fades out and keeps its place.
    let plays = Atomic<Bool>(false)
    /// When the first frame after silence is to be heard, by the monotonic clock in nanoseconds; 0 or a time that has passed: at once.
    let startsAt = Atomic<Int64>(0)
    /// The number of pauses that control has asked for. The callback answers with a `paused` event, unless playing goes on
    /// before.
    let pausesAsked = Atomic<UInt64>(0)
    /// Whether to be silent at once, without a fade, and keep the place: the private output is being lost. Control and
    /// PipeWire's loop thread write it. The callback only sets it, when it is the first to see the loss; the loop thread then
    /// confirms or clears it.
    let isCut = Atomic<Bool>(false)
    /// Whether to fade to silence while playback moves on.
    let isMuted = Atomic<Bool>(false)
    /// The generation whose audio is wanted; the callback fades out and drops everything older.
    let wantedGeneration: Atomic<UInt32>
    /// The segments after `cancelledAfter` up to `cancelledThrough` are skipped unless they have begun: the queue changed after
    /// they were decoded ahead. Control writes `cancelledAfter` first, the callback reads it last.
    let cancelledAfter = Atomic<UInt64>(0)
    let cancelledThrough = Atomic<UInt64>(0)
    /// The bit pattern of the wanted linear gain, 1 by default.
    let wantedGain = Atomic<UInt32>(Float(1).bitPattern)

    /// The buffers that get a copy of what is played; `nil` for none. Control publishes each list.
    let taps = unsafe Atomic<UnsafeMutablePointer<TapList>?>(nil)
    /// Whether the callback may be reading a list of `taps`. The callback writes it.
    let isReadingTaps = Atomic<Bool>(false)

    // MARK: Callback only

    /// Where the callback reads each channel for `taps`.
    let tapPlanes: UnsafeMutablePointer<UnsafePointer<Float>>
    /// The fade of play, pause, stop and seek.
    var transportFade: Fade
    /// The fade of mute.
    var muteFade: Fade
    /// The ramp to `wantedGain`.
    var gain: GainRamp
    /// Whether the next frame of DSD over PCM gets the high marker, 0xFA. The first frame, and the one behind silence, gets the low one.
    var markerIsHigh = false
    /// The gain that every sample of the current segment is multiplied by, in addition to the fades and `gain`. It changes only
    /// at a marker and never ramps: the media on both sides of the step are meant to be equally loud.
    var segmentGain: Float = 1
    /// The generation that the callback is in.
    var generation: UInt32
    /// The segment that began last; 0 if none has begun.
    var segment: UInt64 = 0
    /// The position in the segment's track of the next frame, in frames.
    var mediaFrame: Int64 = 0
    /// Whether the frames up to the next marker are to be heard, and missing ones are an underrun. Otherwise those frames
    /// belong to a cancelled segment or to an old generation, and are thrown away.
    var isInSegment = false
    /// Whether the next frame begins an item, and those who get copies do not know yet.
    var beginsItem = false
    /// Whether frames that are missing before the next one are no underrun.
    var isLull = false
    /// Whether the current segment was cancelled.
    var isSkipping = false
    /// Whether a segment has ended and the next segment of its generation has not begun.
    var isBetweenSegments = false
    /// The number of frames of silence played in that gap.
    var framesBetweenSegments = 0
    /// The number of `pausesAsked` that were answered or overtaken.
    var pausesAnswered: UInt64 = 0
    /// Whether the current underrun was counted and reported.
    var starvationWasReported = false

    /// Makes an empty, paused state.
    /// - Parameters:
    ///   - format: the format of the ring, and of the planes given to `render`.
    ///   - bufferFrames: the number of frames that the ring holds at least.
    ///   - fadeFrames: the number of frames that a fade takes; 1 means none.
    ///   - generation: the generation to begin with.
    ///   - counter: the value at which the ring's frame counters start; tests use it to see them wrap.
    ///   - workerDescriptor: the eventfd that wakes the worker.
    ///   - eventDescriptor: the eventfd that tells the loop thread of events.
    init(
        format: StreamFormat, bufferFrames: Int, fadeFrames: Int, generation: UInt32, counter: UInt64,
        workerDescriptor: Int32, eventDescriptor: Int32
    ) {
        sampleRate = Int64(format.sampleRate.hertz)
        unitFrames = format.coding?.unitFrames ?? 0
        hasMarkers = format.coding?.codec == .dop
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
        unsafe tapPlanes = .allocate(capacity: format.channelCount)
    }

    deinit { unsafe tapPlanes.deallocate() }
}
