import CRealtime
import Synchronization

/// Fills one cycle: the only code of ours that runs in PipeWire's real-time thread, apart from the callback that calls it.
///
/// Takes what the ring holds, in order; pads with silence what is missing. Never allocates, locks, waits or logs, which
/// `@_noLocks` makes the compiler check.
///
/// - Parameters:
///   - state: at a fixed address, used by no other consumer.
///   - planes: one pointer a channel, each with room for `frameCount` floats.
///   - frameCount: how many frames the graph asks for; any number, different in every cycle.
///   - time: when this cycle's first frame is heard.
@_noLocks
package func render(
    _ state: UnsafeMutablePointer<RenderState>, into planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    frameCount: Int, time: CycleTime
) {
    unsafe RenderCounters.add(1, to: state.pointee.counters.callbacks)
    unsafe state.pointee.counters.quantum.store(UInt64(truncatingIfNeeded: frameCount), ordering: .relaxed)
    let firstMediaFrame = unsafe state.pointee.mediaFrame
    let firstSegment = unsafe state.pointee.segment
    var done = 0
    var moved = 0
    while done < frameCount {
        let step = unsafe renderStep(state, planes, from: done, atMost: frameCount &- done, time)
        if step.frames == 0 && !step.again { break }
        done &+= step.frames
        moved &+= step.frames
    }
    if done < frameCount {
        unsafe fillWithSilence(state, planes, from: done, count: frameCount &- done)
    }
    unsafe wakeWorkerIfLow(state)
    // A segment that began in this cycle counts back to the cycle's start, so that time and frame fit together.
    let anchorFrame =
        unsafe state.pointee.segment == firstSegment
        ? firstMediaFrame : state.pointee.mediaFrame &- Int64(truncatingIfNeeded: done)
    unsafe state.pointee.clock.publish(
        now: time.now, delay: time.delay, mediaFrame: anchorFrame, segment: state.pointee.segment, isMoving: moved > 0)
}

/// What one step of ``render(_:into:frameCount:time:)`` did.
private struct Step: BitwiseCopyable {
    /// How many frames were written.
    var frames: Int
    /// Whether something changed that makes another step worth while though no frame was written.
    var again: Bool
}

/// One run of frames under one condition: up to the next marker, the end of the ring's storage or the end of a fade.
@_noLocks
private func renderStep(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, atMost count: Int, _ time: CycleTime
) -> Step {
    if unsafe state.pointee.isHushed.load(ordering: .acquiring) {
        unsafe state.pointee.transportFade.position = 0
    }
    let wantedGeneration = unsafe state.pointee.wantedGeneration.load(ordering: .acquiring)
    let isStale = unsafe wantedGeneration != state.pointee.generation
    if isStale, unsafe state.pointee.transportFade.isSilent || !state.pointee.isInSegment {
        unsafe dropGeneration(state, replacedBy: wantedGeneration, offset, time)
        return Step(frames: 0, again: true)
    }
    let plays = unsafe state.pointee.plays.load(ordering: .acquiring) && !state.pointee.isHushed.load(ordering: .relaxed)
    let rising = plays && !isStale
    if !rising, unsafe state.pointee.transportFade.isSilent || !state.pointee.isInSegment {
        unsafe reportPause(state, offset, time)
        return Step(frames: 0, again: false)
    }
    unsafe state.pointee.pauseWasReported = false
    if unsafe passMarker(state, offset, time) { return Step(frames: 0, again: true) }

    let available = unsafe framesBeforeNextMarker(state)
    if available == 0 {
        guard unsafe state.pointee.isInSegment else { return Step(frames: 0, again: false) }
        if !rising {
            // Nothing is left to fade with.
            unsafe state.pointee.transportFade.position = 0
            return Step(frames: 0, again: true)
        }
        unsafe countUnderrun(state, count, offset, time)
        return Step(frames: 0, again: false)
    }
    unsafe state.pointee.starvationWasReported = false
    var frames = unsafe state.pointee.ring.contiguousReadableCount(atMost: min(available, count))
    if unsafe state.pointee.isSkipping {
        unsafe state.pointee.ring.release(frames)
        return Step(frames: 0, again: true)
    }
    let fadeLeft = unsafe state.pointee.transportFade.remaining(rising: rising)
    if fadeLeft > 0 { frames = min(frames, fadeLeft) }
    unsafe copy(state, planes, from: offset, count: frames, rising: rising)
    unsafe state.pointee.ring.release(frames)
    unsafe state.pointee.mediaFrame &+= Int64(truncatingIfNeeded: frames)
    return Step(frames: frames, again: true)
}

