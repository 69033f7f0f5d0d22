import AudioSession
import AudioTypes
import Logging
import MediaLibrary
import MusicLibrary
import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Plays the alarm that rings: carries out what the ``PlayerModel/AlarmRing`` decides, and gives back afterwards what the player had before.
/// Confined to the control thread.
///
/// It gives its commands to the engine, as a client does, so that an alarm can play whatever a client can. A person's commands end it.
final class AlarmRinger {
    /// What the player and the output were like before.
    private struct Before {
        var volume: Volume
        /// The outputs that somebody had chosen; none for wherever the desktop wants the sound.
        let outputs: [String]
        /// The outputs whose mute switches were taken off.
        var unmuted: [String] = []
    }

    private unowned let application: Application
    private let desk: AlarmDesk
    private var ring: AlarmRing?
    private var before: Before?
    /// The number under which the queue is changed, so that one undo brings back the queue of before.
    private var group: UInt64 = 0
    /// Counts what was asked for: an answer to anything but the newest says nothing.
    private var request: UInt64 = 0
    /// Whether the media is open that was asked for last.
    private var isOpen = false
    /// Whether the volume has begun to go up.
    private var hasFaded = false
    /// Whether a person has set the volume since it rings.
    private var hasOtherVolume = false
    private var timer: Scheduled<Void>?
    /// The file that is played if what an alarm names is not heard; `nil` for none.
    var fallback: String?

    private static let origin = Origin(.alarm, client: 0)

    init(_ application: Application, _ desk: AlarmDesk) {
        self.application = application
        self.desk = desk
        desk.ring = { [weak self] alarm, due in self?.begin(alarm, due: due) }
        desk.end = { [weak self] id, end in
            if self?.ring?.alarm.id == id { self?.end(end) }
        }
    }

    /// The alarm that rings; `nil` for none.
    var ringing: Alarm? { ring?.alarm }

    // MARK: Beginning and end

    private func begin(_ alarm: Alarm, due: Double) {
        if ring != nil { end(.replaced) }
        ring = AlarmRing(alarm, due: due, hasFallback: fallback != nil, at: MonotonicClock.nanoseconds)
        (group, isOpen, hasFaded, hasOtherVolume) = (application.makeGroup(), false, false, false)
        application.logger.notice("An alarm rings.", metadata: ["alarm": "\(alarm.id)"])
        look()
        setTimer()
    }

    /// Ends the ring.
    /// - Parameter minutes: in how many minutes the alarm rings again; `nil` if it does not.
    func end(_ end: AlarmEnd, snoozedFor minutes: Double? = nil) {
        guard let ring else { return }
        self.ring = nil
        request += 1
        timer?.cancel()
        timer = nil
        if let before {
            self.before = nil
            if end != .takenOver {
                giveBack(before, ring.alarm.sound)
            } else if ring.alarm.sound.fade > 0, !hasFaded, !hasOtherVolume {
                // Nothing was heard yet, so the volume still waits at nothing. Who plays something else is to hear it.
                submit(.setVolume(level: before.volume.level, delta: nil, muted: nil))
            }
            application.driver.order { $0.mediaRole = nil }
        }
        desk.ended(ring.alarm.id, end, snoozedFor: minutes)
    }

    /// Silences the alarm, and brings back what was there before. What was heard before does not go on by itself: somebody is awake now.
    private func giveBack(_ before: Before, _ sound: AlarmSound) {
        // Where it was not even opened, what was there before stands at its place.
        if application.snapshot.player.wouldUndo(group: group) {
            submit(.stop)
            submit(.revert(.undo, mayPlay: false))
        } else if application.snapshot.player.state != .paused || !isOpen {
            submit(.stop)
        }
        if !hasOtherVolume { submit(.setVolume(level: before.volume.level, delta: nil, muted: before.volume.muted)) }
        do throws(SessionError) {
            for output in before.unmuted {
                try application.setOutputVolume(level: nil, delta: nil, isMuted: true, of: output) { _ in }
            }
        } catch {
            application.logger.warning("An output is not mute as before the alarm.", metadata: ["reason": "\(error.message)"])
        }
        // Where somebody has chosen another one meanwhile, that stays.
        guard let output = sound.output, application.session.chosenOutputs == [output] else { return }
        do throws(SessionError) {
            if before.outputs.count > 1 {
                try application.selectOutputs(before.outputs) { _ in }
            } else {
                try application.selectOutput(before.outputs.first) { _ in }
            }
        } catch {
            application.logger.warning("An output is not as before the alarm.", metadata: ["reason": "\(error.message)"])
        }
    }

