import CRealtime
import Synchronization

/// A lock-free ring of interleaved frames between the data thread, which records, and the thread that writes the file.
@safe struct FrameRing: ~Copyable {
    let channelCount: Int
    /// How many frames fit into the ring; a power of two.
    let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    private let written = Atomic<UInt64>(0)
    private let taken = Atomic<UInt64>(0)

    /// Makes an empty ring, and touches its memory.
    init(channelCount: Int, capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "the capacity is a power of two")
        self.channelCount = channelCount
        self.capacity = capacity
        unsafe samples = .allocate(capacity: capacity * channelCount)
        unsafe samples.initialize(repeating: 0, count: capacity * channelCount)
    }

    deinit { unsafe samples.deallocate() }

    @_noLocks
    private func offset(of counter: UInt64) -> Int {
        Int(truncatingIfNeeded: counter & UInt64(truncatingIfNeeded: capacity &- 1))
    }

    /// Data thread: how many frames can be written now.
    var writableCount: Int {
        @_noLocks get {
            capacity &- Int(truncatingIfNeeded: written.load(ordering: .relaxed) &- taken.load(ordering: .acquiring))
        }
    }

    /// Data thread: appends `count` frames, which must be writable.
    @_noLocks
    func append(_ frames: UnsafePointer<Float>, count: Int) {
        let counter = written.load(ordering: .relaxed)
        let start = offset(of: counter)
        let first = min(count, capacity &- start)
        unsafe fermata_copy_samples(samples + start &* channelCount, frames, first &* channelCount)
        unsafe fermata_copy_samples(samples, frames + first &* channelCount, (count &- first) &* channelCount)
        written.store(counter &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }

    /// Data thread: appends `count` frames of two words, which must be writable, as fractions of 2¹⁵.
    @_noLocks
    func append(words: UnsafePointer<Int16>, count: Int) {
        let counter = written.load(ordering: .relaxed)
        for frame in 0..<count {
            let place = offset(of: counter &+ UInt64(truncatingIfNeeded: frame)) &* channelCount
            for channel in 0..<min(channelCount, 2) {
                unsafe samples[place &+ channel] = Float(words[2 &* frame &+ channel]) * 0x1p-15
            }
        }
        written.store(counter &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }

    /// Data thread: appends `count` silent frames, which must be writable.
    @_noLocks
    func appendSilence(count: Int) {
        let counter = written.load(ordering: .relaxed)
        let start = offset(of: counter)
        let first = min(count, capacity &- start)
        unsafe (samples + start &* channelCount).update(repeating: 0, count: first &* channelCount)
        unsafe samples.update(repeating: 0, count: (count &- first) &* channelCount)
        written.store(counter &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
    }

    /// Writing thread: returns the oldest frames that lie in one run, or nil if there are none. They stay valid until
    /// ``release(_:)``.
    func oldest() -> (bytes: UnsafeRawBufferPointer, count: Int)? {
        let counter = taken.load(ordering: .relaxed)
        let start = offset(of: counter)
        let count = min(Int(truncatingIfNeeded: written.load(ordering: .acquiring) &- counter), capacity - start)
        guard count > 0 else { return nil }
        let run = unsafe UnsafeBufferPointer(start: samples + start * channelCount, count: count * channelCount)
        return (UnsafeRawBufferPointer(run), count)
    }

    /// Writing thread: frees the `count` oldest frames.
    func release(_ count: Int) {
        taken.store(taken.load(ordering: .relaxed) &+ UInt64(count), ordering: .releasing)
    }
}
