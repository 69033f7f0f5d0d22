import Synchronization

/// The side of the callback of a ``FilterStage``.
///
/// It is only an address, so that the callback counts no references. Its owner must keep the stage too.
@safe package struct FilterConsumer: BitwiseCopyable {
    private let state: UnsafeMutablePointer<FilterState>

    init(_ state: UnsafeMutablePointer<FilterState>) { unsafe self.state = unsafe state }

    /// Callback: filters the next `frameCount` frames in place. Without a chain it reads one number and touches no sample. Never
    /// allocates, locks, waits or logs.
    /// - Parameter planes: one pointer for each channel that the stage has, each to `frameCount` floats.
    @_noLocks
    package func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        let isComing = unsafe state.pointee.coming.load(ordering: .relaxed) != nil
        if unsafe !isComing && state.pointee.current == nil && state.pointee.change == nil { return }
        if frameCount <= 0 { return }
        unsafe filter(state, planes, frameCount)
    }
}

/// What the callback touches of a ``FilterStage``: one block at a fixed address.
@safe struct FilterState: ~Copyable {
    /// Stands for no chain where one is needed.
    let nothing = CascadeChain([])
    let channelCount: Int

    // MARK: Callback's thread only

    /// What is heard; `nil` where every sample passes unchanged.
    var current: UnsafeMutablePointer<FilterChange>?
    /// What is coming in.
    var change: UnsafeMutablePointer<FilterChange>?
    /// What waits until `change` is over.
    var waiting: UnsafeMutablePointer<FilterChange>?

    // MARK: Control to callback

    /// The newest change, until the callback takes it.
    let coming = unsafe Atomic<UnsafeMutablePointer<FilterChange>?>(nil)

    // MARK: Callback to control

    /// What is heard no more, for control to free: a list.
    let retired = unsafe Atomic<UnsafeMutablePointer<FilterChange>?>(nil)
    /// How many samples beyond full scale have come out.
    let clipped = Atomic<UInt64>(0)

    init(channelCount: Int) {
        self.channelCount = channelCount
        unsafe current = nil
        unsafe change = nil
        unsafe waiting = nil
    }
}

@_noLocks
private func filter(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) {
    unsafe takeComing(state)
    if unsafe state.pointee.change == nil {
        guard let current = unsafe state.pointee.current else { return }
        // Silence behind silence costs nothing, however long it lasts.
        if unsafe isSilent(state, planes, frameCount) && current.pointee.chain.comesToRest() { return }
    }
    var done = 0
    while done < frameCount {
        let left = frameCount &- done
        if unsafe state.pointee.change != nil {
            done &+= unsafe runChange(state, planes, from: done, atMost: left)
            if unsafe state.pointee.change == nil { unsafe takeComing(state) }
        } else {
            unsafe runCurrent(state, planes, from: done, count: left)
            done = frameCount
        }
    }
}

/// Takes the newest change. If one is under way it waits, since to end a fade early would be a jump, and takes the place of an older one
/// that waits.
@_noLocks
private func takeComing(_ state: UnsafeMutablePointer<FilterState>) {
    // Only after the exchange does it belong to the callback: until then, control may take it back and free it.
    if unsafe state.pointee.coming.load(ordering: .relaxed) != nil,
        let coming = unsafe state.pointee.coming.exchange(nil, ordering: .acquiringAndReleasing)
    {
        if let waiting = unsafe state.pointee.waiting { unsafe retire(waiting, state) }
        unsafe state.pointee.waiting = unsafe coming
        if unsafe coming.pointee.isSudden {
            unsafe state.pointee.waiting = nil
            if let change = unsafe state.pointee.change { unsafe retire(change, state) }
            unsafe state.pointee.change = nil
            return unsafe settle(coming, state)
        }
    }
    guard unsafe state.pointee.change == nil, let waiting = unsafe state.pointee.waiting else { return }
    unsafe state.pointee.waiting = nil
    if let current = unsafe state.pointee.current { unsafe waiting.pointee.chain.remember(current.pointee.chain) }
    unsafe state.pointee.change = unsafe waiting
}

/// Makes `change` what is heard.
@_noLocks
private func settle(_ change: UnsafeMutablePointer<FilterChange>, _ state: UnsafeMutablePointer<FilterState>) {
    if let old = unsafe state.pointee.current { unsafe retire(old, state) }
    unsafe state.pointee.current = nil
    if unsafe change.pointee.chain.isNeutral { return unsafe retire(change, state) }
    unsafe state.pointee.current = unsafe change
}

/// Hands `change` back to control. Only the callback adds to the list, and control takes all of it at once.
@_noLocks
private func retire(_ change: UnsafeMutablePointer<FilterChange>, _ state: UnsafeMutablePointer<FilterState>) {
    unsafe change.pointee.next = unsafe state.pointee.retired.exchange(nil, ordering: .acquiring)
    unsafe state.pointee.retired.store(change, ordering: .releasing)
}

/// Runs both chains for a part of the frames, and returns for how many.
@_noLocks
private func runChange(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    atMost limit: Int
) -> Int {
    guard let change = unsafe state.pointee.change else { return limit }
    let unheard = unsafe change.pointee.unheard
    if unheard > 0 {
        let count = min(unheard, limit)
        for channel in 0..<(unsafe state.pointee.channelCount) {
            unsafe change.pointee.listen(channel: channel, to: planes[channel] + start, count: count)
        }
        unsafe runCurrent(state, planes, from: start, count: count)
        unsafe change.pointee.unheard = unheard &- count
        return count
    }
    let count = unsafe max(1, min(change.pointee.fade.length &- change.pointee.fade.position, limit))
    defer { unsafe countClipped(state, planes, from: start, count: count) }
    for channel in 0..<(unsafe state.pointee.channelCount) {
        let samples = unsafe planes[channel] + start
        if let current = unsafe state.pointee.current {
            unsafe change.pointee.fade.process(
                channel: channel, from: samples, to: samples, count: count, leaving: current.pointee.chain,
                coming: change.pointee.chain)
        } else {
            unsafe change.pointee.fade.process(
                channel: channel, from: samples, to: samples, count: count, leaving: state.pointee.nothing,
                coming: change.pointee.chain)
        }
    }
    unsafe change.pointee.fade.advance(count)
    if unsafe change.pointee.fade.isOver {
        unsafe state.pointee.change = nil
        unsafe settle(change, state)
    }
    return count
}

@_noLocks
private func runCurrent(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    count: Int
) {
    guard let current = unsafe state.pointee.current else { return }
    for channel in 0..<(unsafe state.pointee.channelCount) {
        let samples = unsafe planes[channel] + start
        unsafe current.pointee.chain.process(channel: channel, from: samples, to: samples, count: count)
    }
    unsafe countClipped(state, planes, from: start, count: count)
}

/// Whether all samples are zero. Sound ends the search at its first sample.
@_noLocks
private func isSilent(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) -> Bool {
    for channel in 0..<(unsafe state.pointee.channelCount) {
        let samples = unsafe planes[channel]
        for frame in 0..<frameCount where unsafe samples[frame] != 0 { return false }
    }
    return true
}

/// Counts what filters have made of these frames beyond full scale. What no filter has changed yet is the source's own.
@_noLocks
private func countClipped(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, count: Int
) {
    var clipped: UInt64 = 0
    for channel in 0..<(unsafe state.pointee.channelCount) {
        let samples = unsafe planes[channel] + start
        for frame in 0..<count where unsafe abs(samples[frame]) > 1 { clipped &+= 1 }
    }
    if clipped > 0 { unsafe state.pointee.clipped.wrappingAdd(clipped, ordering: .relaxed) }
}
