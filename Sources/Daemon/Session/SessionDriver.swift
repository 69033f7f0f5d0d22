import AudioSession
import AudioTypes
import ControlProtocol
import ControlServer
import Desktop
import Glibc
import Logging
import NIOCore
import PipeWireOutput
import Playback
import PlayerModel
import SystemSupport

/// Carries out what the ``Session`` decides, and tells it what happens. Confined to the control thread.
///
/// What happens while a decision is being carried out (the player it paused says that it is paused) waits its turn, so that
/// the session hears of one thing at a time, in order.
final class SessionDriver {
    private(set) var session = Session()
    let engine: Engine
    let output: any SessionOutput
    /// The message buses; `nil` before ``start(environment:)``.
    private var desktop: DesktopBus?
    let logger: Logger
    let eventLoop: any EventLoop
    private let duckKeeper: DuckKeeper
    /// Sends an event to the subscribers.
    let publish: (Event) -> Void
    /// Saves what must survive, before the machine sleeps, then calls back.
    var saveForSleep: (@escaping () -> Void) -> Void = { $0() }
    /// Called where the sound goes somewhere else: whether that is private is to survive.
    var routeChanged: () -> Void = {}
    /// Lets the engine know that the sound server is back; held until the session says where the sound goes.
    private var heldConnection: (() -> Void)?
    /// By how much others are lowered, and we; in decibels.
    private var duckDecibels = -14.0
    /// Players on the session bus that are left alone.
    private var ignoredPlayers: [String] = []
    /// How long a cycle the configuration wishes where no client does, in seconds.
    private var usualBufferDuration = 0.0
    private var waiting: [SessionInput] = []
    /// Called with the route after everything that may have changed it, until they say that they have seen enough.
    private var routeWatchers: [(Route) -> Bool] = []
    private var alarm: Scheduled<Void>?

    init(
        engine: Engine, output: any SessionOutput, duckKeeper: DuckKeeper, eventLoop: any EventLoop, logger: Logger,
        publish: @escaping (Event) -> Void
    ) {
        self.engine = engine
        self.output = output
        self.duckKeeper = duckKeeper
        self.eventLoop = eventLoop
        self.logger = logger
        self.publish = publish
        output.recordDucking { [unowned output] book in
            duckKeeper.write(book) { revision in eventLoop.execute { output.duckBookWritten(revision) } }
        }
    }

    /// Listens to the message buses, and gives back what an earlier run took from others and could not give back.
    func start(environment: [String: String]) {
        output.restoreDucked(duckKeeper.load())
        let eventLoop = eventLoop
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        var configuration = DesktopBusConfiguration(environment: environment)
        configuration.ignoredPlayers += ignoredPlayers
        let desktop = DesktopBus(configuration) { event in
            eventLoop.execute { bound.value.happened(event) }
        }
        self.desktop = desktop
        desktop.start()
    }

    /// Takes the configuration over.
    func configure(_ settings: DaemonSettings) {
        lookAtPlayer()
        perform(session.setPolicy(settings.session, at: MonotonicClock.nanoseconds))
        duckDecibels = settings.duckDecibels
        if session.interruptions.ducks { perform(.setSoftened(true)) }
        output.setPrivateOutputs(settings.output.privateOutputs)
        if ignoredPlayers != settings.ignoredPlayers {
            ignoredPlayers = settings.ignoredPlayers
            desktop?.ignore(players: ignoredPlayers)
        }
        usualBufferDuration = settings.output.preferredBufferDuration
        perform(.setPreferredIOBufferDuration(session.preferredIOBufferDuration))
    }

    /// Takes over what clients asked of an earlier run.
    func restore(_ saved: SavedSession) {
        do throws(SessionError) {
            let profile = try SessionProfile(words: saved.category, saved.mode, saved.options)
            let (duration, rate) = (saved.preferredIOBufferDuration, saved.preferredSampleRate)
            let seconds = SessionPreferences.bufferDurations.contains(duration) ? duration : 0
            let hertz = SessionPreferences.sampleRates.contains(rate) ? rate : 0
            try change { session, now throws(SessionError) in
                (
                    (),
                    session.setProfile(profile, at: now) + session.setPreferredIOBufferDuration(seconds, at: now)
                        + session.setPreferredSampleRate(hertz, at: now)
                )
            }
        } catch {
            logger.warning("Cannot restore the audio session of the last run.", metadata: ["reason": "\(error.message)"])
        }
    }

    /// What the last run played is to be heard once it is known where the sound goes, and not aloud where it was private.
    func awaitServer(privateOutput: SavedOutput?) {
        perform(session.awaitServer(privateOutput: privateOutput.map { GraphSink($0) }, at: MonotonicClock.nanoseconds))
    }

    /// Sends the sound where the configuration says.
    func setConfiguredOutput(_ uid: String?) {
        perform(session.setConfiguredOutput(uid, at: MonotonicClock.nanoseconds))
        settle()
    }

