import AudioSession
import AudioTypes
package import Decoding
package import Logging
import Media
import MediaTypes
import MusicLibrary
package import NIOCore
package import Network
import Playback
package import PlayerModel
import Radio
import Recording
package import Rooms
import SystemSupport

/// The application behind every door: it takes commands with their ``Origin``, lets the session judge them, has the engine and
/// the session's driver carry them out, and answers in the domain's own types. Everything that happens, it tells all its
/// observers.
///
/// Confined to the control thread, like the engine and the doors.
package final class Application {
    /// How long the end waits for the files of recordings and jobs.
    private static let patienceWithFiles = TimeAmount.seconds(1)

    let engine: Engine
    let driver: SessionDriver
    let announcer: Announcer
    var underAnnouncement = MusicUnderAnnouncement()
    /// Where addresses may lead that clients of the network name.
    private(set) var farReach = NetworkReach.publicOnly
    let output: any Output
    let eventLoop: any EventLoop
    let logger: Logger
    let streams: PushedStreams
    let radio: RadioDesk
    let prober: MediaProber
    let playlists: PlaylistReader
    let fingerprints: FingerprintFinder
    let comparisons: ClientWork
    /// Looks at disks, which may hang: nothing else waits for them.
    let looks: ClientWork
    let pictures: PictureFinder
    let shownPicture: CurrentPictureFinder
    let shownLyrics: CurrentLyricsFinder
    /// The recordings that are not over. ``record(_:for:by:answer:)`` begins one.
    package let recordings: Recordings
    let playerLevels: PlayerLevels
    /// What plays, for listeners of the network.
    package let broadcasts: BroadcastDesk
    let icecast: IcecastDesk
    /// Tells services in the web what is heard.
    let listens: ListenDesk
    private var network: NetworkConfiguration
    let permissions = RecordPermissions()
    /// The recordings that wait for an input that the session has asked for.
    var startingRecordings: [StartingRecording] = []
    /// Long work on media.
    package let jobs: Jobs
    /// The library of music. ``updateLibrary(_:_:)`` brings it up to date.
    package let library: LibraryDesk
    let storedPlaylists: PlaylistDesk
    let places: ListeningPlaces
    let speeds: ListeningSpeeds
    /// Who may do what over the network.
    package let remotes: RemoteDesk
    /// The alarm clock. What names media or silences an alarm goes through the application: ``addAlarm(_:for:answer:)`` and its neighbours.
    package let alarms: AlarmDesk
    private(set) lazy var ringer = AlarmRinger(self, alarms)
    /// The rooms of a Snapcast server.
    package let rooms: RoomControl
    let roomServer: RoomServerGuide
    let presence: NetworkPresence
    private let media: AnyMediaOpening
    private let tags: TagUpdater
    private(set) lazy var weigher = ShuffleWeigher(engine: engine, library: library, eventLoop: eventLoop, logger: logger)
    private(set) lazy var endless = EndlessDesk(engine: engine, playlists: storedPlaylists, eventLoop: eventLoop, logger: logger)
    private var observers: [(ApplicationEvent) -> Void] = []
    let cancellations = Cancellations()
    /// The requests that wait for the first graph.
    var graphAwaiting = GraphAwaiting()
    /// What has changed of what is heard.
    var history = ChangeHistory()
    /// Whose commands came last. A door tells it the names of its clients.
    package let commanders = Commanders()
    /// What the daemon knows about itself. The daemon says it before the first client comes.
    package var facts = DaemonFacts()
    /// The number that was made last of those under which changes of the queue are taken back together.
    private var lastGroup: UInt64 = 0
    /// A pause that a program of the desktop sent, until it is known whether the machine is about to sleep.
    var heldPause: Scheduled<Void>?

    /// Makes an application that plays through `output`, which nobody has started. ``start(_:environment:restoring:)`` starts
    /// both.
    /// - Parameters:
    ///   - announcementFeed: leads to the rooms of a server of rooms; `nil` if nothing can be announced there.
    ///   - eventLoop: the event loop of the control thread.
    ///   - streams: takes the streams that clients send.
    ///   - stateDirectory: the directory for the file with the streams of other programs that are lowered, for the notes of
    ///     recordings that are being written, and for the library.
    ///   - cacheDirectory: the directory for the cache of tags and the pictures of media; `nil` for none.
    package init(
        _ settings: ApplicationSettings, network: NetworkConfiguration, output: any Output,
        announcementFeed: AnnouncementFeed? = nil, streams: PushedStreams, stateDirectory: String, cacheDirectory: String?,
        eventLoop: any EventLoop, logger: Logger
    ) {
        self.output = output
        self.eventLoop = eventLoop
        self.logger = logger
        self.streams = streams
        self.network = network
        radio = RadioDesk(network, eventLoop: eventLoop, logger: logger)
        let media = AnyMediaOpening(
            network: network, pushed: streams, radio: radio.directory, readAheadBytes: settings.playback.readAheadBytes)
        self.media = media
        prober = MediaProber(eventLoop: eventLoop, media: media)
        playlists = PlaylistReader(eventLoop: eventLoop, media: media)
        comparisons = ClientWork(
            threadName: "fermata-compare", running: 2, runningPerClient: 1, waitingPerClient: 256, eventLoop: eventLoop)
        looks = ClientWork(
            threadName: "fermata-look", running: 4, runningPerClient: 2, waitingPerClient: 64, eventLoop: eventLoop)
        fingerprints = FingerprintFinder(eventLoop: eventLoop, media: media)
        pictures = PictureFinder(
            eventLoop: eventLoop, cacheDirectory: cacheDirectory, stateDirectory: stateDirectory, logger: logger)
        shownPicture = CurrentPictureFinder(pictures)
        shownLyrics = CurrentLyricsFinder(prober)
        engine = Engine(
            scheduler: EventLoopScheduler(eventLoop: eventLoop), output: output, configuration: settings.playback, logger: logger)
        rooms = RoomControl(
            stateDirectory: stateDirectory, announcementPort: announcementFeed?.port, eventLoop: eventLoop, logger: logger)
        let roomSpeaker = announcementFeed.map { [rooms] in RoomSpeaker($0.output, rooms: rooms, eventLoop: eventLoop) }
        announcer = Announcer(
            scheduler: EventLoopScheduler(eventLoop: eventLoop), outputs: output, roomOutputs: roomSpeaker, opening: media,
            pushed: streams, logger: logger)
        playerLevels = PlayerLevels(engine, eventLoop)
        broadcasts = BroadcastDesk(engine, eventLoop, logger: logger)
        icecast = IcecastDesk(broadcasts, eventLoop, logger: logger)
        listens = ListenDesk(directory: stateDirectory, eventLoop: eventLoop, logger: logger)
        recordings = Recordings(output, engine: engine, stateDirectory: stateDirectory, eventLoop: eventLoop, logger: logger)
        jobs = Jobs(media: media, eventLoop: eventLoop)
        remotes = RemoteDesk(stateDirectory: stateDirectory, eventLoop: eventLoop, logger: logger)
        alarms = AlarmDesk(stateDirectory: stateDirectory, eventLoop: eventLoop, logger: logger)
        library = LibraryDesk(LibraryPlaces(directory: stateDirectory), eventLoop: eventLoop, logger: logger)
        storedPlaylists = PlaylistDesk(stateDirectory: stateDirectory, library: library.library, eventLoop: eventLoop)
        library.library.setMeasuring { path, goesOn in SongMeasuring.measure(path, media: media, while: goesOn) }
        places = ListeningPlaces(library.library) { sentence in
            logger.error("A place to go on from is not kept, or not known.", metadata: ["reason": "\(sentence)"])
        }
        speeds = ListeningSpeeds(library.library) { sentence in
            logger.warning("A speed is not kept, or not known.", metadata: ["reason": "\(sentence)"])
        }
        tags = TagUpdater(engine: engine, eventLoop: eventLoop, cacheDirectory: cacheDirectory, logger: logger)
        driver = SessionDriver(
            engine: engine, output: output, orders: settings.output.orders,
            loanStore: LoanStore(directory: stateDirectory, logger: logger), eventLoop: eventLoop, logger: logger)
        roomServer = RoomServerGuide(
            driver, rooms: rooms, speaker: roomSpeaker, output: output, eventLoop: eventLoop, logger: logger)
        presence = NetworkPresence(driver, eventLoop: eventLoop, logger: logger)
        remotes.devicesChanged = { [weak self] in self?.tell(.remoteDevicesChanged) }
        driver.takerCame = { [weak self] name in self?.history.noteTaker(name, at: CalendarClock.seconds) }
        driver.publish = { [weak self] event in
            guard let self else { return }
            note(event)
            tell(.session(event))
            // Whether the sound goes to a private output must survive a restart.
            if case .routeChanged = event { tell(.stateToSaveChanged) }
            if case .interruptionBegan = event { lookAfterAnnouncements() }
            switch event {
            case .interruptionBegan, .interruptionEnded: lookAfterRecordings()
            default: break
            }
        }
    }

    /// Makes a number under which a door gives commands whose changes of the queue are taken back together (``Origin/group``).
    package func makeGroup() -> UInt64 {
        lastGroup += 1
        return lastGroup
    }

    // MARK: Observers

    /// Calls `observer` with each event from now on, after the observers that were added before.
    package func observe(_ observer: @escaping (ApplicationEvent) -> Void) { observers.append(observer) }

    func tell(_ event: ApplicationEvent) {
        ringer.happened(event)
        for observer in observers { observer(event) }
    }

    /// Playback as it is now.
    package var snapshot: ApplicationSnapshot {
        let session = driver.session
        let hasPriority = driver.output.hasRealtimePriority
        let (recordings, history) = (recordings.ids, history)
        return engine.assumeIsolated {
            ApplicationSnapshot($0, session, history, hasRealtimePriority: hasPriority, recordings: recordings)
        }
    }

    // MARK: Start and end

    /// Starts the output, and takes over the state of an earlier run.
    /// - Parameters:
    ///   - environment: names the message buses.
    ///   - saved: the state of an earlier run.
    /// - Throws: `OutputError` if the output cannot run.
    package func start(_ settings: ApplicationSettings, environment: [String: String], restoring saved: SavedState?) throws {
        watchEngine()
        watchAnnouncer()
        watchRecordings()
        watchJobs()
        watchLibrary()
        watchRooms()
        presence.join()
        configureFarClients(settings)
        configureAnnouncements(settings)
        configureRecordings(settings.recordings)
        recordings.repairUnfinished()
        lookForFormats()
        driver.configure(settings)
        radio.directory.configure(settings.radio)
        places.configure(settings.playback.resume)
        let eventLoop = eventLoop
        let engine = engine
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        try output.start(
            events: { event in eventLoop.execute { bound.value.happened(event) } },
            renderEvents: { event in engine.post(.render(event)) },
            graphChanged: { graph in eventLoop.execute { bound.value.graphChanged(graph) } })
        // After the output's start: only now does it take the restored volume and the volumes that other programs are to get
        // back.
        driver.setConfiguredOutput(settings.output.target)
        driver.start(environment: environment)
        restore(saved, settings)
        configureLibrary(settings.library, isStart: true)
        configureRooms(settings.rooms)
        keepPlace(of: saved)
        ringer.fallback = settings.alarmFallback
        alarms.tell = { [weak self] event in self?.tell(.alarm(event)) }
        alarms.open()
    }

    private func restore(_ saved: SavedState?, _ settings: ApplicationSettings) {
        if let session = saved?.session { driver.restore(session) }
        let isOver = saved?.stopAfter?.isOver(at: CalendarClock.seconds) ?? false
        let playsOn = saved?.wasPlaying == true && settings.restore == .playing && !isOver
        if playsOn { driver.awaitServer(privateOutput: saved?.session?.privateOutput) }
        engine.assumeIsolated { engine in
            engine.setInitialModes(settings.modes)
            if var saved {
                if settings.restore == .off { saved.forgetQueue() }
                engine.restore(saved, playsWithServer: playsOn)
            }
        }
        endless.reviewSoon()
        history.noteStart(isMuted: engine.assumeIsolated { $0.currentPlayer().volume.muted })
        tags.queueChanged()
        weigher.reviewSoon()
        lookForCurrentPicture()
    }

    /// Takes over a changed configuration.
    /// - Parameter old: the settings that applied before.
    package func reconfigure(_ settings: ApplicationSettings, from old: ApplicationSettings, network: NetworkConfiguration) {
        if settings.output.target != old.output.target { driver.setConfiguredOutput(settings.output.target) }
        driver.configure(settings)
        media.reconfigure(network)
        self.network = network
        radio.directory.reconfigure(network)
        radio.directory.configure(settings.radio)
        media.setReadAhead(bytes: settings.playback.readAheadBytes)
        places.configure(settings.playback.resume)
        engine.assumeIsolated { $0.reconfigure(settings.playback) }
        configureFarClients(settings)
        configureAnnouncements(settings)
        configureRecordings(settings.recordings)
        configureLibrary(settings.library, isStart: false)
        configureRooms(settings.rooms)
        ringer.fallback = settings.alarmFallback
        tell(.reconfigured)
    }

    private func configureFarClients(_ settings: ApplicationSettings) {
        broadcasts.configure(settings.broadcast, isOn: settings.letsFarClientsListen)
        icecast.configure(settings.icecast)
        listens.configure(settings.listens, network)
        farReach = settings.letsFarClientsReachPrivate ? .everywhere : .publicOnly
    }

    private func configureRecordings(_ settings: RecordingSettings) {
        recordings.settings = settings
        settleRecordPermission()
        keepSoundReady()
        jobs.directory = settings.directory
    }

    private func configureLibrary(_ settings: LibrarySettings, isStart: Bool) {
        library.configure(settings, isStart: isStart)
        storedPlaylists.configure(settings, roots: library.roots)
    }

    private func configureAnnouncements(_ settings: ApplicationSettings) {
        underAnnouncement.decibels = settings.announcementDuckDecibels
        announcer.assumeIsolated { $0.configure(settings.announcements) }
        duckUnderAnnouncement()
    }

    /// Fades out and completes the files of recordings, then calls `done`. From here on, no command to the player is carried out.
    package func fadeOut(done: @escaping () -> Void) {
        // While the queue and the volume of before can still be saved.
        ringer.end(.shuttingDown)
        alarms.close()
        // While the library can still keep it.
        engine.assumeIsolated { $0.endListening() }
        let ending = ApplicationEnding(done)
        let bound = NIOLoopBound((self, ending), eventLoop: eventLoop)
        // Side by side: a disk or a client that hangs keeps neither the music from its end nor the state from being saved.
        let limit = eventLoop.scheduleTask(in: Self.patienceWithFiles) { bound.value.1.filesEnded() }
        recordings.close(.shuttingDown) { [jobs, library] in
            jobs.close {
                library.close {
                    limit.cancel()
                    ending.filesEnded()
                }
            }
        }
        announcer.assumeIsolated { announcer in
            announcer.shutDown {
                let (application, ending) = bound.value
                application.fadeOutMusic { ending.soundEnded() }
            }
        }
    }

    private func fadeOutMusic(done: @escaping () -> Void) {
        // Before the engine closes the streams, which would look like their end.
        streams.endAll(PlaybackError(.shuttingDown, "fermatad is about to end"))
        let bound = NIOLoopBound((driver, done), eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            // Not before: a card that switches under the last of the music is heard.
            engine.shutDown(silent: { bound.value.0.giveBackCards() }, reply: { bound.value.1() })
        }
    }

    /// Gives back what was taken from other programs, and ends everything that any client waits for. Observers are told nothing
    /// more: changes of the sound system still come in, and whoever observes may be gone by then. The last call.
    package func close() {
        heldPause?.cancel()
        icecast.end()
        listens.end()
        broadcasts.endAll()
        tags.shutDown()
        shownPicture.end()
        shownLyrics.end()
        roomServer.shutDown()
        // Nobody is to find what answers no more.
        presence.publish([])
        closeNotifications()
        driver.shutDown()
        cancellations.origins.forEach(endWaiting)
        observers = []
    }

    // MARK: What happens

    func watchEngine() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        let eventLoop = eventLoop
        // The engine keeps this, and must not keep the application with it.
        let late = NIOLoopBound({ [weak self] in self?.lookForSpeeds() }, eventLoop: eventLoop)
        let media = ResumingOpening(media: media, places: places, speeds: speeds, library: library.library) {
            eventLoop.execute { late.value() }
        }
        let streams = streams
        engine.assumeIsolated { engine in
            engine.start(opening: media, pushed: streams)
            engine.onRead { token, uri in bound.value.read(uri, as: token) }
            engine.observe { event in bound.value.happened(event) }
            engine.onListened { report in bound.value.listened(report) }
            engine.onKeptSpeed { owner, speed in bound.value.keep(speed, for: owner) }
            engine.onSave { bound.value.tell(.stateToSaveChanged) }
            // Later, because the engine is still carrying out its decision.
            engine.onSinkVolume { level in
                let turn = bound.value.driver.session.sinkTurn
                bound.eventLoop.execute { bound.value.driver.handle(.sinkVolumeWanted(level, turn: turn)) }
            }
        }
    }

    private func happened(_ event: PlayerEvent) {
        note(event)
        tell(.player(event))
        lookForListens(after: event)
        if event.mayEndQueue { endless.reviewSoon() }
        switch event {
        case .stateChanged(let state, let reason, let previous):
            // For the session, a stream that runs dry and goes on plays all the time.
            if state != previous, [.playing, .buffering].contains(state), [.playing, .buffering].contains(previous) { return }
            // Later, because the engine is still carrying out its decision.
            let driver = NIOLoopBound(driver, eventLoop: eventLoop)
            eventLoop.execute { driver.value.playerChanged(PlayerActivity(state, reason)) }
            lookForCurrentPicture()
        case .queueChanged:
            tags.queueChanged()
            weigher.reviewSoon()
            lookForCurrentPicture()
        case .itemChanged:
            lookForCurrentPicture()
            lookForCurrentLyrics()
        case .metadataChanged(let tags): recordings.playerChangedTags(tags)
        case .optionsChanged:
            lookForFormats()
            weigher.reviewSoon()
        case .itemFailed(let item, let error):
            logger.warning("An item cannot be played.", metadata: ["uri": "\(item.uri)", "reason": "\(error.message)"])
        case .positionChanged, .resumed, .chapterChanged, .lyricLine, .buffering, .gap, .startedLate, .volumeChanged,
            .stopAfterChanged,
            .loopChanged, .silenceSkipped, .speedChanged,
            .mediaServicesLost, .mediaServicesReset:
            break
        }
    }

    /// Has sinks asked for what they decode as long as something of it is to be passed through.
    private func lookForFormats() {
        driver.order { $0.passesThrough = !snapshot.player.configuration.options.passthrough.isEmpty }
    }

    private func happened(_ event: OutputEvent) {
        switch event {
        case .serverConnected:
            // The player may use the server once the session knows where the sound goes.
            driver.serverConnected { [engine] in engine.assumeIsolated { $0.accept(.output(event)) } }
        case .serverLost:
            // Not posted, because it must not come after the connection of a server that answers again.
            engine.assumeIsolated { $0.accept(.output(event)) }
            soundServerLost()
            driver.serverLost()
            endAwaitingGraph()
        case .soundCut: driver.handle(.soundCut)
        case .targetTaken(let uid): driver.handle(.targetTaken(uid))
        case .streamChanged, .volumeChanged, .formatFixed, .outputLost, .outputReturned, .timingChanged, .passthroughOffered:
            engine.post(.output(event))
        }
        tell(.output(event))
    }

    func graphChanged(_ graph: GraphSnapshot) {
        let hadServer = session.graph.hasSoundServer
        driver.handle(.graphChanged(graph))
        // While the player needs no server, no event tells of one, and an event that it can play says nothing of a server.
        if hadServer, !graph.hasSoundServer { soundServerLost() }
        if !hadServer, graph.hasSoundServer { recordings.serverConnected() }
        keepSoundReady()
        tell(.graphChanged)
        if graph.hasSoundServer { endAwaitingGraph() }
    }

    private func soundServerLost() {
        announcer.assumeIsolated { $0.serverLost() }
        recordings.serverLost()
    }
}
