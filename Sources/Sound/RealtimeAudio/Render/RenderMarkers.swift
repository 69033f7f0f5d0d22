import AudioTypes
import Synchronization

/// What the callback finds next in the ring.
struct LookAhead: BitwiseCopyable {
    /// The number of readable frames before the next marker takes effect.
    var frames: Int
    /// The queue slot of the marker that takes effect at this very frame; -1 if there is none.
    var marker: Int
    /// Whether the ring holds any frame at all.
    var hasAudio: Bool
}

/// Returns the number of frames before the next marker, or the marker if it takes effect at this very frame.
@_noLocks
func lookAhead(_ state: UnsafeMutablePointer<RenderState>) -> LookAhead {
    // Frames first, marker second: the worker pushes a marker before the frames that it belongs to, so a reader that sees the
    // frames also sees the marker.
    let readable = unsafe state.pointee.ring.readableCount
    let slot = unsafe state.pointee.markers.first()
    if slot < 0 { return LookAhead(frames: readable, marker: -1, hasAudio: readable > 0) }
    let distance = unsafe state.pointee.markers.marker(at: slot).ringFrame &- state.pointee.ring.taken
    if distance == 0 { return LookAhead(frames: 0, marker: slot, hasAudio: readable > 0) }
    let isNear = distance < UInt64(truncatingIfNeeded: readable)
    return LookAhead(frames: isNear ? Int(truncatingIfNeeded: distance) : readable, marker: -1, hasAudio: readable > 0)
}

/// Removes the marker at `slot` if it belongs to a generation that is no longer wanted, and returns whether it did.
///
/// The worker may still write for the old generation after the callback has left it. A marker of a generation that control has
/// only now asked for is kept: a thread that sees the marker also sees the order that came before it.
@_noLocks
func dropStaleMarker(_ state: UnsafeMutablePointer<RenderState>, at slot: Int) -> Bool {
    let generation = unsafe state.pointee.markers.marker(at: slot).generation
    if unsafe generation == state.pointee.generation { return false }
    if unsafe generation == state.pointee.wantedGeneration.load(ordering: .acquiring) { return false }
    unsafe state.pointee.markers.removeFirst()
    // The segment that plays or fades out is of another generation than the marker. It ends here, and what follows belongs to
    // no segment.
    unsafe state.pointee.isInSegment = false
    unsafe state.pointee.isSkipping = false
    return true
}

/// Applies the marker of this frame if it is due, and returns whether it did.
@_noLocks
func passMarker(
    _ state: UnsafeMutablePointer<RenderState>, _ ahead: LookAhead, rising: Bool, _ offset: Int, _ time: CycleTime
) -> Bool {
    let marker = unsafe state.pointee.markers.marker(at: ahead.marker)
    if unsafe marker.generation != state.pointee.generation { return false }
    switch marker.kind {
    case .begin:
        // A segment begins when its first frame is heard, not when the worker starts to look for that frame.
        if unsafe !ahead.hasAudio && !isAnotherMarkerHere(state) { return false }
        unsafe begin(marker, state, rising: rising, offset, time)
    case .end:
        unsafe state.pointee.isInSegment = false
        if unsafe !state.pointee.isSkipping {
            unsafe state.pointee.isBetweenSegments = true
            unsafe report(.ended, state, offset, time)
        }
        unsafe state.pointee.isSkipping = false
    case .lull: unsafe state.pointee.isLull = true
    }
    unsafe state.pointee.markers.removeFirst()
    return true
}

@_noLocks
private func begin(
    _ marker: SegmentMarker, _ state: UnsafeMutablePointer<RenderState>, rising: Bool, _ offset: Int, _ time: CycleTime
) {
    unsafe state.pointee.isInSegment = true
    unsafe state.pointee.isSkipping = isCancelled(marker.segment, state)
    if unsafe state.pointee.isSkipping { return }
    unsafe endGap(state)
    unsafe state.pointee.segment = marker.segment
    unsafe state.pointee.mediaFrame = marker.mediaFrame
    unsafe state.pointee.segmentGain = marker.gain
    // After silence a track starts at its own first frame without a fade. During a fade the fade goes on, or it would click.
    if unsafe rising && !marker.rampsIn && state.pointee.transportFade.isSilent {
        unsafe state.pointee.transportFade.settle(rising: true)
    }
    // What a seek brings is of the same item.
    if !marker.rampsIn { unsafe state.pointee.beginsItem = true }
    unsafe report(.began, state, offset, time)
}

@_noLocks
private func isCancelled(_ segment: UInt64, _ state: UnsafeMutablePointer<RenderState>) -> Bool {
    if unsafe segment > state.pointee.cancelledThrough.load(ordering: .acquiring) { return false }
    return unsafe segment > state.pointee.cancelledAfter.load(ordering: .acquiring)
}

/// Returns whether the marker after this one takes effect at the same frame: the segment that begins is empty, or the worker
/// gave it up.
@_noLocks
private func isAnotherMarkerHere(_ state: UnsafeMutablePointer<RenderState>) -> Bool {
    let slot = unsafe state.pointee.markers.second()
    return unsafe slot >= 0 && state.pointee.markers.marker(at: slot).ringFrame == state.pointee.ring.taken
}