    // MARK: What happens

    /// Tells the session that something happened.
    func handle(_ input: SessionInput) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        drain()
    }

    /// Has a client change the session, and carries out what follows.
    func change<Value>(
        _ body: (inout Session, Int64) throws(SessionError) -> (Value, [SessionAction])
    ) throws(SessionError) -> Value {
        lookAtPlayer()
        let (value, actions) = try body(&session, MonotonicClock.nanoseconds)
        perform(actions)
        settle()
        return value
    }

    private func drain() {
        while let next = waiting.first {
            lookAtPlayer()
            perform(session.handle(next, at: MonotonicClock.nanoseconds))
            waiting.removeFirst()
        }
        settle()
    }

    /// Shows the session what the player has not told, because it is not heard.
    private func lookAtPlayer() {
        (session.playerOpens, session.playerWaits) = engine.assumeIsolated {
            ($0.player.opensToPlay, $0.player.waitsToComeBack)
        }
    }

    private func settle() {
        setAlarm()
        let route = session.route
        routeWatchers = routeWatchers.filter { !$0(route) }
    }

    /// Calls `watcher` with the route now, whenever it may have changed, and once more after `patience`, until it answers true.
    func watchRoute(for patience: TimeAmount, _ watcher: @escaping (_ route: Route, _ isLast: Bool) -> Bool) {
        if watcher(session.route, false) { return }
        var isOver = false
        let last = eventLoop.assumeIsolated().scheduleTask(in: patience) { [weak self] in
            if let self, !isOver { isOver = watcher(session.route, true) }
        }
        routeWatchers.append { route in
            if !isOver, watcher(route, false) {
                isOver = true
                last.cancel()
            }
            return isOver
        }
    }

    /// Comes back when time itself is what the session waits for.
    private func setAlarm() {
        alarm?.cancel()
        alarm = nil
        guard let deadline = session.deadline else { return }
        let delay = max(0, deadline - MonotonicClock.nanoseconds)
        alarm = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(delay)) { [weak self] in
            self?.alarm = nil
            self?.handle(.deadline)
        }
    }

    // MARK: The sound server

    /// The server answers. `tellEngine` is called once the session knows where the sound goes, at once where that was never
    /// in doubt.
    func serverConnected(_ tellEngine: @escaping () -> Void) {
        heldConnection = tellEngine
        handle(.serverConnected)
        if session.isServerHere { releaseConnection() }
    }

    /// The server is gone; the engine knows.
    func serverLost() {
        heldConnection = nil
        handle(.serverLost)
    }

    private func releaseConnection() {
        heldConnection?()
        heldConnection = nil
    }

    // MARK: What is decided

    private func perform(_ actions: [SessionAction]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: SessionAction) {
        switch action {
        case .pausePlayer(let cause): engine.assumeIsolated { $0.stepBack(PlaybackReason(cause)) }
        case .resumePlayer(let cause): engine.assumeIsolated { $0.comeBack(PlaybackReason(cause)) }
        case .resetPlayer: releaseConnection()
        case .setSoftened(let isSoft):
            let factor = isSoft ? Float(pow(10, duckDecibels / 20)) : 1
            engine.assumeIsolated { $0.setSoftening(factor) }
        case .setGuard(let isOn): output.setGuard(isOn)
        case .endHush: output.setHushed(false)
        case .setTarget(let uid): output.setTarget(uid: uid)
        case .relinkOutput: output.relink()
        case .setPort(let sink, let port): output.setPort(port, ofSink: sink)
        case .setPreferredIOBufferDuration(let seconds):
            output.setPreferredBufferDuration(seconds > 0 ? seconds : usualBufferDuration)
        case .setPreferredSampleRate(let hertz):
            output.setPreferredSampleRate(hertz)
            if output.wouldChangeRate { engine.assumeIsolated { $0.renegotiate() } }
        case .pauseOther(let player): desktop?.pause(player)
        case .resumeOther(let player): desktop?.play(player)
        case .duckOthers(true): output.duckOthers(decibels: duckDecibels)
        case .duckOthers(false): output.endDucking()
        case .allowSleep: allowSleep()
        case .emit(let event):
            logger.info("\(event.sentence)")
            publish(Event(event))
            if case .routeChanged = event { routeChanged() }
        }
    }

    private func allowSleep() {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        engine.assumeIsolated { engine in
            engine.whenSilent {
                let driver = bound.value
                driver.saveForSleep { bound.value.desktop?.releaseSleepDelay() }
            }
        }
    }

    /// Gives back at the end what was borrowed of cards, while the output can still say so.
    func giveBackPort() { perform(session.end(at: MonotonicClock.nanoseconds)) }

    /// Gives back at the end what was taken from others.
    func shutDown() {
        alarm?.cancel()
        output.endDucking()
        desktop?.stop()
        duckKeeper.shutDown()
    }
}
