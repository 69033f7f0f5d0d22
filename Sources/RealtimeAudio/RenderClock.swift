import Synchronization

/// The newest pair of a time and the frame that was heard at that time. The callback publishes it in every cycle through a
/// sequence lock: the callback never waits, and a reader tries again if it met a write.
package struct RenderClock: ~Copyable {
    /// One consistent reading.
    package struct Anchor: Hashable, Sendable {
        /// The time of the reading: CLOCK_MONOTONIC, in nanoseconds. The frame `mediaFrame` is heard `delay` after this.
        package var now: Int64
        /// The audio that the graph and the device still held at `now`, in nanoseconds.
        package var delay: Int64
        /// The position in the track, in frames, at the start of the cycle. If the segment began within the cycle, the position
        /// is counted back to the start of the cycle.
        package var mediaFrame: Int64
        /// The position in the track, in frames, at which silence would begin if a fade-out began right after the cycle.
        package var fadeEnd: Int64
        /// The segment that was playing at the end of the cycle; 0 for none.
        package var segment: UInt64
        /// Whether the callback rendered audio in the cycle.
        package var isMoving: Bool

        /// Makes a reading. Without a `fadeEnd`, nothing follows `mediaFrame`.
        package init(
            now: Int64, delay: Int64, mediaFrame: Int64, fadeEnd: Int64? = nil, segment: UInt64, isMoving: Bool
        ) {
            self.now = now
            self.delay = delay
            self.mediaFrame = mediaFrame
            self.fadeEnd = fadeEnd ?? mediaFrame
            self.segment = segment
            self.isMoving = isMoving
        }
    }

    private let sequence = Atomic<UInt64>(0)
    private let now = Atomic<Int64>(0)
    private let delay = Atomic<Int64>(0)
    private let mediaFrame = Atomic<Int64>(0)
    private let fadeEnd = Atomic<Int64>(0)
    private let segment = Atomic<UInt64>(0)
    private let isMoving = Atomic<Bool>(false)

    /// Callback: publishes a reading.
    @_noLocks
    func publish(now: Int64, delay: Int64, mediaFrame: Int64, fadeEnd: Int64, segment: UInt64, isMoving: Bool) {
        let odd = sequence.load(ordering: .relaxed) &+ 1
        sequence.store(odd, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        self.now.store(now, ordering: .relaxed)
        self.delay.store(delay, ordering: .relaxed)
        self.mediaFrame.store(mediaFrame, ordering: .relaxed)
        self.fadeEnd.store(fadeEnd, ordering: .relaxed)
        self.segment.store(segment, ordering: .relaxed)
        self.isMoving.store(isMoving, ordering: .relaxed)
        sequence.store(odd &+ 1, ordering: .releasing)
    }

    /// Any thread except the callback's: returns the newest reading, or `nil` before the first cycle.
    package func read() -> Anchor? {
        while true {
            let before = sequence.load(ordering: .acquiring)
            if before == 0 { return nil }
            let anchor = Anchor(
                now: now.load(ordering: .relaxed), delay: delay.load(ordering: .relaxed),
                mediaFrame: mediaFrame.load(ordering: .relaxed), fadeEnd: fadeEnd.load(ordering: .relaxed),
                segment: segment.load(ordering: .relaxed), isMoving: isMoving.load(ordering: .relaxed))
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, before == sequence.load(ordering: .relaxed) { return anchor }
        }
    }
}
