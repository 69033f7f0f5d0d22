import MediaTypes

// The latest changes of the queue, taken back and done again.
extension Player {
    /// Where playback stands now: in what is being opened, if something of the queue is, or else in the current item.
    var queuePlace: QueuePlace {
        var place = QueuePlace(
            itemID: item?.id, seconds: current == nil ? standstill.restoredSeconds ?? 0 : secondsNow, isHeard: status.isRunning,
            isStopped: state == .stopped, stop: stopAfter)
        if let pending = opening, case .item(let item) = pending.target {
            place.seconds = pending.place(heard: place.seconds)
            (place.itemID, place.isHeard, place.isStopped) = (item.id, pending.hold == nil, false)
        }
        return place
    }

    /// Whether undo takes back what was done to the queue under this number.
    package func wouldUndo(group: UInt64) -> Bool { queue.history.next(.undo)?.group == group }

    /// Takes the newest change of the queue back, or does again what was taken back last.
    ///
    /// Where playback comes back to a place at which it was heard, it is heard again if it is heard now, or if the change itself had ended
    /// it. So nothing sounds that somebody has paused since, and nothing that the session does not let sound now (`mayPlay`).
    /// - Throws: `nothing_to_undo`; `queue_item_not_editable` if the current item would become another part of its file; `queue_full`.
    mutating func revert(
        _ direction: QueueDirection, mayPlay: Bool, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let step = queue.history.next(direction)
        try checkRanges(of: step)
        let before = beginChange()
        let (isHeard, currentID) = (status.isRunning || opensToPlay, queue.currentID)
        let reverted = try queue.revert(direction, from: queuePlace)
        var left: [PlayerAction] = []
        for case .range(let item) in step?.changes.map(\.what) ?? [] { left += leaveOldRange(of: item.id) }
        let tagged = describeCurrent()
        let actions: [PlayerAction]
        if let place = reverted.place {
            let goesOn = place.isHeard && mayPlay && !server.isLost && (isHeard || reverted.endedSound)
            actions = go(to: place, isHeard: goesOn)
        } else if let pending = opening, case .item(let item) = pending.target, queue.index(of: item.id) == nil {
            actions = replaceOpening(pending, item, wasCurrent: item.id == currentID)
        } else {
            actions = leaveRemoved(by: person) ?? []
        }
        return finishChange(
            since: before, left + tagged + actions + bringBackStop(reverted), answering: request, .reverted(reverted.report))
    }

    /// Takes over what the queue now knows of the current item.
    private mutating func describeCurrent() -> [PlayerAction] {
        guard let track = current, let index = queue.index(of: track.item.id), queue.items[index] != track.item else { return [] }
        let (old, new) = (track.item, queue.items[index])
        tracks.describeCurrent(as: new)
        guard old.ownTags != new.ownTags else { return [] }
        var tags = track.description.tags
        for (name, text) in [("title", new.title), ("artist", new.artist), ("album", new.album)] {
            tags[name] = text ?? tags[name]
        }
        return [.emit(.metadataChanged(tags)), .setTitle(new.title ?? new.uri)]
    }

    /// Throws if a change of the queue makes the current item another part of its file.
    private func checkRanges(of step: QueueHistory.Step?) throws(PlaybackError) {
        let pendingID: Int64? = if case .item(let item) = opening?.target { item.id } else { nil }
        for change in step?.changes ?? [] {
            guard case .range(let item) = change.what, item.id == current?.item.id || item.id == pendingID else { continue }
            throw PlaybackError(
                .queueItemNotEditable, "the current item cannot become a part of itself: stop it first", item: item.id)
        }
    }

    /// Goes to the place of a queue that has come back, whose item is the current one of the queue by now.
    private mutating func go(to place: QueuePlace, isHeard: Bool) -> [PlayerAction] {
        guard let id = place.itemID, let index = queue.index(of: id) else { return stop(person) }
        let item = queue.items[index]
        // It was to be left, but what was to take its place is not open yet.
        if isHeard, status.isRunning, current?.item.id == id { return supersedeOpening() }
        if isHeard {
            return open(
                .item(item), for: [], at: place.seconds, reason: .queue, step: .jump, onFailure: .tryNext)
        }
        // What the system paused goes on there once the system lets it.
        if let hold = status.pausedFor, hold.isTheSystems, !place.isStopped {
            return open(
                .item(item), for: [], at: place.seconds, reason: .queue, step: .jump, onFailure: .tryNext, hold: hold)
        }
        let stopped = stop(person)
        queue.setCurrent(id)
        guard !place.isStopped else { return stopped + [.emit(.itemChanged(item, reason: .queue)), .save] }
        standstill.stand(inRestored: id, at: place.seconds)
        let paused = status.change(to: .paused, for: person)
        return stopped + paused + [.setTitle(item.title ?? item.uri), .emit(.itemChanged(item, reason: .queue))]
            + (position.map { [.emit(.positionChanged($0))] } ?? [])
    }

    /// Has playback stop by itself as it was to before the change, if the change has ended that.
    private mutating func bringBackStop(_ reverted: PlayQueue.Reverted) -> [PlayerAction] {
        guard stopAfter == nil, let stop = reverted.stop else { return [] }
        switch stop {
        case .item(let id):
            guard reverted.inserted.contains(id) else { return [] }
        case .currentItem:
            guard reverted.endedSound, reverted.place != nil else { return [] }
        case .eachItem, .time: return []
        }
        stopAfter = stop
        return [.emit(.stopAfterChanged(pendingStop)), .save]
    }
}
