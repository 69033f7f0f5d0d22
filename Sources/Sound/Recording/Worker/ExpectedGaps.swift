import Synchronization

/// Why sound will be missing, and where. The control thread knows the cause of a gap before the worker meets the gap.
final class ExpectedGaps: Sendable {
    /// The most gaps that are remembered; more than can wait in a buffer.
    private static let most = 64

    private let gaps = Mutex<[(frame: UInt64, cause: RecordingMark.Cause)]>([])

    /// Notes that sound is missing behind the frame with this counter of the buffer.
    func expect(_ cause: RecordingMark.Cause, behind frame: UInt64) {
        gaps.withLock { gaps in
            if gaps.count == Self.most { gaps.removeFirst() }
            gaps.append((frame, cause))
        }
    }

    /// Returns why sound is missing before `frame`: the cause that was told last for that place, or for one up to `slack` frames
    /// earlier, because a last cycle may come after a loss was noticed. `nil` if nobody knows.
    func cause(of frame: UInt64, slack: UInt64) -> RecordingMark.Cause? {
        gaps.withLock { gaps in
            let isPast = { (gap: (frame: UInt64, cause: RecordingMark.Cause)) in gap.frame <= frame }
            let found = gaps.last { isPast($0) && frame - $0.frame <= slack }
            gaps.removeAll(where: isPast)
            return found?.cause
        }
    }
}
