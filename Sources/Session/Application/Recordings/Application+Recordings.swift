package import AudioSession
import AudioTypes
import Logging
import MediaTypes
import NIOCore
import Playback
import PlayerModel
import Recording
package import SystemSupport

// Recordings, and who may make them.
extension Application {
    /// Begins a recording. `answer` gets its status once the first file is there. If a person has to allow it first, that is
    /// waited for. The recording does not end with its client.
    /// - Parameter process: the client's; it must not be the one that gives the answer.
    package func record(
        _ request: RecordingRequest, for origin: Origin, by process: ProcessLineage?,
        answer: @escaping (Result<RecordingStatus, RecordingError>) -> Void
    ) {
        // What can never be is refused before anybody is asked, or an input is sought.
        if let refusal = refusal(ofRecording: request, for: origin) { return answer(.failure(.media(refusal))) }
        do throws(MediaError) { _ = try request.chosenFormat() } catch { return answer(.failure(.media(error))) }
        do throws(SessionError) { try checkRecording(for: request) } catch { return answer(.failure(.session(error))) }
        askToRecord(purpose: request.purpose, for: origin, by: process) { [weak self] result in
            guard let self else { return }
            switch result {
            case .failure(let error): return answer(.failure(.session(error)))
            case .success(false):
                let sentence = "a person, or a new configuration, has denied the recording"
                return answer(.failure(.session(SessionError(.permissionDenied, sentence))))
            case .success(true): break
            }
            do throws(SessionError) { try checkRecording(for: request) } catch { return answer(.failure(.session(error))) }
            prepare(request, for: origin, answer: answer)
        }
    }

    /// How long a recording waits for its input at most. The session gives up earlier.
    private static let patienceWithInput = TimeAmount.seconds(15)
    /// The same for a card that has to switch to a port.
    private static let patienceWithPort = TimeAmount.seconds(3)

    /// Begins a recording once its input is there: a headset may have to change its profile, the echo to be cancelled, or a card to
    /// switch to the port that is named.
    private func prepare(
        _ request: RecordingRequest, for origin: Origin, answer: @escaping (Result<RecordingStatus, RecordingError>) -> Void
    ) {
        guard case .capture(.input(let uid)) = request.source, uid.map(session.namesInputPort) ?? true, !recordings.isClosed,
            // Sound that is kept ready needs nothing of the session, but that its port stays.
            request.preRoll == nil || uid != nil
        else { return begin(request, answer: answer) }
        var request = request
        if let uid {
            do throws(SessionError) {
                try driver.change { session, now throws(SessionError) in ((), try session.holdInputPort(uid, at: now)) }
            } catch {
                return answer(.failure(.session(error)))
            }
        }
        (request.usesSessionInput, request.heldInput) = (uid == nil, uid)
        let starting = StartingRecording(origin, isOnConnection: request.isOnConnection, heldInput: uid)
        startingRecordings.append(starting)
        if uid == nil { driver.prepareInput(cancelsEcho: request.cancelsEcho) }
        driver.watchRoute(for: uid == nil ? Self.patienceWithInput : Self.patienceWithPort) { [weak self] _, isLast in
            guard let self else { return true }
            // The client is gone that was to get it.
            guard startingRecordings.contains(where: { $0 === starting }) else { return true }
            guard isLast || uid.map(session.isInputPortReady) ?? session.isInputReady else { return false }
            startingRecordings.removeAll { $0 === starting }
            lookAfterInputUse()
            do throws(SessionError) { try checkRecording(for: request) } catch {
                answer(.failure(.session(error)))
                return true
            }
            begin(request) { [weak self] result in
                answer(result)
                if case .failure = result { self?.lookAfterInputUse() }
            }
            return true
        }
    }

    /// Forgets the recordings that wait for their input and were to go to a client that is gone. Those into files begin all the same.
    func forgetStartingRecordings(of origin: Origin) {
        let count = startingRecordings.count
        startingRecordings.removeAll { $0.origin == origin && $0.isOnConnection }
        if startingRecordings.count < count { lookAfterInputUse() }
    }

