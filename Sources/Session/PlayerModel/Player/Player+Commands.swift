// The commands of clients.
extension Player {
    /// Carries out a command. The answer to `request` is among the actions of this call or, if media must be opened first, of a
    /// later one.
    /// - Parameters:
    ///   - person: the reason to report for what the command causes: `user`, `mpris` for a media key or panel,
    ///     or `mpd` for a client of that protocol.
    ///   - start: when what the command plays is to be heard, by the monotonic clock in nanoseconds; `nil`: at once.
    ///   - group: the changes of the queue that are made under the same number, one behind the other, are taken back together; `nil`: each by
    ///     itself.
    package mutating func handle(
        _ command: PlayerCommand, request: RequestIdentifier, by person: PlaybackReason = .user, at start: Int64? = nil,
        group: UInt64? = nil
    ) -> [PlayerAction] {
        self.person = person
        (commandStart, commandGroup) = (start, group)
        defer { (commandStart, commandGroup) = (nil, nil) }
        // The machine slept past the time to stop, while nothing was heard. What a person plays now is not to stop at once.
        let overdue = isOverdue && !status.isRunning && !opensToPlay ? lookAtStop() : []
        // What begins now begins at the volume of now, and a difference counts from there.
        let moved = moveVolume()
        do throws(PlaybackError) {
            return try overdue + moved + perform(command, request)
        } catch {
            return overdue + moved + [.answer(request, .failed(error))]
        }
    }

    private mutating func perform(
        _ command: PlayerCommand, _ request: RequestIdentifier
    ) throws(PlaybackError) -> [PlayerAction] {
        switch command {
        case .playURI(let uri, let seconds, let track):
            try requireServer()
            return open(.uri(uri), for: [request], at: seconds, reason: .play, step: .jump, onFailure: .keep, track: track)
        case .playList(let uri, let seconds, let track):
            try requireServer()
            return open(.list(uri), for: [request], at: seconds, reason: .play, step: .jump, onFailure: .keep, track: track)
        case .playStream(var item):
            try requireServer()
            item.id = queue.reserveID()
            return open(.stream(item), for: [], reason: .play, step: .jump, onFailure: .keep) + [
                .answer(request, .added([item.id]))
            ]
        case .playItem(let id, let seconds):
            try requireServer()
            guard let index = queue.index(of: id) else { throw PlaybackQueueLookup.notFound(id) }
            return open(.item(queue.items[index]), for: [request], at: seconds, reason: .play, step: .jump, onFailure: .keep)
        case .playPlace(let index, let seconds):
            try requireServer()
            guard queue.items.indices.contains(index) else {
                throw PlaybackError(.queueItemNotFound, "the queue has no item at index \(index): it has \(queue.items.count)")
            }
            return open(
                .item(queue.items[index]), for: [request], at: seconds, reason: .play, step: .jump, onFailure: .keep)
        case .play: return try play(request)
        case .pause:
            queue.history.forgetEndOfSound()
            return pause(person) + [.answer(request, .done)]
        case .toggle:
            let runs = opening.map { $0.hold == nil } ?? status.isRunning
            return runs ? pause(person) + [.answer(request, .done)] : try play(request)
        case .stop:
            queue.history.forgetEndOfSound()
            return stop(person) + [.answer(request, .done)]
        case .next: return try skipForward(request) { $0.itemAfterSkip() }
        case .previous: return try skipBack(request) { $0.itemBefore() }
        case .nextAlbum: return try skipForward(request) { $0.itemAfterAlbum() }
        case .previousAlbum: return try skipBack(request) { $0.itemBeforeAlbum() }
        case .seekTo(let seconds): return try seek(to: seconds, request)
        case .seekBy(let offset): return try seek(to: (opening?.place(heard: secondsNow) ?? secondsNow) + offset, request)
        case .seekToPart(let part): return try seek(toPart: part, request)
        case .seekToChapter(let target): return try seek(to: target, request)
        case .selectTrack(let choice): return try select(choice, for: request)
        case .setVolume(let level, let delta, let muted, let seconds):
            return setVolume(level: level, delta: delta, muted: muted, over: seconds) + [.answer(request, .done)]
        case .addItems(let items, let insertion): return try add(items, insertion, for: request)
        case .deduplicate: return try removeDuplicates(for: request)
        case .remove(let ids): return try remove(ids, for: request)
        case .move(let ids, let position): return try move(ids, to: position, for: request)
        case .clear: return clearQueue(for: request)
        case .revert(let direction, let mayPlay): return try revert(direction, mayPlay: mayPlay, for: request)
        case .setModes(let repeats, let shuffles, let consumes, let consumesOnce, let count, let unit):
            let old = queue.modes
            var new = QueueModes(
                repeats: repeats ?? old.repeats, shuffles: shuffles ?? old.shuffles,
                repeatsLeft: repeats == nil ? old.repeatsLeft : count, shufflesBy: unit ?? old.shufflesBy)
            if consumes != nil || consumesOnce != nil {
                new.consumesOnce = consumesOnce ?? false
                new.consumes = new.consumesOnce || consumes ?? old.consumes
            } else {
                (new.consumes, new.consumesOnce) = (old.consumes, old.consumesOnce)
            }
            return setModes(new, for: request)
        case .setPriority(let priority, let ids): return try setPriority(priority, of: ids, for: request)
        case .setRange(let range, let id): return try setRange(range, of: id, for: request)
        case .setTags(let tags, let id): return try setTags(tags, of: id, for: request)
        case .setOptions(let wanted): return setOptions(wanted, for: request)
        case .setSpeed(let speed, let scope, let name): return try setSpeed(speed, for: scope, of: name, for: request)
        case .setLoop(let wanted): return try setLoop(wanted, for: request)
        case .stopAfter(let wanted): return try setStop(wanted, for: request)
        }
    }

