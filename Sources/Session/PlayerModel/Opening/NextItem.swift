import MediaTypes

/// The item that is to follow the last open track: it is being opened, or it is open and waits for a stream of its own.
struct NextItem: Hashable, Sendable {
    /// The attempt to open an item that is to follow the last open track.
    struct Attempt: Hashable, Sendable {
        let item: QueueItem
        let token: SourceToken
        /// How many items of the queue it is ahead of the current one.
        fileprivate(set) var distance: Int
    }

    /// An item that is open, and waits until the stream before it was heard to its end, because its format is another.
    struct Waiting: Hashable, Sendable {
        let item: QueueItem
        let token: SourceToken
        fileprivate(set) var description: SourceDescription
        /// How many items of the queue it is ahead of the current one.
        fileprivate(set) var distance: Int
    }

    private enum Stage: Hashable {
        case none
        case opening(Attempt)
        case waiting(Waiting)
    }

    private var stage = Stage.none
    /// The items behind the last open track that could not be opened.
    private(set) var skips = Skips()

    /// The item that is being opened.
    var opening: Attempt? { if case .opening(let opening) = stage { opening } else { nil } }

    /// The item that is open and waits.
    var waiting: Waiting? { if case .waiting(let waiting) = stage { waiting } else { nil } }

    /// The id of the item, opening or waiting, and how many items of the queue it is ahead of the current one.
    ///
    /// Not inlined: Swift 6.3's optimiser fails on callers that it inlines this into.
    @inline(never)
    var place: (id: Int64, distance: Int)? {
        switch stage {
        case .none: nil
        case .opening(let opening): (opening.item.id, opening.distance)
        case .waiting(let waiting): (waiting.item.id, waiting.distance)
        }
    }
}

extension NextItem {
    /// Notes that `item` is being opened as `token`.
    mutating func open(_ item: QueueItem, _ token: SourceToken, distance: Int) {
        stage = .opening(Attempt(item: item, token: token, distance: distance))
    }

    /// Notes that the item is open and follows without a gap. The failures before it no longer count.
    mutating func finish() { self = NextItem() }

    /// Notes that the item, opened with this description, waits for the end of the stream before it. The failures before it no
    /// longer count.
    mutating func wait(_ opened: Attempt, _ description: SourceDescription) {
        skips = Skips()
        stage = .waiting(
            Waiting(item: opened.item, token: opened.token, description: description, distance: opened.distance))
    }

    /// Changes the description of the waiting item, if there is one.
    mutating func changeWaiting(_ change: (QueueItem, inout SourceDescription) -> Void) {
        guard case .waiting(var waiting) = stage else { return }
        change(waiting.item, &waiting.description)
        stage = .waiting(waiting)
    }

    /// Notes that the waiting item begins.
    mutating func endWait() { stage = .none }

    /// Notes that the item cannot be opened.
    mutating func fail(_ error: PlaybackError) {
        stage = .none
        skips.add(error)
    }

    /// Notes that `count` items behind those that failed need not be tried.
    mutating func passOver(_ count: Int) { skips.passOver(count) }

    /// Notes that the player went on by `steps` items of the queue.
    mutating func advance(by steps: Int) {
        switch stage {
        case .none: break
        case .opening(var opening):
            opening.distance -= steps
            stage = .opening(opening)
        case .waiting(var waiting):
            waiting.distance -= steps
            stage = .waiting(waiting)
        }
    }

    /// Forgets the failures, unless an item behind them is being opened: the queue changed.
    mutating func tryFailuresAgain() {
        if case .opening = stage { return }
        skips = Skips()
    }

    /// Forgets the item, and closes it or cancels its opening. If it opens all the same, it is closed when the opener reports
    /// it. The next search begins behind the `passed` items that follow the last open track.
    mutating func cancel(passing passed: Int = 0) -> [PlayerAction] {
        let forgotten = stage
        stage = .none
        skips = Skips(passed: passed)
        return switch forgotten {
        case .none: []
        case .opening(let opening): [.cancelOpening(opening.token)]
        case .waiting(let waiting): [.close(waiting.token)]
        }
    }
}
