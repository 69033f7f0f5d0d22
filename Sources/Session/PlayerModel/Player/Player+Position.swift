import AudioTypes

// The position, as it is heard.
extension Player {
    /// The heard position in the current item, or the restored one; `nil` if nothing is open and none was restored.
    package var position: HeardPosition? {
        let time = Double(readings.now) / 1e9
        guard let current, let format = tracks.format else {
            return restoredSeconds.map { HeardPosition(seconds: bounded($0), monotonic: time, rate: 0) }
        }
        if state != .playing, let frame = standstill.frame ?? endOfFade(in: current) {
            return HeardPosition(seconds: bounded(frame.seconds(at: format.sampleRate)), monotonic: time, rate: 0)
        }
        return lastHeard(of: current, format)
    }

    /// Returns the position in `current` that is heard by the newest reading of the clock. Audio that is still on its way to
    /// the loudspeaker does not count.
    func lastHeard(of current: Track, _ format: StreamFormat) -> HeardPosition {
        let time = Double(readings.now) / 1e9
        let start = current.startFrame.seconds(at: format.sampleRate)
        guard current.wasHeard, let anchor = readings.anchor, let frame = tracks.frame(of: anchor) else {
            return HeardPosition(seconds: bounded(start), monotonic: time, rate: 0)
        }
        let heard = Double(frame) / Double(format.sampleRate.hertz) - Double(anchor.delay) / 1e9
        return HeardPosition(
            seconds: bounded(max(start, heard)), monotonic: Double(anchor.now) / 1e9,
            rate: anchor.isMoving && state == .playing ? 1 : 0)
    }

    /// Returns the position at which a pause will stand whose fade is still running: the rendered audio is still heard, and the
    /// fade behind it. If the callback took another cycle before it saw the pause, the position is that much later, and the
    /// event at the end of the fade reports it.
    private func endOfFade(in current: Track) -> FrameCount? {
        guard state == .paused, current.wasHeard, let anchor = readings.anchor, let frame = tracks.frame(of: anchor) else {
            return nil
        }
        return FrameCount(frame + (anchor.fadeEnd - anchor.mediaFrame))
    }

    /// The position of a player that was restored and has not opened anything yet; `nil` otherwise.
    var restoredSeconds: Double? {
        guard state == .paused, current == nil, let id = standstill.restoredID, id == queue.currentID else { return nil }
        return standstill.restoredSeconds
    }

    /// Limits a position to the item, as far as its end is known.
    private func bounded(_ seconds: Double) -> Double {
        min(max(0, seconds), knownEnd ?? .infinity)
    }

    /// The position counted on to `now`, in seconds; 0 if nothing is open and none was restored.
    var secondsNow: Double {
        guard let position else { return 0 }
        let elapsed = position.rate == 0 ? 0 : max(0, Double(readings.now) / 1e9 - position.monotonic)
        let seconds = position.seconds + elapsed
        return knownEnd.map { min($0, seconds) } ?? seconds
    }
}
