import CPipeWire
import RealtimeAudio
import Synchronization

/// Everything the process callback touches apart from the ``RenderState``: one block at a fixed address, made before the
/// stream is connected and kept until it is destroyed.
@safe struct StreamCycle: ~Copyable {
    /// The stream. Set before it is connected.
    var stream: OpaquePointer?
    /// What fills the buffers.
    let render: UnsafeMutablePointer<RenderState>
    let channelCount: Int
    /// The stream's frames a second.
    let rate: Int64
    /// An eventfd that wakes the loop's thread.
    let descriptor: Int32
    /// One pointer a channel, into the buffer being filled.
    let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    // MARK: Callback's thread only

    /// The graph's clock; changed in the callback's thread between two cycles.
    var position: UnsafeMutablePointer<spa_io_position>?
    /// The start of the newest cycle seen.
    var cycleStart: Int64 = 0
    /// When the first frame of the buffer being filled is heard.
    var time = CycleTime(now: 0, delay: 0)
    /// How many frames were rendered in that cycle: more than one call a cycle is possible.
    var framesInCycle: Int64 = 0

    /// What the loop's thread was told last of quantum, rate and delay.
    var toldQuantum = 0
    var toldRate = 0
    var toldDelay: Int64 = 0
    /// The newest ``guardNumber`` seen, and the driver of the cycle in which it was.
    var guarded: UInt32 = 0
    var guardedDriver: UInt32 = 0

    // MARK: Control to callback

    /// Not 0: the driver must stay as it is; another number than before: as it is in the next cycle.
    let guardNumber = Atomic<UInt32>(0)

    // MARK: Callback to control

    /// Whether another driver than the guarded one ran a cycle; taken back by who reads it.
    let driverChanged = Atomic<Bool>(false)
    /// Whether the graph runs the stream otherwise than was told; taken back by who reads it.
    let timingChanged = Atomic<Bool>(false)
    let quantum = Atomic<Int>(0)
    let graphRate = Atomic<Int>(0)
    /// In nanoseconds, from the start of a cycle until its first frame is heard.
    let delay = Atomic<Int64>(0)

    init(render: UnsafeMutablePointer<RenderState>, channelCount: Int, rate: Int64, descriptor: Int32) {
        unsafe self.render = unsafe render
        self.descriptor = descriptor
        self.channelCount = channelCount
        self.rate = rate
        unsafe planes = .allocate(capacity: channelCount)
    }

    deinit { unsafe planes.deallocate() }
}

/// The process callback: takes one buffer, renders exactly what this cycle asks for, and gives it back. Never more than one:
/// a buffer waiting for the next cycle would have the wrong size if the quantum changed in between.
///
/// PipeWire calls it in the data thread. Its audio converter runs before and has stated how many frames it needs to make
/// one cycle of the graph; the buffer queued here is consumed in the same cycle. Should it need more than a buffer holds,
/// it calls again in the same cycle.
@_noLocks
func processCycle(_ data: UnsafeMutableRawPointer?) {
    guard let cycle = unsafe data?.assumingMemoryBound(to: StreamCycle.self) else { return }
    guard let stream = unsafe cycle.pointee.stream, let buffer = unsafe fermata_stream_dequeue(stream) else { return }
    let capacity = unsafe takePlanes(of: buffer, cycle)
    let requested = Int(truncatingIfNeeded: unsafe buffer.pointee.requested)
    unsafe updateTime(stream, cycle)
    let frames = unsafe min(capacity, requested > 0 ? requested : framesOfCycle(cycle))
    unsafe tellTiming(cycle)
    unsafe checkDriver(cycle)
    unsafe render(cycle.pointee.render, into: cycle.pointee.planes, frameCount: frames, time: cycle.pointee.time)
    unsafe cycle.pointee.framesInCycle &+= Int64(truncatingIfNeeded: frames)
    unsafe finish(buffer, channelCount: cycle.pointee.channelCount, frames: frames)
    unsafe fermata_stream_queue(stream, buffer)
}

/// How many frames this cycle takes, at the stream's rate: for a server that does not say how many it wants.
@_noLocks
private func framesOfCycle(_ cycle: UnsafeMutablePointer<StreamCycle>) -> Int {
    let quantum = unsafe cycle.pointee.quantum.load(ordering: .relaxed)
    let graphRate = unsafe cycle.pointee.graphRate.load(ordering: .relaxed)
    if graphRate <= 0 { return quantum }
    return unsafe (quantum &* Int(truncatingIfNeeded: cycle.pointee.rate) &+ graphRate &- 1) / graphRate
}

/// Stores where each channel of `buffer` is to be written; how many frames fit. None where it has no memory, which no server
/// was seen to do: such a buffer goes back empty, because one that is kept is lost to the stream.
@_noLocks
private func takePlanes(of buffer: UnsafeMutablePointer<pw_buffer>, _ cycle: UnsafeMutablePointer<StreamCycle>) -> Int {
    guard let contents = unsafe buffer.pointee.buffer, let datas = unsafe contents.pointee.datas else { return 0 }
    let channelCount = unsafe cycle.pointee.channelCount
    if unsafe Int(truncatingIfNeeded: contents.pointee.n_datas) < channelCount { return 0 }
    var capacity = Int.max
    for channel in 0..<channelCount {
        guard let plane = unsafe datas[channel].data else { return 0 }
        unsafe cycle.pointee.planes[channel] = unsafe plane.assumingMemoryBound(to: Float.self)
        capacity = unsafe min(capacity, Int(truncatingIfNeeded: datas[channel].maxsize) / MemoryLayout<Float>.stride)
    }
    return capacity
}

/// Says in `buffer` how much was written to it.
@_noLocks
private func finish(_ buffer: UnsafeMutablePointer<pw_buffer>, channelCount: Int, frames: Int) {
    guard let contents = unsafe buffer.pointee.buffer, let datas = unsafe contents.pointee.datas else { return }
    for index in 0..<min(channelCount, unsafe Int(truncatingIfNeeded: contents.pointee.n_datas)) {
        guard let chunk = unsafe datas[index].chunk else { continue }
        unsafe chunk.pointee.offset = 0
        unsafe chunk.pointee.stride = Int32(truncatingIfNeeded: MemoryLayout<Float>.stride)
        unsafe chunk.pointee.size = UInt32(truncatingIfNeeded: frames &* MemoryLayout<Float>.stride)
    }
    unsafe buffer.pointee.size = UInt64(truncatingIfNeeded: frames)
}

/// Notes when the first frame to be rendered now is heard, and publishes what that is reckoned from.
///
/// Nothing of this stream waits in its queue, so the frame comes out after what the graph and the device hold (`delay`, in
/// units of `rate`), what the resampler holds (`buffered`, in frames of the stream), and what was rendered earlier in the cycle.
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
    unsafe cycle.pointee.delay.store(delay, ordering: .relaxed)
    let earlier = unsafe cycle.pointee.framesInCycle &* second / rate
    unsafe cycle.pointee.time.now = time.now
    unsafe cycle.pointee.time.delay = delay &+ earlier
}
