import AudioTypes
package import MediaTypes

/// The player: a pure state machine. Commands and events go in, actions come out; it uses no thread, clock or device.
///
/// Its state is made of values that each keep their own rules: the queue; the open tracks (`tracks`); the item that is prepared
/// to follow them (`next`); the item that a command asked for and that is still being opened (`opening`). The extensions hold
/// the rules that combine them. A play or seek begins a new *generation*; every run of audio in it is a *segment*.
package struct Player: Sendable {
    package internal(set) var queue: PlayQueue
    /// The volume that was chosen. An output may allow less, or have its own; ``volume`` is what is heard.
    var chosenVolume = Volume()
    /// What the volume is subject to where the sound goes.
    var volumeUse = VolumeUse()
    /// Where the volume goes by itself.
    var fade: VolumeFade?
    /// The user's settings as they are configured. The queue has its own limit.
    var configured = PlaybackConfiguration()
    /// What clients have chosen in their place.
    var chosen = ChosenOptions()
    /// The newest readings of clock, callback and decode worker.
    package private(set) var readings = PlayerReadings()

    /// The person who gave the newest command, as the reason for what it causes.
    var person = PlaybackReason.user
    var status = PlaybackStatus()
    var tracks = OpenTracks()
    var next = NextItem()
    /// The item that is being opened to become the current track.
    var opening: Opening?
    var emptyTracks = EmptyTracks()
    var standstill = Standstill()
    /// When the pause began after which playback goes back, by the clock of ``PlayerReadings/elapsed``; `nil` if it does not.
    var pausedAt: Int64?
    /// When what begins or resumes is to be heard.
    var timedStart = TimedStart()
    /// The time that the command gives which is being carried out, by the monotonic clock in nanoseconds.
    var commandStart: Int64?
    /// What the command is a part of which is being carried out: the changes of the queue with one number are taken back together.
    var commandGroup: UInt64?
    var server = ServerPresence()
    /// The only format that the output plays; `nil` if it plays every one.
    var outputFormat: StreamFormat?
    /// What the output can be given as it is, and what it has refused all the same.
    var passthrough = PassthroughPlan()
    var announced = AnnouncedItem()
    var joinWait = JoinWait()
    var fill = FillReport()
    var numbers = PlayerNumbers()
    var listening = ListeningLedger()
    var chapterNews = PartNews()
    var lyricNews = PartNews()
    /// The lyrics of an item, while anybody follows their lines.
    var lyrics: (item: Int64, lyrics: Lyrics)?
    /// The item whose stream came back as another one, until that is heard.
    var returningID: Int64?
    /// How long to wait before such an item is opened again.
    var returnPause = ReturnPause()
    /// The part of the current item that is heard over and over; `nil` for none.
    package internal(set) var loop: MediaLoop?
    /// When a turn of it was told last, by the monotonic clock in nanoseconds.
    var toldTurn: Int64?
    /// How many seconds of silence were left out of an item.
    var silenceSaved: (item: Int64?, seconds: Double) = (nil, 0)
    /// The speed that was told last; `nil`: none, so that of the recording.
    var toldSpeed: SpeedInForce?
    /// When playback is to stop by itself.
    var stopAfter: StopAfter?
    /// The factor that the fade before a stop has set last. It stays until something is heard again.
    var softening: Float = 1

    /// Makes a stopped player.
    package init(queue: PlayQueue = PlayQueue()) { self.queue = queue }
}

// MARK: - Told from outside

extension Player {
    /// Takes over the newest readings. The owner calls this before each other call.
    package mutating func observe(_ readings: PlayerReadings) {
        self.readings = readings
        countHeard()
    }

    /// Sets the modes of the queue before the first command. Nothing is reported.
    package mutating func setInitialModes(_ modes: QueueModes) { queue.setModes(modes) }
}

// MARK: - Asked from outside

extension Player {
    package var state: PlaybackState { status.state }

    /// The settings that apply: the configured ones, with those that clients have chosen.
    package var configuration: PlaybackConfiguration { chosen.applied(to: configured) }

