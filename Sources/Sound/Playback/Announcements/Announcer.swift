import AudioTypes
package import Decoding
package import Logging
import Media
import MediaTypes
package import PlayerModel
import SystemSupport

/// Carries out what the ``PlayerModel/AnnouncementLine`` decides: opens the media of announcements, plays each on a stream of its own
/// beside that of the music, and has the music make way.
///
/// It is an actor on the control thread's executor, as the ``Engine`` is. Its worker and its streams exist only while there are
/// announcements.
package actor Announcer {
    /// Gets the id of an announcement that is open and waits for its turn, or the reason why there is none.
    package typealias Reply = (Result<Int64, PlaybackError>) -> Void

    /// How much of a stream from the network or a client must be decoded before it is heard, in seconds.
    private static let prebufferSeconds = 0.5
    /// How often to look how much that is, in nanoseconds.
    private static let lookInterval: Int64 = 50_000_000

    private let executor: any SerialExecutor
    private let scheduler: any ControlScheduler
    private let outputs: any AnnouncementOutputs
    private let roomOutputs: (any RoomAnnouncementOutputs)?
    private let opening: any MediaOpening
    private let pushed: PushedStreams?
    private let logger: Logger

    private var settings = AnnouncementSettings()
    private var line = AnnouncementLine()
    private var isEnding = false
    /// Called at the end, once nothing is heard any more.
    private var shutDownReply: (() -> Void)?
    private var observer: ((AnnouncementEvent) -> Void)?
    private var waySetter: ((Announcement.Effect?) -> Void)?

    /// The threads that open and decode; `nil` while there is no announcement.
    private var worker: DecodeWorker?
    private var cancellations: [SourceToken: CancellationToken] = [:]
    private var orders: [Int64: AnnouncementOrder] = [:]
    private var replies: [Int64: Reply] = [:]
    /// The voices that are heard or on their way out, by the ids of their announcements.
    private var voices: [Int64: AnnouncementVoice] = [:]
    /// The announcement that is held back until enough of it is decoded.
    private var held: Int64?
    private let limitTimer: ControlTimer
    private let lookTimer: ControlTimer

    /// The control thread's executor.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Makes an announcer that has no thread and no stream yet.
    /// - Parameters:
    ///   - roomOutputs: makes the outputs to rooms; `nil` if none can be reached.
    ///   - pushed: the streams of clients that `opening` opens.
    package init(
        scheduler: any ControlScheduler, outputs: any AnnouncementOutputs, roomOutputs: (any RoomAnnouncementOutputs)? = nil,
        opening: any MediaOpening, pushed: PushedStreams?, logger: Logger
    ) {
        self.scheduler = scheduler
        executor = scheduler.executor
        self.outputs = outputs
        self.roomOutputs = roomOutputs
        self.opening = opening
        self.pushed = pushed
        self.logger = logger
        limitTimer = ControlTimer(scheduler)
        lookTimer = ControlTimer(scheduler)
    }

    /// Sets the closure that gets every event, on the control thread.
    package func observe(_ observer: @escaping (AnnouncementEvent) -> Void) { self.observer = observer }

    /// Sets the closure that has the music make way, or come back for `nil`.
    package func onMakeWay(_ set: @escaping (Announcement.Effect?) -> Void) { waySetter = set }

    /// Takes over changed settings, which apply to announcements that begin later.
    package func configure(_ settings: AnnouncementSettings) { self.settings = settings }

    /// Whether there is no announcement, no thread and no stream.
    package var isResting: Bool { line.isEmpty && voices.isEmpty && worker == nil }

    /// All announcements, in their order.
    package var entries: [AnnouncementLine.Entry] { line.entries }
}

// MARK: - Commands

extension Announcer {
    /// Adds an announcement, which is heard in the rooms with these ids, or where the music plays if there are none. `reply` is called
    /// once its media are open or failed to; at once if `answersAtOnce`.
    package func announce(
        _ uri: String, title: String?, volume: Double, effect: Announcement.Effect?, rooms: [String] = [],
        answersAtOnce: Bool, reply: @escaping Reply
    ) {
        guard !isEnding else { return reply(.failure(PlaybackError(.shuttingDown, "fermatad is about to end"))) }
        do throws(PlaybackError) {
            let (id, actions) = try line.add(
                uri, title: title, volume: volume, effect: effect, rooms: rooms, limit: settings.limitSeconds,
                at: scheduler.now)
            if !answersAtOnce { replies[id] = reply }
            perform(actions)
            if answersAtOnce { reply(.success(id)) }
        } catch {
            reply(.failure(error))
        }
    }

