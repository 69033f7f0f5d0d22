import AudioTypes

// The position, as it is heard.
extension Player {
    /// The heard position in the current item, or the restored one; `nil` if nothing is open and none was restored.
    package var position: HeardPosition? {
        guard let current, let timeLine = tracks.timeLine else { return restoredSeconds.map { still(at: $0) } }
        if state != .playing, let frame = standstill.frame ?? endOfFade(in: current) {
            return still(at: timeLine.seconds(at: frame))
        }
        let last = lastHeard(of: current, timeLine)
        // Whoever counts on from a reading before a turn or a silence that is left out would count past it.
        guard last.isMoving, timeLine.loop != nil || !timeLine.cuts.isEmpty, let played = playedNow else { return last }
        return timeLine.position(at: bounded(timeLine.place(of: played)), now: readings.now, isMoving: true)
    }

    /// Returns a position that stands still now.
    private func still(at seconds: Double) -> HeardPosition {
        HeardPosition(seconds: bounded(seconds), monotonic: Double(readings.now) / 1e9, rate: 0)
    }

    /// Returns the position in `current` that is heard by the newest reading of the clock. Audio that is still on its way to
    /// the loudspeaker does not count.
    func lastHeard(of current: Track, _ timeLine: TimeLine) -> HeardPosition {
        guard let (played, anchor) = lastPlayed(of: current, timeLine) else {
            return still(at: timeLine.seconds(at: current.startFrame))
        }
        return timeLine.position(
            at: bounded(timeLine.place(of: played)), now: anchor.now, isMoving: anchor.isMoving && state == .playing)
    }

    /// Returns how many seconds of `current` are played by the newest reading of the clock, with that reading; `nil` if nothing is heard.
    private func lastPlayed(of current: Track, _ timeLine: TimeLine) -> (seconds: Double, anchor: RenderAnchor)? {
        guard current.wasHeard, let anchor = readings.anchor, let frame = tracks.frame(of: anchor) else { return nil }
        let played = timeLine.played(at: FrameCount(frame), heardAfter: anchor.delay)
        return (max(timeLine.played(at: current.startFrame), played), anchor)
    }

    /// How many seconds of the current track are played up to now; `nil` if nothing is open.
    var playedNow: Double? { played(countedOn: true) }

    /// How many seconds of the current track were played by the newest reading of the clock; `nil` if nothing is open.
    var playedLast: Double? { played(countedOn: false) }

    private func played(countedOn: Bool) -> Double? {
        guard let current, let timeLine = tracks.timeLine else { return nil }
        if state != .playing, let frame = standstill.frame ?? endOfFade(in: current) { return timeLine.played(at: frame) }
        guard let (played, anchor) = lastPlayed(of: current, timeLine) else { return timeLine.played(at: current.startFrame) }
        guard countedOn else { return played }
        let now = Double(readings.now) / 1e9
        let counted = timeLine.position(at: played, now: anchor.now, isMoving: anchor.isMoving && state == .playing).seconds(
            at: now)
        return max(counted, leastPlayed ?? 0)
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
        if let timeLine = tracks.timeLine, timeLine.loop != nil || !timeLine.cuts.isEmpty, let played = playedNow {
            return bounded(timeLine.place(of: played))
        }
        let seconds = position.seconds(at: Double(readings.now) / 1e9)
        return knownEnd.map { min($0, seconds) } ?? seconds
    }
}
