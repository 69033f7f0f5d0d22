import CPipeWire
import RealtimeAudio
import Synchronization

/// Everything that the process callback of a capture stream touches except the buffer of the samples: one block at a fixed
/// address, made before the stream is connected and kept until the stream is destroyed.
@safe struct CaptureStreamCycle: ~Copyable {
    /// The stream. Set before it is connected.
    var stream: OpaquePointer?
    /// Takes in the samples.
    let producer: CaptureProducer
    let channelCount: Int
    /// One pointer for each channel, into the buffer that is being read.
    let planes: UnsafeMutablePointer<UnsafePointer<Float>>

    // MARK: Callback's thread only

    /// The graph's clock; exchanged in the callback's thread between two cycles.
    var position: UnsafeMutablePointer<spa_io_position>?

    // MARK: Control to callback

    /// Whether the sound is what a sink plays.
    let capturesSink: Bool
    /// The server's number of that sink. If it drives the graph, its sound comes one cycle late: the driver works at the end of a cycle,
    /// and whatever depends on it at the beginning of the next.
    let sink = Atomic<UInt32>(UInt32.max)

    // MARK: Callback to control

    let quantum = Atomic<Int>(0)
    let graphRate = Atomic<Int>(0)
    /// The time from the moment at which a frame was sound, or at which the sink got it, until the start of its cycle, in nanoseconds.
    let delay = Atomic<Int64>(0)

    init(producer: CaptureProducer, channelCount: Int, capturesSink: Bool) {
        self.producer = producer
        self.capturesSink = capturesSink
        self.channelCount = channelCount
        unsafe planes = .allocate(capacity: channelCount)
    }

    deinit { unsafe planes.deallocate() }
}

/// The process callback of a capture stream: takes in every buffer that waits. There is one for each cycle; PipeWire's audio
/// converter, if the rates differ, may need several.
///
/// PipeWire calls it in the data thread.
@_noLocks
func processCapture(_ data: UnsafeMutableRawPointer?) {
    guard let cycle = unsafe data?.assumingMemoryBound(to: CaptureStreamCycle.self) else { return }
    guard let stream = unsafe cycle.pointee.stream else { return }
    while let buffer = unsafe fermata_stream_dequeue(stream) {
        let frames = unsafe takePlanes(of: buffer, cycle)
        var clock = unsafe readClock(stream, cycle)
        clock.isEmpty = unsafe isEmpty(buffer)
        unsafe cycle.pointee.producer.capture(from: cycle.pointee.planes, frameCount: frames, cycle: clock)
        unsafe fermata_stream_queue(stream, buffer)
    }
}

/// Stores the address from which each channel of `buffer` is to be read, and returns how many frames are there. Returns 0 if
/// the buffer has no memory or says something impossible, which no server was seen to do.
@_noLocks
private func takePlanes(
    of buffer: UnsafeMutablePointer<pw_buffer>, _ cycle: UnsafeMutablePointer<CaptureStreamCycle>
) -> Int {
    guard let contents = unsafe buffer.pointee.buffer, let datas = unsafe contents.pointee.datas else { return 0 }
    let channelCount = unsafe cycle.pointee.channelCount
    if unsafe Int(truncatingIfNeeded: contents.pointee.n_datas) < channelCount { return 0 }
    var frames = Int.max
    for channel in 0..<channelCount {
        guard let plane = unsafe datas[channel].data, let chunk = unsafe datas[channel].chunk else { return 0 }
        let room = unsafe Int(truncatingIfNeeded: datas[channel].maxsize)
        let offset = unsafe Int(truncatingIfNeeded: chunk.pointee.offset)
        let size = unsafe Int(truncatingIfNeeded: chunk.pointee.size)
        if offset > room || offset % MemoryLayout<Float>.alignment != 0 { return 0 }
        unsafe cycle.pointee.planes[channel] = unsafe UnsafePointer((plane + offset).assumingMemoryBound(to: Float.self))
        frames = min(frames, min(size, room &- offset) / MemoryLayout<Float>.stride)
    }
    return frames
}

/// Returns whether PipeWire filled the buffer with silence, because no source gave it anything. It says so in the chunk; a source
/// that is late for a cycle looks like one that plays nothing.
@_noLocks
private func isEmpty(_ buffer: UnsafeMutablePointer<pw_buffer>) -> Bool {
    guard let datas = unsafe buffer.pointee.buffer?.pointee.datas, let chunk = unsafe datas[0].chunk else { return true }
    return unsafe chunk.pointee.flags & Int32(SPA_CHUNK_FLAG_EMPTY) != 0
}

/// Returns what the graph's clock says of this cycle, and publishes the values that describe it.
@_noLocks
private func readClock(_ stream: OpaquePointer, _ cycle: UnsafeMutablePointer<CaptureStreamCycle>) -> CaptureCycle {
    let time = unsafe fermata_stream_time(stream)
    let second: Int64 = 1_000_000_000
    var delay: Int64 = 0
    if time.rate.denom > 0 {
        delay = time.delay &* second &* Int64(time.rate.num) / Int64(time.rate.denom)
    }
    guard let position = unsafe cycle.pointee.position else {
        unsafe cycle.pointee.delay.store(delay, ordering: .relaxed)
        return CaptureCycle(now: time.now, delay: delay, clock: 0, position: 0, duration: 0, graphRate: 0)
    }
    let clock = unsafe position.pointee.clock
    if unsafe cycle.pointee.capturesSink {
        let isLate = unsafe clock.id == cycle.pointee.sink.load(ordering: .relaxed) && clock.rate.denom > 0
        delay = isLate ? Int64(truncatingIfNeeded: clock.duration) &* second / Int64(clock.rate.denom) : 0
    }
    unsafe cycle.pointee.delay.store(delay, ordering: .relaxed)
    unsafe cycle.pointee.quantum.store(Int(truncatingIfNeeded: clock.duration), ordering: .relaxed)
    unsafe cycle.pointee.graphRate.store(Int(clock.rate.denom), ordering: .relaxed)
    return CaptureCycle(
        now: Int64(truncatingIfNeeded: clock.nsec), delay: delay, clock: clock.id,
        position: Int64(truncatingIfNeeded: clock.position), duration: Int64(truncatingIfNeeded: clock.duration),
        graphRate: Int64(clock.rate.denom))
}
