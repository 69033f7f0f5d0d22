package import MediaTypes

// Changes of the queue, and their effect on what is heard.
extension Player {
    /// What clients saw of the queue before a change of it.
    struct Before {
        fileprivate let revision: Int64
        fileprivate let item: QueueItem?
        fileprivate let isHeard: Bool
    }

    /// Notes where playback stands before a change of the queue.
    mutating func beginChange() -> Before {
        queue.history.begin(at: queuePlace, group: commandGroup)
        return Before(revision: queue.revision, item: item, isHeard: queuePlace.isHeard)
    }

    mutating func add(
        _ items: [QueueItem], _ insertion: QueueInsertion, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        let ids = try queue.add(insertion.track == nil ? items : items.map { $0.choosing(insertion.track) }, insertion)
        return finishChange(since: before, answering: request, .added(ids))
    }

    mutating func remove(_ ids: [Int64], for request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        let actions = try remove(ids)
        return finishChange(since: before, actions, answering: request, .done)
    }

    mutating func removeDuplicates(for request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        let duplicates = queue.duplicates
        let actions = duplicates.isEmpty ? [] : try remove(duplicates)
        return finishChange(since: before, actions, answering: request, .removed(duplicates))
    }

    mutating func move(
        _ ids: [Int64], to position: Int, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        try queue.move(ids, to: position)
        return finishChange(since: before, answering: request, .done)
    }

    mutating func clearQueue(for request: RequestIdentifier) -> [PlayerAction] {
        let before = beginChange()
        let actions = stop(person)
        queue.clear()
        return finishChange(since: before, actions, answering: request, .done)
    }

    mutating func setModes(_ modes: QueueModes, for request: RequestIdentifier) -> [PlayerAction] {
        let before = beginChange()
        queue.setModes(modes)
        return finishChange(since: before, answering: request, .done)
    }

    mutating func setPriority(
        _ priority: UInt8, of ids: [Int64], for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        try queue.setPriority(priority, of: ids)
        if let track = current, ids.contains(track.item.id) {
            var item = track.item
            item.priority = priority
            tracks.describeCurrent(as: item)
        }
        return finishChange(since: before, answering: request, .done)
    }

    /// Has a part of an item's file be played. The item must not be the one that is heard or being opened.
    mutating func setRange(
        _ range: MediaRange?, of id: Int64, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let isOpening = if case .item(let item) = opening?.target { item.id == id } else { false }
        guard current?.item.id != id, !isOpening else {
            throw PlaybackError(.queueItemNotEditable, "the current item cannot become a part of itself: stop it first", item: id)
        }
        let before = beginChange()
        try queue.setRange(range, of: id)
        guard queue.revision != before.revision else { return [.answer(request, .done)] }
        return finishChange(since: before, leaveOldRange(of: id), answering: request, .done)
    }

    /// Leaves what was opened ahead of an item, and a position in it, because another part of its file is played from now on.
    mutating func leaveOldRange(of id: Int64) -> [PlayerAction] {
        if standstill.restoredID == id { standstill.stand(inRestored: id, at: 0) }
        let actions = takeBackAhead(from: tracks.ahead.first { $0.item.id == id })
        return next.place?.id == id ? actions + next.cancel() : actions
    }

    mutating func setTags(
        _ tags: [QueueTag: String], of id: Int64, for request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        let before = beginChange()
        try queue.setTags(tags, of: id)
        var actions: [PlayerAction] = []
        if queue.revision != before.revision, let track = current, track.item.id == id, let index = queue.index(of: id) {
            let item = queue.items[index]
            tracks.describeCurrent(as: item)
            let shown = Dictionary(
                uniqueKeysWithValues: tags.filter { !item.tags.hides($0.key) }.map { ($0.key.rawValue.lowercased(), $0.value) })
            let all = track.description.tags.merging(shown) { $1 }.filter { !$0.value.isEmpty }
            actions = [.emit(.metadataChanged(all)), .setTitle(item.title ?? item.uri)]
        }
        return finishChange(since: before, actions, answering: request, .done)
    }

