import AudioTypes
import MediaTypes

// The tracks that follow without a gap: they are opened and decoded while an earlier one is heard.
extension Player {
    /// The largest number of tracks that are kept open behind the current one. Each keeps a file open; only tracks of a few
    /// milliseconds ever reach this number.
    static let mostAhead = 128

    /// Takes in that the last frame of a segment is in the ring, or is kept back for an overlap. The segment has `frames`
    /// frames.
    mutating func decoded(_ segment: UInt64, _ frames: Int64) -> [PlayerAction] {
        if let track = current, track.segment == segment { current?.endFrame = track.startFrame + FrameCount(frames) }
        if let index = ahead.firstIndex(where: { $0.segment == segment }) {
            ahead[index].endFrame = ahead[index].startFrame + FrameCount(frames)
        }
        emptyTracks = frames > 0 ? 0 : emptyTracks + 1
        // The audio that playback waits for may be in the ring now.
        return prepareNext() + lookAtBuffer()
    }

    /// Whether all open tracks were heard to their end.
    private var isOver: Bool { waitsForNext && ahead.isEmpty }

    /// Opens the item that follows the last decoded track, unless an item is being opened already.
    mutating func prepareNext() -> [PlayerAction] {
        guard openingAhead == nil, opening == nil, ahead.count < Self.mostAhead else { return [] }
        if let next = inOtherFormat { return isOver ? changeFormat(to: next) : [] }
        guard let last = ahead.last ?? current, last.isDecoded else { return [] }
        let distance = last.distance + 1 + skipsAhead.passed
        guard let item = follower(distance) else { return isOver ? leaveLast() : [] }
        let token = makeToken()
        openingAhead = (token, item, distance)
        return [.open(token, uri: item.location, reach: item.reach)]
    }

    /// Decides how to go on behind the last item that could be opened: stops, ends the queue, or skips to another item.
    private mutating func leaveLast() -> [PlayerAction] {
        // The queue is not at its end, but a disk or a network is away: the queue stays where it is.
        if skipsAhead.isExhausted || !skipsAhead.gone.isEmpty, queue.modes.repeats != .one { return stop(.error) }
        guard skipsAhead.passed > 0, queue.modes.repeats == .one, let next = queue.itemAfterSkip() else { return endQueue() }
        // An item that repeats itself and can no longer be opened does not hold up the items behind it.
        return open(
            .item(next), for: [], reason: .gapless, step: .forward, onFailure: .tryNext,
            hold: pausedFor)
    }

    /// Returns the item to open behind the last track; `nil` at the end of the queue, or if too many tries have failed.
    mutating func follower(_ distance: Int) -> QueueItem? {
        guard skipsAhead.passed < queue.items.count, !skipsAhead.isExhausted, emptyTracks <= queue.items.count else {
            return nil
        }
        // An item that repeats itself is tried once.
        if skipsAhead.passed > 0, queue.modes.repeats == .one { return nil }
        return queue.item(ahead: distance)
    }

    /// Appends an opened item behind the last track, or keeps it for a stream of its own if its format is another.
    mutating func append(
        _ item: QueueItem, _ distance: Int, _ token: SourceToken, _ description: SourceDescription
    ) -> [PlayerAction] {
        openingAhead = nil
        skipsAhead = Skips()
        guard let format else { return [.close(token)] }
        if followsFormat, description.format != format {
            return wait(Waiting(item: item, token: token, description: description, distance: distance))
        }
        let described = describe(item, description)
        let track = Track(
            item: described, token: token, description: description.withLength(of: described), segment: makeSegment(),
            startFrame: .zero,
            distance: distance, gain: gain(of: described, description), reason: .gapless)
        var start = segmentStart(of: track, format)
        if let previous = ahead.last ?? current { start.overlap = overlap(of: track, with: previous, format.sampleRate) }
        ahead.append(track)
        return [.append(start)] + (waitsForNext ? holdWhereNeeded() : [])
    }

