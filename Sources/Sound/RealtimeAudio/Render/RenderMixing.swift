import CRealtime
import Synchronization

/// Copies `count` frames of one segment from the ring to `planes`, and applies the fades and gains that are not at unity.
@_noLocks
func mix(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int, rising: Bool
) {
    if unsafe state.pointee.unitFrames > 0 { return unsafe carry(state, planes, from: offset, count: count) }
    let channelCount = unsafe state.pointee.ring.channelCount
    let segmentGain = unsafe state.pointee.segmentGain
    let muteRises = unsafe !state.pointee.isMuted.load(ordering: .relaxed)
    unsafe state.pointee.gain.aim(at: wantedGain(state))
    let fadesAreFull = unsafe rising && state.pointee.transportFade.isFull && muteRises && state.pointee.muteFade.isFull
    if unsafe fadesAreFull && state.pointee.gain.isUnity && segmentGain == 1 {
        for channel in 0..<channelCount {
            let source = unsafe state.pointee.ring.readRegion(channel)
            let destination = unsafe planes[channel] + offset
            for frame in 0..<count { unsafe destination[frame] = finite(source[frame]) }
        }
        return
    }
    for channel in 0..<channelCount {
        let source = unsafe state.pointee.ring.readRegion(channel)
        let destination = unsafe planes[channel] + offset
        if unsafe fadesAreFull && state.pointee.gain.isStill {
            let gain = unsafe state.pointee.gain.gain(after: 0) * segmentGain
            for frame in 0..<count { unsafe destination[frame] = finite(source[frame] * gain) }
            continue
        }
        for frame in 0..<count {
            let fade =
                unsafe segmentGain * state.pointee.transportFade.gain(after: frame, rising: rising)
                * state.pointee.muteFade.gain(after: frame, rising: muteRises)
            unsafe destination[frame] = finite(source[frame] * state.pointee.gain.gain(after: frame) * fade)
        }
    }
    unsafe state.pointee.gain.advance(count)
    unsafe state.pointee.transportFade.advance(count, rising: rising)
    unsafe state.pointee.muteFade.advance(count, rising: muteRises)
}

/// Copies `count` frames of coded sound, bit for bit but for the markers of DSD, or zeros if it is muted. Whether it is changes only
/// between units.
@_noLocks
private func carry(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int
) {
    if unsafe isBetweenUnits(state) {
        unsafe state.pointee.muteFade.settle(rising: !state.pointee.isMuted.load(ordering: .relaxed))
    }
    unsafe state.pointee.transportFade.settle(rising: true)
    if unsafe state.pointee.muteFade.isSilent { return unsafe fillWithSilence(state, planes, from: offset, count: count) }
    if unsafe state.pointee.hasMarkers { return unsafe carryMarked(state, planes, from: offset, count: count) }
    for channel in 0..<(unsafe state.pointee.ring.channelCount) {
        unsafe fermata_copy_samples(planes[channel] + offset, state.pointee.ring.readRegion(channel), count)
    }
}

/// Copies `count` frames of DSD over PCM with markers that alternate. The worker sets them by the place in the track; at a seek, and
/// between two tracks, the same marker would come twice, and a converter would take what follows for sound.
@_noLocks
private func carryMarked(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int
) {
    // By how much a sample of 24 bits with the marker 0x05 is above the same one with 0xFA, whose highest bit is the sign.
    let difference = Float(0x0B_0000) * 0x1p-23
    let firstIsHigh = unsafe state.pointee.markerIsHigh
    var isHigh = firstIsHigh
    for channel in 0..<(unsafe state.pointee.ring.channelCount) {
        let source = unsafe state.pointee.ring.readRegion(channel)
        let destination = unsafe planes[channel] + offset
        isHigh = firstIsHigh
        for frame in 0..<count {
            var sample = unsafe source[frame]
            let wasHigh = sample < 0
            // No sample with a marker is 0: silence stays silence.
            if sample != 0 && wasHigh != isHigh { sample += wasHigh ? difference : -difference }
            isHigh = sample != 0 && !isHigh
            unsafe destination[frame] = sample
        }
    }
    unsafe state.pointee.markerIsHigh = isHigh
}

/// Whether the next frame of coded sound is the first of a unit.
@_noLocks
func isBetweenUnits(_ state: UnsafeMutablePointer<RenderState>) -> Bool {
    unsafe framesLeftInUnit(state) == state.pointee.unitFrames
}

/// Returns how many frames of coded sound are left up to the end of a unit.
@_noLocks
func framesLeftInUnit(_ state: UnsafeMutablePointer<RenderState>) -> Int {
    let unit = unsafe Int64(truncatingIfNeeded: state.pointee.unitFrames)
    return unsafe Int(truncatingIfNeeded: unit &- state.pointee.mediaFrame % unit)
}

/// Returns `sample` bit for bit, or 0 if it is infinite or not a number.
///
/// The decoder's damage never gets here (`Concealment`), so this is the last net: whatever else the worker may do to samples,
/// no sink gets an infinity or a NaN. The check looks at bits and does not branch, so that the loop stays as fast as a copy.
@_noLocks @inline(__always)
private func finite(_ sample: Float) -> Float {
    let exponent: UInt32 = 0x7F80_0000
    return Float(bitPattern: sample.bitPattern & exponent == exponent ? 0 : sample.bitPattern)
}

/// Sets mute and gain to the wanted values at once. Only while nothing is heard.
@_noLocks
func settleGains(_ state: UnsafeMutablePointer<RenderState>) {
    unsafe state.pointee.muteFade.settle(rising: !state.pointee.isMuted.load(ordering: .relaxed))
    unsafe state.pointee.gain.settle(at: wantedGain(state))
}

@_noLocks
private func wantedGain(_ state: UnsafeMutablePointer<RenderState>) -> Float {
    unsafe Float(bitPattern: state.pointee.wantedGain.load(ordering: .relaxed))
}

@_noLocks
func fillWithSilence(
    _ state: UnsafeMutablePointer<RenderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>,
    from offset: Int, count: Int
) {
    unsafe state.pointee.markerIsHigh = false
    for channel in 0..<(unsafe state.pointee.ring.channelCount) {
        unsafe (planes[channel] + offset).update(repeating: 0, count: count)
    }
}
