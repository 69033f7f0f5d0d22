package import AudioTypes
package import MediaTypes

/// The player: a pure state machine. Commands and events go in, actions come out; it touches no thread, clock or device.
///
/// Three things make its state: the queue; what is heard (`current`) with what is decoded behind it (`ahead`); and what a
/// command has asked for and is still being opened (`opening`). A play or seek begins a new *generation*; every run of
/// audio in it is a *segment*.
package struct Player: Sendable {
    package var queue: PlayQueue
    package internal(set) var state = PlaybackState.stopped
    package internal(set) var reason = PlaybackReason.startup
    package internal(set) var volume = Volume()
    /// The newest reading of the callback's clock; the owner sets it before each call.
    package var anchor: RenderAnchor?
    /// CLOCK_MONOTONIC in nanoseconds; the owner sets it before each call.
    package var now: Int64 = 0
    /// How far the decode worker has got; the owner sets it before each call.
    package var progress: DecodeReading?
    /// How much of a stream has to be there before it starts, in seconds.
    package var prebufferSeconds = 1.0
    /// Whether playing goes on by itself when a lost sound server is back.
    package var resumesAfterReset = true
    /// Whether a track of another format than the one before is heard in a stream of its own rather than converted.
    package var followsFormat = false
    /// What is done about media that differ in loudness, from the next one opened on.
    package var replayGain = ReplayGainSettings()
    /// How long what follows by itself overlaps with what goes before, in seconds; 0 for not at all.
    package var crossfadeSeconds = 0.0

    var current: Track?
    var ahead: [Track] = []
    var opening: Opening?
    /// The item being opened to follow the last of `ahead`.
    var openingAhead: (token: SourceToken, item: QueueItem, distance: Int)?
    /// What follows the last of `ahead` in another format, where the output follows the format.
    var inOtherFormat: Waiting?
    /// Whether the last frame of `current` was heard, and nothing of what follows yet.
    var waitsForNext = false
    /// Where a paused player stands, in frames; `nil` while the fade is still running.
    var pausedFrame: FrameCount?
    /// The items behind the last of `ahead` that could not be opened.
    var skipsAhead = Skips()
    /// How many tracks in a row gave not a single frame: what bounds the tries where everything opens and nothing plays.
    var barrenTracks = 0
    /// The last segment ever taken back: up to here the callback may still have some to skip.
    var takenBackThrough: UInt64 = 0
    /// Where to start an item when it is started next, from a saved state.
    var restored: (id: Int64, seconds: Double)?
    /// What the output runs at.
    package internal(set) var format: StreamFormat?
    package internal(set) var serverIsLost = false
    /// Whether the player was playing when the server was lost.
    var wasPlayingWhenLost = false
    /// Whether what played when the last run ended is to be heard as soon as there is a server.
    var startsWithServer = false

    /// Since when the audio is held back for what follows, by the clock of `now`; `nil` where it is not.
    var heldSince: Int64?
    /// The fill that was told last while buffering.
    var toldFill = 0.0

    var lastToken: SourceToken = 0
    var lastSegment: UInt64 = 0
    var generation: UInt32 = 0
    /// The item last announced as heard.
    var announcedID: Int64?

    /// Makes a stopped player.
    package init(queue: PlayQueue = PlayQueue()) { self.queue = queue }

    /// What is heard, or would be.
    package var item: QueueItem? { current?.item ?? queue.current }

    /// Why it is paused, where it is.
    var pausedFor: PlaybackReason? { state == .paused ? reason : nil }

    /// What is known of the media heard.
    package var sourceDescription: SourceDescription? { current?.description }

    /// What it is played with by its loudness; `nil` where it is played as it is.
    package var gain: TrackGain? { current?.gain }
}

// MARK: - Small steps that every topic uses

extension Player {
    mutating func makeToken() -> SourceToken {
        lastToken += 1
        return lastToken
    }

    mutating func makeSegment() -> UInt64 {
        lastSegment += 1
        return lastSegment
    }

    mutating func setState(_ new: PlaybackState, _ why: PlaybackReason) -> [PlayerAction] {
        let previous = state
        guard new != previous || why != reason else { return [] }
        state = new
        reason = why
        return [.emit(.stateChanged(new, reason: why, previous: previous)), .save]
    }

    /// Closes what is open ahead and gives up opening what follows it. What opens all the same is closed when it tells so.
    mutating func forgetAhead() -> [PlayerAction] {
        var actions = ahead.map { PlayerAction.close($0.token) }
        ahead = []
        actions += cancelOpeningAhead()
        waitsForNext = false
        return actions
    }

    mutating func cancelOpeningAhead() -> [PlayerAction] {
        skipsAhead = Skips()
        defer {
            openingAhead = nil
            inOtherFormat = nil
        }
        let waiting = inOtherFormat.map { [PlayerAction.close($0.token)] } ?? []
        return waiting + (openingAhead.map { [.cancelOpening($0.token)] } ?? [])
    }

    mutating func forgetCurrent() -> [PlayerAction] {
        defer { current = nil }
        return current.map { [.close($0.token)] } ?? []
    }

    /// What a described item is played with by its loudness.
    func gain(of item: QueueItem, _ description: SourceDescription) -> TrackGain? {
        replayGain.gain(for: description.replayGain, isWithinAlbum: queue.isWithinAlbum(item))
    }

    func queueChanged() -> [PlayerAction] { [tellQueue(), .save] }

    func tellQueue() -> PlayerAction { .emit(.queueChanged(revision: queue.revision, length: queue.items.count)) }
}