    /// Takes over the sound once, before anything is played.
    private func takeOver(_ alarm: Alarm) {
        guard before == nil else { return }
        let (player, session) = (application.snapshot.player, application.session)
        before = Before(volume: player.volume, outputs: session.chosenOutputs)
        before?.volume.level = desk.takesOver(alarm.id, level: player.volume.level)
        if [.playing, .buffering].contains(player.state) { submit(.pause) }
        // Somebody has fallen asleep with that.
        submit(.stopAfter(nil))
        application.driver.order { $0.mediaRole = "Alarm" }
        let sound = alarm.sound
        do throws(SessionError) {
            if let output = sound.output { try application.selectOutput(output) { _ in } }
        } catch {
            application.logger.warning(
                "An alarm is not heard where it was to be heard.", metadata: ["reason": "\(error.message)"])
        }
        takeMuteOff(sound)
        let goal = sound.fade > 0 ? 0 : sound.volume
        if goal != nil || sound.unmutes { submit(.setVolume(level: goal, delta: nil, muted: sound.unmutes ? false : nil)) }
    }

    /// Takes the mute switch of the output off, if it is on and was to be taken off.
    private func takeMuteOff(_ sound: AlarmSound) {
        let session = application.session
        let sink = sound.output.flatMap { session.graph.sink($0) } ?? session.routedSink
        guard sound.unmutes, let sink, sink.isMuted else { return }
        before?.unmuted.append(sink.uid)
        do throws(SessionError) {
            try application.setOutputVolume(level: nil, delta: nil, isMuted: false, of: sink.uid) { _ in }
        } catch {
            application.logger.warning("An alarm rings in an output that is mute.", metadata: ["reason": "\(error.message)"])
        }
    }

    // MARK: What happens

    /// Takes in an event of the application. What follows from it is done later: the engine is still carrying out its decision.
    func happened(_ event: ApplicationEvent) {
        guard ring != nil else { return }
        switch event {
        case .player, .session, .output, .graphChanged: break
        default: return
        }
        let bound = NIOLoopBound(self, eventLoop: application.eventLoop)
        let number = request
        application.eventLoop.execute { bound.value.take(event, number) }
    }

    private func take(_ event: ApplicationEvent, _ number: UInt64) {
        guard ring != nil else { return }
        // An event of what was asked for before says nothing of this.
        if case .player(let event) = event, number == request { take(event) }
        look()
    }

    private func take(_ event: PlayerEvent) {
        let now = MonotonicClock.nanoseconds
        switch event {
        case .itemChanged(let item, reason: _) where item != nil && isOpen: decide { $0.heard(at: now) }
        case .stateChanged(.playing, reason: _, previous: .buffering) where isOpen: decide { $0.heard(at: now) }
        case .stateChanged(.buffering, reason: _, previous: _) where isOpen: ring?.ranDry(at: now)
        case .stateChanged(.stopped, reason: .endOfQueue, previous: _) where isOpen: decide { $0.ended(at: now) }
        case .stateChanged(.stopped, reason: .error, previous: _) where isOpen: decide { $0.failed(at: now) }
        case .stateChanged(.paused, reason: let reason, previous: _): paused(for: reason)
        case .volumeChanged(_, source: .system, fade: _, maximum: _): hasOtherVolume = true
        case .mediaServicesLost: decide { $0.canSound(false, at: now) }
        default: break
        }
        setTimer()
    }

    private func paused(for reason: PlaybackReason) {
        switch reason {
        case .stopAfter: end(.dismissed)
        case .interrupted where application.session.interruptions.holding.contains(where: { $0.reason == .otherPlayer }):
            end(.dismissed)
        // It goes on when it can: at once where the headphones have gone, for who sleeps does not hear them.
        case .interrupted, .routeLost, .systemSleep, .mediaServicesLost:
            decide { $0.canSound(false, at: MonotonicClock.nanoseconds) }
        default: break
        }
    }