    /// Returns how many frames of `track` are mixed with the end of `previous`: none within an album, or if an item repeats
    /// itself.
    private func overlap(of track: Track, with previous: Track, _ rate: SampleRate) -> FrameCount {
        guard track.item.id != previous.item.id, !queue.continuesAlbum(previous.item, with: track.item) else { return .zero }
        return min(
            Crossfade.longest(crossfadeSeconds, of: previous.description, from: previous.startFrame, at: rate),
            Crossfade.longest(crossfadeSeconds, of: track.description, from: track.startFrame, at: rate))
    }

    /// Takes in that the last `frames` of a segment are mixed into the next one: the segment ends that much earlier.
    mutating func overlapped(_ segment: UInt64, _ frames: Int64) {
        if current?.segment == segment { current?.endFrame?.value -= frames }
        if let index = ahead.firstIndex(where: { $0.segment == segment }) { ahead[index].endFrame?.value -= frames }
    }

    /// Reports that the item that was to follow cannot be opened, and tries the one behind it.
    mutating func failedAhead(_ item: QueueItem, _ error: PlaybackError) -> [PlayerAction] {
        openingAhead = nil
        skipsAhead.add(error)
        if error.gone != nil, let last = ahead.last ?? current {
            let skips = skipsAhead
            skipsAhead.passed += queue.run(
                ahead: last.distance + 1 + skips.passed, most: queue.items.count - skips.passed, where: skips.include)
        }
        return [.emit(.itemFailed(item, error))] + prepareNext()
    }

    /// Reports that the audio of an item ended early.
    func itemFailed(_ segment: UInt64, _ error: PlaybackError) -> [PlayerAction] {
        let track = ([current].compactMap { $0 } + ahead).first { $0.segment == segment }
        return track.map { [.emit(.itemFailed($0.item, error))] } ?? []
    }

    /// Leaves a track from which no audio will come.
    mutating func abandon(_ segment: UInt64) -> [PlayerAction] {
        if let track = current, track.segment == segment { return abandonCurrent(track) }
        guard let index = ahead.firstIndex(where: { $0.segment == segment }) else { return [] }
        let distance = ahead[index].distance
        let closed = ahead[index...].map { PlayerAction.close($0.token) }
        ahead.removeSubrange(index...)
        let cancelled = cancelOpeningAhead()
        skipsAhead = Skips(passed: distance - ((ahead.last ?? current)?.distance ?? 0))
        return closed + cancelled + prepareNext()
    }

    private mutating func abandonCurrent(_ track: Track) -> [PlayerAction] {
        current?.endFrame = track.startFrame
        emptyTracks += 1
        if opening != nil {
            // Another item is being opened; if that fails too, the queue goes on.
            waitsForNext = true
            return []
        }
        guard emptyTracks <= queue.items.count, let next = queue.itemAfterSkip() else { return stop(.error) }
        return open(
            .item(next), for: [], reason: .gapless, step: .forward, onFailure: .tryNext,
            hold: pausedFor)
    }

    /// Takes back the tracks that were decoded ahead and no longer follow, because the queue changed.
    mutating func reviewAhead() -> [PlayerAction] {
        var actions: [PlayerAction] = []
        var wrong = ahead.indices.first { queue.item(ahead: ahead[$0].distance)?.id != ahead[$0].item.id }
        // The callback skips one range of segments. As long as it may not have passed the range of an earlier change, the new
        // range must include that one, and so every segment that is not heard yet.
        if wrong != nil, let current, takenBackThrough > current.segment { wrong = 0 }
        if let wrong {
            let kept = wrong == 0 ? (current?.segment ?? 0) : ahead[wrong - 1].segment
            takenBackThrough = lastSegment
            actions += [.cancelSegments(after: kept, through: lastSegment)] + ahead[wrong...].map { .close($0.token) }
            ahead.removeSubrange(wrong...)
        }
        let coming = openingAhead.map { ($0.distance, $0.item.id) } ?? inOtherFormat.map { ($0.distance, $0.item.id) }
        if wrong != nil || coming.map({ queue.item(ahead: $0.0)?.id != $0.1 }) ?? false {
            actions += cancelOpeningAhead()
        }
        if openingAhead == nil { skipsAhead = Skips() }
        return actions + prepareNext()
    }
}