    package var reason: PlaybackReason { status.reason }

    package var serverIsLost: Bool { server.isLost }

    /// The open track that is playing, paused or buffering.
    var current: Track? { tracks.current }

    /// The item that is heard, or would be.
    package var item: QueueItem? { current?.item ?? queue.current }

    /// The place in seconds from which the current item goes on, because it was left there; `nil` if it began anew.
    package var resumedFrom: Double? { current?.resumedFrom }

    /// The description of the current track's source.
    package var sourceDescription: SourceDescription? { current?.description }

    /// The gain that the current track is played with; `nil` if it is played as it is.
    package var gain: TrackGain? { current?.gain }
}

// MARK: - Small steps that every topic uses

extension Player {
    /// Closes the tracks that are open ahead and cancels the opening of the next one.
    mutating func forgetAhead() -> [PlayerAction] {
        let closed = tracks.removeAhead().map { PlayerAction.close($0.token) }
        return closed + next.cancel()
    }

    mutating func forgetCurrent() -> [PlayerAction] {
        queue.endAiring()
        return tracks.removeCurrent().map { [.close($0.token)] } ?? []
    }

    /// Returns the gain to play an opened item with, in `format`; `nil` if it is played as it is.
    func gain(of item: QueueItem, _ description: SourceDescription, in format: StreamFormat?) -> TrackGain? {
        guard format?.coding == nil else { return nil }
        // What the sheet that names a track says, counts before what its file says.
        let gain = (item.ownTags.albumTags.sheetGain ?? ReplayGain()).completed(by: description.replayGain)
        let mode = configuration.options.replayGain
        return configuration.replayGain.gain(
            for: gain, measured: description.measuredGain, by: mode, isWithinAlbum: queue.isWithinAlbum(item))
    }

    mutating func queueChanged() -> [PlayerAction] { [tellQueue(), .save] + forgetLostStop() }

    func tellQueue() -> PlayerAction { .emit(.queueChanged(revision: queue.revision, length: queue.items.count)) }
}

// For an output that follows the format of each track: a track in another format is not converted, but gets a stream of its
// own.
extension Player {
    /// Begins the item that waited for the end of the stream before it.
    mutating func changeFormat(to waiting: NextItem.Waiting) -> [PlayerAction] {
        next.endWait()
        let finished = current?.item.id
        let pending = Opening(
            target: .item(waiting.item), token: waiting.token, requests: [], seconds: 0, reason: .queue, step: .forward,
            onFailure: .tryNext, hold: status.pausedFor, replacesBelow: 0, mayGoOn: true)
        let actions = begin(pending, waiting.description)
        return actions + (finished.map { consume($0, besides: waiting.item.id) } ?? [])
    }
}

// The media that the player needs.
extension Player {
    /// The media in use at one moment. If two values are equal, the player needs the same media.
    package struct MediaInUse: Hashable, Sendable {
        fileprivate let revision: Int64
        fileprivate let opening: SourceToken?
        fileprivate let current: SourceToken?
    }

    /// The media that the player needs now.
    package var mediaInUse: MediaInUse {
        MediaInUse(revision: queue.revision, opening: opening?.token, current: current?.token)
    }

    /// Returns whether the media is in the queue, is being opened, or is still heard although it left the queue.
    package func uses(_ uri: String) -> Bool {
        opening?.uri == uri || current?.item.uri == uri || queue.items.contains { $0.uri == uri }
    }

    /// The address of the current item, once its first frame was heard; `nil` before that.
    package var heardURI: String? { current.flatMap { $0.wasHeard ? $0.item.uri : nil } }
}

// What commands would achieve, for clients that show it before anybody gives the command.
extension Player {
    /// Whether ``PlayerCommand/play`` finds an item.
    package var hasSomethingToPlay: Bool { item != nil || opening != nil || !queue.items.isEmpty }

    /// The item that is played after the current one if nobody interferes; `nil` at the end of the queue, if playback stops
    /// before it, and without a current item.
    package var upcomingItem: QueueItem? {
        guard item != nil else { return nil }
        // A queue that shuffles may draw its next round for the answer; the player draws the same one later.
        var player = self
        return player.itemAhead(1)
    }

