import AudioTypes
import MediaTypes

// The tracks that follow without a gap: they are opened and decoded while an earlier one is heard.
extension Player {
    /// Takes in that the last frame of a segment is in the ring, or is kept back for an overlap. The segment has `frames`
    /// frames.
    mutating func decoded(_ segment: UInt64, _ frames: Int64) -> [PlayerAction] {
        tracks.endDecoding(of: segment, after: FrameCount(frames))
        emptyTracks.add(frames: frames)
        // The audio that playback waits for may be in the ring now.
        return prepareNext() + lookAtBuffer()
    }

    /// Opens the item that follows the last decoded track, unless an item is being opened already.
    mutating func prepareNext() -> [PlayerAction] {
        guard next.opening == nil, opening == nil, !tracks.areFull else { return [] }
        if let waiting = next.waiting { return tracks.areOver ? changeFormat(to: waiting) : [] }
        guard let last = tracks.last, last.isDecoded else { return [] }
        if let again = openAgain(behind: last) { return again }
        let distance = last.distance + (last.comesBack ? 0 : 1) + next.skips.passed
        guard let item = follower(distance) else { return tracks.areOver ? leaveLast() : [] }
        let token = numbers.makeToken()
        next.open(item, token, distance: distance)
        return [.open(token, uri: item.location, reach: item.reach, track: item.track)]
    }

    /// Decides how to go on behind the last item that could be opened: stops, ends the queue, or skips to another item.
    private mutating func leaveLast() -> [PlayerAction] {
        if stops(before: 1 + next.skips.passed) { return stopHere() }
        // The queue is not at its end, but a disk or a network is away: the queue stays where it is.
        let repeatsItself = queue.repeatsItself(ahead: (tracks.last?.distance ?? 0) + 1)
        if next.skips.isExhausted || next.skips.foundGoneDirectory, !repeatsItself { return stop(.error) }
        guard next.skips.passed > 0, repeatsItself, let item = queue.itemAfterSkip() else { return endQueue() }
        // An item that repeats itself and can no longer be opened does not hold up the items behind it.
        return open(
            .item(item), for: [], reason: .gapless, step: .forward, onFailure: .tryNext,
            hold: status.pausedFor)
    }

    /// Returns the item to open behind the last track; `nil` at the end of the queue, or if too many tries have failed.
    mutating func follower(_ distance: Int) -> QueueItem? {
        let length = queue.items.count
        guard next.skips.passed < length, !next.skips.isExhausted, emptyTracks.allowAnother(ofQueue: length) else {
            return nil
        }
        // An item that repeats itself is tried once.
        if next.skips.passed > 0, queue.repeatsItself(ahead: distance - next.skips.passed) { return nil }
        return itemAhead(distance)
    }

    /// Appends an opened item behind the last track, or keeps it for a stream of its own if its format is another.
    mutating func append(
        _ opened: NextItem.Attempt, _ description: SourceDescription
    ) -> [PlayerAction] {
        next.finish()
        guard let format = tracks.format else { return [.close(opened.token)] }
        let follows = configuration.followsFormat || format.coding != nil
        let wanted = outputFormat ?? passedFormat(of: description) ?? (follows ? description.format : format)
        if wanted != format {
            next.wait(opened, description)
            return prepareNext()
        }
        let described = describe(opened.item, description)
        let place = opened.item.id == tracks.last?.item.id ? nil : description.leftAt
        let speed = speed(for: description, in: format)
        let start = place.map { clampedFrame($0, description.withDuration(of: described), format, speed: speed) } ?? .zero
        // By the time that it is heard, its priority has ended.
        var item = described
        item.priority = 0
        item.tags.onAir = nil
        var track = Track(
            item: item, token: opened.token, description: description.withDuration(of: described),
            segment: numbers.makeSegment(), startFrame: description.isSeekable ? start : .zero, distance: opened.distance,
            gain: gain(of: described, description, in: format), speed: speed, reason: .gapless)
        if track.startFrame > .zero { track.resumedFrom = place }
        let join = tracks.last.map { self.join(&track, with: $0, format.sampleRate) }
        var order = segmentStart(of: track, format)
        if let join { order.join = join }
        tracks.append(track)
        return [.append(order)] + (tracks.waitsForNext ? holdWhereNeeded() : [])
    }

    /// Reports that the item that was to follow cannot be opened, and tries the one behind it.
    mutating func failedAhead(_ item: QueueItem, _ error: PlaybackError) -> [PlayerAction] {
        next.fail(error)
        // Whatever begins next is not the stream that came back.
        if returningID == item.id { returningID = nil }
        if error.gone != nil, let last = tracks.last {
            let skips = next.skips
            next.passOver(
                queue.run(
                    ahead: last.distance + 1 + skips.passed, most: queue.items.count - skips.passed, where: skips.include))
        }
        queue.note(error, of: item.id)
        return [.emit(.itemFailed(item, error))] + prepareNext()
    }

    /// Reports that the audio of an item ended early.
    mutating func itemFailed(_ segment: UInt64, _ error: PlaybackError) -> [PlayerAction] {
        guard let item = tracks[segment]?.item else { return [] }
        queue.note(error, of: item.id)
        return [.emit(.itemFailed(item, error))]
    }

    /// Leaves a track from which no audio will come.
    mutating func abandon(_ segment: UInt64) -> [PlayerAction] {
        if current?.segment == segment { return abandonCurrent() }
        guard let removed = tracks.remove(from: segment), let first = removed.first else { return [] }
        let closed = removed.map { PlayerAction.close($0.token) }
        let cancelled = next.cancel(passing: first.distance - (tracks.last?.distance ?? 0))
        return closed + cancelled + prepareNext()
    }

    private mutating func abandonCurrent() -> [PlayerAction] {
        tracks.emptyCurrent()
        emptyTracks.add(frames: 0)
        if opening != nil {
            // Another item is being opened; if that fails too, the queue goes on.
            tracks.endCurrent()
            return []
        }
        if let item, stopsInPlace(of: item) { return stopHere() }
        guard emptyTracks.allowAnother(ofQueue: queue.items.count), let next = queue.itemAfterSkip() else { return stop(.error) }
        return open(
            .item(next), for: [], reason: .gapless, step: .forward, onFailure: .tryNext,
            hold: status.pausedFor)
    }

    /// Takes back the tracks that were decoded ahead and no longer follow, because the queue changed.
    mutating func reviewAhead() -> [PlayerAction] {
        let ahead = tracks.ahead
        let wrong = ahead.first { itemAhead($0.distance)?.id != $0.item.id }
        var actions = takeBackAhead(from: wrong)
        if wrong != nil || next.place.map({ itemAhead($0.distance)?.id != $0.id }) ?? false {
            actions += next.cancel()
        }
        next.tryFailuresAgain()
        return actions + prepareNext()
    }

    /// Takes back a track that was decoded ahead, and all behind it. They are opened again if they still follow.
    mutating func takeBackAhead(from track: Track?) -> [PlayerAction] {
        guard let track, let (kept, removed) = tracks.takeBack(from: track.segment, newest: numbers.segment) else { return [] }
        return [.cancelSegments(after: kept, through: numbers.segment)] + removed.map { .close($0.token) } + next.cancel()
    }
}
