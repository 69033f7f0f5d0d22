import Synchronization

/// The buffers that get a copy of what is played. A list never changes after it was published.
@safe struct TapList {
    let count: Int
    let producers: UnsafeMutablePointer<CaptureProducer>
}

/// Callback: copies the next `count` frames of the ring, which lie in one run, to the buffers that want them: bit for bit, before
/// fades and gain.
@_noLocks
func copyToTaps(_ state: UnsafeMutablePointer<RenderState>, count: Int, from offset: Int, _ time: CycleTime) {
    let beginsItem = unsafe state.pointee.beginsItem
    unsafe state.pointee.beginsItem = false
    // A list that is just being published is seen in the next run of frames.
    if unsafe state.pointee.taps.load(ordering: .relaxed) == nil { return }
    // Control frees a list only if it sees, after it has published another, that the callback reads none.
    unsafe state.pointee.isReadingTaps.store(true, ordering: .sequentiallyConsistent)
    if let list = unsafe state.pointee.taps.load(ordering: .sequentiallyConsistent) {
        for channel in 0..<(unsafe state.pointee.ring.channelCount) {
            unsafe state.pointee.tapPlanes[channel] = unsafe UnsafePointer(state.pointee.ring.readRegion(channel))
        }
        let earlier = unsafe Int64(truncatingIfNeeded: offset) &* 1_000_000_000 / state.pointee.sampleRate
        // Without a clock, no frame counts as missing: what is not played is not part of the copy.
        var cycle = CaptureCycle(
            now: time.now, delay: 0 &- time.delay &- earlier, clock: 0, position: 0, duration: 0, graphRate: 0)
        cycle.beginsItem = beginsItem
        cycle.gain = unsafe state.pointee.segmentGain
        cycle.place = unsafe PlayedPlace(segment: state.pointee.segment, mediaFrame: state.pointee.mediaFrame)
        for index in 0..<(unsafe list.pointee.count) {
            unsafe list.pointee.producers[index].capture(from: state.pointee.tapPlanes, frameCount: count, cycle: cycle)
        }
    }
    unsafe state.pointee.isReadingTaps.store(false, ordering: .releasing)
}

/// Owns the lists of a renderer, and the buffers in them. Only one thread at a time may use it, and not the callback's.
@safe struct TapOwner: ~Copyable {
    @safe private struct Entry {
        let list: UnsafeMutablePointer<TapList>
        let buffers: [CaptureBuffer]
    }

    private var current: Entry?
    /// The lists that the callback may still have been reading when they were replaced.
    private var retired: [Entry] = []

    init() {}

    deinit {
        for entry in retired { Self.free(entry) }
        if let current { Self.free(current) }
    }

    var buffers: [CaptureBuffer] { current?.buffers ?? [] }

    /// Publishes a list of `buffers` for the callback of `renderer`. Lists before it are freed, now or at the next change.
    mutating func publish(_ buffers: [CaptureBuffer], in renderer: Renderer) {
        let entry = buffers.isEmpty ? nil : Self.make(buffers)
        unsafe renderer.state.pointee.taps.store(entry?.list, ordering: .sequentiallyConsistent)
        if let current { retired.append(current) }
        current = entry
        guard unsafe !renderer.state.pointee.isReadingTaps.load(ordering: .sequentiallyConsistent) else { return }
        for entry in retired { Self.free(entry) }
        retired = []
    }

    private static func make(_ buffers: [CaptureBuffer]) -> Entry {
        let producers = UnsafeMutablePointer<CaptureProducer>.allocate(capacity: buffers.count)
        for (index, buffer) in buffers.enumerated() { unsafe (producers + index).initialize(to: buffer.producer) }
        let list = UnsafeMutablePointer<TapList>.allocate(capacity: 1)
        unsafe list.initialize(to: TapList(count: buffers.count, producers: producers))
        return unsafe Entry(list: list, buffers: buffers)
    }

    private static func free(_ entry: Entry) {
        unsafe entry.list.pointee.producers.deallocate()
        unsafe entry.list.deallocate()
    }
}
