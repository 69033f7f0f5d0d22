package import AudioTypes
package import Decoding
package import Logging
package import Media
package import MediaTypes
package import PlayerModel
import RealtimeAudio
import SystemSupport

/// The engine that carries out what the ``Player`` decides. It owns the player, the media that are open, and the chain to the
/// output.
///
/// It is an actor on the control thread's executor: the control server, on the same thread, calls it without waiting. Worker,
/// output and callback hand in their events with ``post(_:)``, in order.
package actor Engine {
    /// A question to the player, which answers with actions.
    typealias Decision = (inout Player) -> [PlayerAction]

    /// The phases from the start to the end.
    private enum Phase {
        case running, shuttingDown, shutDown
    }

    private let executor: any SerialExecutor
    private let scheduler: any ControlScheduler
    let logger: Logger
    private let inbox = EngineInbox()
    let chain: OutputChain
    let media = MediaSources()
    private let looks: PlayerLooks

    /// The player, with its clock as it was at the last event; ``currentPlayer()`` reads the clock.
    package private(set) var player: Player
    private var configuration: PlaybackConfiguration
    /// The factors by which session and player make the sound softer.
    private var softening: (session: Float, announcement: Float, player: Float) = (1, 1, 1)
    private var requests = PendingRequests()
    private var observer: ((PlayerEvent) -> Void)?
    private var savesState: (() -> Void)?
    private var movesSink: ((Double) -> Void)?
    private var listened: ((ListeningReport) -> Void)?
    private var keepsSpeed: ((SpeedOwner, Double?) -> Void)?
    private var formatObserver: ((StreamFormat) -> Void)?
    /// How many packets could not be decoded since the start.
    package private(set) var decodeErrors: UInt64 = 0
    private var phase = Phase.running
    private var shutDownReplies: [() -> Void] = []
    /// Called before the output is shut down.
    private var whenSilentAtEnd: [() -> Void] = []

    /// The control thread's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Makes an engine, which ``start(opening:pushed:)`` starts.
    package init(
        scheduler: any ControlScheduler, output: any AudioOutput, configuration: PlaybackConfiguration, logger: Logger
    ) {
        self.scheduler = scheduler
        executor = scheduler.executor
        chain = OutputChain(output, scheduler: scheduler)
        looks = PlayerLooks(scheduler)
        self.configuration = configuration
        self.logger = logger
        player = Player(queue: PlayQueue(seed: UInt64.random(in: 0...UInt64.max)))
        // Nobody listens yet.
        _ = player.apply(configuration)
    }
}

// MARK: - The start

extension Engine {
    /// Starts the decode worker; called once. `pushed` are the streams of clients that `opening` opens.
    package func start(opening: any MediaOpening, pushed: PushedStreams? = nil) {
        chain.report(to: self)
        let worker = DecodeWorker(opening: opening) { [weak self] event in self?.post(.worker(event)) }
        media.start(worker, pushed: pushed)
        worker.setCrossfade(seconds: player.configuration.options.crossfadeSeconds)
    }

    /// Sets the closure that gets every event of the player, on the control thread.
    package func observe(_ observer: @escaping (PlayerEvent) -> Void) { self.observer = observer }

    /// Sets the closure to call when something has changed that must survive a restart.
    package func onSave(_ save: @escaping () -> Void) { savesState = save }

    /// Sets the closure that gets the level, 0…1, which the sink that plays is to have. The engine is still carrying out its decision then.
    package func onSinkVolume(_ move: @escaping (Double) -> Void) { movesSink = move }

    /// Sets the closure that learns what was heard of an item that is over or was left, on the control thread.
    package func onListened(_ listened: @escaping (ListeningReport) -> Void) { self.listened = listened }

    /// Sets the closure that keeps a speed for media or for what they belong to; `nil` forgets it. Called on the control thread, before
    /// anything is opened that is to have the speed.
    package func onKeptSpeed(_ keep: @escaping (SpeedOwner, Double?) -> Void) { keepsSpeed = keep }

    /// Sets the closure that gets the new format when the player begins to play in another one, before the first frame of it is
    /// heard. Taps get nothing more then, and nothing of sound that is passed through, whose format is not told.
    package func observeFormat(_ observer: @escaping (StreamFormat) -> Void) { formatObserver = observer }

