import AudioTypes
import CRealtime
import Synchronization

/// Fills one cycle with audio: the only code of ours that runs in PipeWire's real-time thread, apart from the callback that
/// calls it.
///
/// Takes the frames in the ring in order, and fills missing frames with silence. Never allocates, locks, waits or logs;
/// `@_noLocks` makes the compiler check that.
///
/// - Parameters:
///   - state: the state, at a fixed address and used by no other consumer.
///   - planes: one pointer for each channel, each with room for `frameCount` floats.
///   - frameCount: the number of frames that the graph asks for; any number, which may differ from cycle to cycle. 0 does
///     nothing.
///   - time: the time at which this cycle's first frame is heard.
@_noLocks
func render(
    _ state: UnsafeMutablePointer<RenderState>, into planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    frameCount: Int, time: CycleTime
) {
    if frameCount <= 0 { return }
    unsafe CallbackCounter.add(1, to: state.pointee.counters.callbacks)
    unsafe state.pointee.counters.quantum.store(UInt64(truncatingIfNeeded: frameCount), ordering: .relaxed)
    let firstMediaFrame = unsafe state.pointee.mediaFrame
    let firstSegment = unsafe state.pointee.segment
    var done = 0
    while done < frameCount {
        let step = unsafe renderStep(state, planes, from: done, atMost: frameCount &- done, time)
        if step.frames == 0 && !step.again { break }
        done &+= step.frames
    }
    if done < frameCount {
        unsafe fillWithSilence(state, planes, from: done, count: frameCount &- done)
    }
    unsafe wakeWorkerIfLow(state)
    // If a segment began in this cycle, its position is counted back to the start of the cycle, so that the time and the frame
    // match.
    let anchorFrame =
        unsafe state.pointee.segment == firstSegment
        ? firstMediaFrame : state.pointee.mediaFrame &- Int64(truncatingIfNeeded: done)
    let fadeLeft = unsafe done > 0 ? framesOfFade(state) : 0
    unsafe state.pointee.clock.publish(
        now: time.now, delay: time.delay, mediaFrame: anchorFrame,
        fadeEnd: state.pointee.mediaFrame &+ Int64(truncatingIfNeeded: fadeLeft), segment: state.pointee.segment,
        isMoving: done > 0)
}

/// Passes one cycle in silence without taking anything from the ring: the position stands there, and what control asks for in a pause is
/// answered. What plays goes on afterwards with its next frame, and with the gain that it had.
@_noLocks
func stand(_ state: UnsafeMutablePointer<RenderState>, time: CycleTime) {
    let wanted = unsafe state.pointee.wantedGeneration.load(ordering: .acquiring)
    let isStale = unsafe wanted != state.pointee.generation
    if unsafe isStale || !state.pointee.plays.load(ordering: .acquiring) {
        unsafe state.pointee.transportFade.settle(rising: false)
        unsafe reportPause(state, time)
        if isStale { unsafe leaveGeneration(state, for: wanted, 0, time) }
    }
    unsafe state.pointee.clock.publish(
        now: time.now, delay: time.delay, mediaFrame: state.pointee.mediaFrame, fadeEnd: state.pointee.mediaFrame,
        segment: state.pointee.segment, isMoving: false)
}

/// The result of one step of ``render(_:into:frameCount:time:)``.
private struct Step: BitwiseCopyable {
    /// The number of frames that the step wrote.
    var frames: Int
    /// Whether another step is worthwhile: something changed, even if no frame was written.
    var again: Bool

    /// The rest of the cycle is silent.
    static var silent: Step {
        @_noLocks get { Step(frames: 0, again: false) }
    }

    /// No frame was written, and another step is worthwhile.
    static var again: Step {
        @_noLocks get { Step(frames: 0, again: true) }
    }
}