/// Copies `frames` frames out of the ring, with the fades and the gain where they are not at unity.
@_noLocks
private func copy(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int, rising: Bool
) {
    let channelCount = unsafe state.pointee.ring.channelCount
    let muteRises = unsafe !state.pointee.isMuted.load(ordering: .relaxed)
    let target = unsafe Float(bitPattern: state.pointee.wantedGain.load(ordering: .relaxed))
    let start = unsafe state.pointee.gain
    let transportIsStill = unsafe rising && state.pointee.transportFade.isFull
    let muteIsStill = unsafe muteRises && state.pointee.muteFade.isFull
    if transportIsStill && muteIsStill && start == 1 && target == 1 {
        for channel in 0..<channelCount {
            unsafe fermata_copy_samples(planes[channel] + offset, state.pointee.ring.readRegion(channel), count)
        }
        return
    }
    let steps = unsafe state.pointee.gainStepCount
    let slope = (target - start) / steps
    for channel in 0..<channelCount {
        let source = unsafe state.pointee.ring.readRegion(channel)
        let destination = unsafe planes[channel] + offset
        for frame in 0..<count {
            let gain = Float(frame) < steps ? start + slope * Float(frame) : target
            let fade =
                unsafe state.pointee.transportFade.gain(after: frame, rising: rising)
                * state.pointee.muteFade.gain(after: frame, rising: muteRises)
            unsafe destination[frame] = source[frame] * gain * fade
        }
    }
    unsafe state.pointee.gain = Float(count) < steps ? start + slope * Float(count) : target
    unsafe state.pointee.transportFade.advance(count, rising: rising)
    unsafe state.pointee.muteFade.advance(count, rising: muteRises)
}

@_noLocks
private func fillWithSilence(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int
) {
    for channel in 0..<(unsafe state.pointee.ring.channelCount) {
        unsafe (planes[channel] + offset).update(repeating: 0, count: count)
    }
}

/// How many readable frames come before the next marker takes effect.
@_noLocks
private func framesBeforeNextMarker(_ state: UnsafeMutablePointer<RenderState>) -> Int {
    // The frames first, the marker second: a marker is pushed before the frames it is about, so that whoever sees them sees it.
    let readable = unsafe state.pointee.ring.readableCount
    let slot = unsafe state.pointee.markers.first()
    if slot < 0 { return readable }
    let distance = unsafe state.pointee.markers.marker(at: slot).ringFrame &- state.pointee.ring.taken
    return distance < UInt64(truncatingIfNeeded: readable) ? Int(truncatingIfNeeded: distance) : readable
}

/// Lets the next marker take effect if this is its frame; whether one did.
@_noLocks
private func passMarker(_ state: UnsafeMutablePointer<RenderState>, _ offset: Int, _ time: CycleTime) -> Bool {
    let slot = unsafe state.pointee.markers.first()
    if slot < 0 { return false }
    let marker = unsafe state.pointee.markers.marker(at: slot)
    guard unsafe marker.ringFrame == state.pointee.ring.taken, unsafe marker.generation == state.pointee.generation else {
        return false
    }
    unsafe state.pointee.markers.removeFirst()
    switch marker.kind {
    case .begin:
        if unsafe marker.segment <= state.pointee.cancelledThrough.load(ordering: .acquiring) {
            unsafe state.pointee.isSkipping = true
            unsafe state.pointee.isInSegment = true
            return true
        }
        unsafe state.pointee.isSkipping = false
        unsafe state.pointee.isInSegment = true
        unsafe state.pointee.segment = marker.segment
        unsafe state.pointee.mediaFrame = marker.mediaFrame
        if unsafe !marker.rampsIn && state.pointee.plays.load(ordering: .relaxed) {
            unsafe state.pointee.transportFade.position = state.pointee.transportFade.length
        }
        unsafe report(.began, state, offset, time)
    case .end:
        unsafe state.pointee.isInSegment = false
        if unsafe state.pointee.isSkipping {
            unsafe state.pointee.isSkipping = false
        } else {
            unsafe report(.ended, state, offset, time)
        }
    }
    return true
}

