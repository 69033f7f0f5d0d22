/// Frames that were decoded and are kept back from the ring, first in, first out; planar, in memory of a size that only
/// ``reserve(_:)`` changes. Decode thread only.
@safe final class HeldFrames {
    /// How many there are.
    private(set) var count = 0
    private let channelCount: Int
    private var capacity: Int
    /// Where the oldest one stands in each plane.
    private var start = 0
    private var samples: UnsafeMutablePointer<Float>

    init(channelCount: Int, capacity: Int) {
        self.channelCount = channelCount
        self.capacity = max(1, capacity)
        // Not touched before it is needed: a short crossfade of long tracks needs no more than what it holds.
        unsafe samples = .allocate(capacity: self.capacity * channelCount)
    }

    deinit { unsafe samples.deallocate() }

    /// Makes room for `capacity` frames in all.
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

    /// Where to write frames behind the newest: stores one pointer a channel into `planes`, and answers how many fit there.
    func writeRegion(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) -> Int {
        let place = (start + count) % capacity
        for channel in 0..<channelCount { unsafe planes[channel] = unsafe plane(channel) + place }
        return min(capacity - count, capacity - place)
    }

    /// Takes `written` frames in that were written there.
    func commit(_ written: Int) { count += written }

    /// Moves up to `limit` of the oldest frames into `planes`; answers how many.
    func take(into planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, atMost limit: Int) -> Int {
        let run = run(at: 0, atMost: min(limit, count))
        for channel in 0..<channelCount {
            unsafe planes[channel].update(from: plane(channel) + run.place, count: run.count)
        }
        start = (start + run.count) % capacity
        count -= run.count
        return run.count
    }

    /// The frames from number `offset` on, without taking them: where they stand in each ``plane(_:)``, and how many of
    /// `limit` in one run.
    func run(at offset: Int, atMost limit: Int) -> (place: Int, count: Int) {
        let place = (start + offset) % capacity
        return (place, min(limit, capacity - place))
    }

    /// One channel's memory.
    func plane(_ channel: Int) -> UnsafeMutablePointer<Float> { unsafe samples + channel * capacity }
}
