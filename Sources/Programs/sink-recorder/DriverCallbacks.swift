import CPipeWire
import Synchronization

/// How long a cycle may take before the recorder begins it once more, in nanoseconds. A player that was removed in the middle
/// of a cycle may never answer. A player that lives and answers later than this loses the frames that it rendered; the recorder
/// counts that.
private let cycleTimeout: UInt64 = 2_000_000_000
/// The pause before the first cycle, in nanoseconds. The server starts the node meanwhile.
private let startDelay: UInt64 = 10_000_000
/// The pause between the time-out and the cycle that follows it, in nanoseconds. If this thread itself was held up, the answer
/// waits in its loop and is read meanwhile.
private let answerPause: UInt64 = 1_000_000
/// The pause before the next look at the links while one is about to be active, in nanoseconds.
private let linkPause: UInt64 = 1_000_000
/// The pause before the next look at the ring if the file is behind, in nanoseconds.
private let fullPause: UInt64 = 1_000_000

/// Stores the sound of a cycle that the graph has completed, and schedules the next cycle. Data thread.
@_noLocks
func recordCycle(_ state: UnsafeMutablePointer<DriverState>) {
    if let buffer = unsafe fermata_stream_dequeue(state.pointee.stream) {
        unsafe keep(buffer, state)
        unsafe fermata_stream_queue(state.pointee.stream, buffer)
    }
    unsafe completeCycle(state)
}

/// Schedules the next cycle when the graph has completed one. Data thread.
@_noLocks
func completeCycle(_ state: UnsafeMutablePointer<DriverState>) {
    guard unsafe state.pointee.isCycleOpen else { return }
    unsafe state.pointee.isCycleOpen = false
    if let clock = unsafe state.pointee.clock, let position = unsafe state.pointee.position, unsafe isDriving(clock, position) {
        let rate = unsafe UInt64(max(1, position.pointee.clock.rate.denom))
        unsafe state.pointee.planned = clock.pointee.nsec &+ lengthOfCycle(state, position) &* 1_000_000_000 / rate
    }
    unsafe arm(state, at: state.pointee.planned)
}

/// Plays the frames of the cycle that has just begun. Each sample tells the number of its frame: the frames of the clock before
/// it, as a fraction of 2²⁴; negative in every second channel. Data thread.
@_noLocks
func playCycle(_ state: UnsafeMutablePointer<DriverState>) {
    guard let buffer = unsafe fermata_stream_dequeue(state.pointee.stream) else { return }
    unsafe number(buffer, state)
    unsafe fermata_stream_queue(state.pointee.stream, buffer)
}

@_noLocks
private func number(_ buffer: UnsafeMutablePointer<pw_buffer>, _ state: UnsafeMutablePointer<DriverState>) {
    guard let content = unsafe buffer.pointee.buffer, let blocks = unsafe content.pointee.datas,
        let clock = unsafe state.pointee.clock, let position = unsafe state.pointee.position
    else { return }
    let wanted = unsafe Int(truncatingIfNeeded: position.pointee.clock.duration)
    let first = unsafe Int(truncatingIfNeeded: clock.pointee.position)
    for channel in 0..<(unsafe min(state.pointee.channelCount, Int(content.pointee.n_datas))) {
        guard let data = unsafe blocks[channel].data, let chunk = unsafe blocks[channel].chunk else { return }
        let samples = unsafe data.assumingMemoryBound(to: Float.self)
        let count = unsafe min(wanted, Int(blocks[channel].maxsize) / 4)
        for frame in 0..<count {
            let value = Float((first &+ frame) & 0xFF_FFFF) * 0x1p-24
            unsafe samples[frame] = channel & 1 == 0 ? value : 0 - value
        }
        unsafe chunk.pointee.offset = 0
        unsafe chunk.pointee.stride = 4
        unsafe chunk.pointee.size = UInt32(truncatingIfNeeded: count &* 4)
    }
}

@_noLocks
private func keep(_ buffer: UnsafeMutablePointer<pw_buffer>, _ state: UnsafeMutablePointer<DriverState>) {
    guard let content = unsafe buffer.pointee.buffer, unsafe content.pointee.n_datas > 0,
        let block = unsafe content.pointee.datas, let data = unsafe block.pointee.data, let chunk = unsafe block.pointee.chunk
    else { return }
    if unsafe state.pointee.hasBursts.load(ordering: .acquiring) {
        let words = unsafe (data + Int(chunk.pointee.offset)).assumingMemoryBound(to: Int16.self)
        let count = unsafe Int(chunk.pointee.size) / 4
        return unsafe state.pointee.ring.append(words: words, count: min(count, state.pointee.ring.writableCount))
    }
    let bytesPerFrame = unsafe state.pointee.ring.channelCount &* 4
    let frames = unsafe (data + Int(chunk.pointee.offset)).assumingMemoryBound(to: Float.self)
    let count = unsafe Int(chunk.pointee.size) / bytesPerFrame
    unsafe state.pointee.ring.append(frames, count: min(count, state.pointee.ring.writableCount))
}

