import AudioTypes
import MediaTypes

// From a command to the first frame: open, then begin.
extension Player {
    /// Starts to open `target` in the place of what is being opened. `requests` are answered once it is open, or has failed.
    /// `person` asked for it; by default, whoever gave the newest command. Without a position it goes on where it was left, if it is
    /// media that does, and else begins anew.
    mutating func open(
        _ target: Opening.Target, for requests: [RequestIdentifier], at seconds: Double? = nil, reason: ItemChangeReason,
        step: QueueStep, onFailure: Opening.OnFailure, hold: PlaybackReason? = nil, person: PlaybackReason? = nil,
        skipped: [SkippedEntry] = [], after skips: Skips = Skips(), track: TrackChoice? = nil
    ) -> [PlayerAction] {
        let superseded = supersedeOpening()
        var new = Opening(
            target: target, token: numbers.makeToken(), requests: requests, seconds: seconds ?? 0, reason: reason, step: step,
            onFailure: onFailure, hold: hold, person: person ?? self.person, replacesBelow: queue.nextID, skipped: skipped,
            skips: skips, mayGoOn: seconds == nil, track: track)
        (new.startsAt, new.group) = (commandStart, commandGroup)
        opening = new
        return superseded + [new.firstStep]
    }

    /// Cancels what is being opened, and answers its requests. If it opens all the same, it is closed when the opener reports
    /// it.
    mutating func supersedeOpening() -> [PlayerAction] {
        guard let old = opening else { return [] }
        opening = nil
        return [.cancelOpening(old.token)] + old.requests.map { answerSuperseded($0) }
    }

    /// The queue as it will be once the item that is being opened is heard.
    var queueAfterOpening: PlayQueue {
        var queue = queue
        if let pending = opening, case .item(let item) = pending.target { queue.advance(to: item.id, by: pending.step) }
        return queue
    }

    /// Takes in an event of the opener or the decode worker.
    package mutating func handle(_ event: WorkerEvent) -> [PlayerAction] {
        switch event {
        case .opened(let token, let description):
            if let pending = opening, pending.token == token {
                return pending.isOtherTrack ? change(to: pending, description) : begin(pending, description)
            }
            if let opened = next.opening, opened.token == token { return append(opened, description) }
            return [.close(token)]
        case .failedToOpen(let token, let error):
            if let pending = opening, pending.token == token { return failed(pending, error) }
            if let failed = next.opening, failed.token == token { return failedAhead(failed.item, error) }
            return []
        case .decoded(let segment, let frames, let duration):
            let actions = reachedEnd(segment, duration)
            return actions + decoded(segment, frames)
        case .overlapped(let segment, let frames):
            tracks.shorten(segment, by: FrameCount(frames))
            return []
        case .failed(let segment, let frames, let error) where error.code == .media(.streamChanged):
            return streamChanged(segment, frames)
        case .failed(let segment, let frames, let error):
            tracks.noteFailure(of: segment)
            let actions = itemFailed(segment, error)
            return actions + decoded(segment, frames)
        case .failedToBegin(let segment, let error):
            return itemFailed(segment, error) + abandon(segment)
        case .tagsChanged(let segment, let change): return tagsChanged(segment, change)
        case .skipped: return []
        case .silenceSkipped(let segment, let cut): return leaveOut(cut, of: segment)
        case .gap(let segment, let gap):
            guard let track = tracks[segment] else { return [] }
            return [.emit(.gap(track.item, gap))]
        }
    }

