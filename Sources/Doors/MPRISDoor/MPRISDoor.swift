package import Application
package import Logging
import MessageBus
package import NIOCore
import PlayerModel
import SystemSupport

/// The door for media keys, panels, lock screens and headsets: the player as an object on the session bus (MPRIS 2.2).
///
/// The control thread decides what is published, and the bus thread answers from that without asking control. Only calls that
/// change something come to control. Nothing is published while there is no bus, or while the configuration has the door shut.
///
/// Confined to the control thread, like the application that it calls.
package final class MPRISDoor {
    /// All programs on the bus are one client.
    static let origin = Origin(.mpris, client: 0)

    /// For so long a new track's picture is awaited, so that one signal tells both. A disk may hang.
    private static let pictureTime = TimeAmount.milliseconds(250)

    let application: Application
    private let eventLoop: any EventLoop
    private let logger: Logger
    private let position = PositionSource()
    /// Whether the object on the bus takes states.
    private var isOpen = false
    /// The state that was published last.
    private var published: PublishedPlayer?
    private var window = TrackWindow()
    private var told = ToldPosition()
    /// A position that the player has reported since the last look.
    private var reported: HeardPosition?
    /// How many volumes the output has not allowed.
    private var refusedVolumes = 0
    /// Whether a look is to come: one for all events of a turn, so that clients get one signal for them.
    private var isLookDue = false
    /// The look that comes if the picture of a new track does not.
    private var pictureWait: Scheduled<Void>?
    /// The name of the program whose call is carried out, for people; `nil` if nobody has asked for it.
    var caller: String?
    /// The calls that have led to that track. They are answered once it is published.
    private var heldAnswers: [(number: UInt64, error: BusCallError?)] = []

    /// Makes the door of `application`, which has not started.
    /// - Parameter instance: the name of this daemon, of several.
    package init(
        _ application: Application, instance: String? = nil, isEnabled: Bool, eventLoop: any EventLoop, logger: Logger
    ) {
        self.application = application
        self.eventLoop = eventLoop
        self.logger = logger
        application.observe { [weak self] event in self?.happened(event) }
        application.commanders.nameClients(of: .mpris) { [weak self] _ in self?.caller }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        application.addBusGuest { [position] in
            PlayerObject(instance: instance, isWanted: isEnabled, position: position) { report in
                eventLoop.execute { bound.value.take(report) }
            }
        }
    }

    /// Takes over from the configuration whether the player is on the bus.
    package func setEnabled(_ isEnabled: Bool) {
        application.post(to: PlayerObject.self) { $0.setWanted(isEnabled) }
    }

    private func take(_ report: PlayerObject.Report) {
        switch report {
        case .connected:
            isOpen = true
            published = nil
            application.followCurrentPicture(for: Self.origin)
            look()
        case .lost:
            isOpen = false
            published = nil
            pictureWait.take()?.cancel()
            heldAnswers = []
            // The callers have got an error, or are gone.
            application.clientLeft(Self.origin)
            application.leaveCurrentPicture()
        case .named(let name): logger.info("Other programs see the player on the session bus.", metadata: ["name": "\(name)"])
        case .unnamed(let reason):
            logger.warning("The session bus does not show the player to other programs.", metadata: ["reason": "\(reason)"])
        case .call(let call, let number):
            application.clientActs(Self.origin)
            perform(call) { [self] error in answer(number, error) }
        }
    }

    /// Answers a call, behind the state that it has led to.
    private func answer(_ number: UInt64, _ error: BusCallError?) {
        look()
        if pictureWait != nil { heldAnswers.append((number, error)) } else { post(number, error) }
    }

    private func post(_ number: UInt64, _ error: BusCallError?) {
        application.post(to: PlayerObject.self) { $0.answer(number, error) }
    }

    // MARK: What is published

    private func happened(_ event: ApplicationEvent) {
        guard isOpen else { return }
        switch event {
        case .player(.buffering), .playerLevels, .playerSpectrum: return
        case .player(.positionChanged(let position)): reported = position
        case .player(.volumeChanged(_, source: .limit, _, _)): refusedVolumes += 1
        default: break
        }
        guard !isLookDue else { return }
        isLookDue = true
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute { bound.value.lookIfDue() }
    }

    private func lookIfDue() {
        if isLookDue { look() }
    }

    /// Compares the player with what was published, and publishes the difference.
    /// - Parameter waitsForPicture: whether a new track may be published later, together with its picture.
    private func look(waitsForPicture: Bool = true) {
        isLookDue = false
        guard isOpen else { return }
        let player = application.snapshot.player
        let new = state(of: player)
        let isNewTrack = published.map { $0.current?.id != new.current?.id } ?? false
        if waitsForPicture, isNewTrack, application.currentPicture == .pending { return waitForPicture() }
        publish(new, player)
        pictureWait.take()?.cancel()
        for (number, error) in heldAnswers { post(number, error) }
        heldAnswers = []
    }

    private func waitForPicture() {
        guard pictureWait == nil else { return }
        pictureWait = eventLoop.assumeIsolated().scheduleTask(in: Self.pictureTime) { [weak self] in
            self?.look(waitsForPicture: false)
        }
    }

    private func publish(_ new: PublishedPlayer, _ player: Player) {
        let heard = player.position
        position.take(
            PositionSource.Knowledge(
                watch: application.heardWatch, item: new.current?.id, position: heard, duration: player.duration))
        let jump = jump(new, heard)
        guard new != published || jump != nil else { return }
        published = new
        application.post(to: PlayerObject.self) { object in
            object.publish(new)
            if let jump { object.seeked(to: Microseconds.of(seconds: jump)) }
        }
    }

    private func state(of player: Player) -> PublishedPlayer {
        var state = PublishedPlayer(player, application.abilities(of: player))
        state.refusedVolumes = refusedVolumes
        window.update(player.queue, current: state.current)
        state.tracks = window.tracks
        // Not in the list, which would be another one with each track.
        if case .file(let url) = application.currentPicture { state.current?.picture = url }
        return state
    }

    /// Returns the position of which clients must hear; `nil` if they know it, or read it with the new track or state.
    private func jump(_ new: PublishedPlayer, _ heard: HeardPosition?) -> Double? {
        let time = Double(MonotonicClock.nanoseconds) / 1e9
        let seconds = heard?.seconds(at: time) ?? 0
        let wasReported = reported.take() != nil
        let isNewTrack = new.current?.id != published?.current?.id
        let isJump = wasReported && !isNewTrack && told.isJump(to: seconds, at: time)
        let isNewStatus = new.status != published?.status
        let isNewRate = new.rate != published?.rate
        if isNewTrack || isNewStatus || isNewRate || isJump {
            let pauses = isNewStatus && new.status == .paused && published?.status == .playing
            told.tell(seconds, at: time, rate: new.status == .playing ? new.rate : 0, pauses: pauses)
        }
        return isJump ? seconds : nil
    }
}
