/// Lets channels come later in the callback, each by frames of its own. Channels that are not late keep every bit, and so do the others,
/// later.
///
/// Only the thread that plays calls what is marked as free of locks, and one at a time.
@safe package struct ChannelDelays: ~Copyable {
    /// The number of channels.
    package let channelCount: Int
    /// Whether no channel is late, so that nothing has to run.
    package let isNeutral: Bool

    /// The most frames by which a channel is late.
    package let longest: Int

    /// Frames, for each channel.
    private let delays: UnsafeMutablePointer<Int>
    /// Where the memory of each channel begins; as many samples as frames of delay.
    private let starts: UnsafeMutablePointer<Int>
    private let places: UnsafeMutablePointer<Int>
    private let memory: UnsafeMutablePointer<Float>
    private let size: Int

    /// Makes delays of these numbers of frames, one for each channel; what is below 0 is 0.
    package init(_ frames: [Int]) {
        channelCount = frames.count
        isNeutral = frames.allSatisfy { $0 <= 0 }
        longest = max(0, frames.max() ?? 0)
        size = frames.reduce(0) { $0 + max(0, $1) }
        unsafe delays = .allocate(capacity: max(1, frames.count))
        unsafe starts = .allocate(capacity: max(1, frames.count))
        unsafe places = .allocate(capacity: max(1, frames.count))
        unsafe memory = .allocate(capacity: max(1, size))
        unsafe memory.initialize(repeating: 0, count: size)
        unsafe places.initialize(repeating: 0, count: frames.count)
        var start = 0
        for (channel, count) in frames.enumerated() {
            unsafe (delays + channel).initialize(to: max(0, count))
            unsafe (starts + channel).initialize(to: start)
            start += max(0, count)
        }
    }

    deinit {
        unsafe delays.deallocate()
        unsafe starts.deallocate()
        unsafe places.deallocate()
        unsafe memory.deallocate()
    }

    /// Callback: forgets the sound, for one that begins anew.
    @_noLocks
    package func reset() {
        for sample in 0..<size { unsafe memory[sample] = 0 }
    }

    /// Callback: delays `count` frames in place. There are as many planes as channels.
    @unsafe @_noLocks
    package func process(_ planes: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
        if isNeutral { return }
        for channel in 0..<channelCount {
            let delay = unsafe delays[channel]
            if delay == 0 { continue }
            let plane = unsafe planes[channel]
            let base = unsafe memory + starts[channel]
            var place = unsafe places[channel]
            for frame in 0..<count {
                let sample = unsafe plane[frame]
                unsafe plane[frame] = base[place]
                unsafe base[place] = sample
                place = place &+ 1 == delay ? 0 : place &+ 1
            }
            unsafe places[channel] = place
        }
    }
}