    /// Looks whether anything can be heard now.
    private func look() {
        let session = application.session
        let isAllowed = (try? session.checkPlay()) != nil
        let canSound = isAllowed && session.isServerHere && !session.route.outputs.isEmpty
        decide { $0.canSound(canSound, at: MonotonicClock.nanoseconds) }
        setTimer()
    }

    private func decide(_ decision: (inout AlarmRing) -> [AlarmRing.Action]) {
        guard var ring else { return }
        let actions = decision(&ring)
        self.ring = ring
        for action in actions { perform(action, ring.alarm) }
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard let ring else { return }
        let delay = max(0, ring.deadline - MonotonicClock.nanoseconds)
        timer = application.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(delay)) { [weak self] in
            self?.timer = nil
            self?.decide { $0.timePassed(at: MonotonicClock.nanoseconds) }
            self?.setTimer()
        }
    }

    // MARK: What is decided

    private func perform(_ action: AlarmRing.Action, _ alarm: Alarm) {
        switch action {
        case .play(.wanted): play(alarm.sound.uri, alarm)
        case .play(.fallback): play(fallback ?? desk.store.tonePath, alarm)
        case .play(.tone): playTone(alarm)
        case .tell(let source):
            application.tell(.alarm(.rang(alarm.id, source)))
            // PipeWire 1.4 heeds what a virtual output is told only once it runs.
            takeMuteOff(alarm.sound)
            fadeIn(alarm)
        case .end: end(.timeLimit)
        }
    }

    private func play(_ uri: String, _ alarm: Alarm) {
        takeOver(alarm)
        request += 1
        isOpen = false
        let number = request
        application.commanders.note(Self.origin)
        let mayBeMany = LibraryAddress(uri) != nil || PlaylistExpansion.mayBeMany(uri)
        let command: PlayerCommand = mayBeMany ? .playList(uri) : .playURI(uri)
        let origin = Origin(.alarm, client: 0, group: group)
        application.submit(command, for: origin) { [weak self] result in
            guard let self, number == request, ring != nil else { return }
            switch result {
            case .success: isOpen = true
            case .failure(let error):
                application.logger.warning("An alarm cannot be played as it was set.", metadata: ["reason": "\(error)"])
                decide { $0.failed(at: MonotonicClock.nanoseconds) }
                setTimer()
            }
        }
    }

    /// Plays the tone, once it is sure that its file is there.
    private func playTone(_ alarm: Alarm) {
        request += 1
        isOpen = false
        let bound = NIOLoopBound((self, alarm, request), eventLoop: application.eventLoop)
        desk.store.provideTone { [eventLoop = application.eventLoop, path = desk.store.tonePath] in
            eventLoop.execute {
                let (ringer, alarm, number) = bound.value
                guard number == ringer.request, ringer.ring != nil else { return }
                ringer.play(path, alarm)
            }
        }
    }

    /// Lets the volume go up, from the first frame on that is heard.
    private func fadeIn(_ alarm: Alarm) {
        let sound = alarm.sound
        guard sound.fade > 0, !hasFaded, !hasOtherVolume, let before else { return }
        hasFaded = true
        submit(.setVolume(level: sound.volume ?? before.volume.level, delta: nil, muted: nil, over: sound.fade))
    }

    private func submit(_ command: PlayerCommand) {
        if command.setsVolume { application.commanders.note(Self.origin, setsVolume: true) }
        application.submit(command, for: Self.origin) { [logger = application.logger] result in
            guard case .failure(let error) = result else { return }
            logger.debug("A step of an alarm was refused.", metadata: ["reason": "\(error)"])
        }
    }

    // MARK: A person

    /// Takes in a command of a person before it is carried out. Returns the command to carry out.
    func personGives(_ command: PlayerCommand, _ origin: Origin) -> PlayerCommand {
        guard ring != nil, origin.door != .alarm else { return command }
        switch command {
        case .pause, .stop:
            end(.dismissed)
            return command
        case .toggle:
            end(.dismissed)
            return .pause
        case .playURI, .playList, .playStream, .playItem, .playPlace, .clear, .revert: end(.takenOver)
        // Who only asks for the volume changes none.
        case .setVolume(let level, let delta, let muted, over: _) where level != nil || delta != nil || muted != nil:
            hasOtherVolume = true
        default: break
        }
        return command
    }
}