/// Begins the next cycle when its time has come, or begins an open one again when its time-out has passed. Data thread.
@_noLocks
func beginCycle(_ state: UnsafeMutablePointer<DriverState>) {
    let now = fermata_monotonic_now()
    guard let clock = unsafe state.pointee.clock, let position = unsafe state.pointee.position, unsafe isDriving(clock, position)
    else { return unsafe arm(state, at: now &+ startDelay) }
    guard unsafe state.pointee.ring.writableCount >= DriverState.largestQuantum else {
        return unsafe arm(state, at: now &+ fullPause)
    }
    if unsafe state.pointee.isClocked { unsafe state.pointee.isCycleOpen = false }
    let last = unsafe lengthOfCycle(state, position)
    if unsafe !state.pointee.isCycleOpen && fermata_clock_take_wishes(clock) { unsafe state.pointee.isLengthKnown = true }
    // If the server sets the length of this cycle in the moment in which it begins, this is still that of the last one.
    let quantum = unsafe position.pointee.clock.duration
    let rate = unsafe UInt64(max(1, position.pointee.clock.rate.denom))
    let duration = quantum &* 1_000_000_000 / rate
    if unsafe !state.pointee.isCycleOpen && !state.pointee.isPlayed.load(ordering: .acquiring) {
        unsafe state.pointee.ring.appendSilence(count: min(Int(quantum), DriverState.largestQuantum))
        return unsafe arm(state, at: now &+ max(duration, fullPause))
    }
    if unsafe !state.pointee.isCycleOpen && state.pointee.isHeld.load(ordering: .acquiring) {
        return unsafe arm(state, at: now &+ linkPause)
    }
    if unsafe state.pointee.isCycleOpen {
        guard unsafe state.pointee.isOverdue else {
            unsafe state.pointee.isOverdue = true
            return unsafe arm(state, at: now &+ answerPause)
        }
        unsafe state.pointee.abandonedCycles.wrappingAdd(1, ordering: .relaxed)
        // A source does not stand still while nobody takes its frames: those of that time are lost.
        if unsafe state.pointee.isSource {
            let passed = unsafe now > clock.pointee.nsec ? now &- clock.pointee.nsec : 0
            unsafe clock.pointee.position &+= passed &* rate / 1_000_000_000
        }
    } else {
        unsafe clock.pointee.position &+= last
    }
    unsafe state.pointee.length = quantum
    let begin = unsafe beginOfCycle(state, now)
    unsafe clock.pointee.nsec = begin
    unsafe clock.pointee.next_nsec = begin &+ duration
    unsafe clock.pointee.delay = 0
    unsafe clock.pointee.rate_diff = 1
    unsafe state.pointee.planned = begin &+ duration
    unsafe state.pointee.isCycleOpen = true
    unsafe state.pointee.isOverdue = false
    unsafe arm(state, at: state.pointee.isClocked ? begin &+ duration : now &+ cycleTimeout)
    unsafe fermata_stream_trigger(state.pointee.stream)
}

/// Returns how many frames the cycle has that is open, or has just been. A server that sets the length of each cycle when it begins has set
/// it; another one may have set that of a later cycle already, where it stops the graph for it.
@_noLocks
private func lengthOfCycle(
    _ state: UnsafeMutablePointer<DriverState>, _ position: UnsafeMutablePointer<spa_io_position>
) -> UInt64 {
    unsafe state.pointee.isLengthKnown ? state.pointee.length : position.pointee.clock.duration
}

/// Returns when a cycle begins that the timer begins at `now`. A late cycle delays all following ones: none is skipped, and none
/// is shortened to catch up. One that begins by the clock begins when it was planned, however late the timer is.
@_noLocks
private func beginOfCycle(_ state: UnsafeMutablePointer<DriverState>, _ now: UInt64) -> UInt64 {
    let planned = unsafe state.pointee.planned
    let isOnTime = now >= planned && now &- planned < 1_000_000_000
    return unsafe state.pointee.isClocked && isOnTime ? planned : now
}

/// Returns whether our clock drives the cycle. A graph may choose another driver.
@_noLocks
private func isDriving(
    _ clock: UnsafeMutablePointer<spa_io_clock>, _ position: UnsafeMutablePointer<spa_io_position>
) -> Bool {
    unsafe clock.pointee.id == position.pointee.clock.id
}

/// Starts the cycles when the stream has started. Data thread.
@_noLocks
func startDriving(_ state: UnsafeMutablePointer<DriverState>) {
    unsafe state.pointee.isCycleOpen = false
    unsafe arm(state, at: fermata_monotonic_now() &+ startDelay)
}

/// Stops the cycles when the stream has stopped. Data thread.
@_noLocks
func stopDriving(_ state: UnsafeMutablePointer<DriverState>) {
    unsafe state.pointee.isCycleOpen = false
    unsafe arm(state, at: 0)
}

@_noLocks
private func arm(_ state: UnsafeMutablePointer<DriverState>, at time: UInt64) {
    guard let timer = unsafe state.pointee.timer else { return }
    unsafe fermata_loop_set_timer_at(state.pointee.loop, timer, time)
}
