package import AudioTypes
import Synchronization

/// What a renderer plays, for several outputs that play the same frames: each frame is rendered once, by whichever output asks for it
/// first, and kept as long as the slowest output may still want it.
///
/// All outputs are called on one thread, that of the callbacks. A ``SoundReader`` is the side of one output.
@safe package final class SharedSound: Sendable {
    /// For how many seconds beyond the longest delay frames are kept: more than any cycle of the graph has.
    private static let reserve = 0.5

    /// What is played.
    private let renderer: Renderer
    nonisolated(unsafe) let state: UnsafeMutablePointer<SharedSoundState>

    /// Shares what `renderer` plays from its next frame on.
    package init(_ renderer: Renderer) {
        self.renderer = renderer
        let format = renderer.format
        let frames = FrameCount(seconds: OutputDelay.range.upperBound + Self.reserve, at: format.sampleRate).value
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(
            to: SharedSoundState(
                consumer: renderer.consumer,
                history: SoundHistory(channelCount: format.channelCount, minimumCapacity: Int(frames)),
                rate: Int64(format.sampleRate.hertz)))
    }

    deinit {
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Has all outputs begin in one cycle: they are silent, and nothing is rendered, until `readerCount` of them were called in one cycle,
    /// but for a quarter of a second at most. To be called before the graph runs them again after a rest.
    package func awaitReaders(_ readerCount: Int) {
        unsafe state.pointee.waits.wrappingAdd(1, ordering: .relaxed)
        unsafe state.pointee.awaitedReaders.store(readerCount, ordering: .releasing)
    }

    /// The format of the sound.
    package var format: StreamFormat { renderer.format }
}

/// What all outputs of a ``SharedSound`` have in common. Only the thread of the callbacks touches it after it was made.
@safe struct SharedSoundState: ~Copyable {
    /// The renderer, which makes the frames.
    let consumer: RenderConsumer
    /// The newest frames.
    let history: SoundHistory
    /// Frames a second.
    let rate: Int64
    /// The number of the first frame.
    let start: UInt64
    /// The start of the newest cycle in which an output asked for frames, which tells cycles apart; in nanoseconds.
    var cycle: Int64 = .min
    /// The number of the first frame of that cycle.
    var cycleStart: UInt64
    /// The number of the next frame that is rendered.
    var written: UInt64
    /// How many outputs were called in that cycle.
    var calledReaders = 0
    /// The start of the first cycle in which outputs are awaited; `nil` if none was.
    var awaitingSince: Int64?
    /// The number of the wait that ``awaitingSince`` is of.
    var knownWait = 0
    /// How often outputs were to be awaited.
    let waits = Atomic<Int>(0)
    /// How many outputs have to be called in one cycle before all begin; 0 once they have.
    let awaitedReaders = Atomic<Int>(0)
    /// How long after the start of a cycle the primary output plays the cycle's first frame, in nanoseconds.
    var primaryDelay: Int64 = 0

    /// For how long outputs are awaited at most, in nanoseconds: the device of one may take long to wake up.
    static var longestWait: Int64 { @_noLocks get { 250_000_000 } }

    /// Notes that a new cycle begins at `now`. Ends the wait for outputs if all were called in the cycle before, or if it was long enough.
    @_noLocks
    mutating func beginCycle(_ now: Int64) {
        let awaited = awaitedReaders.load(ordering: .acquiring)
        if awaited > 0 {
            let wait = waits.load(ordering: .relaxed)
            // A pause may have come before the last wait was over.
            if wait != knownWait { awaitingSince = nil }
            knownWait = wait
            // How many were called before the rest does not count.
            let hasAll = awaitingSince != nil && calledReaders >= awaited
            let since = awaitingSince ?? now
            let isOver = hasAll || now &- since > Self.longestWait
            awaitingSince = isOver ? nil : since
            if isOver { awaitedReaders.store(0, ordering: .relaxed) }
        }
        cycle = now
        cycleStart = written
        calledReaders = 0
    }

    /// Whether an output played the sound before this cycle.
    var hasBegun: Bool { @_noLocks get { cycleStart != start } }

    init(consumer: RenderConsumer, history: consuming SoundHistory, rate: Int64) {
        self.consumer = consumer
        self.rate = rate
        // Behind every delay: what was before the beginning is silence.
        start = UInt64(history.capacity)
        written = start
        cycleStart = start
        self.history = history
    }
}

/// The newest frames that were rendered: planes of floats, written round and round.
@safe struct SoundHistory: ~Copyable {
    let channelCount: Int
    /// How many frames there are; a power of two.
    let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    /// One pointer for each channel, for the renderer.
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    /// Makes a history of silence, of at least `minimumCapacity` frames. Touches its memory, so that the callback never meets a page
    /// fault.
    init(channelCount: Int, minimumCapacity: Int) {
        self.channelCount = channelCount
        capacity = minimumCapacity.roundedUpToPowerOfTwo
        unsafe samples = .allocate(capacity: capacity * channelCount)
        unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
        unsafe planes = .allocate(capacity: channelCount)
        for channel in 0..<channelCount { unsafe (planes + channel).initialize(to: samples + channel * capacity) }
    }

    deinit {
        unsafe planes.deallocate()
        unsafe samples.deallocate()
    }

    /// Returns how many of `count` frames from `frame` on lie in one run.
    @_noLocks
    func run(from frame: UInt64, atMost count: Int) -> Int { min(count, capacity &- offset(of: frame)) }

    /// Returns the samples of `channel` from `frame` on.
    @_noLocks
    func plane(_ channel: Int, from frame: UInt64) -> UnsafeMutablePointer<Float> {
        unsafe samples + (channel &* capacity &+ offset(of: frame))
    }

    /// Returns the places of all channels from `frame` on; valid until the next call.
    @_noLocks
    func region(from frame: UInt64) -> UnsafePointer<UnsafeMutablePointer<Float>> {
        for channel in 0..<channelCount { unsafe planes[channel] = plane(channel, from: frame) }
        return unsafe UnsafePointer(planes)
    }

    @_noLocks
    private func offset(of frame: UInt64) -> Int {
        Int(truncatingIfNeeded: frame & UInt64(truncatingIfNeeded: capacity &- 1))
    }
}
