/// A first-in, first-out store of decoded frames that are not in the ring yet. The frames are planar; only ``reserve(_:)``
/// changes the size of the memory. Decode thread only.
@safe final class HeldFrames {
    /// How many frames are kept back.
    private(set) var count = 0
    private let channelCount: Int
    private var capacity: Int
    /// Where the oldest frame stands in each plane.
    private var start = 0
    private var samples: UnsafeMutablePointer<Float>

    init(channelCount: Int, capacity: Int) {
        self.channelCount = channelCount
        self.capacity = max(1, capacity)
        // The memory is not touched before it is needed: a short crossfade of long tracks uses only what its frames need.
        unsafe samples = .allocate(capacity: self.capacity * channelCount)
    }

    deinit { unsafe samples.deallocate() }

    /// Grows the memory so that it has room for `capacity` frames in all.
    func reserve(_ capacity: Int) {
        guard capacity > self.capacity else { return }
        let larger = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channelCount)
        for channel in 0..<channelCount {
            var done = 0
            while done < count {
                let run = run(at: done, atMost: count - done)
                unsafe (larger + channel * capacity + done).initialize(
                    from: plane(channel) + run.place, count: run.count)
                done += run.count
            }
        }
        unsafe samples.deallocate()
        unsafe samples = larger
        self.capacity = capacity
        start = 0
    }

    /// Finds the place for frames behind the newest one: stores one pointer a channel into `planes`, and returns how many
    /// frames fit there.
    func writeRegion(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Int {
        let place = (start + count) % capacity
        for channel in 0..<channelCount { unsafe planes[channel] = unsafe plane(channel) + place }
        return min(capacity - count, capacity - place)
    }

    /// Adds `written` frames that were written to the place that ``writeRegion(into:)`` gave.
    func commit(_ written: Int) { count += written }

    /// Moves up to `limit` of the oldest frames into `planes` and returns how many.
    func take(into planes: UnsafePointer<UnsafeMutablePointer<Float>>, atMost limit: Int) -> Int {
        let run = run(at: 0, atMost: min(limit, count))
        for channel in 0..<channelCount {
            unsafe planes[channel].update(from: plane(channel) + run.place, count: run.count)
        }
        start = (start + run.count) % capacity
        count -= run.count
        return run.count
    }

    /// Grows the memory by far more than what `count` more frames need, if it has no room for them: they come in small pieces.
    func makeRoom(for count: Int) {
        if self.count + count > capacity { reserve(max(self.count + count, 2 * capacity)) }
    }

    /// Adds `count` frames, whose planes stand in `samples` one after the other.
    func append(_ samples: [Float], count: Int) {
        makeRoom(for: count)
        for frame in 0..<count {
            let place = (start + self.count + frame) % capacity
            for channel in 0..<channelCount { unsafe plane(channel)[place] = samples[channel * count + frame] }
        }
        self.count += count
    }

    /// Forgets `dropped` of the oldest frames. Over the first `length` frames behind them, the sound goes over from the forgotten
    /// ones to those, so that nothing clicks.
    func drop(_ dropped: Int, blendingOver length: Int) {
        let (dropped, length) = (min(dropped, count), min(length, dropped, count - dropped))
        for channel in 0..<channelCount {
            let plane = unsafe plane(channel)
            for index in 0..<max(0, length) {
                let weight = Float(index + 1) / Float(length + 1)
                let (old, new) = ((start + index) % capacity, (start + dropped + index) % capacity)
                unsafe plane[new] = unsafe plane[new] * weight + plane[old] * (1 - weight)
            }
        }
        start = (start + dropped) % capacity
        count -= dropped
    }

    /// Lets the oldest `length` frames rise from silence.
    func rampIn(over length: Int) {
        let length = min(length, count)
        for channel in 0..<channelCount {
            let plane = unsafe plane(channel)
            for index in 0..<length { unsafe plane[(start + index) % capacity] *= Float(index + 1) / Float(length + 1) }
        }
    }

    /// Finds the frames from number `offset` on without taking them. Returns where they stand in each ``plane(_:)``, and how
    /// many of `limit` frames lie there in one run.
    func run(at offset: Int, atMost limit: Int) -> (place: Int, count: Int) {
        let place = (start + offset) % capacity
        return (place, min(limit, capacity - place))
    }

    /// Returns the memory of one channel.
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> { unsafe samples + channel * capacity }
}
