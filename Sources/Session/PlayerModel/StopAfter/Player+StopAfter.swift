// Playback that stops by itself: after an item, or at a time.
extension Player {
    /// When playback stops by itself; `nil` if nobody asked for that.
    package var pendingStop: StopReport? {
        switch stopAfter {
        case nil: nil
        case .currentItem: .currentItem
        case .item(let id): .item(id)
        case .eachItem: .eachItem
        case .time(let timer):
            .time(left: timer.secondsLeft(at: readings), monotonic: Double(readings.now) / 1e9, fade: timer.fade)
        }
    }

    /// Has playback stop as `wanted` says, in place of what was wanted before; `nil` takes that back.
    mutating func setStop(_ wanted: StopRequest?, for request: RequestIdentifier) throws(PlaybackError) -> [PlayerAction] {
        let old = stopAfter
        switch wanted {
        case nil: stopAfter = nil
        case .currentItem: stopAfter = .currentItem
        case .item(let id):
            guard queue.index(of: id) != nil else { throw PlaybackQueueLookup.notFound(id) }
            stopAfter = .item(id)
        case .eachItem: stopAfter = .eachItem
        case .seconds(let seconds, let fade): stopAfter = .time(StopTimer(seconds: seconds, fade: fade, from: readings))
        }
        let news = stopAfter == old ? [] : tellStop()
        return soften() + news + reviewAhead() + [.answer(request, .done)]
    }

    /// Reports a stop that is wanted now, or no longer.
    private func tellStop() -> [PlayerAction] { [.emit(.stopAfterChanged(pendingStop)), .save] }

    /// Forgets that playback is to stop after an item, because it has stopped.
    mutating func forgetItemStop() -> [PlayerAction] {
        guard stopAfter?.isOfItem == true else { return [] }
        stopAfter = nil
        return tellStop()
    }

    /// Forgets that playback is to stop after an item that is no longer in the queue.
    mutating func forgetLostStop() -> [PlayerAction] {
        guard case .item(let id) = stopAfter, queue.index(of: id) == nil else { return [] }
        return forgetItemStop()
    }
}

// MARK: - After an item

extension Player {
    /// Returns the item that comes `distance` steps after the current one if nobody interferes; `nil` at the end of the queue,
    /// and if playback stops before that item.
    mutating func itemAhead(_ distance: Int) -> QueueItem? {
        // The current item itself, opened anew.
        guard distance > 0 else { return queue.current }
        return stops(before: distance) ? nil : queue.item(ahead: distance)
    }

    /// Returns whether playback stops at the end of the current item, or of one that comes less than `distance` steps after it.
    mutating func stops(before distance: Int) -> Bool {
        switch stopAfter {
        case nil, .time: return false
        case .currentItem, .eachItem: return true
        case .item(let id):
            if item?.id == id { return true }
            // An item that repeats itself comes first, as often as it is still heard.
            let repeats = queue.modes.repeats == .one ? queue.modes.repeatsLeft.map { $0 - 1 } : 0
            guard let repeats, distance - repeats > 1 else { return false }
            let others = distance - repeats - 1
            return queue.run(ahead: 1, most: others) { $0.id != id } < others
        }
    }

    /// Returns whether playback stops after `item`, which cannot be played.
    func stopsInPlace(of item: QueueItem) -> Bool { stopAfter == .item(item.id) }

    /// Stops, because an item was heard to its end after which playback was to stop. The next play begins with the item that
    /// would have followed.
    mutating func stopHere() -> [PlayerAction] {
        let last = current?.item.id
        guard let following = queue.item(ahead: 1 + next.skips.passed) else { return endQueue(for: .stopAfter) }
        var actions = stop(.stopAfter) + forgetItemStop()
        queue.advance(to: following.id, by: .forward)
        if let last { actions += consume(last, besides: following.id) }
        return actions + [.setTitle(nil), .emit(.itemChanged(following, reason: .queue)), .save]
    }
}

// MARK: - At a time

extension Player {
    /// The nanoseconds until ``lookAtStop()`` has something to do; `nil` if playback does not stop at a time.
    package var timeToStop: Int64? { stopAfter?.timer?.timeToLook(at: readings, whileHeard: status.isRunning) }

    /// Fades the sound, and pauses if the time has come. The owner calls this after ``timeToStop``.
    package mutating func lookAtStop() -> [PlayerAction] {
        guard let timer = stopAfter?.timer else { return [] }
        guard timer.isOver(at: readings) else { return soften() }
        stopAfter = nil
        // A person's own pause keeps its reason.
        let isWanted = status.isRunning || opensToPlay || waitsToComeBack
        return (isWanted ? pause(.stopAfter) : []) + tellStop()
    }

    /// Returns whether the time to stop has come, though nobody has looked: the machine slept meanwhile.
    var isOverdue: Bool { stopAfter?.timer?.isOver(at: readings) ?? false }

    /// Sets the factor that the fade wants now, if that is another than before.
    mutating func soften() -> [PlayerAction] {
        let factor = stopAfter?.timer?.factor(at: readings) ?? 1
        guard factor != softening else { return [] }
        softening = factor
        return [.soften(factor)]
    }
}
