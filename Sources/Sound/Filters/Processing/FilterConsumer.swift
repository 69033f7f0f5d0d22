import Synchronization

/// The side of the callback of a ``FilterStage``.
///
/// It is only an address, so that the callback counts no references. Its owner must keep the stage too.
@safe package struct FilterConsumer: BitwiseCopyable {
    private let state: UnsafeMutablePointer<FilterState>

    init(_ state: UnsafeMutablePointer<FilterState>) { unsafe self.state = unsafe state }

    /// Callback: by how many frames the sound of the next call comes out later than it goes in.
    package var latency: Int {
        @_noLocks get { unsafe state.pointee.latency.load(ordering: .relaxed) }
    }

    /// Callback: filters the next `frameCount` frames in place. Without a processor it reads one number and touches no sample. Never
    /// allocates, locks, waits or logs.
    /// - Parameter planes: one pointer for each channel that the stage has, each to `frameCount` floats.
    @_noLocks
    package func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
        if unsafe state.pointee.forgets.load(ordering: .relaxed) && state.pointee.forgets.exchange(false, ordering: .acquiring) {
            unsafe forgetSound(state)
        }
        let isComing = unsafe state.pointee.coming.load(ordering: .relaxed) != nil
        if unsafe !isComing && state.pointee.current == nil && state.pointee.change == nil { return }
        if frameCount <= 0 { return }
        unsafe filter(state, planes, frameCount)
    }

    /// Callback: forgets the sound so far, because nothing of it may be heard any more, and ends a change that is under way. Never
    /// allocates, locks, waits or logs.
    @_noLocks
    package func forget() { unsafe forgetSound(state) }
}

/// What the callback touches of a ``FilterStage``: one block at a fixed address.
@safe struct FilterState: ~Copyable {
    /// Stands for no processor where one is needed.
    let nothing: ListeningProcessor
    let channelCount: Int

    // MARK: Callback's thread only

    /// What is heard; `nil` where every sample passes unchanged.
    var current: UnsafeMutablePointer<FilterChange>?
    /// What is coming in.
    var change: UnsafeMutablePointer<FilterChange>?
    /// What waits until `change` is over.
    var waiting: UnsafeMutablePointer<FilterChange>?
    /// Whether no sound has gone through `current` since it was made or has forgotten.
    var isEmpty = true
    /// Room for the addresses of a part of the planes.
    let parts: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

    // MARK: Control to callback

    /// The newest change, until the callback takes it.
    let coming = unsafe Atomic<UnsafeMutablePointer<FilterChange>?>(nil)

    /// Whether the callback is to forget the sound so far before the next frame.
    let forgets = Atomic<Bool>(false)

    /// The volume that is heard behind the filters, in decibels.
    let volume = Atomic<UInt64>(Double(0).bitPattern)

    // MARK: Callback to control

    /// By how many frames sound is late through what is heard.
    let latency = Atomic<Int>(0)
    /// What is heard no more, for control to free: a list.
    let retired = unsafe Atomic<UnsafeMutablePointer<FilterChange>?>(nil)
    /// How many samples beyond full scale have come out.
    let clipped = Atomic<UInt64>(0)

    init(_ nothing: consuming ListeningProcessor) {
        channelCount = nothing.channelCount
        self.nothing = nothing
        unsafe current = nil
        unsafe change = nil
        unsafe waiting = nil
        unsafe parts = .allocate(capacity: max(1, channelCount))
    }

    deinit { unsafe parts.deallocate() }
}

