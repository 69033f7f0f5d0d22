import AudioTypes
import MediaTypes

/// An item that is open, and its run of audio in the ring.
struct Track: Hashable, Sendable {
    var item: QueueItem
    var token: SourceToken
    var description: SourceDescription
    var segment: UInt64
    /// Where this run starts in the item, in frames of the output's rate.
    var startFrame: FrameCount
    /// How many items of the queue this is ahead of the one heard; 0 for that one itself.
    var distance = 0
    /// Whether its first frame was heard.
    var wasHeard = false
    /// Behind its last frame in the item; `nil` until that is in the ring.
    var endFrame: FrameCount?
    /// Whether its last frame is in the ring.
    var isDecoded: Bool { endFrame != nil }
    /// What it is played with by its loudness; `nil` as it is.
    var gain: TrackGain?
    /// What the media says about itself from frames on that are not heard yet, oldest first.
    private(set) var comingTags: [TagChange] = []
    /// Why it becomes the one heard.
    var reason: ItemChangeReason
}

extension Track {
    /// Notes other tags ahead, unless they are those before. Only the newest are kept of media that says ever more.
    mutating func add(_ change: TagChange) {
        guard comingTags.last?.tags != change.tags else { return }
        comingTags.append(change)
        if comingTags.count > StreamTitle.waitingLimit { comingTags.removeFirst() }
    }

    /// Takes the tags that hold by that frame, and answers the newest of them.
    mutating func takeTags(upTo frame: Int64) -> TagChange? {
        let due = comingTags.prefix { $0.frame.value <= frame }
        defer { comingTags.removeFirst(due.count) }
        return due.last
    }
}

/// An item that a command wants heard now, and that is being opened.
struct Opening: Hashable, Sendable {
    /// What to open.
    enum Target: Hashable, Sendable {
        case item(QueueItem)
        /// Replaces the queue once it is open.
        case uri(String)
        /// A playlist or directory, of which it is to be found out first what it stands for.
        case list(String)
        /// What a playlist or directory stands for. Replaces the queue once one of it is open.
        case entries(ListEntries)
        /// The same as ``uri(_:)`` for an item whose id its client knows already.
        case stream(QueueItem)
    }

    /// What to do where it cannot be opened.
    enum OnFailure: Hashable, Sendable {
        /// Answer with the error; what is heard goes on.
        case keep
        /// Report it, and try the item behind it.
        case tryNext
    }

    var target: Target
    var token: SourceToken
    var requests: [RequestIdentifier]
    var seconds: Double
    var reason: ItemChangeReason
    /// How the queue gets there.
    var step: QueueStep
    var onFailure: OnFailure
    /// Why it is to be silent once it is open, until someone plays or what held it up is over; `nil` where it is to be heard.
    var hold: PlaybackReason?
    /// For what reason it is heard, where it was held and is not any more.
    var goesOnFor: PlaybackReason?
    /// Where it replaces the queue: those items whose numbers are less. What was added since it was asked for stays behind it.
    var replacesBelow: Int64
    /// What was left out of the playlist or directory that it comes from.
    var skipped: [SkippedEntry] = []
    /// What was tried before it in vain.
    var skips = Skips()

    /// Whether a client has asked for just this, and it is no item that only followed.
    var isAskedFor: Bool {
        if case .stream = target { return true }
        return !requests.isEmpty
    }

    /// What is opened; it may hold a password.
    var location: String {
        switch target {
        case .item(let item): item.location
        case .uri(let uri), .list(let uri): uri
        case .entries(let entries): entries.item.location
        case .stream(let item): item.location
        }
    }

    /// The same without user and password.
    var uri: String { MediaAddress.shown(location) }

    /// Where it may lead.
    var reach: NetworkReach {
        switch target {
        case .item(let item): item.reach
        case .entries(let entries): entries.item.reach
        case .uri, .list, .stream: .everywhere
        }
    }

    /// What is to be done for it first.
    var firstStep: PlayerAction {
        if case .list(let uri) = target { .read(token, uri: uri) } else { .open(token, uri: location, reach: reach) }
    }

    /// How its requests are answered where all went well.
    var success: PlayerAnswer { skipped.isEmpty ? .done : .partlyDone(skipped) }
}

extension QueueItem {
    /// Where it may lead.
    var reach: NetworkReach { isPublicOnly ? .publicOnly : .everywhere }
}