    /// Cancels the announcement `id`, or all of them. Returns whether there has been such an announcement.
    package func cancel(_ id: Int64?) -> Bool {
        if let id, !line.hasHad(id) { return false }
        decide { $0.cancel(id, at: $1, limit: $2) }
        return true
    }

    /// Ends all announcements for the reason `end`; if `areRoomsSpared`, only those that are heard here.
    package func endAll(_ end: AnnouncementEvent.End, areRoomsSpared: Bool = false) {
        if !line.isEmpty { decide { $0.endAll(end, areRoomsSpared: areRoomsSpared, at: $1, limit: $2) } }
    }

    /// Ends all announcements that need the sound server, because it is away.
    package func serverLost() {
        let error = PlaybackError(.mediaServicesFailed, "the sound server is away")
        if !line.isEmpty { decide { $0.failHere(error, at: $1, limit: $2) } }
    }

    /// Fades out and ends everything, then calls `reply`. The music does not come back.
    package func shutDown(reply: @escaping () -> Void) {
        isEnding = true
        shutDownReply = reply
        decide { $0.endAll(.interrupted, at: $1, limit: $2) }
    }
}

// MARK: - Events

extension Announcer {
    /// Has the control thread run `body`. Any thread.
    private nonisolated func post(_ body: @escaping @Sendable (isolated Announcer) -> Void) {
        scheduler.execute { [weak self] in
            guard let self else { return }
            assumeIsolated { body($0) }
        }
    }

    private func take(_ event: WorkerEvent) {
        switch event {
        case .opened(let token, let description):
            let id = Int64(token)
            orders[id] = AnnouncementOrder(token: token, format: description.format, isRemote: description.isRemote)
            decide { $0.opened(id, at: $1, limit: $2) }
        case .failedToOpen(let token, let error): decide { $0.failed(Int64(token), error, at: $1, limit: $2) }
        case .failed(let segment, let frames, let error):
            release(Int64(segment))
            decide { $0.failed(Int64(segment), error, isHeardBefore: frames > 0, at: $1, limit: $2) }
        case .failedToBegin(let segment, let error): decide { $0.failed(Int64(segment), error, at: $1, limit: $2) }
        case .decoded(let segment, _, _): release(Int64(segment))
        case .overlapped, .tagsChanged, .skipped, .silenceSkipped, .gap: break
        }
    }

    private func take(_ event: OutputEvent, of id: Int64) {
        voices[id]?.take(event)
        guard voices[id] != nil else { return }
        switch event {
        case .soundCut: endAll(.routeLost, areRoomsSpared: true)
        case .outputLost(let message):
            let error = PlaybackError(.roomsFailed, "the rooms cannot hear the announcement: \(message)")
            decide { $0.failed(id, error, at: $1, limit: $2) }
        default: break
        }
    }

    private func take(_ report: AnnouncementVoice.Report, of announcement: Announcement) {
        switch report {
        case .began:
            pushed?.wasHeard(announcement.uri)
            decide { line, _, _ in line.began(announcement.id) }
        case .ended: decide { $0.ended(announcement.id, at: $1, limit: $2) }
        }
    }

    /// Lets the announcement be heard that was held back.
    private func release(_ id: Int64) {
        guard held == id else { return }
        stopLooking()
        voices[id]?.resume()
    }

    private func stopLooking() {
        held = nil
        lookTimer.cancel()
    }

    private func lookLater(_ id: Int64, atLeast frames: Int64) {
        lookTimer.set(afterNanoseconds: Self.lookInterval) { [weak self] in
            self?.assumeIsolated { announcer in
                guard announcer.held == id, let reading = announcer.worker?.reading else { return }
                if reading.segment == UInt64(id), reading.frame >= frames { return announcer.release(id) }
                announcer.lookLater(id, atLeast: frames)
            }
        }
    }
}

// MARK: - Decisions

extension Announcer {
    private func decide(_ decision: (inout AnnouncementLine, Int64, Double) -> [AnnouncementLine.Action]) {
        perform(decision(&line, scheduler.now, settings.limitSeconds))
    }

