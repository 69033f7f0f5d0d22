import AudioTypes
import CPipeWire
import Filters
import RealtimeAudio
import Synchronization

/// Everything that the process callback touches except the renderer: one block at a fixed address, made before the
/// stream is connected and kept until the stream is destroyed.
@safe struct StreamCycle: ~Copyable {
    /// The stream. Set before it is connected.
    var stream: OpaquePointer?
    /// The state of the renderer, which fills the buffers.
    let consumer: RenderConsumer
    /// The place of this stream in the sound that it shares with others, instead of `consumer`; exchanged in the callback's thread
    /// between two cycles.
    var shared: SoundConsumer?
    /// The equaliser of this stream; `nil` where no bit may change.
    let filters: FilterConsumer?
    let channelCount: Int
    /// The stream's rate, in frames a second.
    let rate: Int64
    /// An eventfd that wakes the loop's thread.
    let descriptor: Int32
    /// One pointer for each channel: into the buffer that is being filled, or into `carried`.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// Whether the graph must run at the stream's rate, because nothing may change the samples.
    let needsOwnRate: Bool
    /// Room for the samples of both channels of bursts, before they become words; `nil` for sound.
    let carried: UnsafeMutablePointer<Float>?
    /// How many frames fit into `carried`.
    let carriedFrames: Int

    // MARK: Callback's thread only

    /// The graph's clock; exchanged in the callback's thread between two cycles.
    var position: UnsafeMutablePointer<spa_io_position>?
    /// When the newest cycle started, in nanoseconds.
    var cycleStart: Int64 = 0
    /// When the first frame of the buffer that is being filled is heard.
    var time = CycleTime(now: 0, delay: 0)
    /// How many frames were rendered in the newest cycle, which may have more than one call.
    var framesInCycle: Int64 = 0
    /// How many frames of bursts the sink takes by now and has not got, in parts of a frame: the rate of the graph is a whole.
    var owed: Int64 = 0

    /// The quantum, rate and delay that were reported to the loop's thread last.
    var toldQuantum = 0
    var toldRate = 0
    var toldDelay: Int64 = 0
    /// Finds the changes of the delay that last.
    var latencyWatch = LatencyWatch()
    /// The newest ``guardNumber`` that the callback has seen, and the driver of the cycle in which it saw it.
    var guarded: UInt32 = 0
    var guardedDriver: UInt32 = 0

    // MARK: Control to callback

    /// 0 for no guard. Otherwise the driver must stay the same: a number that differs from the last one makes the driver
    /// of the next cycle the guarded one.
    let guardNumber = Atomic<UInt32>(0)

    /// Whether the stream is silent, and renders nothing, because not all of its ports are linked yet.
    let isHeld = Atomic<Bool>(true)

    // MARK: Callback to control

    /// Whether another driver than the guarded one has run a cycle; the reader resets it.
    let driverChanged = Atomic<Bool>(false)
    /// Whether the graph runs the stream differently from what was reported last; the reader resets it.
    let timingChanged = Atomic<Bool>(false)
    /// Whether the delay has changed for good by less than makes ``timingChanged``, while the stream shares its sound; the reader resets
    /// it.
    let latencyChanged = Atomic<Bool>(false)
    let quantum = Atomic<Int>(0)
    let graphRate = Atomic<Int>(0)
    /// The time from the start of a cycle until its first frame is heard, in nanoseconds.
    let delay = Atomic<Int64>(0)
    /// The delay that has lasted, in nanoseconds: that of ``latencyWatch``; `Int64.min` before the first cycle.
    let settledDelay = Atomic<Int64>(.min)

    /// The number of bytes of a frame of bursts: a word of 16 bits for each of two channels.
    static var burstFrameSize: Int { @_noLocks get { 4 } }

    init(consumer: RenderConsumer, filters: FilterConsumer? = nil, format: StreamFormat, descriptor: Int32) {
        self.consumer = consumer
        self.filters = filters
        self.descriptor = descriptor
        channelCount = format.channelCount
        rate = Int64(format.sampleRate.hertz)
        needsOwnRate = format.coding?.codec.isBursts == false
        unsafe planes = .allocate(capacity: channelCount)
        guard format.coding?.codec.isBursts == true else {
            unsafe carried = nil
            carriedFrames = 0
            return
        }
        carriedFrames = PipeWireStream.bufferFrames(rate: Int(rate))
        let room = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * carriedFrames)
        // The callback must not be the first to touch the memory.
        unsafe room.initialize(repeating: 0, count: channelCount * carriedFrames)
        for channel in 0..<channelCount { unsafe (planes + channel).initialize(to: room + channel * carriedFrames) }
        unsafe carried = unsafe room
    }

    deinit {
        unsafe planes.deallocate()
        unsafe carried?.deallocate()
    }
}