    /// Sets the closure that reads what a playlist or directory stands for. ``listed(_:_:)`` takes the result, later than in
    /// this call.
    package func onRead(_ read: @escaping (SourceToken, String) -> CancellationToken) { media.onRead(read) }

    /// Sets the modes of the queue before the first command; nobody is told.
    package func setInitialModes(_ modes: QueueModes) { player.setInitialModes(modes) }

    /// Takes over a changed configuration. A changed fade time applies from the next ring on. The caller keeps the size of the
    /// ring as it was at the start, because it decides how much a stream must deliver before it is heard.
    package func reconfigure(_ configuration: PlaybackConfiguration) {
        self.configuration = configuration
        decide { $0.apply(configuration) }
    }
}

// MARK: - Commands and events

extension Engine {
    /// Carries out `command`. `reply` is called now, or once the media are open.
    /// - Parameter person: the reason to report for what the command causes: `user`, `mpris` or `mpd`.
    /// - Parameter start: when what the command plays is to be heard, by the monotonic clock in nanoseconds; `nil`: at once.
    /// - Parameter group: the changes of the queue under one number are taken back together; `nil`: each by itself.
    package func submit(
        _ command: PlayerCommand, by person: PlaybackReason = .user, at start: Int64? = nil, group: UInt64? = nil,
        reply: @escaping (PlayerAnswer) -> Void
    ) {
        guard phase == .running else { return reply(.failed(Self.shuttingDown)) }
        let request = requests.add(reply)
        decide { $0.handle(command, request: request, by: person, at: start, group: group) }
    }

    /// Has the decode thread call `answer` when it next looks at its mailbox.
    package func askDecoder(_ answer: @escaping @Sendable () -> Void) { media.worker?.askToAnswer(answer) }

    /// Takes in what a playlist or directory stands for.
    package func listed(_ token: SourceToken, _ result: Result<MediaList, PlaybackError>) {
        guard phase == .running else { return }
        media.forget(token)
        decide { player in
            switch result {
            case .success(let list): player.listed(token, list)
            case .failure(let error): player.handle(.failedToOpen(token, error))
            }
        }
    }

    /// Takes in what files in the queue say about themselves, by the ids of their items.
    package func learn(_ facts: [Int64: MediaFacts]) { ask { $0.learn(facts) } }

    /// Takes over what was kept for the speeds of media that are open, by their addresses.
    package func learn(_ speeds: [String: KeptSpeeds]) { ask { $0.learn(speeds) } }

    /// Takes over how much sooner items come in a queue that shuffles, by their ids.
    /// - Parameter redraws: whether what is to come is drawn anew by them.
    package func weigh(_ weights: [Int64: Double], redraws: Bool) { ask { $0.weigh(weights, redraws: redraws) } }

    /// Puts items behind all others if the queue has nothing more. Tells whether it has taken them, or why there is no room.
    package func goOn(with items: [QueueItem]) -> Result<Bool, PlaybackError> {
        var result = Result<Bool, PlaybackError>.success(false)
        ask { player in
            do throws(PlaybackError) {
                guard let actions = try player.goOn(with: items) else { return [] }
                result = .success(true)
                return actions
            } catch {
                result = .failure(error)
                return []
            }
        }
        return result
    }

    /// Fades out and keeps the position, for a reason that is not the user's.
    package func stepBack(_ why: PlaybackReason) { ask { $0.stepBack(why) } }

    /// Reports what was heard of the current item, because the daemon is about to end.
    package func endListening() { ask { $0.endListening() } }

    /// Has the player tell when another chapter is heard, or not any more.
    package func followChapters(_ isWanted: Bool) { ask { $0.followChapters(isWanted) } }

    /// Has the player tell when another line of the lyrics is heard, or not any more.
    package func followLyrics(_ isWanted: Bool) { ask { $0.followLyrics(isWanted) } }

    /// Takes over the lyrics that were found for an item; `nil` for none.
    package func take(_ lyrics: Lyrics?, ofItem item: Int64) { ask { $0.take(lyrics, ofItem: item) } }

