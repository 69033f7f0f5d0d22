import AudioSession
import AudioTypes
import Desktop
import Glibc
import Logging
import MessageBus
import NIOCore
import Playback
import PlayerModel
import SystemSupport

/// Carries out what the ``Session`` decides, and reports to it what happens. Confined to the control thread.
///
/// An input that comes while a decision is carried out (the player that was paused reports that) waits for its turn. So the
/// session gets one input at a time, in order.
final class SessionDriver {
    private(set) var session = Session()
    let engine: Engine
    let output: any SessionOutput
    /// The message buses; `nil` before ``start(environment:)``.
    private var desktop: DesktopBus?
    /// Whether the message buses answer, as far as that is known.
    var buses: [BusType: Surroundings.Bus] = [:]
    private var wakefulness = Wakefulness()
    /// What else uses the session bus, and what uses the system bus.
    private var guests: [DesktopBus.Guest] = []
    private var systemGuests: [DesktopBus.Guest] = []
    let logger: Logger
    let eventLoop: any EventLoop
    let loanStore: LoanStore
    /// The sound that waits for its card.
    var heldStart = HeldStart()
    /// Tells the observers an event of the session.
    var publish: (SessionEvent) -> Void = { _ in }
    /// Gets the name of another player because of which playback, which was to go on by itself, does not.
    var takerCame: (String) -> Void = { _ in }
    /// Mutes the room of this machine, or lets it be heard again.
    var muteLocalRoom: (Bool) -> Void = { _ in }
    /// Gets what the output is told to do.
    var ordered: (OutputOrders) -> Void = { _ in }
    /// Gets the uids of the inputs whose mute switches are on, whenever these change.
    var mutedInputsChanged: (Set<String>) -> Void = { _ in }
    private var mutedInputs: Set<String> = []
    /// Is called whenever an input takes sound in through another port.
    var inputPortsChanged: () -> Void = {}
    private var inputPorts: [String: String] = [:]
    /// Saves everything that must survive before the machine sleeps, then calls back.
    var saveForSleep: (@escaping () -> Void) -> Void = { $0() }
    /// Reports to the engine that the sound server is back. Held until the session says where the sound goes.
    private var heldConnection: (() -> Void)?
    /// By how many decibels other programs are lowered, and Fermata too.
    private var duckDecibels = -14.0
    /// Players on the session bus that Fermata leaves alone.
    private var ignoredPlayers: [String] = []
    /// What the output is told to do.
    private var orders: OutputOrders
    /// The length of a cycle that the configuration prefers if no client asks for one, in seconds.
    private var usualBufferDuration = 0.0
    private var waiting: [SessionInput] = []
    private let routeWatchers: RouteWatchers
    private var alarm: Scheduled<Void>?

    /// Makes a driver of an output that was made with `orders`.
    init(
        engine: Engine, output: any SessionOutput, orders: OutputOrders, loanStore: LoanStore, eventLoop: any EventLoop,
        logger: Logger
    ) {
        self.engine = engine
        self.orders = orders
        self.output = output
        self.loanStore = loanStore
        self.eventLoop = eventLoop
        self.logger = logger
        routeWatchers = RouteWatchers(eventLoop)
        output.recordDucking { [unowned output] book in
            loanStore.write(book) { revision in eventLoop.execute { output.duckBookWritten(revision) } }
        }
    }

    /// Listens to the message buses, and gives back what an earlier run took and could not give back: the volumes that it lowered, the
    /// headset that it switched.
    func start(environment: [String: String]) {
        output.restoreDucked(loanStore.load())
        for loan in loanStore.loadLoans() { session.restoreLoan(loan) }
        watchStarts()
        let eventLoop = eventLoop
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        var configuration = DesktopBusConfiguration(environment: environment)
        configuration.ignoredPlayers += ignoredPlayers
        let desktop = DesktopBus(configuration, guests: guests, systemGuests: systemGuests) { event in
            eventLoop.execute { bound.value.happened(event) }
        }
        self.desktop = desktop
        (guests, systemGuests) = ([], [])
        desktop.start()
    }

    /// Adds an object that uses the session bus, before ``start(environment:)``.
    func addGuest(_ guest: @escaping DesktopBus.Guest) { guests.append(guest) }

    /// Adds an object that uses the system bus, before ``start(environment:)``.
    func addSystemGuest(_ guest: @escaping DesktopBus.Guest) { systemGuests.append(guest) }

    /// Has the guest of this type do something, on the bus thread. Without buses, it does nothing.
    func post<Participant: BusParticipant & SendableMetatype>(
        to type: Participant.Type, _ order: @escaping @Sendable (Participant) -> Void
    ) {
        desktop?.post(to: type, order)
    }

