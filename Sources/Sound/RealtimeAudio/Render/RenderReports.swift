import AudioTypes
import CRealtime
import Synchronization

/// Reports to the control side that something happens at the frame `offset` of this cycle.
@_noLocks
func report(
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
        unsafe CallbackCounter.add(1, to: state.pointee.counters.lostEvents)
    }
}

/// Reports `paused` for all pauses that control has asked for so far, at the start of a cycle in which nothing is heard.
///
/// The report does not come in the cycle that holds the end of the fade: the receiver may stop the stream at once, and a sink
/// that is late with that cycle would never get it.
@_noLocks
func reportPause(_ state: UnsafeMutablePointer<RenderState>, _ time: CycleTime) {
    if unsafe state.pointee.plays.load(ordering: .acquiring) { return }
    let asked = unsafe state.pointee.pausesAsked.load(ordering: .acquiring)
    if unsafe asked == state.pointee.pausesAnswered { return }
    unsafe state.pointee.pausesAnswered = asked
    unsafe report(.paused, state, 0, time)
}

/// Counts the silence between two segments as an underrun, when the second one begins: only now is it known that another
/// segment followed.
@_noLocks
func endGap(_ state: UnsafeMutablePointer<RenderState>) {
    let frames = unsafe state.pointee.framesBetweenSegments
    unsafe forgetGap(state)
    if frames == 0 { return }
    unsafe CallbackCounter.add(UInt64(truncatingIfNeeded: frames), to: state.pointee.counters.underrunFrames)
    unsafe CallbackCounter.add(1, to: state.pointee.counters.underruns)
}

/// Stops counting silence as a gap between segments.
@_noLocks
func forgetGap(_ state: UnsafeMutablePointer<RenderState>) {
    unsafe state.pointee.isBetweenSegments = false
    unsafe state.pointee.framesBetweenSegments = 0
}

/// Counts `frames` of silence for the rest of this cycle as an underrun, and reports once where the underrun began.
@_noLocks
func countUnderrun(
    _ state: UnsafeMutablePointer<RenderState>, _ frames: Int, _ offset: Int, _ time: CycleTime
) {
    unsafe CallbackCounter.add(UInt64(truncatingIfNeeded: frames), to: state.pointee.counters.underrunFrames)
    if unsafe state.pointee.starvationWasReported { return }
    unsafe state.pointee.starvationWasReported = true
    unsafe CallbackCounter.add(1, to: state.pointee.counters.underruns)
    unsafe report(.starved, state, offset, time)
}
