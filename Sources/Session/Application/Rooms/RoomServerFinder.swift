import Desktop
import Logging
import NIOCore
import SystemSupport

/// Finds the Snapcast server in the network, if the configuration says that it is to be found, and says where it is. Otherwise it does
/// nothing. Confined to the control thread.
final class RoomServerFinder {
    /// The service of each Snapcast server, of all versions: that of its sound.
    private static let service = "_snapcast._tcp"

    private let driver: SessionDriver
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var choice = ServerChoice()
    private var isLooking = false
    private var again: Scheduled<Void>?
    /// Whether a person was told that nothing can be found.
    private var hasComplained = false
    /// Tells on which host the server is; `nil` if there is none any more.
    var found: (String?) -> Void = { _ in }

    /// Makes a finder that uses the buses of `driver`.
    init(_ driver: SessionDriver, eventLoop: any EventLoop, logger: Logger) {
        self.driver = driver
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Gets itself a place on the system bus, before the buses are started.
    func join() {
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        driver.addSystemGuest {
            ServiceBrowser(type: Self.service) { event in eventLoop.execute { bound.value.happened(event) } }
        }
    }

    /// The host on which the server is, if it is known.
    var host: String? { choice.address }

    /// Takes over the configuration, once the buses have been started.
    func configure(_ settings: RoomSettings) {
        if settings.looksForServer != isLooking {
            isLooking = settings.looksForServer
            driver.post(to: ServiceBrowser.self) { [isLooking] browser in browser.look(isLooking) }
            if !isLooking { stop() }
        }
        if isLooking { carryOut(choice.want(settings.machine, at: MonotonicClock.nanoseconds)) }
    }

    /// Forgets the server.
    func stop() {
        isLooking = false
        again?.cancel()
        again = nil
        hasComplained = false
        let wasKnown = choice.address != nil
        choice = ServerChoice()
        if wasKnown { found(nil) }
    }

    private func happened(_ event: ServiceEvent) {
        // What the bus has told may come after nobody looks any more.
        guard isLooking else { return }
        switch event {
        case .found(let servers):
            hasComplained = false
            carryOut(choice.take(servers, at: MonotonicClock.nanoseconds))
        case .unavailable(let reason):
            guard !hasComplained else { return }
            hasComplained = true
            logger.warning(
                """
                The Snapcast server cannot be looked for. Install and start avahi-daemon, or write the server's address in the place of \
                "discover" in [snapcast] of the configuration.
                """, metadata: ["reason": "\(reason)"])
        }
    }

    private func carryOut(_ actions: [ServerChoice.Action]) {
        for action in actions {
            switch action {
            case .lead(let host): found(host)
            case .tell(let server, let address, let others):
                var metadata: Logger.Metadata = ["server": "\(server)", "address": "\(address)"]
                if !others.isEmpty { metadata["others"] = "\(others.joined(separator: ", "))" }
                logger.notice("Found the Snapcast server.", metadata: metadata)
            case .tellNone(let others):
                let metadata: Logger.Metadata = others.isEmpty ? [:] : ["others": "\(others.joined(separator: ", "))"]
                logger.notice("No Snapcast server has been found in the network yet.", metadata: metadata)
            case .lookAgain(let nanoseconds):
                again?.cancel()
                again = eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(nanoseconds)) { [weak self] in
                    guard let self else { return }
                    carryOut(choice.look(at: MonotonicClock.nanoseconds))
                }
            }
        }
    }
}
