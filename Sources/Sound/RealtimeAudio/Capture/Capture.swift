import CRealtime
import Synchronization

/// Takes in one cycle of audio: with ``render(_:into:frameCount:time:)`` the only code of ours that runs in PipeWire's
/// real-time thread, apart from the callbacks that call them.
///
/// Writes the frames into the ring, bit for bit. Frames for which the ring has no room are dropped and counted. A marker tells
/// the worker where frames are missing, and how many. Never allocates, locks, waits or logs; `@_noLocks` makes the compiler
/// check that.
///
/// - Parameters:
///   - state: the state, at a fixed address and used by no other producer.
///   - planes: one pointer for each channel, each to `frameCount` floats.
///   - frameCount: the number of frames that the graph brings; any number, which may differ from cycle to cycle. 0 does
///     nothing: the next cycle that brings something tells that frames are missing.
///   - cycle: what the graph's clock says of this cycle.
@_noLocks
func capture(
    _ state: UnsafeMutablePointer<CaptureState>, from planes: UnsafePointer<UnsafePointer<Float>>, frameCount: Int,
    cycle: CaptureCycle
) {
    if frameCount <= 0 { return }
    unsafe CallbackCounter.add(1, to: state.pointee.counters.callbacks)
    unsafe state.pointee.counters.quantum.store(UInt64(truncatingIfNeeded: frameCount), ordering: .relaxed)
    if cycle.isEmpty {
        unsafe CallbackCounter.add(UInt64(truncatingIfNeeded: frameCount), to: state.pointee.counters.emptyFrames)
    }
    if cycle.beginsItem {
        unsafe state.pointee.beginsItem = true
        unsafe state.pointee.needsMarker = true
    }
    if unsafe !cycle.place.isSame(as: state.pointee.nextPlace) { unsafe state.pointee.needsMarker = true }
    if unsafe state.pointee.timesCycles && state.pointee.markers.hasMuchRoom() { unsafe state.pointee.needsMarker = true }
    let missed = unsafe state.pointee.timeline.missing(before: cycle, frameCount: Int64(truncatingIfNeeded: frameCount))
    if missed > 0 {
        unsafe CallbackCounter.add(1, to: state.pointee.counters.gaps)
        unsafe CallbackCounter.add(UInt64(truncatingIfNeeded: missed), to: state.pointee.counters.missedFrames)
        unsafe state.pointee.missedFrames &+= missed
        unsafe state.pointee.needsMarker = true
    }
    let count = unsafe pushMarker(state, cycle) ? min(frameCount, state.pointee.ring.writableCount) : 0
    if count > 0 { unsafe write(state, planes, count: count) }
    if cycle.place.segment != 0 {
        unsafe state.pointee.nextPlace = cycle.place.advanced(by: Int64(truncatingIfNeeded: frameCount))
    }
    let dropped = frameCount &- count
    if dropped > 0 {
        unsafe CallbackCounter.add(UInt64(truncatingIfNeeded: dropped), to: state.pointee.counters.droppedFrames)
        unsafe state.pointee.droppedFrames &+= Int64(truncatingIfNeeded: dropped)
        unsafe state.pointee.needsMarker = true
    }
    unsafe wakeWorkerIfHigh(state)
}

/// Pushes the marker of the next frame if it needs one and there is room for the frame. Returns whether frames may be written.
@_noLocks
private func pushMarker(_ state: UnsafeMutablePointer<CaptureState>, _ cycle: CaptureCycle) -> Bool {
    if unsafe !state.pointee.needsMarker { return true }
    if unsafe state.pointee.ring.writableCount == 0 { return false }
    let marker = unsafe CaptureMarker(
        ringFrame: state.pointee.ring.written, missedFrames: state.pointee.missedFrames,
        droppedFrames: state.pointee.droppedFrames, capturedAt: cycle.now &- cycle.delay,
        beginsItem: state.pointee.beginsItem, place: cycle.place, gain: cycle.gain)
    if unsafe !state.pointee.markers.push(marker) { return false }
    unsafe state.pointee.beginsItem = false
    unsafe state.pointee.missedFrames = 0
    unsafe state.pointee.droppedFrames = 0
    unsafe state.pointee.needsMarker = false
    return true
}

/// Copies the first `count` frames of `planes` into the ring, which has room for them.
@_noLocks
private func write(
    _ state: UnsafeMutablePointer<CaptureState>, _ planes: UnsafePointer<UnsafePointer<Float>>, count: Int
) {
    let channelCount = unsafe state.pointee.ring.channelCount
    var done = 0
    while done < count {
        let run = unsafe min(count &- done, state.pointee.ring.writeRegion(after: done, into: state.pointee.regions))
        if run <= 0 { break }
        for channel in 0..<channelCount {
            unsafe fermata_copy_samples(state.pointee.regions[channel], planes[channel] + done, run)
        }
        done &+= run
    }
    unsafe state.pointee.ring.commit(done)
}

/// Signals the worker once when the ring has reached the mark that the worker has set.
@_noLocks
private func wakeWorkerIfHigh(_ state: UnsafeMutablePointer<CaptureState>) {
    let filled = unsafe state.pointee.ring.capacity &- state.pointee.ring.writableCount
    if unsafe filled < state.pointee.wakeMark.load(ordering: .relaxed) { return }
    if unsafe state.pointee.workerIsAwake.load(ordering: .relaxed) { return }
    if unsafe state.pointee.workerIsAwake.exchange(true, ordering: .acquiringAndReleasing) { return }
    unsafe fermata_eventfd_signal(state.pointee.workerDescriptor)
}
