import AudioTypes
import MediaTypes

// A change of how media sound while they sound: they go on from where the fade ends, so that nothing is heard twice and nothing is lost.
extension Player {
    /// The track in which the sound ends if it fades now, and the second of it; where nothing sounds, the one that comes next. Just behind a
    /// joint, that is another one than is heard: the graph and the device still hold the end of the track before. `nil` if all that is open
    /// is over by then.
    var soundingTrack: (track: Track, seconds: Double)? {
        guard let current else { return nil }
        let open = [current] + tracks.ahead
        guard current.wasHeard, let anchor = readings.anchor,
            state == .playing ? anchor.isMoving : state == .paused && standstill.frame == nil,
            var index = open.firstIndex(where: { $0.segment == anchor.segment })
        else { return tracks.wanted?.segment == current.segment ? (current, secondsNow) : nil }
        var frame = FrameCount(anchor.fadeEnd)
        while let end = open[index].endFrame, frame >= end {
            index += 1
            guard index < open.count else { return nil }
            frame = open[index].startFrame + (frame - end)
        }
        return tracks.timeLine(of: open[index]).map { (open[index], $0.seconds(at: frame)) }
    }

    /// Goes on with an open track at `frame`, once it is changed, in the state that the player is in.
    mutating func goOn(_ track: Track, at frame: FrameCount, _ change: (inout Track) -> Void) -> [PlayerAction] {
        var actions = track.segment == current?.segment ? [] : began(track.segment)
        // What was heard of the old run counts by that.
        actions += settleLoop()
        tracks.changeCurrent { $0.loop = nil }
        tracks.changeCurrent(change)
        actions += restartCurrent(at: frame)
        if state == .paused { standstill.stand(at: frame) }
        return actions + (status.isRunning ? startSound(reason) : [])
    }

    /// Takes back what was decoded ahead behind `track`.
    mutating func takeBackAhead(behind track: Track) -> [PlayerAction] {
        takeBackAhead(from: tracks.ahead.first { $0.segment > track.segment })
    }
}
