import AudioTypes
import MediaTypes

/// An item that is open, and its run of audio in the ring.
struct Track: Hashable, Sendable {
    var item: QueueItem
    let token: SourceToken
    var description: SourceDescription
    var segment: UInt64
    /// The position in the item at which this run starts, in frames of the output's rate, as they are heard at ``speed``.
    var startFrame: FrameCount
    /// How many items of the queue this is ahead of the current one; 0 for the current one itself.
    var distance: Int
    /// The place in seconds from which it goes on, because it was left there; `nil` if it does not.
    var resumedFrom: Double?
    /// Whether its first frame was heard.
    var wasHeard = false
    /// The position behind its last frame in the item; `nil` until that frame is in the ring.
    var endFrame: FrameCount?
    /// Whether its sound broke off because of an error.
    var hasFailed = false
    /// Whether it ended because its stream came back as another one: the item is opened anew behind it.
    var comesBack = false
    /// Whether its last frame is in the ring.
    var isDecoded: Bool { endFrame != nil }
    /// The gain that it is played with; `nil` if it is played as it is.
    var gain: TrackGain?
    /// How many seconds of the media a second of this run's sound holds.
    var speed: Double
    /// The part that this run repeats; `nil` for none.
    var loop: FrameLoop?
    /// The silences that are left out of this run, and how many frames of them were told.
    var cuts = SilenceCuts()
    var skippedTold: Int64 = 0
    /// How many times it was told that playback has gone back to the beginning of that part.
    var loopReturns = 0
    /// The tags of the media as a whole. The tags of what is on the air are told together with them.
    let lastingTags: [String: String]
    /// The tags that hold from later frames on, which are not heard yet; oldest first.
    private(set) var comingTags: [TagChange] = []
    /// The reason that is reported when it becomes the current track.
    let reason: ItemChangeReason

    /// Makes a track of which nothing is decoded yet.
    init(
        item: QueueItem, token: SourceToken, description: SourceDescription, segment: UInt64, startFrame: FrameCount,
        distance: Int = 0, gain: TrackGain?, speed: Double = 1, reason: ItemChangeReason
    ) {
        self.item = item
        self.token = token
        self.description = description
        lastingTags = description.tags
        self.segment = segment
        self.startFrame = startFrame
        self.distance = distance
        self.gain = gain
        self.speed = speed
        self.reason = reason
    }
}

extension Track {
    /// Notes tags for a later frame, unless they are the same as those before. If media changes its tags ever more often, only
    /// the newest are kept. After a jump back, the media tells again what follows.
    mutating func add(_ change: TagChange) {
        comingTags.removeAll { $0.frame > change.frame }
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

// MARK: - Duration

extension Track {
    /// Takes over from the queue the duration that was found out for its item.
    mutating func adoptDuration(from queue: PlayQueue) {
        guard let index = queue.index(of: item.id) else { return }
        let known = queue.items[index]
        item.take(duration: known.duration, isEstimate: known.durationIsEstimate)
        description = description.withDuration(of: known)
    }
}

extension SourceDescription {
    /// Returns the same description with the duration of `item`, if that is exact.
    func withDuration(of item: QueueItem) -> SourceDescription {
        guard let duration = item.duration, !item.durationIsEstimate else { return self }
        var description = self
        description.duration = duration
        description.durationIsEstimate = false
        return description
    }
}