    /// Takes over the configuration.
    func configure(_ settings: ApplicationSettings) {
        lookAtPlayer()
        perform(session.setPolicy(settings.session, at: MonotonicClock.nanoseconds))
        duckDecibels = settings.duckDecibels
        if session.interruptions.ducks { perform(.setSoftened(true)) }
        order { $0.privateOutputs = settings.output.orders.privateOutputs }
        perform(session.setConfiguredFilters(settings.output.orders.filters, at: MonotonicClock.nanoseconds))
        perform(session.setConfiguredVolumes(settings.output.orders.volumes, at: MonotonicClock.nanoseconds))
        if ignoredPlayers != settings.ignoredPlayers {
            ignoredPlayers = settings.ignoredPlayers
            desktop?.ignore(players: ignoredPlayers)
        }
        wakefulness.isWanted = settings.inhibitsIdle
        keepAwake()
        usualBufferDuration = settings.output.orders.preferredBufferDuration
        perform(.setPreferredIOBufferDuration(session.preferred.ioBufferDuration))
    }

    /// Makes what the last run played resume once it is known where the sound goes. If the output was private, it must not
    /// resume on a loudspeaker.
    func awaitServer(privateOutput: SavedOutput?) {
        perform(session.awaitServer(privateOutput: privateOutput.map { GraphSink($0) }, at: MonotonicClock.nanoseconds))
    }

    /// Sends the sound to the output that the configuration names.
    func setConfiguredOutput(_ uid: String?) {
        perform(session.setConfiguredOutput(uid, at: MonotonicClock.nanoseconds))
        settle()
    }

    /// Takes in a person's answer to the question whether clients may record.
    func answerRecordPermission(_ isGranted: Bool) { session.answerRecordPermission(isGranted) }

    /// Asks the sound system for what a recording needs whose input the session chooses.
    /// - Parameter cancelsEcho: whether the recording wants the echo cancelled, whatever the mode is.
    func prepareInput(cancelsEcho: Bool) {
        perform(session.prepareInput(cancelsEcho: cancelsEcho, at: MonotonicClock.nanoseconds))
        settle()
    }

    /// Gives back what such recordings needed.
    func releaseInput() {
        guard session.isInputInUse else { return }
        perform(session.releaseInput(at: MonotonicClock.nanoseconds))
        settle()
    }

    /// Gives back the ports that were borrowed for recordings, but those of the inputs `uids`.
    func keepInputPorts(of uids: Set<String>) {
        perform(session.keepInputPorts(of: uids, at: MonotonicClock.nanoseconds))
        settle()
    }

    // MARK: What happens

    /// Reports `input` to the session.
    func handle(_ input: SessionInput) {
        waiting.append(input)
        guard waiting.count == 1 else { return }
        drain()
    }

    /// Changes the session for a client, and carries out what the session decides.
    func change<Value, Failure>(
        _ body: (inout Session, Int64) throws(Failure) -> (Value, [SessionAction])
    ) throws(Failure) -> Value {
        lookAtPlayer()
        let (value, actions) = try body(&session, MonotonicClock.nanoseconds)
        perform(actions)
        settle()
        return value
    }

    /// Reports a change of the player to the session.
    func playerChanged(_ activity: PlayerActivity) {
        if case .playing = activity { wakefulness.isPlaying = true } else { wakefulness.isPlaying = false }
        keepAwake()
        handle(.playerChanged(activity))
    }

    /// Notes whether anything is recorded, and whether anything is captured from an input or an output for that.
    func recordingsChanged(isRecording: Bool, isCapturing: Bool) {
        wakefulness.isRecording = isRecording
        keepAwake()
        guard isCapturing != session.isCapturing else { return }
        handle(.capturingChanged(isCapturing))
    }

    private func keepAwake() {
        if let keepsAwake = wakefulness.change() { desktop?.inhibitIdle(keepsAwake) }
    }

    private func drain() {
        while let next = waiting.first {
            lookAtPlayer()
            perform(session.handle(next, at: MonotonicClock.nanoseconds))
            waiting.removeFirst()
        }
        settle()
    }

    /// Gives the session the facts about the player that cause no event, because nobody hears them.
    private func lookAtPlayer() {
        (session.player.opens, session.player.waits) = engine.assumeIsolated {
            ($0.player.opensToPlay, $0.player.waitsToComeBack)
        }
    }

    private func settle() {
        setAlarm()
        releaseStart()
        let muted = session.mutedInputs
        if muted != mutedInputs {
            mutedInputs = muted
            mutedInputsChanged(muted)
        }
        let ports = session.inputPorts
        if ports != inputPorts {
            inputPorts = ports
            inputPortsChanged()
        }
        routeWatchers.routeMayHaveChanged(session.route)
    }

    /// How the graph will run what plays, with the orders that the output has; `nil` if nobody knows.
    var expectedTiming: OutputTiming? { session.expectedTiming(for: orders) }

