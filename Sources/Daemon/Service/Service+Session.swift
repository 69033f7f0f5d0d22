import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import NIOCore
import Playback
import PlayerModel

// The requests to the audio session.
extension Service {
    func handle(_ request: Request.Session, from client: ClientID, _ reply: Reply) {
        do throws(SessionError) {
            switch request {
            case .get: return reply.succeed(sessionDescription)
            case .setCategory(let category, let mode, let options):
                let profile = try SessionProfile(words: category, mode, options)
                try driver.change { session, now throws(SessionError) in ((), session.setProfile(profile, at: now)) }
            case .setPreferredIOBufferDuration(let seconds):
                try driver.change { session, now throws(SessionError) in
                    ((), session.setPreferredIOBufferDuration(seconds, at: now))
                }
            case .setPreferredSampleRate(let hertz):
                try driver.change { session, now throws(SessionError) in
                    ((), session.setPreferredSampleRate(hertz, at: now))
                }
            case .setActive(let active, let notify):
                try driver.change { session, now throws(SessionError) in
                    ((), try session.setActive(active, notifyOthers: notify, at: now))
                }
            case .overrideOutput(let output):
                try driver.change { session, now throws(SessionError) in
                    ((), try session.overrideOutput(toSpeaker: output == .speaker, at: now))
                }
            case .beginInterruption(let reason, let mayDuck):
                let id = try driver.change { session, now throws(SessionError) in
                    try session.beginInterruption(client: client.number, reason: reason, mayDuck: mayDuck, at: now)
                }
                return reply.succeed(.object(["interruption": .integer(id)]))
            case .endInterruption(let id, let shouldResume):
                try driver.change { session, now throws(SessionError) in
                    ((), try session.endInterruption(id, client: client.number, shouldResume: shouldResume, at: now))
                }
            }
            settingsChanged()
            reply.succeed(sessionDescription)
        } catch {
            reply.fail(ControlError(error))
        }
    }

    func select(_ uid: String?, _ reply: Reply) {
        do throws(SessionError) {
            try driver.change { session, now throws(SessionError) in ((), try session.select(uid, at: now)) }
        } catch {
            return reply.fail(ControlError(error))
        }
        answerWhenRouted(to: uid, reply)
    }

    /// Answers with the route once the sound goes to `uid`, or after a second with the route as it is.
    private func answerWhenRouted(to uid: String?, _ reply: Reply) {
        driver.watchRoute(for: .seconds(1)) { [driver] route, isLast in
            guard isLast || driver.session.isRouted(to: uid) else { return false }
            reply.succeed(Wire.Route(route))
            return true
        }
    }

    /// Returns whether the session refuses a request that would start playback. If it does, the request is answered.
    func refuses(_ request: Request, _ reply: Reply) -> Bool {
        let state = snapshot().player.state
        let plays: Bool
        switch request {
        case .player(.play), .media(.openStream(_, _, play: true)): plays = true
        case .player(.toggle): plays = state != .playing && state != .buffering
        case .player(.next), .player(.previous): plays = state == .stopped
        case .player, .queue, .media, .session, .route, .server, .connection: plays = false
        }
        guard plays else { return false }
        do throws(SessionError) {
            try driver.session.checkPlay()
        } catch {
            reply.fail(ControlError(error))
            return true
        }
        return false
    }

    /// Hands a command to the engine by which a person decides what is heard. Unless the engine refuses it at once, it ends
    /// every promise that playback resumes by itself, and the answer already shows that.
    func takeOver(_ command: PlayerCommand, _ reply: Reply) {
        let pending = NIOLoopBound((service: self, reply: reply), eventLoop: server.eventLoop)
        let early = engine.assumeIsolated { engine -> PlayerAnswer? in
            var early: PlayerAnswer?
            var isUnderWay = true
            engine.submit(command) { result in
                if isUnderWay { early = result } else { pending.value.service.answer(result, pending.value.reply) }
            }
            isUnderWay = false
            return early
        }
        if case .failed = early {} else { driver.handle(.userTookOver) }
        if let early { answer(early, reply) }
    }

    /// The state that must survive a restart.
    var stateSnapshot: StateSaver.Snapshot {
        StateSaver.Snapshot(state: savedState, watch: engine.assumeIsolated { $0.heardWatch })
    }

    private var savedState: SavedState {
        var state = snapshot().player.savedState
        let session = driver.session
        state.session = SavedSession(
            category: session.profile.category.rawValue, mode: session.profile.mode.rawValue,
            options: session.profile.options.map(\.rawValue).sorted(),
            preferredIOBufferDuration: session.preferredIOBufferDuration,
            preferredSampleRate: session.preferredSampleRate,
            privateOutput: state.wasPlaying ? session.heardPrivately.map { SavedOutput($0) } : nil)
        return state
    }

    /// The outputs that a client can choose.
    var outputs: [Wire.Output] {
        let session = driver.session
        let current = Set(session.route.outputs.map(\.uid))
        return session.outputs.map { sink in
            Wire.Output(
                port: Wire.Port(sink.output), current: current.contains(sink.output.uid),
                default: sink.uid == session.graph.defaultSink && session.graph.sink(sink.uid)?.output.uid == sink.output.uid)
        }
    }

    var sessionDescription: Wire.Session {
        let session = driver.session
        let graph = timing()
        let sink = session.routedSink
        return Wire.Session(
            category: session.profile.category.rawValue, mode: session.profile.mode.rawValue,
            options: session.profile.options.map(\.rawValue).sorted(), active: session.isActive,
            preferredIOBufferDuration: session.preferredIOBufferDuration,
            ioBufferDuration: graph.graphRate > 0 ? Double(graph.quantum) / Double(graph.graphRate) : 0,
            preferredSampleRate: session.preferredSampleRate, sampleRate: Double(graph.graphRate), outputLatency: graph.latency,
            outputVolume: sink?.outputVolume ?? 1, outputMuted: sink?.isMuted ?? false,
            outputChannels: session.route.outputs.first?.channelCount ?? 0,
            otherAudioPlaying: session.otherAudioPlaying,
            secondaryAudioShouldBeSilencedHint: session.secondaryAudioShouldBeSilencedHint,
            recordPermission: "undetermined", interruptions: session.interruptions.holding.map(Wire.Interruption.init),
            route: Wire.Route(session.route))
    }
}

extension SessionProfile {
    /// Makes a profile from the words of the protocol. The catalogue has checked that they are known.
    init(words category: String, _ mode: String, _ options: [String]) throws(SessionError) {
        guard let known = SessionCategory(rawValue: category), let knownMode = SessionMode(rawValue: mode) else {
            throw SessionError(.invalidParameter, "there is no category \(category), or no mode \(mode)")
        }
        try self.init(category: known, mode: knownMode, options: Set(options.compactMap(SessionOption.init(rawValue:))))
    }
}

extension ControlError {
    init(_ error: SessionError) {
        let code = Code.all.first { $0.name == error.code.rawValue } ?? .invalidParams
        self.init(code, error.message)
        // The session has no other limit.
        if code == .limitExceeded { details["limit"] = "interruptions" }
    }
}