/// Renders one run of frames under one condition: up to the next marker, the end of the ring's storage or the end of a fade.
@_noLocks
private func renderStep(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, atMost count: Int, _ time: CycleTime
) -> Step {
    let isCut = unsafe state.pointee.isCut.load(ordering: .acquiring)
    if isCut { unsafe state.pointee.transportFade.settle(rising: false) }
    let isSilent = unsafe state.pointee.transportFade.isSilent
    if isSilent && offset == 0 { unsafe reportPause(state, time) }
    let wanted = unsafe state.pointee.wantedGeneration.load(ordering: .acquiring)
    let isStale = unsafe wanted != state.pointee.generation
    if isStale && isSilent {
        unsafe leaveGeneration(state, for: wanted, offset, time)
        return .again
    }

    let ahead = unsafe lookAhead(state)
    if ahead.frames > 0, unsafe !state.pointee.isInSegment || state.pointee.isSkipping {
        unsafe state.pointee.ring.release(ahead.frames)
        return .again
    }
    if ahead.marker >= 0, unsafe dropStaleMarker(state, at: ahead.marker) { return .again }

    var rising = unsafe state.pointee.plays.load(ordering: .acquiring) && !isCut && !isStale
    if unsafe state.pointee.unitFrames > 0 && !rising && !isSilent && ahead.marker < 0 {
        // Coded sound goes on to the end of its unit, and ends there.
        rising = unsafe !isCut && ahead.frames > 0 && !isBetweenUnits(state)
        if !rising {
            unsafe state.pointee.transportFade.settle(rising: false)
            return .again
        }
    }
    if isSilent {
        if !rising { return .silent }
        let wait = unsafe framesUntilStart(state, offset, time)
        if wait >= count { return .silent }
        if wait > 0 {
            unsafe fillWithSilence(state, planes, from: offset, count: wait)
            return Step(frames: wait, again: true)
        }
        // Nothing is heard, so mute and gain may take the wanted values without a ramp.
        unsafe settleGains(state)
    }
    if ahead.marker >= 0, unsafe passMarker(state, ahead, rising: rising, offset, time) { return .again }
    if ahead.frames == 0 {
        let isStarving = unsafe ahead.marker < 0 && state.pointee.isInSegment && !state.pointee.isSkipping
        if rising && isStarving {
            if unsafe !state.pointee.isLull { unsafe countUnderrun(state, count, offset, time) }
            return .silent
        }
        if unsafe rising && state.pointee.isBetweenSegments { unsafe state.pointee.framesBetweenSegments &+= count }
        // There is no audio left to fade out: from here on silence is heard.
        unsafe state.pointee.transportFade.settle(rising: false)
        return rising ? .silent : .again
    }

    unsafe state.pointee.starvationWasReported = false
    unsafe state.pointee.isLull = false
    var frames = unsafe state.pointee.ring.contiguousReadableCount(atMost: min(ahead.frames, count))
    let fadeLeft = unsafe state.pointee.transportFade.remaining(rising: rising)
    if fadeLeft > 0 { frames = min(frames, fadeLeft) }
    if unsafe state.pointee.unitFrames > 1 { frames = unsafe min(frames, framesLeftInUnit(state)) }
    unsafe copyToTaps(state, count: frames, from: offset, time)
    unsafe mix(state, planes, from: offset, count: frames, rising: rising)
    unsafe state.pointee.ring.release(frames)
    unsafe state.pointee.mediaFrame &+= Int64(truncatingIfNeeded: frames)
    return Step(frames: frames, again: true)
}

/// Returns how many frames of silence are left at `offset` of this cycle, until the time at which control wants the sound to begin.
@_noLocks
private func framesUntilStart(_ state: UnsafeMutablePointer<RenderState>, _ offset: Int, _ time: CycleTime) -> Int {
    let start = unsafe state.pointee.startsAt.load(ordering: .acquiring)
    if start == 0 { return 0 }
    let rate = unsafe state.pointee.sampleRate
    let heardAt = time.now &+ time.delay &+ Int64(truncatingIfNeeded: offset) &* 1_000_000_000 / rate
    // An hour is far more than a cycle, and the product below has room for it at any rate.
    let left = min(start &- heardAt, 3_600_000_000_000)
    if left <= 0 { return 0 }
    return Int(truncatingIfNeeded: (left &* rate &+ 500_000_000) / 1_000_000_000)
}

/// Returns how many frames are still heard if playing is to end now.
@_noLocks
private func framesOfFade(_ state: UnsafeMutablePointer<RenderState>) -> Int {
    if unsafe state.pointee.unitFrames == 0 { return unsafe state.pointee.transportFade.remaining(rising: false) }
    return unsafe isBetweenUnits(state) ? 0 : framesLeftInUnit(state)
}

/// Leaves the old generation for `wanted`. Audio of the old generation that is still in the ring now belongs to no segment, and
/// is thrown away.
@_noLocks
private func leaveGeneration(
    _ state: UnsafeMutablePointer<RenderState>, for wanted: UInt32, _ offset: Int, _ time: CycleTime
) {
    unsafe report(.dropped, state, offset, time)
    unsafe state.pointee.generation = wanted
    unsafe state.pointee.isInSegment = false
    unsafe state.pointee.isSkipping = false
    unsafe forgetGap(state)
}

/// Signals the worker once when the ring has fallen below the mark that the worker has set.
@_noLocks
private func wakeWorkerIfLow(_ state: UnsafeMutablePointer<RenderState>) {
    if unsafe state.pointee.ring.readableCount >= state.pointee.wakeMark.load(ordering: .relaxed) { return }
    if unsafe state.pointee.workerIsAwake.load(ordering: .relaxed) { return }
    if unsafe state.pointee.workerIsAwake.exchange(true, ordering: .acquiringAndReleasing) { return }
    unsafe fermata_eventfd_signal(state.pointee.workerDescriptor)
}