    /// Calls `watcher` with the route now, whenever it may have changed, and once more after `patience`, until it returns true.
    func watchRoute(for patience: TimeAmount, _ watcher: @escaping RouteWatchers.Watcher) {
        routeWatchers.add(for: patience, { [weak self] in self?.session.route }, watcher)
    }

    /// Schedules the session's deadline, if it has one.
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

    /// Reports to the session that the server answers. `tellEngine` is called once the session knows where the sound goes; at
    /// once if that was never in doubt.
    func serverConnected(_ tellEngine: @escaping () -> Void) {
        heldConnection = tellEngine
        handle(.serverConnected)
        if session.isServerHere { releaseConnection() }
    }

    /// Reports the loss of the server to the session. The engine knows it already.
    func serverLost() {
        heldConnection = nil
        handle(.serverLost)
    }

    private func releaseConnection() {
        heldConnection?()
        heldConnection = nil
    }

    // MARK: What is decided

    /// Changes what the output is told to do.
    func order(_ change: (inout OutputOrders) -> Void) {
        change(&orders)
        output.apply(orders)
        ordered(orders)
    }

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
        case .setGuard(let isOn): order { $0.isGuarded = isOn }
        case .endCut: output.setCut(false)
        case .setTarget(let uid):
            output.setTarget(uid: uid)
            wishForRate()
        case .setTargets(let uids):
            output.setTargets(uids)
            wishForRate()
        case .setOutputDelays(let delays): order { $0.delays = delays }
        case .setOutputFilters(let filters): order { $0.filters = filters }
        case .setOutputVolumes(let volumes): order { $0.volumes = volumes }
        case .setVolumeUse(let use): engine.assumeIsolated { $0.setVolumeUse(use) }
        case .beginVolume(let level): engine.assumeIsolated { $0.beginVolume(at: level) }
        case .muteLocalRoom(let isMuted): muteLocalRoom(isMuted)
        case .setOutputVolume(let uid, let level, let isMuted): output.setVolume(level, isMuted: isMuted, ofOutput: uid)
        case .relinkOutput: output.relink()
        case .setPort(let sink, let port): output.setPort(port, ofSink: sink)
        case .setInputPort(let source, let port): output.setPort(port, ofSource: source)
        case .setPreferredIOBufferDuration(let seconds):
            order { $0.preferredBufferDuration = seconds > 0 ? seconds : usualBufferDuration }
        case .setPreferredSampleRate(let hertz):
            order { $0.preferredSampleRate = hertz }
            wishForRate()
            let output = output
            if output.wouldChangeRate { engine.assumeIsolated { $0.renegotiate { output.wouldChangeRate } } }
        case .setSteady(let isSteady): order { $0.isSteady = isSteady }
        case .setInputVolume(let uid, let level, let isMuted): output.setVolume(level, isMuted: isMuted, ofInput: uid)
        case .setEchoCanceller(let canceller): setEchoCanceller(canceller)
        case .borrowProfile(let loan): borrow(loan)
        case .returnProfile(let loan):
            output.setProfile(loan.before, ofDevice: loan.device)
            saveLoans()
        case .forgetProfile: saveLoans()
        case .explainInput(let sentence): logger.warning("\(sentence)")
        case .nameTaker(let name):
            logger.info("Playback does not go on by itself: another player plays.", metadata: ["player": "\(name)"])
            takerCame(name)
        case .pauseOther(let player): desktop?.pause(player)
        case .resumeOther(let player): desktop?.play(player)
        case .duckOthers(true): output.duckOthers(decibels: duckDecibels)
        case .duckOthers(false): output.endDucking()
        case .silenceSystemSounds(let isSilent): output.silenceSystemSounds(isSilent)
        case .allowSleep: allowSleep()
        case .emit(let event):
            logger.info("\(event.sentence)")
            publish(event)
        }
    }

    /// Has the graph get a gap whenever the sound begins at another rate than the one that a client prefers.
    private func wishForRate() {
        let (output, isWanted) = (output, orders.preferredSampleRate > 0)
        engine.assumeIsolated { $0.setGapWish(isWanted ? { output.wouldChangeRate } : nil) }
    }

    private func setEchoCanceller(_ canceller: EchoCanceller?) {
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        output.setEchoCanceller(canceller) { [eventLoop] reason in
            eventLoop.execute { bound.value.handle(.echoCancellerFailed(reason)) }
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

    /// Gives borrowed ports and profiles of cards back at the end, while the output can still send the request.
    func giveBackCards() { perform(session.end(at: MonotonicClock.nanoseconds)) }

    /// Gives back at the end what was taken from other programs.
    func shutDown() {
        alarm?.cancel()
        output.endDucking()
        desktop?.stop()
        // Its guests may lead back to whoever owns the driver.
        desktop = nil
        loanStore.shutDown()
    }
}
