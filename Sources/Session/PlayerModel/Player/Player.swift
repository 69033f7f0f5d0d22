import AudioTypes
package import MediaTypes

/// The player: a pure state machine. Commands and events go in, actions come out; it uses no thread, clock or device.
///
/// Its state is made of values that each keep their own rules: the queue; the open tracks (`tracks`); the item that is prepared
/// to follow them (`next`); the item that a command asked for and that is still being opened (`opening`). The extensions hold
/// the rules that combine them. A play or seek begins a new *generation*; every run of audio in it is a *segment*.
package struct Player: Sendable {
    package internal(set) var queue: PlayQueue
    package internal(set) var volume = Volume()
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
    var chapterNews = ChapterNews()
    /// The item whose stream came back as another one, until that is heard.
    var returningID: Int64?
    /// How long to wait before such an item is opened again.
    var returnPause = ReturnPause()
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
        return configuration.replayGain.gain(for: gain, by: mode, isWithinAlbum: queue.isWithinAlbum(item))
    }

    mutating func queueChanged() -> [PlayerAction] { [tellQueue(), .save] + forgetLostStop() }

    func tellQueue() -> PlayerAction { .emit(.queueChanged(revision: queue.revision, length: queue.items.count)) }
}