    /// Resumes after ``stepBack(_:)``, unless somebody has paused or stopped since.
    package func comeBack(_ why: PlaybackReason) { ask { $0.comeBack(why) } }

    /// Has the volume be subject to `use` from now on: the session says what the output allows, and which volume its sink has.
    package func setVolumeUse(_ use: VolumeUse) { ask { $0.setVolumeUse(use) } }

    /// Begins with the volume of an output.
    package func beginVolume(at level: Double) { ask { $0.beginVolume(at: level) } }

    /// Posts an event. Any thread; the engine takes the events in on the control thread, in order.
    package nonisolated func post(_ input: EngineInput) {
        if inbox.append(input) { scheduler.execute { self.assumeIsolated { $0.drainInbox() } } }
    }

    /// Takes an event in at once, after everything that was posted before. Control thread.
    package func accept(_ input: EngineInput) {
        drainInbox()
        take(input)
    }

    private func drainInbox() {
        for input in inbox.takeAll() { take(input) }
    }

    private func take(_ input: EngineInput) {
        if phase != .running {
            // The engine now waits only for the last fade.
            if case .render(let event) = input, event.kind == .paused, phase == .shuttingDown { chain.take(event) }
            return
        }
        switch input {
        case .worker(let event):
            if case .failedToOpen(let token, _) = event { media.forget(token) }
            if case .skipped(let packets) = event { decodeErrors += UInt64(packets) }
            decide { $0.handle(event) }
        case .output(let event):
            if case .serverLost(let message) = event {
                logger.warning("The sound server is away.", metadata: ["reason": "\(message)"])
            }
            if case .passthroughOffered(let offer) = event {
                let codecs = offer.codecs.map(\.rawValue).sorted().joined(separator: " ")
                logger.debug(
                    "The output offers to decode.", metadata: ["sink": "\(offer.sink ?? "")", "codecs": "\(codecs)"])
            }
            refreshClock()
            chain.take(event)
            perform(chain.newest(event).map { player.handle($0) } ?? [])
        case .render(let event): chain.take(event)
        }
    }
}

// MARK: - Decisions

extension Engine {
    /// Has the player decide by the clock as it is now, and carries the decision out.
    func decide(_ decision: Decision) {
        refreshClock()
        perform(decision(&player))
    }

    /// Has the player decide, unless the engine is about to end.
    private func ask(_ decision: Decision) {
        if phase == .running { decide(decision) }
    }

    func refreshClock() {
        player.observe(
            PlayerReadings(
                anchor: chain.clock.reading, progress: media.worker?.reading, now: MonotonicClock.nanoseconds,
                elapsed: ElapsedClock.nanoseconds, date: CalendarClock.seconds))
    }

    private func perform(_ actions: [PlayerAction]) {
        for action in actions { perform(action) }
        if phase == .running { looks.schedule(for: player) { self.ask($0) } }
        media.lookAfterStreams(of: player)
        media.expectNext(of: player) { wish($0) }
    }

    /// Returns which of several audio tracks is played, if somebody may have chosen one.
    private func wish(_ choice: TrackChoice?) -> TrackWish { TrackWish(choice, languages: player.configuration.languages) }

    private func perform(_ action: PlayerAction) {
        switch action {
        case .open(let token, let uri, let reach, let track): media.open(token, uri, reach: reach, track: wish(track))
        case .openLater(let token, let uri, let reach, let track, let nanoseconds):
            let timer = ControlTimer(scheduler)
            let wish = wish(track)
            timer.set(afterNanoseconds: nanoseconds) { [media] in media.open(token, uri, reach: reach, track: wish) }
            media.wait(token, timer)
        case .read(let token, let uri): media.read(token, uri)
        case .cancelOpening(let token): media.cancelOpening(token)
        case .close(let token): media.close(token)
        case .begin(let start): begin(start)
        case .append(let start):
            if let producer = chain.producer { media.worker?.append(DecodeOrder(start, producer)) }
        case .cancelSegments(let kept, let last):
            chain.cancelSegments(after: kept, through: last)
            media.worker?.cancel(after: kept)
        case .resume: chain.resume()
        case .startAt(let time): chain.setStart(at: time)
        case .hold: chain.hold()
        case .fadeOut: chain.fadeOut()
        case .drop(let generation): drop(generation)
        case .deactivate: chain.deactivate()
        case .applyVolume(let volume): chain.apply(volume)
        case .applySinkVolume(let level): movesSink?(level)
        case .setTitle(let title): chain.setTitle(title)
        case .setCrossfade(let seconds): media.worker?.setCrossfade(seconds: seconds)
        case .soften(let factor): soften(byPlayer: factor)
        case .emit(let event): emit(event)
        case .listened(let report): listened?(report)
        case .keepSpeed(let owner, let speed): keepsSpeed?(owner, speed)
        case .answer(let request, let answer): requests.take(request)?(answer)
        case .save: save()
        }
    }