    private func perform(_ actions: [AnnouncementLine.Action]) {
        for action in actions { perform(action) }
        rest()
        if let deadline = line.deadline {
            limitTimer.set(afterNanoseconds: deadline - scheduler.now) { [weak self] in
                self?.assumeIsolated { $0.decide { $0.timePassed(at: $1, limit: $2) } }
            }
        } else {
            limitTimer.cancel()
        }
    }

    private func perform(_ action: AnnouncementLine.Action) {
        switch action {
        case .open(let announcement): open(announcement)
        case .accept(let id): replies.removeValue(forKey: id)?(.success(id))
        case .refuse(let id, let error): replies.removeValue(forKey: id)?(.failure(error))
        case .speak(let announcement): speak(announcement)
        case .fadeOut:
            stopLooking()
            voices.values.forEach { $0.fadeOut() }
        case .close(let announcement, let error): close(announcement, error)
        case .makeWay(let effect): if !isEnding { waySetter?(effect) }
        case .emit(let event): observer?(event)
        }
    }

    private func open(_ announcement: Announcement) {
        let worker = worker ?? makeWorker()
        self.worker = worker
        let token = SourceToken(announcement.id)
        let cancellation = CancellationToken()
        cancellations[token] = cancellation
        worker.open(announcement.uri, as: token, cancellation: cancellation)
    }

    private func makeWorker() -> DecodeWorker {
        DecodeWorker(opening: opening) { [weak self] event in self?.post { $0.take(event) } }
    }

    private func speak(_ announcement: Announcement) {
        let id = announcement.id
        guard let worker, let order = orders[id] else { return }
        do {
            let output = try makeOutput(
                announcement, events: { [weak self] event in self?.post { $0.take(event, of: id) } },
                renderEvents: { [weak self] event in self?.post { $0.voices[id]?.take(event) } })
            let voice = AnnouncementVoice(announcement, output: output, scheduler: scheduler) { [weak self] report in
                self?.assumeIsolated { $0.take(report, of: announcement) }
            }
            voices[id] = voice
            try voice.begin(order, fadeSeconds: settings.fadeSeconds, worker: worker)
            if order.isRemote {
                held = id
                let wanted = FrameCount(seconds: Self.prebufferSeconds, at: order.format.sampleRate).value
                lookLater(id, atLeast: min(wanted, Int64(voice.capacity / 2)))
            } else {
                voice.resume()
            }
        } catch {
            logger.error("An announcement has no stream.", metadata: ["reason": "\(error)"])
            let failure = PlaybackError(.mediaServicesFailed, "the announcement has no stream: \(error)", uri: announcement.uri)
            // Handled once the other actions are carried out.
            post { announcer in announcer.decide { $0.failed(id, failure, at: $1, limit: $2) } }
        }
    }

    private func makeOutput(
        _ announcement: Announcement, events: @escaping @Sendable (OutputEvent) -> Void,
        renderEvents: @escaping @Sendable (RenderEvent) -> Void
    ) throws -> any AudioOutput {
        guard !announcement.rooms.isEmpty else {
            return try outputs.openAnnouncement(isGuarded: settings.isGuarded, events: events, renderEvents: renderEvents)
        }
        guard let roomOutputs else { throw PlaybackError(.roomsFailed, "no rooms can be reached") }
        return roomOutputs.openAnnouncement(inRooms: announcement.rooms, events: events, renderEvents: renderEvents)
    }

    private func close(_ announcement: Announcement, _ error: PlaybackError?) {
        let (id, token) = (announcement.id, SourceToken(announcement.id))
        cancellations.removeValue(forKey: token)?.cancel()
        orders[id] = nil
        if held == id { stopLooking() }
        if let voice = voices[id] {
            worker?.halt()
            voice.leave { [weak self] in
                self?.assumeIsolated { announcer in
                    announcer.voices[id] = nil
                    announcer.rest()
                }
            }
        }
        worker?.close(token)
        pushed?.end(announcement.uri, error)
    }

    /// Ends the threads if there is nothing left for them to do.
    private func rest() {
        guard line.isEmpty, voices.isEmpty else { return }
        worker?.shutDown()
        worker = nil
        guard isEnding else { return }
        // They lead back to whoever owns the announcer.
        (observer, waySetter) = (nil, nil)
        let reply = shutDownReply
        shutDownReply = nil
        reply?()
    }
}