/// The process callback: takes one buffer, renders exactly as many frames as this cycle asks for, and queues the buffer.
/// It never queues more than one: a buffer that waits for the next cycle would have the wrong size if the quantum changed
/// in between.
///
/// PipeWire calls it in the data thread. Before that, PipeWire's audio converter has stated how many frames it needs for
/// one cycle of the graph. The converter consumes the buffer in the same cycle. If it needs more than a buffer holds,
/// PipeWire calls again in the same cycle.
@_noLocks
func processCycle(_ data: UnsafeMutableRawPointer?) {
    guard let cycle = unsafe data?.assumingMemoryBound(to: StreamCycle.self) else { return }
    guard let stream = unsafe cycle.pointee.stream, let buffer = unsafe fermata_stream_dequeue(stream) else { return }
    let capacity = unsafe takePlanes(of: buffer, cycle)
    let requested = Int(truncatingIfNeeded: unsafe buffer.pointee.requested)
    unsafe updateTime(stream, cycle)
    let wanted = unsafe cycle.pointee.carried == nil ? requested : framesOfBursts(cycle)
    // Numbers that come from outside may wrap, and a negative count would trap.
    let frames = unsafe max(0, min(capacity, wanted > 0 ? wanted : framesOfCycle(cycle)))
    unsafe tellTiming(cycle)
    unsafe checkDriver(cycle)
    unsafe play(cycle, frames)
    unsafe cycle.pointee.framesInCycle &+= Int64(truncatingIfNeeded: frames)
    if unsafe cycle.pointee.carried == nil {
        unsafe finish(
            buffer, blocks: cycle.pointee.channelCount, frames: frames, frameSize: MemoryLayout<Float>.stride)
    } else {
        unsafe writeBursts(buffer, cycle, frames)
        unsafe finish(buffer, blocks: 1, frames: frames, frameSize: StreamCycle.burstFrameSize)
    }
    unsafe fermata_stream_queue(stream, buffer)
}

/// Fills the buffer with the next frames: of the sound that the stream shares with others, or of the renderer.
@_noLocks
private func play(_ cycle: UnsafeMutablePointer<StreamCycle>, _ frames: Int) {
    let isWrongRate =
        unsafe cycle.pointee.needsOwnRate && Int64(cycle.pointee.graphRate.load(ordering: .relaxed)) != cycle.pointee.rate
    if unsafe isWrongRate || cycle.pointee.isHeld.load(ordering: .acquiring) {
        unsafe silence(cycle, frames)
        if unsafe !isWrongRate && cycle.pointee.shared == nil { unsafe cycle.pointee.consumer.stand(time: cycle.pointee.time) }
        return
    }
    let isCut: Bool
    if let shared = unsafe cycle.pointee.shared {
        unsafe shared.read(
            into: cycle.pointee.planes, frameCount: frames, now: cycle.pointee.time.now,
            latency: cycle.pointee.delay.load(ordering: .relaxed))
        isCut = shared.isCut
        if shared.leaves() { unsafe cycle.pointee.shared = nil }
    } else {
        unsafe cycle.pointee.consumer.render(into: cycle.pointee.planes, frameCount: frames, time: cycle.pointee.time)
        isCut = unsafe cycle.pointee.consumer.isCut
    }
    guard let filters = unsafe cycle.pointee.filters else { return }
    if isCut {
        // Filters hold what went in before the cut, and nothing of that may be heard, during the cut or behind it.
        filters.forget()
        unsafe silence(cycle, frames)
    } else {
        // Behind what outputs share, so that each has its own equaliser.
        unsafe filters.process(cycle.pointee.planes, frameCount: frames)
    }
}

@_noLocks
private func silence(_ cycle: UnsafeMutablePointer<StreamCycle>, _ frames: Int) {
    for channel in 0..<(unsafe cycle.pointee.channelCount) {
        unsafe cycle.pointee.planes[channel].update(repeating: 0, count: frames)
    }
}