    /// The item that is worth to be opened early while another one is open; `nil` if that one repeats itself.
    package var itemToExpect: QueueItem? {
        guard let current, let item = upcomingItem, item.id != current.item.id else { return nil }
        return item
    }

    /// Whether ``PlayerCommand/next`` goes to an item.
    package var hasNextItem: Bool { queueAfterOpening.hasItemAfterSkip }

    /// Whether ``PlayerCommand/previous`` goes to another item. Without one, it goes to the beginning of the current item.
    package var hasPreviousItem: Bool { queueAfterOpening.itemBefore() != nil }

    /// Whether ``PlayerCommand/seekTo(_:)`` finds a position to go to.
    package var canSeek: Bool { current.map(\.description.isSeekable) ?? (restoredSeconds != nil) }
}

// The duration of the current item, as it becomes known: from its container, from counting in the background, from its end.
extension Player {
    /// The current item's duration in seconds; `nil` if unknown.
    package var duration: Double? { current?.description.duration ?? item?.duration }

    /// Whether ``duration`` may differ from what will be heard.
    package var durationIsEstimate: Bool {
        if let current, current.description.duration != nil { return current.description.durationIsEstimate }
        return item?.durationIsEstimate ?? false
    }

    /// The second from which on nothing of the current item is heard; `nil` if it is unknown or only estimated.
    var knownEnd: Double? { durationIsEstimate ? nil : duration }

    /// The difference in seconds up to which two durations mean the same: the durations of chains are counted in microseconds.
    private static let durationTolerance = 2e-6

    /// Takes in that the whole source of a segment was decoded. Its `duration` in seconds is now known to the frame, whatever
    /// was reported before.
    mutating func reachedEnd(_ segment: UInt64, _ duration: Double?) -> [PlayerAction] {
        guard let duration, let track = tracks[segment] else { return [] }
        // The time for which a station was played is not its duration.
        guard track.description.duration != nil || !track.description.isRemote else { return [] }
        if let told = track.description.knownEnd, abs(told - duration) < Self.durationTolerance { return [] }
        let revision = queue.revision
        queue.learn([track.item.id: MediaFacts(heardDuration: duration)])
        tracks.adoptDurations(from: queue)
        return queue.revision == revision ? [] : queueChanged()
    }
}

// Live streams that come back as another one: with another codec or rate, or as a list of addresses. The item is opened anew behind
// what is left of it in the ring, as if it repeated itself.
extension Player {
    /// Takes in that the stream of a segment of `frames` frames came back as another one.
    mutating func streamChanged(_ segment: UInt64, _ frames: Int64) -> [PlayerAction] {
        guard let track = tracks[segment] else { return [] }
        returningID = track.item.id
        tracks.comeBack(segment)
        return decoded(segment, frames)
    }

    /// Opens the item of the last track anew if its stream came back as another one; `nil` if it did not, or if that failed already.
    mutating func openAgain(behind last: Track) -> [PlayerAction]? {
        guard last.comesBack, next.skips.passed == 0, emptyTracks.allowAnother(ofQueue: queue.items.count),
            let index = queue.index(of: last.item.id)
        else { return nil }
        let item = queue.items[index]
        let token = numbers.makeToken()
        next.open(item, token, distance: last.distance)
        let frames = last.endFrame.map { $0.value - last.startFrame.value } ?? 0
        let pause = returnPause.take(after: Double(frames) / Double(tracks.format?.sampleRate.hertz ?? SampleRate.cd.hertz))
        guard pause > 0 else { return [.open(token, uri: item.location, reach: item.reach, track: item.track)] }
        return [.openLater(token, uri: item.location, reach: item.reach, track: item.track, nanoseconds: pause)]
    }

    /// Returns whether an item that begins is heard again because its stream came back, and forgets that.
    mutating func takeReturn(of id: Int64) -> Bool {
        guard returningID == id, queue.currentID == id else { return false }
        returningID = nil
        return true
    }
}
