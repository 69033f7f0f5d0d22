package import MessageBus

/// The message buses: reports other players and sleep, and sends orders to players.
///
/// Everything happens on one thread, `fermata-bus`, which sleeps while nothing happens. A bus may be absent, refuse the
/// connection or die: this is reported, and the thread tries to connect again. Nothing here fails, and no method except
/// ``stop()`` waits.
package final class DesktopBus: Sendable {
    /// Makes an object that uses a bus as well, on the bus thread.
    package typealias Guest = @Sendable () -> any BusParticipant

    private let thread: BusThread<DesktopBusState>

    /// Makes a desktop bus. It does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - guests: Make further objects that use the connection to the session bus.
    ///   - systemGuests: The same for the system bus.
    ///   - report: Called for each event, in order, on the bus thread; it should hand the event on and return.
    package init(
        _ configuration: DesktopBusConfiguration, guests: [Guest] = [], systemGuests: [Guest] = [],
        report: @escaping @Sendable (DesktopEvent) -> Void
    ) {
        thread = BusThread(name: "fermata-bus") {
            DesktopBusState(configuration, guests: guests, systemGuests: systemGuests, report: report)
        }
    }

    deinit { thread.stop() }

    /// Starts the thread, which connects to the buses. Call it only once.
    package func start() { thread.start() }

    /// Sends the orders given so far, ends the connections and waits for the end of the thread. Not from within `report`.
    package func stop() { thread.stop() }

    /// Orders the player with this bus name to pause (never to toggle). Any thread.
    ///
    /// The change that follows is reported as ``PlayerChange/isOurs``, a failure as ``DesktopEvent/playerRefused(_:)``.
    package func pause(_ player: String) { thread.post { $0.players.order(.pause, player) } }

    /// Orders the player with this bus name to play. Any thread. The result is reported as for ``pause(_:)``.
    package func play(_ player: String) { thread.post { $0.players.order(.play, player) } }

    /// Replaces the ignored players of ``DesktopBusConfiguration/ignoredPlayers`` from now on. Any thread.
    package func ignore(players: [String]) { thread.post { $0.players.ignore(players) } }

    /// Has the guest of this type do something, on the bus thread, after earlier orders. Any thread.
    package func post<Participant: BusParticipant & SendableMetatype>(
        to type: Participant.Type, _ order: @escaping @Sendable (Participant) -> Void
    ) {
        thread.post { state in
            for case let guest as Participant in state.guests { order(guest) }
        }
    }

    /// Lets the machine sleep. Call it after ``LoginEvent/willSleep(isDelayed:)``, once the sound is faded out and the place is
    /// saved. Does nothing at other times. Any thread.
    package func releaseSleepDelay() { thread.post { $0.login.release() } }

    /// Keeps the machine from sleeping because nobody uses it, or lets it again. A person may still send it to sleep. Any thread.
    package func inhibitIdle(_ isWanted: Bool) { thread.post { $0.login.inhibitIdle(isWanted) } }
}

/// The state that the bus thread works on.
private final class DesktopBusState: BusThreadState {
    let players: MediaPlayers
    let login: LoginManager
    let guests: [any BusParticipant]
    let links: [BusLink]

    init(
        _ configuration: DesktopBusConfiguration, guests: [DesktopBus.Guest], systemGuests: [DesktopBus.Guest],
        report: @escaping (DesktopEvent) -> Void
    ) {
        let (guests, systemGuests) = (guests.map { $0() }, systemGuests.map { $0() })
        self.guests = guests + systemGuests
        players = MediaPlayers(
            ignoring: configuration.ignoredPlayers, answerLimit: configuration.answerLimit, report: report)
        login = LoginManager(report: report)
        let reportBus: (BusEvent) -> Void = { event in
            switch event {
            case .connected(let bus): report(.busConnected(bus))
            case .lost(let bus, let reason): report(.busLost(bus, reason))
            }
        }
        links = [
            BusLink(
                .session, address: configuration.sessionAddress, answerLimit: configuration.answerLimit,
                participants: [players] + guests, report: reportBus),
            BusLink(
                .system, address: configuration.systemAddress, answerLimit: configuration.answerLimit,
                participants: [login] + systemGuests, report: reportBus),
        ]
    }
}