    /// Begins with a source that is open now: puts its item into the queue if needed, and makes it the current track.
    mutating func begin(_ pending: Opening, _ description: SourceDescription) -> [PlayerAction] {
        opening = nil
        var actions: [PlayerAction] = []
        let item: QueueItem
        switch pending.target {
        case .item(let known):
            guard let index = queue.index(of: known.id) else {
                // The item left the queue while it was being opened.
                return [.close(pending.token)] + giveUp(pending, PlaybackQueueLookup.notFound(known.id))
            }
            item = queue.items[index]
        case .uri, .list, .entries, .stream:
            do throws(PlaybackError) {
                item = try replaceQueue(for: pending)
            } catch {
                return [.close(pending.token)] + giveUp(pending, error)
            }
            actions += queueChanged()
        }
        let previous = current
        actions += reportListening(pending.reason == .gapless || previous?.item.id == item.id ? .left : .skipped)
        actions += forgetAhead() + forgetCurrent()
        if pending.isAskedFor {
            emptyTracks.forget()
            returnPause.forget()
        }
        // The current item begins anew if it is played once more.
        let place = pending.mayGoOn && previous?.item.id != item.id ? description.leftAt : nil
        actions += start(item, pending, description, from: place)
        if let previous, pending.reason == .next || (pending.reason == .gapless && previous.wasHeard) {
            actions += consume(previous.item.id, besides: item.id)
        }
        if let why = pending.hold {
            actions += status.change(to: .paused, for: why)
            if let current { standstill.stand(at: current.startFrame) }
            actions += announce(pending.reason)
        } else {
            standstill.leave()
            timedStart.begin(at: pending.startsAt)
            actions += startSound(reasonToPlay(pending))
        }
        return actions + pending.requests.map { .answer($0, pending.success) }
    }

    /// Returns the reason for which an opened item plays: the person, if one asked for it. Otherwise the reason for which it is
    /// no longer held, or for which the player plays already; `user` if there is neither.
    private func reasonToPlay(_ pending: Opening) -> PlaybackReason {
        if pending.isAskedFor { return pending.person }
        return pending.goesOnFor ?? (status.isRunning ? reason : .user)
    }

    /// Puts the opened media in the place of the items that the queue had when the command came. Returns the item to play.
    private mutating func replaceQueue(for pending: Opening) throws(PlaybackError) -> QueueItem {
        queue.history.begin(at: queuePlace, group: pending.group)
        if case .entries(let entries) = pending.target {
            try queue.replace(below: pending.replacesBelow, with: entries.items)
            queue.passOver(entries.failed.map(\.id))
            for item in entries.failed { entries.errors[item.id].map { queue.note($0, of: item.id) } }
            return entries.item
        }
        let item =
            if case .stream(let known) = pending.target { known } else {
                QueueItem(id: queue.reserveID(), uri: pending.location).choosing(pending.track)
            }
        try queue.replace(below: pending.replacesBelow, with: [item])
        return item
    }

    /// Makes an open source the current track, from the `place` at which it was left or the position in `pending` on, as a new
    /// generation.
    private mutating func start(
        _ item: QueueItem, _ pending: Opening, _ description: SourceDescription, from place: Double?
    ) -> [PlayerAction] {
        let format = format(for: description)
        let returns = takeReturn(of: item.id)
        let told = returns ? [] : advance(to: item.id, by: pending.step)
        let described = describe(item, description)
        let description = description.withDuration(of: described)
        let speed = speed(for: description, in: format)
        let frame =
            description.isSeekable ? clampedFrame(place ?? pending.seconds, description, format, speed: speed) : .zero
        let ended = endLoop()
        numbers.beginGeneration()
        var track = Track(
            item: described, token: pending.token, description: description, segment: numbers.makeSegment(),
            startFrame: frame, gain: gain(of: described, description, in: format), speed: speed, reason: pending.reason)
        if frame > .zero { track.resumedFrom = place }
        tracks.begin(track, in: format)
        let news: [PlayerAction] = returns ? [.emit(.metadataChanged(description.tags))] : []
        return told + ended + news + [
            .begin(segmentStart(of: track, format)), .setTitle(described.title ?? described.uri), .save,
        ]
    }

