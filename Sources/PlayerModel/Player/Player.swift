package import AudioTypes
package import MediaTypes

/// The player: a pure state machine. Commands and events go in, actions come out; it uses no thread, clock or device.
///
/// Its state has three parts: the queue; the current track (`current`) with the tracks that are decoded behind it (`ahead`);
/// and the item that a command asked for and that is still being opened (`opening`). A play or seek begins a new *generation*;
/// every run of audio in it is a *segment*.
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
    /// How many seconds of a stream from the network or a client must be in the ring before it starts.
    package var prebufferSeconds = 1.0
    /// Whether playback continues by itself when a lost sound server is back.
    package var resumesAfterReset = true
    /// Whether a track in another format than the one before gets a stream of its own; if not, it is converted.
    package var followsFormat = false
    /// How media that differ in loudness are treated, from the next source that is opened on.
    package var replayGain = ReplayGainSettings()
    /// The length of the overlap with a track that follows by itself, in seconds; 0 for none.
    package var crossfadeSeconds = 0.0

    /// The open track that is playing, paused or buffering.
    var current: Track?
    /// The tracks that are open behind `current`, in the order of playing.
    var ahead: [Track] = []
    /// The source that is being opened to become `current`.
    var opening: Opening?
    /// The item that is being opened to follow the last of `ahead`.
    var openingAhead: (token: SourceToken, item: QueueItem, distance: Int)?
    /// The open item that follows the last of `ahead` in another format, if the output follows the format.
    var inOtherFormat: Waiting?
    /// Whether the last frame of `current` was heard, but nothing of the next track yet.
    var waitsForNext = false
    /// The frame at which a paused player stands; `nil` while the fade is still running.
    var pausedFrame: FrameCount?
    /// The items behind the last of `ahead` that could not be opened.
    var skipsAhead = Skips()
    /// How many tracks in a row gave not a single frame. It limits the tries if everything opens and nothing plays.
    var emptyTracks = 0
    /// The last segment that was ever taken back: the callback may still have segments up to this one to skip.
    var takenBackThrough: UInt64 = 0
    /// The item of a saved state, and the position in seconds at which it starts when it is played next.
    var restored: (id: Int64, seconds: Double)?
    /// The format that the output runs at.
    package internal(set) var format: StreamFormat?
    package internal(set) var serverIsLost = false
    /// Whether the player was playing when the server was lost.
    var wasPlayingWhenLost = false
    /// Whether the item that played when the last run ended is heard as soon as there is a server.
    var startsWithServer = false

    /// The time, by the clock of `now`, since which the audio is held back for the items that follow; `nil` if it is not.
    var heldSince: Int64?
    /// The fill that was last reported while buffering.
    var toldFill = 0.0

    var lastToken: SourceToken = 0
    var lastSegment: UInt64 = 0
    var generation: UInt32 = 0
    /// The id of the item that was last reported as the current one.
    var announcedID: Int64?

    /// Makes a stopped player.
    package init(queue: PlayQueue = PlayQueue()) { self.queue = queue }

    /// The item that is heard, or would be.
    package var item: QueueItem? { current?.item ?? queue.current }

    /// The reason for which the player is paused; `nil` if it is not.
    var pausedFor: PlaybackReason? { state == .paused ? reason : nil }

    /// The description of the current track's source.
    package var sourceDescription: SourceDescription? { current?.description }

    /// The gain that the current track is played with; `nil` if it is played as it is.
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

    /// Closes the tracks that are open ahead and cancels the opening of the next one. If that opens all the same, it is closed
    /// when the opener reports it.
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

    /// Returns the gain to play an opened item with; `nil` if it is played as it is.
    func gain(of item: QueueItem, _ description: SourceDescription) -> TrackGain? {
        replayGain.gain(for: description.replayGain, isWithinAlbum: queue.isWithinAlbum(item))
    }

    func queueChanged() -> [PlayerAction] { [tellQueue(), .save] }

    func tellQueue() -> PlayerAction { .emit(.queueChanged(revision: queue.revision, length: queue.items.count)) }
}