    /// Reports a change of the queue, takes back the tracks that no longer follow, and answers the request.
    mutating func finishChange(
        since before: Before, _ actions: [PlayerAction] = [], answering request: RequestIdentifier, _ answer: PlayerAnswer
    ) -> [PlayerAction] {
        var actions = tellingNothing(after: before.item, actions)
        if queue.revision != before.revision {
            if before.isHeard, state == .stopped, opening == nil { queue.history.noteEndOfSound() }
            actions += queueChanged()
        }
        return actions + reviewAhead() + [.answer(request, answer)]
    }

    /// Returns `actions`. If there was an `item` before and there is none now, adds the event that reports this, unless
    /// `actions` has it already.
    func tellingNothing(after item: QueueItem?, _ actions: [PlayerAction]) -> [PlayerAction] {
        guard item != nil, self.item == nil, !actions.contains(where: \.tellsNothing) else { return actions }
        return actions + [.emit(.itemChanged(nil, reason: .queue))]
    }

    /// Removes items. If the current item or the one being opened is among them, the item behind it takes over.
    private mutating func remove(_ ids: [Int64]) throws(PlaybackError) -> [PlayerAction] {
        let currentID = queue.currentID
        // The stream of a client has its id before it is in the queue.
        if let pending = opening, case .stream(let item) = pending.target, ids.contains(item.id) {
            let others = ids.filter { $0 != item.id }
            if !others.isEmpty { try queue.remove(others) }
            return supersedeOpening() + (leaveRemoved(by: person) ?? [])
        }
        try queue.remove(ids)
        if let pending = opening, case .item(let item) = pending.target, ids.contains(item.id) {
            return replaceOpening(pending, item, wasCurrent: item.id == currentID)
        }
        return leaveRemoved(by: person) ?? []
    }

    /// Takes in the tags and durations of files, by the ids of their items. The state is not saved for this: the files can be
    /// read again.
    package mutating func learn(_ facts: [Int64: MediaFacts]) -> [PlayerAction] {
        let revision = queue.revision
        queue.learn(facts)
        if queue.revision != revision { tracks.adoptDurations(from: queue) }
        let order = queue.reviewAlbums() ? [.save] + reviewAhead() : []
        return (queue.revision == revision ? [] : [tellQueue()]) + order
    }

    /// Goes to the item that stands where the current one was removed. Returns `nil` if the current one is still in the queue,
    /// or another is being opened. `person` is the reason for a stop.
    mutating func leaveRemoved(by person: PlaybackReason) -> [PlayerAction]? {
        // The position of an earlier run is lost with its item.
        if current == nil, opening == nil, state == .paused, standstill.restoredID != queue.currentID { return stop(person) }
        guard let current, opening == nil, queue.index(of: current.item.id) == nil else { return nil }
        guard let next = queue.current else { return stop(person) }
        return open(
            .item(next), for: [], reason: .queue, step: .forward, onFailure: .tryNext,
            hold: status.pausedFor)
    }

    /// Opens the item behind one that left the queue while it was being opened. If a client asked for exactly that item, or no
    /// item follows, the requests fail instead.
    mutating func replaceOpening(_ pending: Opening, _ item: QueueItem, wasCurrent: Bool) -> [PlayerAction] {
        opening = nil
        let cancelled = [PlayerAction.cancelOpening(pending.token)]
        let next = wasCurrent ? queue.current : queue.itemAfterSkip()
        guard case .tryNext = pending.onFailure, let next else {
            let answers = pending.requests.map { PlayerAction.answer($0, .failed(PlaybackQueueLookup.notFound(item.id))) }
            return cancelled + (leaveRemoved(by: person) ?? prepareNext()) + answers
        }
        return cancelled
            + open(
                .item(next), for: pending.requests, reason: pending.reason, step: .forward, onFailure: .tryNext,
                hold: pending.hold, person: pending.person, skipped: pending.skipped)
    }
}

extension PlayerAction {
    /// Whether the action reports that there is no current item any more.
    fileprivate var tellsNothing: Bool { if case .emit(.itemChanged(nil, _)) = self { true } else { false } }
}
