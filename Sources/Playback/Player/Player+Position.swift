import AudioTypes
import RealtimeAudio

// Where the player is, as it is heard.
extension Player {
    /// The heard position of the current item, or `nil` where nothing is open.
    package var position: HeardPosition? {
        guard let current, let format else { return nil }
        let time = Double(now) / 1e9
        if let pausedFrame, state != .playing {
            return HeardPosition(seconds: pausedFrame.seconds(at: format.sampleRate), monotonic: time, rate: 0)
        }
        guard current.wasHeard, let anchor, anchor.segment == current.segment else {
            return HeardPosition(seconds: current.startFrame.seconds(at: format.sampleRate), monotonic: time, rate: 0)
        }
        let rate = Double(format.sampleRate.hertz)
        let heard = Double(anchor.mediaFrame) / rate - Double(anchor.delay) / 1e9
        let start = current.startFrame.seconds(at: format.sampleRate)
        return HeardPosition(
            seconds: max(start, heard), monotonic: Double(anchor.now) / 1e9,
            rate: anchor.isMoving && state == .playing ? 1 : 0)
    }

    /// The position counted on to `now`, in seconds; 0 where nothing is open.
    var secondsNow: Double {
        guard let position else { return 0 }
        let elapsed = position.rate == 0 ? 0 : max(0, Double(now) / 1e9 - position.monotonic)
        let seconds = position.seconds + elapsed
        return duration.map { min($0, seconds) } ?? seconds
    }

    /// The current item's duration in seconds, where known.
    package var duration: Double? { current?.description.duration ?? item?.duration }
}
