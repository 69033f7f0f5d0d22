import AudioTypes

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
    /// Whether its last frame is in the ring.
    var isDecoded = false
    /// Why it becomes the one heard.
    var reason: ItemChangeReason
}

/// An item that a command wants heard now, and that is being opened.
struct Opening: Hashable, Sendable {
    /// What to open.
    enum Target: Hashable, Sendable {
        case item(QueueItem)
        /// Replaces the queue once it is open.
        case uri(String)
    }

    /// What to do where it cannot be opened.
    enum OnFailure: Hashable, Sendable {
        /// Answer with the error; what is heard goes on.
        case keep
        /// Report it, and try the item `distance` further on; the queue's length bounds the tries.
        case tryNext(distance: Int)
    }

    var target: Target
    var token: SourceToken
    var requests: [RequestIdentifier]
    var seconds: Double
    var reason: ItemChangeReason
    var onFailure: OnFailure
    /// Opened and ready, but silent until someone plays.
    var staysPaused: Bool

    var uri: String {
        switch target {
        case .item(let item): item.uri
        case .uri(let uri): uri
        }
    }
}
