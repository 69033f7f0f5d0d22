package import AudioTypes
import MediaTypes

// The events of the callback, each taken in when its frame is heard.
extension Player {
    /// Takes in an event of the callback. The beginning or end of a segment of an older generation is ignored.
    package mutating func handle(_ event: RenderEvent) -> [PlayerAction] {
        switch event.kind {
        case .began:
            event.generation == numbers.generation ? began(event.segment) + startedLate(event) : []
        case .ended: event.generation == numbers.generation ? ended(event.segment) : []
        case .paused: faded(event)
        case .dropped: state == .stopped ? [.deactivate] : []
        case .starved: starved(event.segment)
        }
    }

    /// Takes in that a segment is heard.
    mutating func began(_ segment: UInt64) -> [PlayerAction] {
        if let track = current, track.segment == segment {
            guard tracks.hearCurrent() else { return [] }
            countHeard()
            // The thread that watches the position knows of a track only what was true before it was heard.
            return announce(track.reason) + [.save]
        }
        let previous = current
        guard let (over, steps) = tracks.advance(to: segment), let track = current else { return beganTakenBack(segment) }
        queue.endAiring()
        let ended = endLoop()
        var actions =
            ended + reportHeard([over.last].compactMap(\.self) + over.dropLast()) + over.map { PlayerAction.close($0.token) }
        countHeard()
        next.advance(by: steps)
        if takeReturn(of: track.item.id) {
            actions.append(.emit(.metadataChanged(track.description.tags)))
        } else {
            actions += advance(to: track.item.id, by: .forward)
        }
        if let previous { actions += consume(previous.item.id, besides: track.item.id) }
        let repeatsItself = previous?.item.id == track.item.id
        if repeatsItself, let position { actions.append(.emit(.positionChanged(position))) }
        actions += [.setTitle(track.item.title ?? track.item.uri), .save]
        if !repeatsItself { actions += announce(.gapless) }
        return actions + prepareNext()
    }

    /// Takes in that a segment is heard which was taken back a moment too late: goes to the item that really follows.
    private mutating func beganTakenBack(_ segment: UInt64) -> [PlayerAction] {
        guard let current, segment > current.segment, opening == nil, state != .stopped else { return [] }
        if stops(before: 1) { return stopHere() }
        guard let item = queue.item(ahead: 1) else { return endQueue() }
        return next.cancel()
            + open(
                .item(item), for: [], reason: .queue, step: .forward, onFailure: .tryNext,
                hold: status.pausedFor)
    }

    private mutating func startedLate(_ event: RenderEvent) -> [PlayerAction] {
        guard let late = timedStart.began(at: event.heardAt), let track = tracks[event.segment] else { return [] }
        return [.emit(.startedLate(track.item, seconds: late))]
    }

    private mutating func ended(_ segment: UInt64) -> [PlayerAction] {
        guard current?.segment == segment else { return [] }
        // Also if the next track is open: none of its audio may be in the ring, and it may still be removed from the queue.
        tracks.endCurrent()
        let actions = prepareNext()
        return actions + holdWhereNeeded()
    }

    private mutating func faded(_ event: RenderEvent) -> [PlayerAction] {
        switch state {
        case .paused:
            // The track that was rendered last is the one that stands still, even if its first frame was not heard yet.
            let isAhead = tracks.ahead.contains { $0.segment == event.segment }
            var actions = isAhead ? began(event.segment) : []
            if standstill.frame == nil, let timeLine = tracks.timeLine, let current {
                standstill.stand(
                    at: current.segment == event.segment
                        ? FrameCount(event.mediaFrame) : timeLine.frame(at: secondsNow))
                // The request was answered before the frame of the pause could be known.
                if let position { actions.append(.emit(.positionChanged(position))) }
            }
            return actions + [.deactivate, .save]
        case .stopped:
            // The callback runs on until it has emptied the ring, so that the next play can fill it at once.
            numbers.beginGeneration()
            return [.drop(generation: numbers.generation)]
        case .playing, .buffering: return []
        }
    }

    /// Ends the queue: the last item was heard to its end, or skipped.
    mutating func endQueue(for why: PlaybackReason = .endOfQueue) -> [PlayerAction] {
        let last = current?.item.id
        var actions = stop(why)
        let modes = queue.modes
        queue.finish()
        if queue.modes != modes { actions.append(tellQueue()) }
        if let last { actions += consume(last, besides: nil) }
        return actions + [.setTitle(nil), .emit(.itemChanged(nil, reason: .end)), .save]
    }

    /// Removes an item that was played, if the queue consumes its items and the item is not `kept`.
    mutating func consume(_ id: Int64, besides kept: Int64?) -> [PlayerAction] {
        guard queue.modes.consumes, id != kept, queue.index(of: id) != nil else { return [] }
        queue.consume(id)
        guard queue.modes.consumesOnce else { return queueChanged() }
        queue.endConsuming()
        return queueChanged() + reviewAhead()
    }

    /// Makes an item of the queue the current one, and reports what clients see of that in the queue: its priority ends.
    mutating func advance(to id: Int64, by step: QueueStep) -> [PlayerAction] {
        let revision = queue.revision
        queue.advance(to: id, by: step)
        return queue.revision == revision ? [] : [tellQueue()]
    }

    /// Reports the current item and its tags, once for each item; if it is the same item as before, only the position.
    mutating func announce(_ why: ItemChangeReason) -> [PlayerAction] {
        let aired = airTags()
        guard let track = current else { return [] }
        let title = aired.map { _ in [PlayerAction.setTitle(track.item.title ?? track.item.uri)] } ?? []
        guard announced.announce(track.item.id) else {
            let place = position.map { [PlayerAction.emit(.positionChanged($0))] } ?? []
            return place + (aired.map { [.emit(.metadataChanged($0))] } ?? []) + title + tellSpeed()
        }
        return title + [
            .emit(.itemChanged(track.item, reason: why)), .emit(.metadataChanged(track.description.tags)),
        ] + (track.resumedFrom.map { [.emit(.resumed(track.item, $0))] } ?? []) + tellSpeed()
    }
}
