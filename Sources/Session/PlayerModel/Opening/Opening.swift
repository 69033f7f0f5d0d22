import AudioTypes
import MediaTypes

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

    private(set) var target: Target
    private(set) var token: SourceToken
    /// The requests of clients that are answered once it is open, or has failed.
    private(set) var requests: [RequestIdentifier]
    /// The position to start at, in seconds.
    private(set) var seconds: Double
    /// Whether it may go on where it was left, because nobody has said where it is to start.
    private(set) var mayGoOn: Bool
    /// The audio track that was chosen for it, as it was chosen; `nil` if none was, and for items that are opened with their own.
    private(set) var track: TrackChoice?
    /// Whether it takes the place of the current track at the position that is heard then, because another audio track was chosen.
    var isOtherTrack = false
    /// When it is to be heard, by the monotonic clock in nanoseconds; `nil`: at once.
    var startsAt: Int64?
    let reason: ItemChangeReason
    /// The step by which the queue gets to the item.
    let step: QueueStep
    let onFailure: OnFailure
    /// The reason why it stays silent once it is open, until someone plays or the cause is over; `nil` if it is to be heard.
    private(set) var hold: PlaybackReason?
    /// The reason for which it is heard, if it was held and no longer is.
    private(set) var goesOnFor: PlaybackReason?
    /// The person who asked for it, or for its sound, last; the reason for which it is heard then.
    private(set) var person: PlaybackReason
    /// If it replaces the queue: it replaces the items with smaller ids than this. Items that were added after the command stay
    /// behind it.
    let replacesBelow: Int64
    /// What its command is a part of, for the history of the queue; `nil` if it is none of anything.
    var group: UInt64?
    /// The entries that were left out of the playlist or directory that it comes from.
    private(set) var skipped: [SkippedEntry]
    /// The items that were tried before it and could not be opened.
    private(set) var skips: Skips

    init(
        target: Target, token: SourceToken, requests: [RequestIdentifier], seconds: Double, reason: ItemChangeReason,
        step: QueueStep, onFailure: OnFailure, hold: PlaybackReason?, person: PlaybackReason = .user, replacesBelow: Int64,
        skipped: [SkippedEntry] = [],
        skips: Skips = Skips(), mayGoOn: Bool = false, track: TrackChoice? = nil
    ) {
        self.target = target
        self.token = token
        self.requests = requests
        self.seconds = seconds
        self.reason = reason
        self.step = step
        self.onFailure = onFailure
        self.hold = hold
        self.person = person
        self.replacesBelow = replacesBelow
        self.skipped = skipped
        self.skips = skips
        self.mayGoOn = mayGoOn
        self.track = track
    }

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

    /// The duration as far as the queue knows it, in seconds; `nil` if it does not.
    var duration: Double? { if case .item(let item) = target { item.duration } else { nil } }

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
        switch target {
        case .list(let uri): .read(token, uri: uri)
        case .uri: .open(token, uri: location, reach: reach, track: track)
        case .item(let item), .stream(let item): .open(token, uri: location, reach: reach, track: item.track)
        case .entries(let entries): .open(token, uri: location, reach: reach, track: entries.item.track)
        }
    }

    /// The position that somebody has sought while another audio track of the current item is being opened, in seconds; `nil` if nobody
    /// has, and if it is no such track.
    var sought: Double? { isOtherTrack && !mayGoOn ? seconds : nil }

    /// Returns where it would begin if it were open now, in seconds. `heard` is the position of the current item.
    func place(heard: Double) -> Double { isOtherTrack && mayGoOn ? heard : seconds }

    /// The answer to its requests if all went well.
    var success: PlayerAnswer { skipped.isEmpty ? .done : .partlyDone(skipped) }
}

// MARK: - Changed before it is open

extension Opening {
    /// Lets it be heard, for `request` of `person`, who now waits for the media. Returns the requests that waited before.
    mutating func play(for request: RequestIdentifier, by person: PlaybackReason) -> [RequestIdentifier] {
        defer { requests = [request] }
        hold = nil
        self.person = person
        return requests
    }

    /// Keeps it silent once it is open, for the reason `why`.
    mutating func hold(for why: PlaybackReason) { hold = why }

    /// Keeps it silent for the reason `why`, unless a person paused it. If the system held it before, the newer reason counts.
    mutating func holdForSystem(_ why: PlaybackReason) {
        if hold?.isTheSystems ?? true { hold = why }
    }

    /// Lets it be heard after all, for the reason `why`, if the system held it.
    mutating func release(for why: PlaybackReason) {
        guard hold?.isTheSystems == true else { return }
        hold = nil
        goesOnFor = why
    }

    /// Starts at another position, in seconds.
    mutating func seek(to seconds: Double) {
        self.seconds = max(0, seconds)
        mayGoOn = false
    }

    /// Opens `target` as `token` for the same commands. `skipped` are the entries that were left out of its list.
    mutating func reopen(_ target: Target, as token: SourceToken, skipped: [SkippedEntry] = []) {
        self.target = target
        self.token = token
        self.skipped = skipped
    }

    /// Goes on to the next entry of its list, from the beginning of that entry, because the current one failed with `error`.
    /// Returns false if there is none, or too many have failed.
    mutating func skipEntry(after error: PlaybackError) -> Bool {
        guard case .entries(var entries) = target else { return false }
        skips.add(error)
        guard !skips.isExhausted, entries.skip(after: error, besides: skips.include) else { return false }
        seconds = 0
        target = .entries(entries)
        return true
    }
}

extension QueueItem {
    /// The addresses to which it may lead.
    var reach: NetworkReach { isPublicOnly ? .publicOnly : .everywhere }
}
