import AudioSession
import AudioTypes
import Logging
import Media
import MediaTypes
import NIOCore
import Playback
import PlayerModel
import RealtimeAudio
package import Recording
import SystemSupport

/// The recordings that are not over. Confined to the control thread.
package final class Recordings {
    /// How many recordings can run at once.
    package static let most = 16

    private let maker: RecordingMaker
    private let streams: RecordingStreams
    private let deadlines: RecordingDeadlines
    private let journal: RecordingJournal
    private let logger: Logger
    private(set) var active: [ActiveRecording] = []
    private(set) var isClosed = false
    /// The uids of the inputs whose mute switches are on.
    var mutedInputs: Set<String> = []
    private var whenAllEnded: [() -> Void] = []
    /// Whether somebody wants levels.
    private var sendsLevels = false
    /// Keeps sound ready for a recording that begins later.
    private let ready: ReadySound
    /// Tells the observers what happens in a recording.
    var publish: (RecordingNews) -> Void = { _ in }
    var settings = RecordingSettings()
    /// The tags of what the player plays.
    private var playedTags: [String: String] = [:]
    /// Returns how deep the samples of what plays are.
    var playedDepth: () -> PlayedDepth = { .unknown }

    /// - Parameters:
    ///   - engine: plays what recordings of the player take in.
    ///   - stateDirectory: the directory for the journal of files that are being written.
    init(
        _ inputs: any CaptureInputs, engine: Engine, stateDirectory: String, eventLoop: any EventLoop, logger: Logger
    ) {
        journal = RecordingJournal(directory: "\(stateDirectory)/recordings")
        self.logger = logger
        ready = ReadySound(inputs, eventLoop: eventLoop, logger: logger)
        maker = RecordingMaker(journal, ready, eventLoop: eventLoop)
        streams = RecordingStreams(inputs, engine, ready, eventLoop: eventLoop)
        deadlines = RecordingDeadlines(eventLoop)
        maker.happened = { [weak self] event, id in self?.happened(event, in: id) }
        maker.happenedToStream = { [weak self] event, id in self?.happened(event, in: id) }
        streams.happened = { [weak self] event, id in self?.happened(event, in: id) }
        streams.happenedBeside = { [weak self] event, id in self?.happenedBeside(event, in: id) }
        deadlines.end = { [weak self] recording, end in
            guard let self, active.contains(where: { $0 === recording }) else { return }
            self.end(recording, end)
        }
    }

    /// The recordings that are not over, oldest first.
    package var all: [RecordingStatus] { active.filter(\.hasBegun).map(\.status) }

    /// Whether one of them records now.
    var isRunning: Bool { active.contains(where: \.isRunning) }

    /// Whether one of them records an input or an output now.
    var isCapturing: Bool { active.contains { $0.isRunning && !$0.isOfPlayer } }

    /// Whether one of them, even one that begins or ends, has an input that the session chose.
    var usesSessionInput: Bool { active.contains(where: \.request.usesSessionInput) }

    /// The uids of the inputs whose ports the session keeps for them.
    var heldInputs: [String] { active.compactMap(\.request.heldInput) }

    /// The latency of the oldest recording of an input, in seconds; 0 if there is none.
    package var inputLatency: Double {
        let recording = active.first { recording in
            if case .capture(.input) = recording.request.source { recording.input != nil } else { false }
        }
        return recording?.input?.timing().latency ?? 0
    }

    /// The ids of the recordings that are not over, oldest first.
    var ids: [Int64] { active.filter(\.hasBegun).map(\.id) }

    /// Whether there is none, not even one that begins or ends, and no sound is kept ready for one.
    var isEmpty: Bool { active.isEmpty && ready.isEmpty }

    /// Repairs what a crash has left of the recordings of an earlier run, and logs it. To be called before the first recording.
    func repairUnfinished() { UnfinishedRecordings.repair(journal, logger) }

    // MARK: Commands

    /// Begins a recording; the session has allowed it. `answer` gets its status once the first file is there, or once it waits for
    /// its connection.
    func start(
        _ request: RecordingRequest, from device: RecordedDevice,
        answer: @escaping (Result<RecordingStatus, RecordingError>) -> Void
    ) {
        do throws(RecordingError) {
            guard !isClosed else { throw .shuttingDown }
            guard active.count < Self.most else { throw .tooMany(Self.most) }
            let recording = try maker.make(request, from: device, beside: active, settings, playing: playedTags)
            recording.whenBegun = { [unowned recording] result in answer(result.map { recording.status }) }
            if sendsLevels { recording.worker.sendLevels(true) }
            active.append(recording)
            if request.isOnConnection { began(recording, "") }
        } catch {
            answer(.failure(error))
        }
    }

    /// Gives the recording `id` its connection, or ends it if there is none.
    package func connect(_ id: Int64, _ connection: ConnectionSink?) {
        guard let recording = active.first(where: { $0.id == id }), !recording.isEnding else { return }
        guard let connection else { return end(recording, .stopped) }
        recording.connection = connection
        recording.worker.connect(connection)
    }

    /// Keeps the sound of `input` ready, as the settings say; `nil` if there is no input, or nobody may record.
    func keepReady(_ input: InputDevice?, graphRate: Int) { ready.keep(input, graphRate: graphRate, seconds: settings.preRoll) }

    package func pause(_ id: Int64) throws(RecordingError) -> RecordingStatus { try setPaused(id, true) }

    package func resume(_ id: Int64) throws(RecordingError) -> RecordingStatus { try setPaused(id, false) }

    private func setPaused(_ id: Int64, _ isPaused: Bool) throws(RecordingError) -> RecordingStatus {
        let recording = try find(id)
        change(recording) { $0.byUser = isPaused }
        return recording.status
    }

    private func change(_ recording: ActiveRecording, _ body: (inout ActiveRecording.Pauses) -> Void) {
        let (old, before) = (recording.pauses, recording.status.phase)
        body(&recording.pauses)
        recording.applyPauses(old)
        if old.isPaused, !recording.pauses.isPaused, recording.sources.isEmpty { deadlines.awaitInput(of: recording) }
        tellPhase(recording, since: before)
    }

    private func tellPhase(_ recording: ActiveRecording, since before: RecordingStatus.Phase) {
        let status = recording.status
        if status.phase != before, recording.hasBegun { publish(.phaseChanged(status)) }
    }

    package func split(_ id: Int64, title: String?) throws(RecordingError) {
        let recording = try find(id)
        guard !recording.request.isOnConnection else {
            throw .plan(
                RecordingPlan.Refusal(parameter: "recording", message: "a recording over a connection is one file"))
        }
        guard recording.worker.split(title: title) else { throw .tooManySplits(RecordingWorker.mostWaitingSplits) }
        guard let title else { return }
        recording.title = title
        recording.input?.setTitle(recording.shownTitle)
    }

    /// Ends a recording. `answer` gets what it has become, once everything is on the disk.
    package func stop(_ id: Int64, answer: @escaping (RecordingResult) -> Void) throws(RecordingError) {
        guard let recording = active.first(where: { $0.id == id }) else { throw .unknown(id) }
        recording.whenEnded.append(answer)
        end(recording, .stopped)
    }

    func find(_ id: Int64) throws(RecordingError) -> ActiveRecording {
        guard let recording = active.first(where: { $0.id == id && $0.hasBegun }) else { throw .unknown(id) }
        guard !recording.isEnding else { throw .tooLate(id) }
        return recording
    }

    func end(_ recording: ActiveRecording, _ end: RecordingEnd) {
        guard !recording.isEnding else { return }
        recording.isEnding = true
        recording.loss?.cancel()
        recording.timeLimit?.cancel()
        recording.handover?.input.shutDown()
        recording.handover = nil
        recording.input?.shutDown()
        recording.input = nil
        recording.worker.stop(end)
        deadlines.awaitClient(of: recording, isClosing: isClosed)
    }

    /// Ends all recordings and takes no more; calls `done` when everything is on the disk.
    func close(_ end: RecordingEnd, done: @escaping () -> Void) {
        isClosed = true
        ready.close()
        if active.isEmpty { return done() }
        whenAllEnded.append(done)
        for recording in active {
            if recording.isEnding {
                // It may wait for a client that does not read.
                recording.connection?.close()
            } else {
                self.end(recording, end)
            }
        }
    }

    /// Sets whether levels are told.
    package func sendLevels(_ isWanted: Bool) {
        guard isWanted != sendsLevels else { return }
        sendsLevels = isWanted
        for recording in active { recording.worker.sendLevels(isWanted) }
    }

    // MARK: What happens

    /// The interruptions in force pause the recordings that let themselves be interrupted, sleep pauses all, and their end lets them go on.
    func follow(_ interruptions: InterruptionStack) {
        ready.setInterrupted(interruptions.pausesRecordings)
        for recording in active where !recording.isEnding && !recording.isOfPlayer {
            let isInterrupted = interruptions.pausesRecordings(interruptible: recording.request.isInterruptible)
            change(recording) { $0.byInterruption = isInterrupted }
        }
    }

    func serverLost() {
        for recording in active where !recording.isEnding && !recording.isOfPlayer {
            let before = recording.status.phase
            recording.loss?.cancel()
            recording.serverIsLost = true
            (recording.sources, recording.sourcesBeside) = ([], [])
            if !recording.pauses.isPaused { recording.worker.expectGap(.serverLost) }
            tellPhase(recording, since: before)
        }
    }

    func serverConnected() {
        for recording in active where !recording.isEnding && !recording.isOfPlayer {
            recording.serverIsLost = false
            if recording.sources.isEmpty { deadlines.awaitInput(of: recording, afterRestart: true) }
        }
    }

    private func happened(_ event: RecordingEvent, in id: Int64) {
        guard let recording = active.first(where: { $0.id == id }) else { return }
        switch event {
        case .began(let path): began(recording, path)
        case .firstFrame(let time): firstFrame(of: recording, at: time)
        case .split(let file, let next):
            recording.path = next
            publish(.split(id, file, next: next))
        case .marked(let mark): publish(.marked(id, mark))
        case .levels(let levels): publish(.levels(id, levels))
        case .ended(let result): ended(recording, result)
        }
    }

    private func began(_ recording: ActiveRecording, _ path: String) {
        recording.path = path
        guard !recording.isEnding else { return }
        if recording.hasBegun { return publish(.phaseChanged(recording.status)) }
        recording.hasBegun = true
        do throws(RecordingError) { try streams.open(recording) } catch {
            recording.hasBegun = false
            recording.answer(.failure(error))
            return end(recording, .failed(MediaError(.unreadable, "there is no input")))
        }
        if recording.pauses.isPaused { recording.input?.setActive(false) }
        if let preRoll = recording.request.preRoll {
            // Nothing tells when the first frame was sound of those that were kept ready.
            deadlines.awaitLastFrame(of: recording, after: MonotonicClock.nanoseconds - Int64(preRoll * 1e9))
        }
        tellInputMute(of: recording, isBeginning: true)
        publish(.began(recording.status))
        guard recording.plan.wish.latency != nil, recording.plan.wish.startsAt == nil else {
            return recording.answer(.success(()))
        }
        deadlines.awaitFirstFrame(of: recording)
    }

    /// The player plays in `format` from now on. Its recordings go on in new files, or if they have that format already, in the same: what
    /// came between was passed through, and they got nothing of it.
    func playerChangedFormat(_ format: StreamFormat) {
        for recording in active where recording.isOfPlayer && !recording.isEnding {
            let old = recording.input
            // The queue of a copy goes on getting packets: none may be lost between two formats.
            if !recording.request.isCopy { old?.shutDown() }
            recording.input = nil
            let isSame = recording.plan.input == format
            guard isSame || recording.mayChangeFormat else {
                end(recording, .formatChanged)
                continue
            }
            do throws(RecordingError) {
                if !isSame {
                    let (plan, _) = try recording.request.plan(from: .player(format, playedDepth()))
                    try RecordingMaker.requireMemory(for: plan, beside: active.filter { $0 !== recording })
                    recording.changeFormat(plan)
                }
                // A recording that has not begun opens its input when it does.
                guard recording.hasBegun else { continue }
                try streams.open(recording)
                if recording.pauses.isPaused { recording.input?.setActive(false) }
                // The reply has told the client another format.
                if !isSame, recording.request.isOnConnection, !recording.request.isCopy {
                    publish(.phaseChanged(recording.status))
                }
            } catch {
                old?.shutDown()
                logger.error("A recording of the player cannot go on.", metadata: ["reason": "\(error)"])
                end(recording, .formatChanged)
            }
        }
    }

    /// The player plays something that these tags describe, from now on, and its samples may have another depth.
    func playerChangedTags(_ tags: [String: String]) {
        let before = PlayedTitle(playedTags)
        playedTags = tags
        let title = PlayedTitle(tags)
        let depth = playedDepth()
        for recording in active where recording.isOfPlayer && !recording.isEnding {
            let isOther = recording.follow(depth)
            if recording.request.splitsOnTitle {
                recording.title = title.text
                recording.worker.play(title == before ? nil : title)
            } else if recording.request.followsDepth {
                recording.worker.play(nil)
            }
            if isOther, recording.hasBegun { publish(.phaseChanged(recording.status)) }
        }
    }

    /// Notes what the player let be heard when the first frame of a recording was sound.
    private func firstFrame(of recording: ActiveRecording, at time: Int64) {
        let before = recording.status.phase
        recording.firstFrameAt = time
        deadlines.awaitLastFrame(of: recording, after: time)
        tellPhase(recording, since: before)
        recording.answer(.success(()))
        guard case .capture(let source) = recording.request.source else { return }
        recording.heard = streams.heard(at: time, of: source)
        if recording.heard != nil, recording.hasBegun { publish(.phaseChanged(recording.status)) }
    }

    private func ended(_ recording: ActiveRecording, _ result: RecordingResult) {
        recording.loss?.cancel()
        recording.timeLimit?.cancel()
        recording.input?.shutDown()
        recording.input = nil
        active.removeAll { $0 === recording }
        if case .failed(let error) = result.end {
            // A client that never had a recording gets the reason alone.
            if recording.hasBegun { logger.error("A recording failed.", metadata: ["reason": "\(error.description)"]) }
            recording.answer(.failure(.media(error)))
        }
        recording.answer(.failure(isClosed ? .shuttingDown : .tooLate(recording.id)))
        if recording.hasBegun { publish(.ended(recording.id, result)) }
        for answer in recording.whenEnded { answer(result) }
        if active.isEmpty {
            for done in whenAllEnded { done() }
            whenAllEnded = []
        }
    }

    /// Silence takes the place of what does not come beside the input.
    private func happenedBeside(_ event: CaptureEvent, in id: Int64) {
        guard case .sourcesChanged(let sources) = event, let recording = active.first(where: { $0.id == id }) else { return }
        if case .output(let uid?)? = recording.request.besideOutput, !sources.isEmpty, sources != [uid] {
            // The session manager has sent the stream to another output: nobody may be recorded by surprise.
            (recording.input as? MeetingInput)?.endOther()
            recording.sourcesBeside = []
        } else {
            recording.sourcesBeside = sources
        }
        if recording.hasBegun, !recording.isEnding { publish(.phaseChanged(recording.status)) }
    }

    private func happened(_ event: CaptureEvent, in id: Int64) {
        guard case .sourcesChanged(let sources) = event, let recording = active.first(where: { $0.id == id }) else { return }
        guard !recording.isEnding, sources != recording.sources else { return }
        let before = recording.status.phase
        recording.sources = sources
        recording.loss?.cancel()
        recording.loss = nil
        if sources.isEmpty {
            lost(recording)
        } else {
            if recording.firstSources.isEmpty { recording.firstSources = sources }
            // The session manager has sent the stream to another input: nobody may be recorded by surprise.
            if sources != recording.firstSources, recording.request.keepsInput { return end(recording, .inputLost) }
            recording.firstSources = sources
            tellInputMute(of: recording)
        }
        tellPhase(recording, since: before)
    }

    private func lost(_ recording: ActiveRecording) {
        guard !recording.serverIsLost, !recording.pauses.isPaused else { return }
        recording.worker.expectGap(.inputLost)
        deadlines.awaitInput(of: recording)
    }
}
