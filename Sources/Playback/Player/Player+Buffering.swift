import AudioTypes
import RealtimeAudio

// Streams of the network: what has to be there before they are heard, and what happens when nothing more comes.
extension Player {
    /// Steps in which the filling is told.
    private static let fillStep = 0.2

    /// Has the current item heard: at once, or once enough of it is there.
    mutating func startSound(_ why: PlaybackReason) -> [PlayerAction] {
        guard needsBuffer else { return setState(.playing, why) + [.resume] }
        return buffer(why)
    }

    /// The ring ran empty in the middle of a segment.
    mutating func starved(_ segment: UInt64) -> [PlayerAction] {
        guard state == .playing, let current, current.segment == segment, needsBuffer else { return [] }
        return buffer(reason)
    }

    /// Looks how much has come, while the state is `buffering`. To be called several times a second then.
    package mutating func lookAtBuffer() -> [PlayerAction] {
        guard state == .buffering, let current else { return [] }
        guard needsBuffer else {
            let actions = setState(.playing, reason) + [.resume, .emit(.buffering(1))]
            // Time stood still meanwhile.
            guard current.wasHeard, let position else { return actions }
            return actions + [.emit(.positionChanged(position))]
        }
        let fill = bufferedSeconds / prebufferSeconds
        guard fill >= toldFill + Self.fillStep else { return [] }
        toldFill = fill
        return [.emit(.buffering(fill))]
    }

    private mutating func buffer(_ why: PlaybackReason) -> [PlayerAction] {
        toldFill = min(1, max(0, bufferedSeconds / prebufferSeconds))
        return [.hold] + setState(.buffering, why) + [.emit(.buffering(toldFill))]
    }

    private var needsBuffer: Bool {
        guard let current, current.description.isRemote, !current.isDecoded else { return false }
        return bufferedSeconds < prebufferSeconds
    }

    /// How much of the current item the ring holds, in seconds.
    private var bufferedSeconds: Double {
        guard let current, let format, let progress, progress.segment == current.segment else { return 0 }
        let rendered = anchor.flatMap { $0.segment == current.segment ? $0.mediaFrame : nil } ?? current.startFrame.value
        return FrameCount(max(0, progress.frame - rendered)).seconds(at: format.sampleRate)
    }
}
