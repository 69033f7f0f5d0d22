import Synchronization

/// Which frames of a buffer are recorded as silence. The control thread says it while they come, and the worker asks when it takes them in:
/// what came behind a mute is silent, however late the disk lets the worker come to it.
final class MutedFrames: Sendable {
    /// The most changes that wait for the worker.
    private static let most = 64

    private struct Changes {
        /// Whether frames before the first change are muted.
        var isMuted: Bool
        /// The frames from which on it is otherwise, in their order.
        var frames: [UInt64] = []
    }

    private let changes: Mutex<Changes>

    /// Makes the value for a buffer whose frames are muted, or not, until ``set(_:from:)`` is called.
    init(isMuted: Bool) { changes = Mutex(Changes(isMuted: isMuted)) }

    /// Mutes the frames from the one with this counter of the buffer on, or lets them be heard.
    func set(_ isMuted: Bool, from frame: UInt64) {
        changes.withLock { changes in
            let isMutedNow = changes.isMuted == changes.frames.count.isMultiple(of: 2)
            guard isMuted != isMutedNow else { return }
            changes.frames.append(frame)
            guard changes.frames.count > Self.most else { return }
            // What was to be heard between the first two mutes stays silent: the other way round would be worse.
            changes.frames.removeSubrange(changes.isMuted ? 0..<2 : 1..<3)
        }
    }

    /// Returns whether the frame with this counter is muted, and how many frames from it on are as it is, up to `most`. What lies before it
    /// is forgotten.
    func look(at frame: UInt64, atMost most: Int) -> (isMuted: Bool, count: Int) {
        changes.withLock { changes in
            while let next = changes.frames.first, next <= frame {
                changes.frames.removeFirst()
                changes.isMuted.toggle()
            }
            let count = changes.frames.first.map { Int(clamping: $0 - frame) } ?? most
            return (changes.isMuted, min(count, most))
        }
    }
}
