import CPipeWire
import CRealtime
import RealtimeAudio
import Synchronization

/// Silences the stream before the first frame of a cycle that another driver than the guarded one runs.
///
/// The server sends the new driver's clock to this process first, but starts the driver without waiting for this process.
/// In a cycle in between, the callback still sees the old clock, which stands still: the callback is asked for more
/// frames than one of its cycles has.
@_noLocks
func checkDriver(_ cycle: UnsafeMutablePointer<StreamCycle>) {
    let number = unsafe cycle.pointee.guardNumber.load(ordering: .acquiring)
    guard number != 0, let position = unsafe cycle.pointee.position else { return }
    let driver = unsafe position.pointee.clock.id
    if unsafe number != cycle.pointee.guarded {
        unsafe cycle.pointee.guarded = number
        unsafe cycle.pointee.guardedDriver = driver
        return
    }
    if unsafe driver == cycle.pointee.guardedDriver && !clockStands(cycle) { return }
    // If there are several outputs, only this one goes silent.
    if let shared = unsafe cycle.pointee.shared { shared.cut() } else { unsafe cycle.pointee.consumer.cut() }
    if unsafe cycle.pointee.driverChanged.exchange(true, ordering: .acquiringAndReleasing) { return }
    unsafe fermata_eventfd_signal(cycle.pointee.descriptor)
}

/// Whether all frames of the clock's current cycle were rendered before, give or take what a resampler asks more or less.
@_noLocks
private func clockStands(_ cycle: UnsafeMutablePointer<StreamCycle>) -> Bool {
    let quantum = unsafe Int64(truncatingIfNeeded: cycle.pointee.quantum.load(ordering: .relaxed))
    let graphRate = unsafe Int64(truncatingIfNeeded: cycle.pointee.graphRate.load(ordering: .relaxed))
    let rendered = unsafe cycle.pointee.framesInCycle
    if quantum <= 0 || graphRate <= 0 || rendered <= 0 { return false }
    return unsafe rendered &+ 2 >= quantum &* cycle.pointee.rate / graphRate
}

/// Wakes the loop's thread if quantum, rate or latency differ for good from the values reported last; never in each cycle. A latency that
/// has changed by at most one cycle is reported only where other outputs wait for this one.
@_noLocks
func tellTiming(_ cycle: UnsafeMutablePointer<StreamCycle>) {
    let quantum = unsafe cycle.pointee.quantum.load(ordering: .relaxed)
    let rate = unsafe cycle.pointee.graphRate.load(ordering: .relaxed)
    let delay = unsafe cycle.pointee.delay.load(ordering: .relaxed)
    if quantum <= 0 || rate <= 0 { return }
    let cycleLength = Int64(truncatingIfNeeded: quantum) &* 1_000_000_000 / Int64(truncatingIfNeeded: rate)
    let now = unsafe cycle.pointee.time.now
    let isSame = unsafe quantum == cycle.pointee.toldQuantum && rate == cycle.pointee.toldRate
    var isOther = true
    if isSame {
        isOther = unsafe cycle.pointee.latencyWatch.note(delay, at: now, cycle: cycleLength)
    } else {
        unsafe cycle.pointee.latencyWatch.begin(with: delay, at: now)
    }
    let latency = unsafe cycle.pointee.latencyWatch.latency
    unsafe cycle.pointee.settledDelay.store(latency, ordering: .relaxed)
    if !isOther { return }
    let difference = unsafe latency &- cycle.pointee.toldDelay
    if isSame && difference <= cycleLength && difference >= 0 &- cycleLength {
        if unsafe cycle.pointee.shared == nil { return }
        if unsafe cycle.pointee.latencyChanged.exchange(true, ordering: .acquiringAndReleasing) { return }
    } else {
        unsafe cycle.pointee.toldQuantum = quantum
        unsafe cycle.pointee.toldRate = rate
        unsafe cycle.pointee.toldDelay = latency
        if unsafe cycle.pointee.timingChanged.exchange(true, ordering: .acquiringAndReleasing) { return }
    }
    unsafe fermata_eventfd_signal(cycle.pointee.descriptor)
}
