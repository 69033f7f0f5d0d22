import CRealtime
import Synchronization

/// The side of an output's callback of a ``SoundReader``: everything that the callback may do.
///
/// It is only an address, so that the callback counts no references. Its owner must keep the reader too.
@safe package struct SoundConsumer: BitwiseCopyable {
    private let state: UnsafeMutablePointer<SoundReaderState>

    init(_ state: UnsafeMutablePointer<SoundReaderState>) { unsafe self.state = unsafe state }

    /// Fills a part of a cycle: takes the frames that another output has had rendered, and renders the others. Never allocates,
    /// locks, waits or logs.
    /// - Parameters:
    ///   - planes: one pointer for each channel, each with room for `frameCount` floats.
    ///   - frameCount: how many frames the output wants.
    ///   - now: the start of the cycle, in nanoseconds; the same for all outputs.
    ///   - latency: how long after that this output plays the first frame of the cycle, in nanoseconds.
    @_noLocks
    package func read(
        into planes: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, now: Int64, latency: Int64
    ) {
        if frameCount <= 0 { return }
        unsafe enterCycle(state, now, latency, frameCount)
        let isAwaiting = unsafe state.pointee.sound.pointee.awaitedReaders.load(ordering: .relaxed) > 0
        if unsafe isAwaiting || state.pointee.isCut.load(ordering: .acquiring) || state.pointee.silentCycle == now {
            unsafe state.pointee.isInStep = false
            return unsafe silence(state, planes, frameCount)
        }
        unsafe renderMissing(state.pointee.sound, through: state.pointee.next &+ UInt64(truncatingIfNeeded: frameCount), now)
        unsafe copy(state, planes, frameCount)
        unsafe state.pointee.next &+= UInt64(truncatingIfNeeded: frameCount)
    }

    /// Returns whether the output is to go on without the others and has played all that was rendered for them. It then has the
    /// renderer for itself from its next frame on, and must not come back.
    @_noLocks
    package func leaves() -> Bool {
        guard unsafe state.pointee.mayLeave.load(ordering: .acquiring) else { return false }
        let isLate = unsafe state.pointee.delay != 0 || state.pointee.fadeLeft > 0
        if unsafe isLate || !state.pointee.isInStep || state.pointee.next != state.pointee.sound.pointee.written { return false }
        unsafe state.pointee.hasLeft.store(true, ordering: .releasing)
        return true
    }

    /// Callback: whether the output is silent until ``SoundReader/setCut(_:)`` ends that.
    package var isCut: Bool {
        @_noLocks get { unsafe state.pointee.isCut.load(ordering: .acquiring) }
    }

    /// Silences the output from this cycle on, until ``SoundReader/setCut(_:)`` ends that.
    @_noLocks
    package func cut() { unsafe state.pointee.isCut.store(true, ordering: .releasing) }
}

/// Notes the cycle, and brings an output in step that has just begun, or that alone missed a cycle.
///
/// Every output takes as many frames in a cycle as the others, give or take what its resampler asks more or less. So if it is behind
/// by half a cycle, it was not called in one in which the others were.
@_noLocks
private func enterCycle(_ reader: UnsafeMutablePointer<SoundReaderState>, _ now: Int64, _ latency: Int64, _ frameCount: Int) {
    let sound = unsafe reader.pointee.sound
    if unsafe sound.pointee.cycle != now { unsafe sound.pointee.beginCycle(now) }
    let isFirstCall = unsafe reader.pointee.cycle != now
    if isFirstCall { unsafe sound.pointee.calledReaders &+= 1 }
    if unsafe reader.pointee.cycle == .min && sound.pointee.hasBegun { unsafe reader.pointee.silentCycle = now }
    unsafe reader.pointee.cycle = now
    if unsafe !reader.pointee.isInStep {
        unsafe reader.pointee.isInStep = true
        unsafe reader.pointee.next = sound.pointee.cycleStart
        unsafe reader.pointee.delay = reader.pointee.wantedDelay.load(ordering: .relaxed)
        unsafe reader.pointee.fadeLeft = 0
    } else if isFirstCall {
        let behind = unsafe Int(truncatingIfNeeded: sound.pointee.cycleStart &- reader.pointee.next)
        if behind > max(SharedSoundState.stepTolerance, frameCount / 2) {
            unsafe reader.pointee.next = sound.pointee.cycleStart
            unsafe reader.pointee.steps.wrappingAdd(1, ordering: .relaxed)
        }
    }
    let wanted = unsafe reader.pointee.wantedDelay.load(ordering: .relaxed)
    if unsafe reader.pointee.fadeLeft == 0 && wanted != reader.pointee.delay {
        unsafe reader.pointee.formerDelay = reader.pointee.delay
        unsafe reader.pointee.delay = wanted
        unsafe reader.pointee.fadeLeft = reader.pointee.fadeLength
    }
    if unsafe reader.pointee.isPrimary.load(ordering: .relaxed) {
        let own = unsafe Int64(truncatingIfNeeded: reader.pointee.delay) &* 1_000_000_000 / sound.pointee.rate
        unsafe sound.pointee.primaryDelay = latency &+ own
    }
}

