/// Other players and sleep, as the message buses tell about them.
///
/// Everything happens on one thread, `fermata-bus`, which sleeps while nothing happens. Buses may be absent, refuse and die:
/// that is reported, and they are looked for again. Nothing here fails, and no method but ``stop()`` waits.
package final class DesktopBus: Sendable {
    private let thread: BusThread<DesktopBusState>

    /// Makes a desktop bus that does nothing until ``start()``.
    ///
    /// - Parameter report: Called for each event, in order, on the bus thread; to hand it on and return.
    package init(_ configuration: DesktopBusConfiguration, report: @escaping @Sendable (DesktopEvent) -> Void) {
        thread = BusThread(name: "fermata-bus") { DesktopBusState(configuration, report: report) }
    }

    deinit { thread.stop() }

    /// Starts the thread, which connects to the buses. Only once.
    package func start() { thread.start() }

    /// Sends the orders given so far, lets go of everything and waits for the thread's end. Not from within `report`.
    package func stop() { thread.stop() }

    /// Orders the player of this bus name to pause (never to toggle). Any thread.
    ///
    /// The change that follows is reported as ``PlayerChange/isOurs``, a failure as ``DesktopEvent/playerRefused(_:)``.
    package func pause(_ player: String) { thread.post { $0.players.order(.pause, player) } }

    /// Orders the player of this bus name to play. Any thread. What follows is reported as for ``pause(_:)``.
    package func play(_ player: String) { thread.post { $0.players.order(.play, player) } }

    /// Leaves other players alone from now on than ``DesktopBusConfiguration/ignoredPlayers`` said. Any thread.
    package func ignore(players: [String]) { thread.post { $0.players.ignore(players) } }

    /// Lets the machine sleep: to be called after ``LoginEvent/willSleep(isDelayed:)``, once sound is faded out and the place
    /// is kept. Does nothing at other times. Any thread.
    package func releaseSleepDelay() { thread.post { $0.login.release() } }
}

/// What the bus thread works on.
private final class DesktopBusState: BusThreadState {
    let players: MediaPlayers
    let login: LoginManager
    let links: [BusLink]

    init(_ configuration: DesktopBusConfiguration, report: @escaping (DesktopEvent) -> Void) {
        players = MediaPlayers(
            ignoring: configuration.ignoredPlayers, answerLimit: configuration.answerLimit, report: report)
        login = LoginManager(report: report)
        links = [
            BusLink(
                .session, address: configuration.sessionAddress, answerLimit: configuration.answerLimit,
                participants: [players], report: report),
            BusLink(
                .system, address: configuration.systemAddress, answerLimit: configuration.answerLimit,
                participants: [login], report: report),
        ]
    }
}