    private func requireServer() throws(PlaybackError) {
        guard server.isLost else { return }
        throw PlaybackError(.mediaServicesFailed, "the sound server is away: nothing can be played until it is back")
    }

    private mutating func play(_ request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        try requireServer()
        if let overtaken = opening?.play(for: request, by: person) { return overtaken.map { answerSuperseded($0) } }
        switch state {
        case .playing, .buffering: return [.answer(request, .done)]
        case .paused where current != nil:
            return resume(person) + [.answer(request, .done)]
        case .paused, .stopped:
            guard let first = firstToPlay() else {
                throw PlaybackError(.nothingToPlay, "the queue is empty: there is nothing to play")
            }
            return openFirst(first, for: [request])
        }
    }

    /// Returns the item that a play begins with if nothing is open.
    mutating func firstToPlay() -> QueueItem? { queue.current ?? queue.item(ahead: 1) ?? queue.items.first }

    /// Opens `first`, the result of ``firstToPlay()``, at the position that was restored for it, if there is one.
    mutating func openFirst(
        _ first: QueueItem, for requests: [RequestIdentifier], hold: PlaybackReason? = nil
    ) -> [PlayerAction] {
        let seconds = standstill.restoredID == first.id ? standstill.restoredSeconds : nil
        return open(
            .item(first), for: requests, at: seconds, reason: .play, step: queue.current == nil ? .forward : .jump,
            onFailure: .tryNext, hold: hold)
    }

    mutating func resume(_ why: PlaybackReason) -> [PlayerAction] {
        let back = goBack()
        standstill.leave()
        timedStart.resume(at: commandStart)
        return back + startSound(why)
    }

    mutating func pause(_ why: PlaybackReason) -> [PlayerAction] {
        opening?.hold(for: why)
        opening?.startsAt = nil
        guard status.isRunning else {
            // After this, playback that would have gone on by itself no longer does.
            return state == .paused ? status.change(to: .paused, for: why) : []
        }
        pausedAt = readings.elapsed
        return [.fadeOut] + status.change(to: .paused, for: why)
    }

    mutating func stop(_ why: PlaybackReason) -> [PlayerAction] {
        var actions = supersedeOpening()
        let isSilent = state == .paused && (standstill.frame != nil || current == nil)
        standstill.leave()
        guard state != .stopped else { return actions }
        actions += reportListening(why == .endOfQueue ? .skipped : .left)
        actions += forgetAhead() + forgetCurrent()
        returningID = nil
        if isSilent {
            numbers.beginGeneration()
            actions += [.drop(generation: numbers.generation), .deactivate]
        } else {
            actions += [.fadeOut]
        }
        announced.forget()
        return actions + status.change(to: .stopped, for: why) + endLoop() + forgetItemStop() + tellSpeed()
    }

    private mutating func skipForward(
        _ request: RequestIdentifier, _ target: (inout PlayQueue) -> QueueItem?
    ) throws(PlaybackError) -> [PlayerAction] {
        try requireServer()
        var queue = queueAfterOpening
        guard let item = target(&queue) else {
            guard state != .stopped || opening != nil else {
                throw PlaybackError(.nothingToPlay, "no item follows in the queue")
            }
            return endQueue() + [.answer(request, .done)]
        }
        return open(
            .item(item), for: [request], reason: .next, step: .forward, onFailure: .tryNext,
            hold: holdWhenSkipping)
    }

    private mutating func skipBack(
        _ request: RequestIdentifier, _ target: (PlayQueue) -> QueueItem?
    ) throws(PlaybackError) -> [PlayerAction] {
        try requireServer()
        let queue = queueAfterOpening
        guard let item = target(queue) ?? queue.current ?? queue.items.first else {
            throw PlaybackError(.nothingToPlay, "the queue is empty: there is nothing to go back to")
        }
        // Who goes back to the current item wants its beginning.
        return open(
            .item(item), for: [request], at: item.id == self.item?.id ? 0 : nil, reason: .previous, step: .back,
            onFailure: .keep, hold: holdWhenSkipping)
    }

    /// Why the item after a skip stays silent: a paused player stays paused, even if the pause was requested only while an item
    /// is being opened.
    private var holdWhenSkipping: PlaybackReason? { if let opening { opening.hold } else { status.pausedFor } }

    func answerSuperseded(_ request: RequestIdentifier) -> PlayerAction {
        .answer(request, .failed(PlaybackError(.superseded, "a later command took the place of this one")))
    }
}
