import AudioTypes

// Where the player is, as it is heard.
extension Player {
    /// The heard position of the current item, or `nil` where nothing is open.
    package var position: HeardPosition? {
        let time = Double(now) / 1e9
        guard let current, let format else {
            return restoredSeconds.map { HeardPosition(seconds: bounded($0), monotonic: time, rate: 0) }
        }
        if state != .playing, let frame = pausedFrame ?? endOfFade(in: current) {
            return HeardPosition(seconds: bounded(frame.seconds(at: format.sampleRate)), monotonic: time, rate: 0)
        }
        return lastHeard(of: current, format)
    }

    /// Where the current item is heard by the newest reading of the clock, whatever of it is still on its way.
    func lastHeard(of current: Track, _ format: StreamFormat) -> HeardPosition {
        let time = Double(now) / 1e9
        let start = current.startFrame.seconds(at: format.sampleRate)
        guard current.wasHeard, let anchor, let frame = frame(of: anchor, in: current) else {
            return HeardPosition(seconds: bounded(start), monotonic: time, rate: 0)
        }
        let heard = Double(frame) / Double(format.sampleRate.hertz) - Double(anchor.delay) / 1e9
        return HeardPosition(
            seconds: bounded(max(start, heard)), monotonic: Double(anchor.now) / 1e9,
            rate: anchor.isMoving && state == .playing ? 1 : 0)
    }

    /// Where a pause will come to stand whose fade is under way: what is rendered already is still heard, and the fade behind
    /// it. Where the callback took a cycle before it saw the pause it is that much later, as the end of the fade tells.
    private func endOfFade(in current: Track) -> FrameCount? {
        guard state == .paused, current.wasHeard, let anchor, let frame = frame(of: anchor, in: current) else { return nil }
        return FrameCount(frame + (anchor.fadeEnd - anchor.mediaFrame))
    }

    /// Where a player stands that was restored and has not opened anything yet.
    var restoredSeconds: Double? {
        guard state == .paused, current == nil, let restored, restored.id == queue.currentID else { return nil }
        return restored.seconds
    }

    /// Where a clock reading lies on the current item's time line: past its end where what follows is rendered already and
    /// not yet heard. `nil` where the reading is of something else.
    private func frame(of anchor: RenderAnchor, in current: Track) -> Int64? {
        if anchor.segment == current.segment { return anchor.mediaFrame }
        guard let index = ahead.firstIndex(where: { $0.segment == anchor.segment }) else { return nil }
        guard let end = current.endFrame else { return nil }
        return ahead[..<index].reduce(end.value + anchor.mediaFrame) { $0 + ($1.endFrame?.value ?? 0) }
    }

    /// Keeps a position inside the item, as far as its end is known.
    private func bounded(_ seconds: Double) -> Double {
        min(max(0, seconds), knownEnd ?? .infinity)
    }

    /// The position counted on to `now`, in seconds; 0 where nothing is open.
    var secondsNow: Double {
        guard let position else { return 0 }
        let elapsed = position.rate == 0 ? 0 : max(0, Double(now) / 1e9 - position.monotonic)
        let seconds = position.seconds + elapsed
        return knownEnd.map { min($0, seconds) } ?? seconds
    }
}