    private func begin(_ start: SegmentStart) {
        guard let worker = media.worker else { return }
        let before = chain.format
        do throws(DescriptorError) {
            try chain.begin(
                start.format, generation: start.generation, isMuted: player.volume.muted, configuration: configuration,
                wakes: worker.descriptor
            ) { producer in worker.begin(DecodeOrder(start, producer)) }
            if before != start.format, start.format.coding == nil { formatObserver?(start.format) }
        } catch {
            drop(start.generation)
            // Handled once the player's other actions are carried out.
            post(.worker(.failedToBegin(segment: start.segment, PlaybackError(error))))
        }
    }

    private func drop(_ generation: UInt32) {
        media.worker?.halt()
        chain.drop(generation: generation)
    }

    /// Reports an event of the player.
    func emit(_ event: PlayerEvent) { observer?(event) }

    /// Reports that something has changed that must survive a restart.
    func save() { savesState?() }
}

// MARK: - Softening

extension Engine {
    /// Multiplies the sound by the linear `factor` from now on, for the session; 1 plays it as recorded.
    package func setSoftening(_ factor: Float) {
        softening.session = factor
        applySoftening()
    }

    /// Multiplies the sound by the linear `factor` from now on, under an announcement; 1 plays it as recorded. The lower
    /// one of this factor and that of an interruption counts.
    package func setDucking(_ factor: Float) {
        softening.announcement = factor
        applySoftening()
    }

    private func applySoftening() { chain.setGain(min(softening.session, softening.announcement) * softening.player) }

    private func soften(byPlayer factor: Float) {
        softening.player = factor
        applySoftening()
    }
}

// MARK: - The end

extension Engine {
    private static let shuttingDown = PlaybackError(.shuttingDown, "fermatad is about to end")

    /// Fades out, ends the worker and the output, then calls `reply`. If that is under way already, `reply` is called when it
    /// is done.
    /// - Parameter silent: is called once nothing is heard any more, while the output still carries out what it is asked for.
    package func shutDown(silent: @escaping () -> Void = {}, reply: @escaping () -> Void) {
        guard phase != .shutDown else { return reply() }
        shutDownReplies.append(reply)
        whenSilentAtEnd.append(silent)
        guard phase == .running else { return }
        phase = .shuttingDown
        for answer in requests.takeAll() { answer(.failed(Self.shuttingDown)) }
        guard player.state == .playing, chain.isStreaming else { return finishShutDown() }
        chain.fadeOutAtEnd { self.finishShutDown() }
    }

    private func finishShutDown() {
        phase = .shutDown
        looks.cancel()
        media.shutDown()
        for silent in whenSilentAtEnd { silent() }
        whenSilentAtEnd = []
        chain.shutDown()
        // They lead back to whoever owns the engine.
        (observer, savesState, movesSink, listened, formatObserver, keepsSpeed) = (nil, nil, nil, nil, nil, nil)
        let waiting = shutDownReplies
        shutDownReplies = []
        for reply in waiting { reply() }
    }

    /// Whether the engine takes no more commands.
    var isEnding: Bool { phase != .running }
}

extension DecodeOrder {
    /// Makes the order to decode the segment that begins at `start`.
    fileprivate init(_ start: SegmentStart, _ producer: RenderProducer) {
        self.init(
            source: start.token, segment: start.segment, generation: start.generation, startFrame: start.frame,
            rampsIn: start.rampsIn, gain: start.gain, join: start.join, silentEnd: start.silentEnd, speed: start.speed,
            loop: start.loop, silence: start.silence, producer: producer)
    }
}