/// Renders all frames before the one with the number `end` that are not there yet.
@_noLocks
private func renderMissing(_ sound: UnsafeMutablePointer<SharedSoundState>, through end: UInt64, _ now: Int64) {
    while true {
        let missing = unsafe Int(truncatingIfNeeded: end &- sound.pointee.written)
        if missing <= 0 { return }
        let count = unsafe sound.pointee.history.run(from: sound.pointee.written, atMost: missing)
        let earlier = unsafe Int64(truncatingIfNeeded: sound.pointee.written &- sound.pointee.cycleStart)
        let delay = unsafe sound.pointee.primaryDelay &+ earlier &* 1_000_000_000 / sound.pointee.rate
        unsafe sound.pointee.consumer.render(
            into: sound.pointee.history.region(from: sound.pointee.written), frameCount: count,
            time: CycleTime(now: now, delay: delay))
        unsafe sound.pointee.written &+= UInt64(truncatingIfNeeded: count)
    }
}

/// Copies the next frames of the output, and fades from the former delay to the new one if it has changed.
@_noLocks
private func copy(
    _ reader: UnsafeMutablePointer<SoundReaderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) {
    unsafe copyHistory(reader, planes, frameCount)
    let fading = unsafe min(reader.pointee.fadeLeft, frameCount)
    if fading <= 0 { return }
    let sound = unsafe reader.pointee.sound
    let length = unsafe Float(reader.pointee.fadeLength)
    for channel in 0..<(unsafe sound.pointee.history.channelCount) {
        for frame in 0..<fading {
            let number = unsafe reader.pointee.next &+ UInt64(truncatingIfNeeded: frame)
            let former = unsafe sound.pointee.history.plane(
                channel, from: number &- UInt64(truncatingIfNeeded: reader.pointee.formerDelay)
            ).pointee
            let weight = unsafe Float(reader.pointee.fadeLeft &- frame) / length
            unsafe planes[channel][frame] += (former - planes[channel][frame]) * weight
        }
    }
    unsafe reader.pointee.fadeLeft &-= fading
}

@_noLocks
private func copyHistory(
    _ reader: UnsafeMutablePointer<SoundReaderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) {
    let sound = unsafe reader.pointee.sound
    let first = unsafe reader.pointee.next &- UInt64(truncatingIfNeeded: reader.pointee.delay)
    var done = 0
    while done < frameCount {
        let frame = first &+ UInt64(truncatingIfNeeded: done)
        let count = unsafe sound.pointee.history.run(from: frame, atMost: frameCount &- done)
        for channel in 0..<(unsafe sound.pointee.history.channelCount) {
            unsafe fermata_copy_samples(planes[channel] + done, sound.pointee.history.plane(channel, from: frame), count)
        }
        done &+= count
    }
}

@_noLocks
private func silence(
    _ reader: UnsafeMutablePointer<SoundReaderState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) {
    for channel in 0..<(unsafe reader.pointee.sound.pointee.history.channelCount) {
        unsafe planes[channel].update(repeating: 0, count: frameCount)
    }
}

extension SharedSoundState {
    /// By how many frames an output may be behind the others in any cycle: resamplers ask for a few more or less.
    static var stepTolerance: Int { @_noLocks get { 16 } }
}