@_noLocks
private func filter(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, _ frameCount: Int
) {
    unsafe takeComing(state)
    unsafe state.pointee.isEmpty = false
    let volume = unsafe Double(bitPattern: state.pointee.volume.load(ordering: .relaxed))
    if let change = unsafe state.pointee.change { unsafe change.pointee.processor.follow(volume: volume) }
    if let current = unsafe state.pointee.current {
        unsafe current.pointee.processor.follow(volume: volume)
        // Silence behind silence costs nothing, however long it lasts.
        let isSilent = unsafe isSilent(state, planes, frameCount)
        let rests = unsafe current.pointee.processor.rests(isSilent: isSilent, count: frameCount)
        if unsafe rests && state.pointee.change == nil { return }
    } else if unsafe state.pointee.change == nil {
        return
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
    unsafe state.pointee.change = unsafe waiting
}

/// Makes the newest change what is heard, and has it begin without a memory.
@_noLocks
private func forgetSound(_ state: UnsafeMutablePointer<FilterState>) {
    unsafe takeComing(state)
    if let change = unsafe state.pointee.change {
        let waiting = unsafe state.pointee.waiting
        unsafe state.pointee.change = nil
        unsafe state.pointee.waiting = nil
        if unsafe waiting != nil { unsafe retire(change, state) }
        unsafe settle(waiting ?? change, state)
    }
    if unsafe state.pointee.isEmpty { return }
    unsafe state.pointee.isEmpty = true
    if let current = unsafe state.pointee.current { unsafe current.pointee.processor.reset() }
}

/// Makes `change` what is heard.
@_noLocks
private func settle(_ change: UnsafeMutablePointer<FilterChange>, _ state: UnsafeMutablePointer<FilterState>) {
    if let old = unsafe state.pointee.current { unsafe retire(old, state) }
    unsafe state.pointee.current = nil
    unsafe state.pointee.latency.store(change.pointee.processor.latency, ordering: .relaxed)
    if unsafe change.pointee.processor.isNeutral { return unsafe retire(change, state) }
    unsafe state.pointee.current = unsafe change
}

/// Hands `change` back to control. Only the callback adds to the list, and control takes all of it at once.
@_noLocks
private func retire(_ change: UnsafeMutablePointer<FilterChange>, _ state: UnsafeMutablePointer<FilterState>) {
    unsafe change.pointee.next = unsafe state.pointee.retired.exchange(nil, ordering: .acquiring)
    unsafe state.pointee.retired.store(change, ordering: .releasing)
}

/// Runs both processors for a part of the frames, and returns for how many.
@_noLocks
private func runChange(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    atMost limit: Int
) -> Int {
    guard let change = unsafe state.pointee.change else { return limit }
    let channelCount = unsafe state.pointee.channelCount
    let parts = unsafe part(state, of: planes, from: start)
    let isUnheard = unsafe change.pointee.fade.position < change.pointee.fade.warmUp
    let count: Int
    if let current = unsafe state.pointee.current {
        unsafe count = change.pointee.fade.process(
            parts, channelCount: channelCount, count: limit, leaving: current.pointee.processor,
            coming: change.pointee.processor)
    } else {
        unsafe count = change.pointee.fade.process(
            parts, channelCount: channelCount, count: limit, leaving: state.pointee.nothing, coming: change.pointee.processor)
    }
    // What no filter has changed yet is the source's own.
    if unsafe !isUnheard || state.pointee.current != nil { unsafe countClipped(state, planes, from: start, count: count) }
    if unsafe change.pointee.fade.isOver {
        unsafe state.pointee.change = nil
        unsafe settle(change, state)
    }
    return max(1, count)
}

@_noLocks
private func runCurrent(
    _ state: UnsafeMutablePointer<FilterState>, _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int,
    count: Int
) {
    guard let current = unsafe state.pointee.current else { return }
    unsafe current.pointee.processor.run(
        part(state, of: planes, from: start), channelCount: state.pointee.channelCount, count: count)
    unsafe countClipped(state, planes, from: start, count: count)
}

/// The planes from the frame `start` on.
@_noLocks
private func part(
    _ state: UnsafeMutablePointer<FilterState>, of planes: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int
) -> UnsafePointer<UnsafeMutablePointer<Float>> {
    let parts = unsafe state.pointee.parts
    for channel in 0..<(unsafe state.pointee.channelCount) { unsafe parts[channel] = planes[channel] + start }
    return unsafe UnsafePointer(parts)
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

/// Counts what filters have made of these frames beyond full scale.
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