/// Throws away the audio of the old generation, up to the first marker of the wanted one.
@_noLocks
private func dropGeneration(
    _ state: UnsafeMutablePointer<RenderState>, replacedBy wanted: UInt32, _ offset: Int, _ time: CycleTime
) {
    if unsafe state.pointee.generation != wanted {
        unsafe report(.dropped, state, offset, time)
    }
    unsafe state.pointee.generation = wanted
    unsafe state.pointee.isInSegment = false
    unsafe state.pointee.isSkipping = false
    unsafe state.pointee.transportFade.position = 0
    // Frames first, for the reason given in `framesBeforeNextMarker`.
    let readable = unsafe state.pointee.ring.readableCount
    while true {
        let slot = unsafe state.pointee.markers.first()
        if slot < 0 { break }
        let marker = unsafe state.pointee.markers.marker(at: slot)
        if marker.generation == wanted {
            let distance = unsafe marker.ringFrame &- state.pointee.ring.taken
            unsafe state.pointee.ring.release(min(readable, Int(truncatingIfNeeded: distance)))
            return
        }
        unsafe state.pointee.markers.removeFirst()
    }
    unsafe state.pointee.ring.release(readable)
}

@_noLocks
private func reportPause(_ state: UnsafeMutablePointer<RenderState>, _ offset: Int, _ time: CycleTime) {
    if unsafe state.pointee.pauseWasReported || state.pointee.plays.load(ordering: .relaxed) { return }
    unsafe state.pointee.pauseWasReported = true
    unsafe report(.paused, state, offset, time)
}

@_noLocks
private func countUnderrun(
    _ state: UnsafeMutablePointer<RenderState>, _ frames: Int, _ offset: Int, _ time: CycleTime
) {
    unsafe RenderCounters.add(UInt64(truncatingIfNeeded: frames), to: state.pointee.counters.underrunFrames)
    if unsafe state.pointee.starvationWasReported { return }
    unsafe state.pointee.starvationWasReported = true
    unsafe RenderCounters.add(1, to: state.pointee.counters.underruns)
    unsafe report(.starved, state, offset, time)
}

/// Tells the control side that something happens at the frame `offset` of this cycle.
@_noLocks
private func report(
    _ kind: RenderEvent.Kind, _ state: UnsafeMutablePointer<RenderState>, _ offset: Int, _ time: CycleTime
) {
    let heardAt =
        unsafe time.now &+ time.delay &+ Int64(truncatingIfNeeded: offset) &* 1_000_000_000
        / state.pointee.sampleRate
    let event = unsafe RenderEvent(
        kind: kind, segment: state.pointee.segment, mediaFrame: state.pointee.mediaFrame, heardAt: heardAt,
        generation: state.pointee.generation)
    if unsafe state.pointee.events.push(event) {
        unsafe fermata_eventfd_signal(state.pointee.eventDescriptor)
    } else {
        unsafe RenderCounters.add(1, to: state.pointee.counters.lostEvents)
    }
}

/// Signals the worker once when the ring has fallen below its low-water mark.
@_noLocks
private func wakeWorkerIfLow(_ state: UnsafeMutablePointer<RenderState>) {
    if unsafe state.pointee.ring.readableCount >= state.pointee.lowWater { return }
    if unsafe state.pointee.workerIsAwake.load(ordering: .relaxed) { return }
    if unsafe state.pointee.workerIsAwake.exchange(true, ordering: .acquiringAndReleasing) { return }
    unsafe fermata_eventfd_signal(state.pointee.workerDescriptor)
}
