import CPipeWire
import RealtimeAudio
import Synchronization

/// PipeWire's real-time callback: renders exactly what the graph asks for in this cycle into exactly one buffer.
///
/// The stream is asked at the start of a cycle, with nothing queued, and plays the buffer in the same cycle; queueing one
/// and no more means that no buffer sized for an older quantum can ever wait (docs/decisions/0006).
@_noLocks
func processCycle(_ state: UnsafeMutablePointer<ProcessState>) {
    guard let stream = unsafe state.pointee.stream, let buffer = unsafe fermata_stream_dequeue(stream) else { return }
    guard let content = unsafe buffer.pointee.buffer, let blocks = unsafe content.pointee.datas else { return }
    let channelCount = unsafe state.pointee.channelCount
    var room = Int.max
    if unsafe Int(content.pointee.n_datas) < channelCount { room = 0 }
    if room > 0 {
        for channel in 0..<channelCount {
            guard let data = unsafe blocks[channel].data else {
                room = 0
                break
            }
            unsafe state.pointee.planes[channel] = data.assumingMemoryBound(to: Float.self)
            room = unsafe min(room, Int(blocks[channel].maxsize) / 4)
        }
    }
    let time = unsafe cycleTime(state, stream)
    let wanted = unsafe Int(truncatingIfNeeded: buffer.pointee.requested)
    let count = unsafe min(room, wanted > 0 ? wanted : state.pointee.quantum.load(ordering: .relaxed))
    if count > 0 {
        unsafe render(state.pointee.renderState, into: state.pointee.planes, frameCount: count, time: time)
    }
    unsafe state.pointee.offset &+= Int64(truncatingIfNeeded: count)
    if room > 0 {
        for channel in 0..<channelCount {
            guard let chunk = unsafe blocks[channel].chunk else { break }
            unsafe chunk.pointee.offset = 0
            unsafe chunk.pointee.stride = 4
            unsafe chunk.pointee.size = UInt32(truncatingIfNeeded: count &* 4)
        }
    }
    unsafe buffer.pointee.size = UInt64(truncatingIfNeeded: count)
    _ = unsafe fermata_stream_queue(stream, buffer)
}

/// When the frame that is rendered next will be heard.
@_noLocks
private func cycleTime(_ state: UnsafeMutablePointer<ProcessState>, _ stream: OpaquePointer) -> CycleTime {
    var time = pw_time()
    _ = unsafe fermata_stream_get_time(stream, &time)
    if unsafe time.now != state.pointee.cycle {
        let quantum = unsafe time.ticks &- state.pointee.ticks
        if unsafe state.pointee.cycle != 0 && quantum > 0 && quantum < 1 << 20 {
            unsafe state.pointee.quantum.store(Int(truncatingIfNeeded: quantum), ordering: .relaxed)
        }
        unsafe state.pointee.ticks = time.ticks
        unsafe state.pointee.cycle = time.now
        unsafe state.pointee.offset = 0
    }
    var delay =
        unsafe (Int64(truncatingIfNeeded: time.buffered) &+ state.pointee.offset) &* 1_000_000_000
        / state.pointee.sampleRate
    if time.rate.denom > 0 {
        delay &+= time.delay &* 1_000_000_000 &* Int64(time.rate.num) / Int64(time.rate.denom)
        unsafe state.pointee.graphRate.store(Int(time.rate.denom), ordering: .relaxed)
    }
    unsafe state.pointee.latency.store(delay, ordering: .relaxed)
    return CycleTime(now: time.now, delay: delay)
}