/// Returns how many frames this cycle takes, at the stream's rate. Used if the server does not say how many it wants.
@_noLocks
private func framesOfCycle(_ cycle: UnsafeMutablePointer<StreamCycle>) -> Int {
    let quantum = unsafe cycle.pointee.quantum.load(ordering: .relaxed)
    let graphRate = unsafe cycle.pointee.graphRate.load(ordering: .relaxed)
    if graphRate <= 0 { return quantum }
    return unsafe (quantum &* Int(truncatingIfNeeded: cycle.pointee.rate) &+ graphRate &- 1) / graphRate
}

/// Stores the address to which each channel of `buffer` is to be written, and returns how many frames fit. Returns 0 if
/// the buffer has no memory, which no server was seen to do. Such a buffer is queued empty, because the stream would lose
/// a buffer that is kept.
@_noLocks
private func takePlanes(of buffer: UnsafeMutablePointer<pw_buffer>, _ cycle: UnsafeMutablePointer<StreamCycle>) -> Int {
    guard let contents = unsafe buffer.pointee.buffer, let datas = unsafe contents.pointee.datas else { return 0 }
    let channelCount = unsafe cycle.pointee.channelCount
    if unsafe cycle.pointee.carried != nil {
        guard unsafe contents.pointee.n_datas > 0, unsafe datas[0].data != nil else { return 0 }
        return unsafe min(
            cycle.pointee.carriedFrames, Int(truncatingIfNeeded: datas[0].maxsize) / StreamCycle.burstFrameSize)
    }
    if unsafe Int(truncatingIfNeeded: contents.pointee.n_datas) < channelCount { return 0 }
    var capacity = Int.max
    for channel in 0..<channelCount {
        guard let plane = unsafe datas[channel].data else { return 0 }
        unsafe cycle.pointee.planes[channel] = unsafe plane.assumingMemoryBound(to: Float.self)
        capacity = unsafe min(capacity, Int(truncatingIfNeeded: datas[channel].maxsize) / MemoryLayout<Float>.stride)
    }
    return capacity
}

/// Writes into `buffer` how much data it holds: `frames` frames of `frameSize` bytes in each block.
@_noLocks
private func finish(_ buffer: UnsafeMutablePointer<pw_buffer>, blocks: Int, frames: Int, frameSize: Int) {
    guard let contents = unsafe buffer.pointee.buffer, let datas = unsafe contents.pointee.datas else { return }
    for index in 0..<min(blocks, unsafe Int(truncatingIfNeeded: contents.pointee.n_datas)) {
        guard let chunk = unsafe datas[index].chunk else { continue }
        unsafe chunk.pointee.offset = 0
        unsafe chunk.pointee.stride = Int32(truncatingIfNeeded: frameSize)
        unsafe chunk.pointee.size = UInt32(truncatingIfNeeded: frames &* frameSize)
    }
    unsafe buffer.pointee.size = UInt64(truncatingIfNeeded: frames)
}

/// Notes when the first frame of this call is heard, and publishes the values from which that is computed.
///
/// Nothing of this stream waits in its queue. So the frame is heard after what the graph and the device hold (`delay`, in
/// units of `rate`), what the resampler holds (`buffered`, in frames of the stream), and what was rendered earlier in the
/// cycle.
@_noLocks
private func updateTime(_ stream: OpaquePointer, _ cycle: UnsafeMutablePointer<StreamCycle>) {
    let time = unsafe fermata_stream_time(stream)
    if unsafe time.now != cycle.pointee.cycleStart {
        unsafe cycle.pointee.cycleStart = time.now
        unsafe cycle.pointee.framesInCycle = 0
    }
    let second: Int64 = 1_000_000_000
    let rate = unsafe cycle.pointee.rate
    var delay = Int64(truncatingIfNeeded: time.buffered) &* second / rate
    if time.rate.denom > 0 {
        delay &+= time.delay &* second &* Int64(time.rate.num) / Int64(time.rate.denom)
        unsafe cycle.pointee.graphRate.store(Int(time.rate.denom), ordering: .relaxed)
    }
    if let position = unsafe cycle.pointee.position {
        unsafe cycle.pointee.quantum.store(Int(truncatingIfNeeded: position.pointee.clock.duration), ordering: .relaxed)
    }
    // What filters hold back is heard as much later.
    if let filters = unsafe cycle.pointee.filters { delay &+= Int64(truncatingIfNeeded: filters.latency) &* second / rate }
    unsafe cycle.pointee.delay.store(delay, ordering: .relaxed)
    let earlier = unsafe cycle.pointee.framesInCycle &* second / rate
    unsafe cycle.pointee.time.now = time.now
    unsafe cycle.pointee.time.delay = delay &+ earlier
}