    /// Returns the order for the worker to put the segment of `track` into the ring.
    func segmentStart(of track: Track, _ format: StreamFormat) -> SegmentStart {
        SegmentStart(
            token: track.token, segment: track.segment, generation: numbers.generation, frame: track.startFrame,
            rampsIn: track.startFrame > .zero, format: format, gain: track.gain?.factor ?? 1, speed: track.speed,
            loop: track.loop,
            silence: silence(of: track, format), silentEnd: silentEnd(of: track, format))
    }

    /// Notes in the queue the tags and the duration that opening an item has found. Returns the item as the queue now has it.
    mutating func describe(_ item: QueueItem, _ description: SourceDescription) -> QueueItem {
        let facts = MediaFacts(tags: description.tags, duration: description.duration)
        queue.forgetFailure(of: item.id)
        queue.describe(item.id) { item in
            item.wasRead = true
            item.takeOwn(facts)
            item.isSpoken = SpokenWord.isSpoken(item.uri, tags: description.tags)
            item.tags.own.title = item.ownTags.title ?? QueueText.shown(description.tags["station"])
            // Without one inside, there may still be one beside the file.
            if description.hasPicture {
                item.hasPicture = true
            } else if item.hasPicture == false {
                // The file may have been missing when somebody looked.
                item.hasPicture = nil
            }
            item.take(duration: description.duration, isEstimate: description.durationIsEstimate)
            item.isToBeCounted = item.duration == nil || item.durationIsEstimate
        }
        return queue.index(of: item.id).map { queue.items[$0] } ?? item
    }

    /// Takes in that a source cannot be opened: tries the next one, or gives up, as `pending` says.
    private mutating func failed(_ pending: Opening, _ error: PlaybackError) -> [PlayerAction] {
        if case .entries(let entries) = pending.target { return failed(pending, entries, error) }
        guard case .tryNext = pending.onFailure, case .item(let item) = pending.target else {
            return giveUp(pending, error)
        }
        let answers = pending.requests.map { PlayerAction.answer($0, .failed(error)) }
        var later = queueAfterOpening
        opening = nil
        queue.note(error, of: item.id)
        let actions: [PlayerAction] = [.emit(.itemFailed(item, error))]
        var skips = pending.skips
        skips.add(error)
        let known = skips
        let gone =
            error.gone == nil ? 0 : later.run(ahead: 1, most: queue.items.count - known.passed, where: known.include)
        skips.passOver(gone)
        // The next play begins behind the items that were tried; if a disk is away, with the item that was to be played from
        // it.
        if stopsInPlace(of: item) {
            queue.advance(to: item.id, by: pending.step)
            return actions + forgetAhead() + stopHere() + answers
        }
        if skips.isExhausted, !skips.foundGoneDirectory { queue.advance(to: item.id, by: pending.step) }
        guard !skips.isExhausted, skips.passed < queue.items.count, let next = later.itemAfterSkip(passing: gone) else {
            return actions + forgetAhead() + stop(.error) + answers
        }
        return actions
            + open(
                .item(next), for: pending.requests, reason: pending.reason, step: .forward, onFailure: .tryNext,
                hold: pending.hold, person: pending.person,
                skipped: pending.skipped + [SkippedEntry(uri: item.uri, message: error.message)], after: skips)
    }

    /// Gives up an opening that failed. The current item goes on, and the opening of the item behind it, which may have waited,
    /// can begin.
    mutating func giveUp(_ pending: Opening, _ error: PlaybackError) -> [PlayerAction] {
        opening = nil
        let before = item
        var actions = pending.requests.map { PlayerAction.answer($0, .failed(error)) }
        if case .stream(let item) = pending.target { actions.append(.emit(.itemFailed(item, error))) }
        if case .item(let item) = pending.target {
            if !pending.isOtherTrack {
                queue.note(error, of: item.id)
            } else if let sought = pending.sought, current?.item.id == item.id {
                // The seek was answered already, so it counts in the track that is heard.
                actions += go(to: sought)
            }
        }
        actions += leaveRemoved(by: pending.person) ?? prepareNext()
        return tellingNothing(after: before, actions)
    }
}
