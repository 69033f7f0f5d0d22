// The latest changes of the queue, taken back and done again.
extension PlayQueue {
    /// What holds before a change.
    struct Mark {
        fileprivate let currentID: Int64?
        fileprivate let playlist: String?
    }

    /// What holds now. Every change takes it first, and then notes what it has done.
    var mark: Mark { Mark(currentID: currentID, playlist: loadedPlaylist) }

    /// Notes a change that was made.
    mutating func note(_ what: QueueHistory.Change.What, _ kind: QueueStepReport.Kind, _ count: Int, since mark: Mark) {
        history.note(what, kind, count, before: mark.currentID, after: currentID, playlist: mark.playlist)
    }

    /// What became of the queue by undo or redo.
    struct Reverted {
        var report: QueueStepReport
        /// Where playback goes; `nil` if it stays where it is, or goes where it goes if its item is removed.
        var place: QueuePlace?
        /// Whether the change that was taken back had ended the sound, and nothing was heard since.
        var endedSound: Bool
        /// The items that have come back.
        var inserted: Set<Int64>
        /// When playback was to stop by itself before the change that was taken back.
        var stop: StopAfter?
    }

    /// Goes through the next change in a direction, while playback stands at `place`.
    ///
    /// What is heard goes on if it is in the queue that comes back, unless the change itself had led to it: then, and if it is not, the
    /// place of that queue comes back too.
    /// - Throws: `nothing_to_undo`; `queue_full` if the limit is lower by now. Nothing changes then.
    mutating func revert(_ direction: QueueDirection, from place: QueuePlace) throws(PlaybackError) -> Reverted {
        guard let step = history.next(direction) else { throw Self.nothing(direction) }
        var new = self
        var inverse = QueueHistory.Step(kind: step.kind, count: step.count)
        (inverse.place, inverse.before, inverse.playlist) = (place, currentID, loadedPlaylist)
        var work = Reverting()
        for change in step.changes.reversed() {
            work.gaps = change.gaps.followed(by: work.gaps)
            inverse.changes.append(QueueHistory.Change(what: new.apply(change.what, &work)))
        }
        try new.checkLimits()
        new.goTo(step, &work, from: self)
        new.settleOrder(work)
        new.finishReverting(step.playlist)
        inverse.after = new.currentID
        new.history.finish(direction, inverse, work.gaps)
        self = new
        return Reverted(
            report: history.report(of: step), place: work.place, endedSound: step.endedSound, inserted: work.inserted,
            stop: step.place.stop)
    }

    private static func nothing(_ direction: QueueDirection) -> PlaybackError {
        switch direction {
        case .undo: PlaybackError(.nothingToUndo, "no change of the queue is there to take back")
        case .redo: PlaybackError(.nothingToUndo, "no change of the queue was taken back that could be done again")
        }
    }

    /// What is gathered on the way.
    private struct Reverting {
        var gaps = QueueGaps()
        var inserted: Set<Int64> = []
        /// The items that are new to the order of a queue that shuffles, and those that had no place in it because they were current.
        var strangers: Set<Int64> = []
        var leavers: Set<Int64> = []
        var place: QueuePlace?
    }

    /// Makes one change, and returns the way back.
    private mutating func apply(_ what: QueueHistory.Change.What, _ work: inout Reverting) -> QueueHistory.Change.What {
        switch what {
        case .order(let difference, let places):
            let outcome = difference.applied(to: items, work.gaps)
            work.gaps = outcome.gaps
            let (gone, come) = (Set(outcome.back.items.map(\.id)), Set(outcome.inserted))
            work.inserted.formUnion(come)
            work.inserted.subtract(gone)
            work.strangers.subtract(gone)
            work.leavers.subtract(gone)
            let back = modes.shuffles ? rounds.places(of: gone) : nil
            adopt(outcome.items)
            if modes.shuffles {
                if !gone.isEmpty { rounds.remove(gone) }
                if let places { work.leavers.formUnion(rounds.putBack(come, to: places)) } else { work.strangers.formUnion(come) }
            }
            return .order(outcome.back, back)
        case .priorities(let old, let places):
            var now: Priorities = [:]
            update(where: { old[$0.id] != nil }) { item in
                now[item.id] = item.priority
                item.priority = old[item.id] ?? 0
                return true
            }
            guard modes.shuffles else { return .priorities(now, nil) }
            // Those that were played meanwhile have no other turn.
            let left = Set(rounds.upcoming).intersection(old.keys)
            let back = rounds.places(of: left)
            if let places {
                rounds.remove(left)
                work.strangers.formUnion(rounds.putBack(left, to: places))
            }
            return .priorities(now, back)
        case .range(let old):
            var now = old
            update(where: { $0.id == old.id }) { item in
                now = item
                item = old
                item.priority = now.priority
                return true
            }
            return .range(now)
        case .tags(let old):
            var now = old
            update(where: { $0.id == old.id }) { item in
                now = item
                item.tags.own = old.tags.own
                item.ownTrackNumber = old.ownTrackNumber
                return true
            }
            return .tags(now)
        }
    }

    /// Decides where playback goes, and makes that the current item.
    private mutating func goTo(_ step: QueueHistory.Step, _ work: inout Reverting, from old: PlayQueue) {
        let isLost = currentID.map { index(of: $0) == nil } ?? false
        let hasLed = step.before != step.after && currentID == step.after
        guard isLost || hasLed else { return }
        let target = step.place.itemID.flatMap { index(of: $0) == nil ? nil : $0 }
        if target == nil, step.place.itemID != nil {
            guard isLost else { return }
            // The item of that place was played meanwhile, and has left. So what follows takes its turn, as behind any item that leaves.
            let left = Set(items.lazy.map(\.id))
            setCurrent(old.behindCurrent.first { left.contains($0) })
            return
        }
        guard target != currentID else { return }
        if modes.shuffles, let leaves = currentID, !isLost {
            // One that is not open yet still has its place in the round.
            rounds.take(leaves)
            rounds.takeNext([leaves])
        }
        setCurrent(target)
        if let target { rounds.take(target) }
        work.place = step.place
        work.place?.itemID = target
    }

    /// Gives the items that have come a place in the order of a queue that shuffles.
    private mutating func settleOrder(_ work: Reverting) {
        guard modes.shuffles else { return }
        // They were current, so they were played.
        for id in work.leavers.sorted() where id != currentID { rounds.leave(id, keeping: limit) }
        let new = work.strangers.filter { $0 != currentID }
        if modes.shufflesAlbums { albumBook = AlbumBook(items) }
        if !new.isEmpty { rounds.mixIn(new.sorted(), by: priorities, albums: albumOrder) }
        gatherAlbums()
    }
}
