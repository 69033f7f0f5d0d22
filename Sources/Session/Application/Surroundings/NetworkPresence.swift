package import Desktop
import Logging
import NIOCore

/// Why other machines do not find a service of this one.
struct NetworkAbsence: Hashable, Sendable {
    /// As a sentence.
    var reason: String
    /// Whether Avahi is there and does not take the service.
    var isRefusal: Bool
}

/// Has the services of this machine found by other machines, and says in the log under which name. Confined to the control thread.
final class NetworkPresence {
    private let driver: SessionDriver
    private let eventLoop: any EventLoop
    private let logger: Logger
    private var services: [PublishedService] = []
    /// Why nobody finds a service that is to be found; `nil` if each is found, or nothing is to be found.
    private(set) var absence: NetworkAbsence?

    /// Makes a presence that uses the buses of `driver`.
    init(_ driver: SessionDriver, eventLoop: any EventLoop, logger: Logger) {
        self.driver = driver
        self.eventLoop = eventLoop
        self.logger = logger
    }

    /// Gets itself a place on the system bus, before the buses are started.
    func join() {
        let (eventLoop, bound) = (eventLoop, NIOLoopBound(self, eventLoop: eventLoop))
        driver.addSystemGuest {
            ServicePublisher { event in eventLoop.execute { bound.value.happened(event) } }
        }
    }

    /// Has these services found, and no others, once the buses have been started.
    func publish(_ services: [PublishedService]) {
        guard services != self.services else { return }
        self.services = services
        absence = nil
        driver.post(to: ServicePublisher.self) { $0.publish(services) }
    }

    private func happened(_ event: PublicationEvent) {
        // What the bus has told may come after nothing is published any more.
        guard !services.isEmpty else { return }
        switch event {
        case .published(let type, let name):
            absence = nil
            logger.info("Other machines find the player in the network.", metadata: ["name": "\(name)", "service": "\(type)"])
        case .unavailable(let reason):
            absence = NetworkAbsence(reason: reason, isRefusal: false)
            logger.debug("Other machines do not find the player by themselves for now.", metadata: ["reason": "\(reason)"])
        case .refused(let type, let reason):
            absence = NetworkAbsence(reason: "avahi-daemon refuses: \(reason)", isRefusal: true)
            logger.warning(
                """
                Other machines do not find the player by themselves, because avahi-daemon refuses. Change publish_name in [mpd] or \
                [remote] of the configuration, or set publish = false; clients that are told the address connect as before.
                """, metadata: ["service": "\(type)", "reason": "\(reason)"])
        }
    }
}

extension Application {
    /// Has these services found by other machines from now on, and no others. At most one of each type; after
    /// ``start(_:environment:restoring:)``.
    package func publish(_ services: [PublishedService]) { presence.publish(services) }
}
