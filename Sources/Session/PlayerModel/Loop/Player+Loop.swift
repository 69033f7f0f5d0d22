import AudioTypes
import MediaTypes

// A part of the current item that is heard over and over. The decode worker knows it, and reads the part again and again; the player
// only counts along.
extension Player {
    /// Has a part of the current item be heard over and over; `nil` goes on behind where it is. Playback goes on where it is, or at the
    /// beginning of the part if it is behind its end.
    mutating func setLoop(_ wanted: MediaLoop?, for request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        guard let wanted else { return loop == nil ? [.answer(request, .done)] : takeLoopBack() + [.answer(request, .done)] }
        let (new, track, format) = try check(wanted)
        let sounding = soundingTrack.flatMap { $0.track.segment == track.segment ? $0.seconds : nil } ?? secondsNow
        let place = sounding < new.to ? sounding : new.from
        // The passes of another loop do not count.
        tracks.changeCurrent { $0.loop = nil }
        loop = new
        var actions = goOn(track, at: clampedFrame(place, track.description, format, speed: track.speed)) { _ in }
        if state != .playing, place != sounding, let position { actions.append(.emit(.positionChanged(position))) }
        return actions + [tellLoop(), .answer(request, .done)]
    }

    /// Returns the loop that becomes of the wanted one, with the track that it is a part of.
    private func check(_ wanted: MediaLoop) throws(PlaybackError) -> (MediaLoop, Track, StreamFormat) {
        if let pending = opening, !pending.isOtherTrack {
            throw PlaybackError(
                .nothingToPlay, "\(pending.uri) is still being opened: repeat a part of it once it is open", uri: pending.uri)
        }
        guard let track = current, let format = tracks.format else {
            throw PlaybackError(.nothingToPlay, "nothing is open: there is no part to repeat")
        }
        let uri = track.item.uri
        guard track.description.isSeekable, !track.description.isLive else {
            throw PlaybackError(.notSeekable, "one cannot seek in \(uri), and so not hear a part of it again", uri: uri)
        }
        guard format.coding == nil else {
            throw PlaybackError(.notSeekable, "the output decodes \(uri): no part of it can be repeated to the frame", uri: uri)
        }
        var loop = wanted
        if let end = knownEnd { loop.to = min(loop.to, end) }
        guard loop.from >= 0, loop.to - loop.from >= MediaLoop.shortest - 1e-9 else {
            let end = knownEnd.map { ", and ends by second \($0)" } ?? ""
            throw PlaybackError(
                .rangeNotAllowed, "a part that is repeated has at least \(MediaLoop.shortest) seconds\(end)", uri: uri)
        }
        return (loop, track, format)
    }

    private mutating func takeLoopBack() -> [PlayerAction] {
        loop = nil
        guard let (track, seconds) = soundingTrack, track.segment == current?.segment, track.loop != nil,
            let format = tracks.format
        else { return [tellLoop()] }
        return goOn(track, at: clampedFrame(seconds, track.description, format, speed: track.speed)) { _ in }
            + [tellLoop()]
    }

    private func tellLoop() -> PlayerAction { .emit(.loopChanged(loop)) }

    /// Forgets the loop, because another run of the queue begins.
    mutating func endLoop() -> [PlayerAction] {
        guard loop != nil else { return [] }
        loop = nil
        return [tellLoop()]
    }
}

// MARK: - Counted along

extension Player {
    /// How much time there is between two turns that are told, in nanoseconds: of a part that is shorter, not every one is.
    private static let pace: Int64 = 250_000_000

    /// Returns the loop of a run of `track` that begins at `frame`, as it is heard; `nil` for none.
    func loopFrames(of track: Track, from frame: FrameCount, _ format: StreamFormat) -> FrameLoop? {
        guard format.coding == nil else { return nil }
        return loop?.frames(
            from: TimeLine(sampleRate: format.sampleRate, factor: track.speed).seconds(at: frame), at: format.sampleRate)
    }

    /// The nanoseconds until ``lookAtLoop()`` has something to report; `nil` if nothing is to come.
    package var timeToLoop: Int64? {
        guard loop != nil, state == .playing, let track = current, track.wasHeard, let frames = track.loop,
            let timeLine = tracks.timeLine, position?.isMoving == true, let played = playedNow
        else { return nil }
        let frame = timeLine.mediaFrames(played)
        let time = { timeLine.nanoseconds(from: frame / timeLine.hertz, to: $0 / timeLine.hertz) + 1_000_000 }
        guard let turn = frames.nextTurn(after: frame) else { return 0 }
        let due = frames.returns(by: frame) == track.loopReturns ? time(turn) : 0
        let wait = toldTurn.map { $0 + Self.pace - readings.now } ?? 0
        return min(max(due, wait), frames.over.map(time) ?? .max)
    }

    /// The least of the current track that is played by now, in seconds: a clock that goes back does not take back a turn that was told.
    var leastPlayed: Double? {
        guard let track = current, track.loopReturns > 0, let frames = track.loop, let timeLine = tracks.timeLine else {
            return nil
        }
        return frames.turn(track.loopReturns) / timeLine.hertz
    }

    /// Reports that playback has gone back to the beginning of the part, or left it behind its last pass.
    package mutating func lookAtLoop() -> [PlayerAction] {
        guard loop != nil, let track = current, track.wasHeard, let frames = track.loop, let timeLine = tracks.timeLine,
            let played = playedNow
        else { return [] }
        let frame = timeLine.mediaFrames(played)
        let returns = frames.returns(by: frame)
        let jumped = returns > track.loopReturns
        if jumped { toldTurn = readings.now }
        let news = count(frames, by: frame)
        return (jumped ? position.map { [.emit(.positionChanged($0))] } ?? [] : []) + news
    }

    /// Counts the passes that are over before another run of the same part begins.
    mutating func settleLoop() -> [PlayerAction] {
        guard loop != nil, let track = current, track.wasHeard, let frames = track.loop, let timeLine = tracks.timeLine else {
            return []
        }
        // What was rendered is heard, also while it is on its way.
        let rendered = readings.anchor.flatMap { $0.segment == track.segment ? FrameCount($0.fadeEnd) : nil }
        guard let frame = standstill.frame ?? rendered else { return [] }
        return count(frames, by: timeLine.mediaFrames(timeLine.played(at: frame)))
    }

    private mutating func count(_ frames: FrameLoop, by frame: Double) -> [PlayerAction] {
        // A frame of the first pass stands for the part where playback stands still, however often it was heard.
        let returns = max(current?.loopReturns ?? 0, frames.returns(by: frame))
        let old = loop
        tracks.changeCurrent { $0.loopReturns = max($0.loopReturns, returns) }
        if frames.isOver(by: frame) { loop = nil } else { loop?.left = frames.passes.map { $0 - returns } }
        return loop == old ? [] : [tellLoop()]
    }
}

extension PlayerCommand {
    /// Has what is between two seconds of the current item be heard over and over.
    package static func loop(from: Double, to: Double, count: Int? = nil) -> PlayerCommand {
        .setLoop(MediaLoop(from: from, to: to, count: count))
    }
}
