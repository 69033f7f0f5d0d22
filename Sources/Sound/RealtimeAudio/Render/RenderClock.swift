import AudioTypes
import Synchronization

/// The newest pair of a time and the frame that was heard at that time. The callback publishes it in every cycle through a
/// sequence lock: the callback never waits, and a reader tries again if it met a write.
struct RenderClock: ~Copyable {
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
    func read() -> RenderAnchor? {
        while true {
            let before = sequence.load(ordering: .acquiring)
            if before == 0 { return nil }
            let anchor = RenderAnchor(
                now: now.load(ordering: .relaxed), delay: delay.load(ordering: .relaxed),
                mediaFrame: mediaFrame.load(ordering: .relaxed), fadeEnd: fadeEnd.load(ordering: .relaxed),
                segment: segment.load(ordering: .relaxed), isMoving: isMoving.load(ordering: .relaxed))
            atomicMemoryFence(ordering: .acquiring)
            if before & 1 == 0, before == sequence.load(ordering: .relaxed) { return anchor }
        }
    }
}
