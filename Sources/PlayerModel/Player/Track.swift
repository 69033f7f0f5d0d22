import AudioTypes
import MediaTypes

/// An item that is open, and its run of audio in the ring.
struct Track: Hashable, Sendable {
    var item: QueueItem
    var token: SourceToken
    var description: SourceDescription
    var segment: UInt64
    /// The position in the item at which this run starts, in frames of the output's rate.
    var startFrame: FrameCount
    /// How many items of the queue this is ahead of the current one; 0 for the current one itself.
    var distance = 0
    /// Whether its first frame was heard.
    var wasHeard = false
    /// The position behind its last frame in the item; `nil` until that frame is in the ring.
    var endFrame: FrameCount?
    /// Whether its last frame is in the ring.
    var isDecoded: Bool { endFrame != nil }
    /// The gain that it is played with; `nil` if it is played as it is.
    var gain: TrackGain?
    /// The tags that hold from later frames on, which are not heard yet; oldest first.
    private(set) var comingTags: [TagChange] = []
    /// The reason that is reported when it becomes the current track.
    var reason: ItemChangeReason
}

extension Track {
    /// Notes tags for a later frame, unless they are the same as those before. If media changes its tags ever more often, only
    /// the newest are kept.
    mutating func add(_ change: TagChange) {
        guard comingTags.last?.tags != change.tags else { return }
        comingTags.append(change)
        if comingTags.count > StreamTitle.waitingLimit { comingTags.removeFirst() }
    }

    /// Removes the tags that hold by `frame`, and returns the newest of them.
    mutating func takeTags(upTo frame: Int64) -> TagChange? {
        let due = comingTags.prefix { $0.frame.value <= frame }
        defer { comingTags.removeFirst(due.count) }
        return due.last
    }
}

/// An item or a list of items that is being opened to become the current track.
struct Opening: Hashable, Sendable {
    /// The media to open.
    enum Target: Hashable, Sendable {
        case item(QueueItem)
        /// An address that replaces the queue once it is open.
        case uri(String)
        /// A playlist or directory whose entries have to be read first.
        case list(String)
        /// The entries of a playlist or directory. They replace the queue once one of them is open.
        case entries(ListEntries)
        /// Like ``uri(_:)``, for an item whose id its client knows already.
        case stream(QueueItem)
    }

    /// What to do if it cannot be opened.
    enum OnFailure: Hashable, Sendable {
        /// Answer the requests with the error; the current item goes on.
        case keep
        /// Report the error, and try the item behind it.
        case tryNext
    }

    var target: Target
    var token: SourceToken
    var requests: [RequestIdentifier]
    /// The position to start at, in seconds.
    var seconds: Double
    var reason: ItemChangeReason
    /// The step by which the queue gets to the item.
    var step: QueueStep
    var onFailure: OnFailure
    /// The reason why it stays silent once it is open, until someone plays or the cause is over; `nil` if it is to be heard.
    var hold: PlaybackReason?
    /// The reason for which it is heard, if it was held and no longer is.
    var goesOnFor: PlaybackReason?
    /// If it replaces the queue: it replaces the items with smaller ids than this. Items that were added after the command stay
    /// behind it.
    var replacesBelow: Int64
    /// The entries that were left out of the playlist or directory that it comes from.
    var skipped: [SkippedEntry] = []
    /// The items that were tried before it and could not be opened.
    var skips = Skips()

    /// Whether a client asked for this item itself; false if it only followed in the queue.
    var isAskedFor: Bool {
        if case .stream = target { return true }
        return !requests.isEmpty
    }

    /// The address to open; it may hold a password.
    var location: String {
        switch target {
        case .item(let item): item.location
        case .uri(let uri), .list(let uri): uri
        case .entries(let entries): entries.item.location
        case .stream(let item): item.location
        }
    }

    /// ``location`` without user and password.
    var uri: String { MediaAddress.shown(location) }

    /// The addresses to which it may lead.
    var reach: NetworkReach {
        switch target {
        case .item(let item): item.reach
        case .entries(let entries): entries.item.reach
        case .uri, .list, .stream: .everywhere
        }
    }

    /// The first action for it: to read the list, or to open the media.
    var firstStep: PlayerAction {
        if case .list(let uri) = target { .read(token, uri: uri) } else { .open(token, uri: location, reach: reach) }
    }

    /// The answer to its requests if all went well.
    var success: PlayerAnswer { skipped.isEmpty ? .done : .partlyDone(skipped) }
}

extension QueueItem {
    /// The addresses to which it may lead.
    var reach: NetworkReach { isPublicOnly ? .publicOnly : .everywhere }
}
