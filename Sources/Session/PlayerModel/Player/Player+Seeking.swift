import AudioTypes
import MediaTypes

// From one position of the current item to another one.
extension Player {
    /// Goes to another position in the current item, in seconds.
    mutating func seek(to seconds: Double, _ request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        if opening != nil {
            opening?.seek(to: seconds)
            return [.answer(request, .done)]
        }
        if restoredSeconds != nil, let id = standstill.restoredID {
            if let end = knownEnd, seconds >= end, hasNextItem { return handle(.next, request: request, by: person) }
            standstill.stand(inRestored: id, at: max(0, min(seconds, knownEnd ?? seconds)))
            return (position.map { [.emit(.positionChanged($0))] } ?? []) + [.save, .answer(request, .done)]
        }
        guard let track = current, tracks.format != nil else {
            throw PlaybackError(.nothingToPlay, "nothing is open: there is no position to go to")
        }
        guard track.description.isSeekable else {
            throw PlaybackError(.notSeekable, "one cannot seek in \(track.item.uri)", uri: track.item.uri)
        }
        // If the end is only estimated, there may be sound behind it: the reader decides.
        if let end = track.description.knownEnd, seconds >= end {
            return handle(.next, request: request, by: person)
        }
        return go(to: seconds) + [.answer(request, .done)]
    }

    /// Goes to another position in the current item, whose source can seek, in seconds.
    mutating func go(to seconds: Double) -> [PlayerAction] {
        guard let track = current, let format = tracks.format else { return [] }
        pausedAt = nil
        let frame = clampedFrame(seconds, track.description, format, speed: track.speed)
        var actions = restartCurrent(at: frame)
        if state == .paused { standstill.stand(at: frame) }
        if status.isRunning { actions += startSound(reason) }
        if state != .playing, let position { actions.append(.emit(.positionChanged(position))) }
        return actions + [.save]
    }

    /// Goes to a part of the duration, 0…1, of the item that is being opened, or of the current one.
    mutating func seek(toPart part: Double, _ request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        guard let seconds = opening.map(\.duration) ?? duration else {
            guard opening != nil || current != nil || restoredSeconds != nil else { return try seek(to: 0, request) }
            throw PlaybackError(.notSeekable, "the duration is not known: give a position in seconds", uri: item?.uri)
        }
        return try seek(to: part * seconds, request)
    }

    /// Begins the current item again at `frame`, from the source that is open.
    mutating func restartCurrent(at frame: FrameCount) -> [PlayerAction] {
        guard let old = current, let format = tracks.format else { return [] }
        let actions = settleLoop() + forgetAhead()
        numbers.beginGeneration()
        tracks.restart(numbers.makeSegment(), at: frame, loop: loopFrames(of: old, from: frame, format))
        guard let track = current else { return actions }
        return actions + [.begin(segmentStart(of: track, format))]
    }

    /// Returns the frame at `seconds` as it is heard at `speed`, within the media as far as its end is known.
    func clampedFrame(
        _ seconds: Double, _ description: SourceDescription, _ format: StreamFormat, speed: Double
    ) -> FrameCount {
        let line = TimeLine(sampleRate: format.sampleRate, factor: speed)
        let frame = line.frame(at: min(seconds, description.knownEnd ?? seconds))
        // If the end is unknown, the reader goes no further than this either.
        return min(max(.zero, frame), .farthest)
    }
}