    /// Lets the session give back what recordings needed once there are none any more. Later, because a recording may just be ending.
    private func lookAfterInputUse() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            let (starting, recordings) = (application.startingRecordings, application.recordings)
            application.driver.keepInputPorts(of: Set(starting.compactMap(\.heldInput) + recordings.heldInputs))
            guard starting.isEmpty, !recordings.usesSessionInput else { return }
            application.driver.releaseInput()
        }
    }

    private func checkRecording(for request: RecordingRequest) throws(SessionError) {
        switch request.source {
        case .capture(let source):
            try driver.session.checkRecording(of: source, isInterruptible: request.isInterruptible)
            // Sound that is kept ready was taken in already, through whichever port that was.
            if request.preRoll != nil {
                _ = try driver.session.captured(source)
            } else if case .input(let uid?) = source {
                try driver.session.checkInputPort(uid)
            }
            if request.cancelsEcho { try driver.session.checkEchoCancelling() }
            if let output = request.besideOutput {
                try driver.session.checkRecording(of: output, isInterruptible: request.isInterruptible)
            }
        // What the player may play is judged when it plays.
        case .player: try driver.session.requireRecordPermission()
        }
    }

    private func begin(
        _ request: RecordingRequest, answer: @escaping (Result<RecordingStatus, RecordingError>) -> Void
    ) {
        keepSoundReady()
        var request = request
        if case .capture(let source) = request.source {
            do throws(SessionError) {
                let (captured, port) = try session.captured(source)
                (request.source, request.inputPort) = (.capture(captured), port)
            } catch {
                return answer(.failure(.session(error)))
            }
        }
        let channels: Int
        switch request.source {
        case .player:
            // Before it has played anything, this is a guess. Another file takes the place of the empty one if it is wrong.
            let format = engine.assumeIsolated { $0.playedFormat } ?? StreamFormat(sampleRate: .video, channelLayout: .stereo)
            return recordings.start(request, from: .player(format, recordings.playedDepth()), answer: answer)
        case .capture(.input(let uid)):
            let chosen: InputDevice?
            do throws(SessionError) {
                chosen = request.cancelsEcho ? try session.requireEchoCancelledInput() : session.input
            } catch {
                return answer(.failure(.session(error)))
            }
            let input = if let uid { session.graph.source(uid)?.device } else { chosen }
            channels = input?.channelCount ?? 2
            // The session's choice of an input is not the sound server's; and another default must not move the recording.
            if uid == nil, let input, !request.followsInput || input.uid != session.defaultInput {
                request.source = .capture(.input(uid: input.uid))
            }
        case .capture(.output(let uid)):
            channels = (uid.flatMap { session.graph.sink($0) } ?? session.routedSink)?.channelCount ?? 2
        }
        recordings.start(request, from: .device(channels: channels, graphRate: timing.graphRate), answer: answer)
        // The recording may have taken over what was kept ready.
        keepSoundReady()
    }

    /// Chooses the input that recordings use if they name none; `nil` for the default one.
    package func selectInput(_ uid: String?) throws(SessionError) {
        try driver.change { session, now throws(SessionError) in ((), try session.selectInput(uid, at: now)) }
        keepSoundReady()
        tell(.stateToSaveChanged)
    }

    /// Sets the volume of the input that recordings take which name none, and its mute switch; what is `nil` stays as it is. `answer`
    /// gets the volume once the sound system has it, or after a second as it was asked for.
    /// - Parameter delta: what to add to the level.
    package func setInputVolume(
        level: Double?, delta: Double?, isMuted: Bool?, answer: @escaping (RouteVolume) -> Void
    ) throws(SessionError) {
        let wanted = try driver.change { session, now throws(SessionError) in
            let (volume, actions) = try session.setInputVolume(level: level, delta: delta, isMuted: isMuted, at: now)
            return (volume, actions)
        }
        driver.watchRoute(for: .seconds(1)) { [driver] _, isLast in
            guard isLast || driver.session.inputVolume?.isNear(wanted) == true else { return false }
            answer(wanted)
            return true
        }
    }

    /// Keeps the sound of the input ready for recordings, if the settings want that and clients may record.
    func keepSoundReady() {
        // While the server is away, the stream waits for it.
        guard session.isSoundServerHere else { return }
        recordings.keepReady(
            session.recordPermission == .granted ? session.plainInput?.device : nil, graphRate: timing.graphRate)
    }

    func watchRecordings() {
        driver.mutedInputsChanged = { [recordings, eventLoop] uids in
            let bound = NIOLoopBound(recordings, eventLoop: eventLoop)
            // Later, because the driver may still be carrying out a decision.
            eventLoop.execute { bound.value.inputsAreMuted(uids) }
        }
        driver.inputPortsChanged = { [weak self, eventLoop] in
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            eventLoop.execute {
                guard let application = bound.value else { return }
                application.recordings.inputPorts(are: application.session.inputPorts)
            }
        }
        recordings.playedDepth = { [weak self] in PlayedDepth(self?.snapshot.player.sourceDescription) }
        recordings.publish = { [weak self] news in
            guard let self else { return }
            driver.recordingsChanged(isRecording: recordings.isRunning, isCapturing: recordings.isCapturing)
            tell(.recording(news))
            if case .ended = news { lookAfterInputUse() }
        }
        playerLevels.publish = { [weak self] report in
            self?.tell(.playerLevels(report.levels))
            if let bands = report.spectrum { self?.tell(.playerSpectrum(bands)) }
        }
        playerLevels.failed = { [logger] reason in
            logger.warning("The levels of what plays cannot be measured.", metadata: ["reason": "\(reason)"])
        }
        let bound = NIOLoopBound((recordings, playerLevels, broadcasts), eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            engine.observeFormat { format in
                let (recordings, levels, broadcasts) = bound.value
                recordings.playerChangedFormat(format)
                levels.changedFormat(format)
                broadcasts.changedFormat(format)
            }
        }
        joinNotifications()
    }

    /// Lets recordings pause while the session is interrupted. Later, because the session's driver may still be carrying out a
    /// decision.
    func lookAfterRecordings() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute {
            let application = bound.value
            application.recordings.follow(application.session.interruptions)
            application.keepSoundReady()
        }
    }
}

/// A recording that waits for an input that the session has asked for.
final class StartingRecording {
    let origin: Origin
    let isOnConnection: Bool
    /// The uid of the input whose port it waits for; `nil` if the session chooses the input.
    let heldInput: String?

    init(_ origin: Origin, isOnConnection: Bool, heldInput: String?) {
        self.origin = origin
        self.isOnConnection = isOnConnection
        self.heldInput = heldInput
    }
}
