/// The frames of a ``TimeStretch`` that came in and may still be needed. Outside of them, there is silence.
@safe final class StretchStore {
    private let channelCount: Int
    private var capacity = 0
    private var samples: UnsafeMutablePointer<Float>
    private let planes: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// The number of the oldest frame, counted from the first one that came in.
    private(set) var base: Int64 = 0
    /// How many frames there are.
    var count = 0

    init(channelCount: Int) {
        self.channelCount = channelCount
        unsafe samples = .allocate(capacity: 0)
        unsafe planes = .allocate(capacity: channelCount)
    }

    deinit {
        unsafe samples.deallocate()
        unsafe planes.deallocate()
    }

    /// The number of the frame behind the newest one.
    var end: Int64 { base + Int64(count) }

    /// Returns the place for `wanted` frames behind the newest one, with a pointer for each channel.
    func writeRegion(_ wanted: Int) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        if count + wanted > capacity { grow(to: max(count + wanted, 2 * capacity)) }
        for channel in 0..<channelCount { unsafe planes[channel] = samples + channel * capacity + count }
        return unsafe planes
    }

    private func grow(to capacity: Int) {
        let larger = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channelCount)
        for channel in 0..<channelCount {
            unsafe (larger + channel * capacity).update(from: samples + channel * self.capacity, count: count)
        }
        unsafe samples.deallocate()
        unsafe samples = larger
        self.capacity = capacity
    }

    /// Forgets the frames before `frame`, once they are half of what there is.
    func forget(before frame: Int64) {
        let dropped = Int(min(frame - base, Int64(count)))
        guard dropped > count / 2, dropped > 0 else { return }
        for channel in 0..<channelCount {
            let plane = unsafe samples + channel * capacity
            unsafe plane.update(from: plane + dropped, count: count - dropped)
        }
        base += Int64(dropped)
        count -= dropped
    }

    /// Copies `count` samples of a channel from `frame` on to `target`.
    func copy(_ channel: Int, from frame: Int64, to target: UnsafeMutablePointer<Float>, count: Int) {
        let (first, last) = (max(frame, base), min(frame + Int64(count), end))
        unsafe target.update(repeating: 0, count: count)
        guard first < last else { return }
        unsafe (target + Int(first - frame)).update(from: samples(channel, from: first), count: Int(last - first))
    }

    /// The samples of a channel from `frame` on, as far as there are any.
    func samples(_ channel: Int, from frame: Int64) -> UnsafePointer<Float> {
        unsafe UnsafePointer(samples + channel * capacity + Int(frame - base))
    }
}
