import AudioTypes
import MediaTypes

// One of several audio tracks of the current item: of a film in several languages, of a bilingual book.
extension Player {
    /// Plays another audio track of the current item, from the same place on. An item that is not open yet is opened with it.
    mutating func select(_ choice: TrackChoice, for request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        if let pending = opening, !pending.isOtherTrack {
            throw PlaybackError(
                .nothingToPlay, "\(pending.uri) is still being opened: choose its audio track once it is open", uri: pending.uri)
        }
        guard let track = current else {
            guard let item = queue.current else {
                throw PlaybackError(.nothingToPlay, "there is no current item whose audio track could be chosen")
            }
            return choose(choice, of: item.id) + [.answer(request, .done)]
        }
        let chosen = try find(choice, in: track)
        // What somebody has sought in a track that is not wanted any more counts all the same.
        let sought = opening?.sought
        let superseded = supersedeOpening()
        guard chosen != track.description.trackIndex else {
            let actions = superseded + choose(choice, of: track.item.id) + (sought.map { go(to: $0) } ?? [])
            return actions + prepareNext() + [.answer(request, .done)]
        }
        let item = track.item.choosing(.index(chosen))
        var pending = Opening(
            target: .item(item), token: numbers.makeToken(), requests: [request], seconds: sought ?? 0, reason: .play,
            step: .jump, onFailure: .keep, hold: status.pausedFor, person: person, replacesBelow: queue.nextID,
            mayGoOn: sought == nil, track: choice)
        pending.isOtherTrack = true
        opening = pending
        return superseded + [pending.firstStep]
    }

    /// Returns the number of the chosen track of an open item.
    private func find(_ choice: TrackChoice, in track: Track) throws(PlaybackError) -> Int {
        let (tracks, uri) = (track.description.tracks, track.item.uri)
        let found: Int? =
            switch choice {
            case .index(let index): tracks.first { $0.index == index }?.index
            case .language(let language): TrackWish.best(tracks, in: language)?.index
            }
        guard let found else {
            let known = tracks.isEmpty ? "only one" : tracks.map(\.description).joined(separator: ", ")
            throw PlaybackError(
                .media(.unsupported), "\(uri) has no such audio track; it has \(known)", uri: uri, item: track.item.id)
        }
        guard found == track.description.trackIndex || track.description.isSeekable else {
            throw PlaybackError(.notSeekable, "one cannot seek in \(uri), and so not go on with another audio track", uri: uri)
        }
        return found
    }

    /// Notes the choice in the queue, so that the item is played with it again.
    private mutating func choose(_ choice: TrackChoice, of id: Int64) -> [PlayerAction] {
        let revision = queue.revision
        queue.choose(choice, of: id)
        return queue.revision == revision ? [] : queueChanged()
    }

    /// Puts a source with another audio track, which is open now, in the place of the current one, at the position that is heard, or at
    /// the one that somebody has sought meanwhile.
    mutating func change(to pending: Opening, _ description: SourceDescription) -> [PlayerAction] {
        opening = nil
        guard let old = current, case .item(let item) = pending.target, item.id == old.item.id else {
            return [.close(pending.token)] + pending.requests.map { answerSuperseded($0) } + prepareNext()
        }
        let seconds = pending.place(heard: secondsNow)
        // Only now, because an item with a track that cannot be opened could not be played again.
        let news = pending.track.map { choose($0, of: item.id) } ?? []
        let described = describe(old.item, description)
        let description = description.withDuration(of: described)
        let format = format(for: description)
        let speed = speed(for: description, in: format)
        let frame = clampedFrame(seconds, description, format, speed: speed)
        var actions = news + settleLoop() + forgetAhead() + [.close(old.token)]
        numbers.beginGeneration()
        var track = Track(
            item: described, token: pending.token, description: description, segment: numbers.makeSegment(), startFrame: frame,
            gain: gain(of: described, description, in: format), speed: speed, reason: old.reason)
        track.loop = loopFrames(of: track, from: frame, format)
        tracks.begin(track, in: format)
        actions.append(.begin(segmentStart(of: track, format)))
        if pending.hold == nil {
            let why = status.isRunning ? reason : pending.person
            standstill.leave()
            actions += startSound(why)
        } else {
            standstill.stand(at: frame)
        }
        return actions + [.save] + pending.requests.map { .answer($0, pending.success) }
    }
}

extension QueueItem {
    /// Returns the same item with this audio track chosen; `nil` leaves it as it is.
    func choosing(_ choice: TrackChoice?) -> QueueItem {
        guard let choice else { return self }
        var item = self
        item.track = choice
        return item
    }
}

extension PlayQueue {
    /// Notes which audio track was chosen for an item.
    mutating func choose(_ choice: TrackChoice, of id: Int64) {
        update(where: { $0.id == id && $0.track != choice }) { item in
            item.track = choice
            return true
        }
    }
}
