package import MessageBus

/// Looks for a service in the network, by Avahi on the system bus: carries out what ``ServiceDirectory`` decides. It does nothing while
/// nobody looks. For the bus thread only.
package final class ServiceBrowser: BusParticipant {
    private static let browser = "org.freedesktop.Avahi.ServiceBrowser"
    private static let resolver = "org.freedesktop.Avahi.ServiceResolver"
    /// Avahi's number for any network, and any version of the internet protocol.
    private static let any: Int32 = -1
    /// Avahi's flag for what comes from this machine (`AVAHI_LOOKUP_RESULT_LOCAL`).
    private static let ownFlag: UInt32 = 8

    private let type: String
    private let report: (ServiceEvent) -> Void
    private var isWanted = false
    private lazy var avahi = Avahi { [weak self] presence in self?.changed(presence) }
    private var signalSlots: [BusSlot] = []
    private var directory = ServiceDirectory()
    /// The path of Avahi's object that looks.
    private var browserPath: String?
    /// The paths of Avahi's objects that say where an offer is, and the offers for which Avahi has not made one yet.
    private var resolvers: [ServiceDirectory.Offer: String] = [:]
    private var waiting: Set<ServiceDirectory.Offer> = []

    /// Makes a browser.
    /// - Parameters:
    ///   - type: the type of the service, such as `_snapcast._tcp`.
    ///   - report: called on the bus thread for each event.
    package init(type: String, report: @escaping (ServiceEvent) -> Void) {
        self.type = type
        self.report = report
    }

    /// Looks for the service from now on, or no longer.
    package func look(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        if isWanted { avahi.begin() } else { end() }
    }

    package func busConnected(_ connection: BusConnection) { avahi.busConnected(connection) }

    package func busLost() {
        avahi.busLost()
        forget()
    }

    package func busAbsent(_ reason: String) { avahi.busAbsent(reason) }

    // MARK: Avahi itself

    private func end() {
        if let browserPath { free(browserPath, Self.browser) }
        for path in resolvers.values { free(path, Self.resolver) }
        avahi.end()
        forget()
    }

    private func forget() {
        signalSlots = []
        browserPath = nil
        resolvers = [:]
        waiting = []
        directory = ServiceDirectory()
    }

    private func changed(_ presence: Avahi.Presence) {
        forget()
        switch presence {
        case .appeared: browse()
        case .absent(let reason): report(.unavailable(reason))
        }
    }

    private func browse() {
        // The rule first: signals come before the path of the object is known. Avahi sends them to us alone, and each names its offer.
        signalSlots = [Self.browser, Self.resolver].compactMap { interface in
            avahi.watch("interface='\(interface)'") { [weak self] message in self?.received(message) }
        }
        make(
            Self.browser, by: "ServiceBrowserNew",
            [.int32(Self.any), .int32(Self.any), .string(type), .string(""), .uint32(0)]
        ) { [weak self] path, failure in
            guard let self else { return }
            browserPath = path
            if let failure { report(.unavailable("avahi-daemon refuses: \(failure)")) }
        }
    }

    /// Has Avahi make an object, and calls `answer` with its path or with the reason why there is none, unless Avahi has gone meanwhile.
    private func make(
        _ interface: String, by method: String, _ arguments: [BusValue], answer: @escaping (String?, String?) -> Void
    ) {
        avahi.call("/", Avahi.server, method, arguments, makes: interface) { values, failure in
            guard case .objectPath(let path)? = values.first else { return answer(nil, failure ?? "the answer holds no path") }
            answer(path.description, nil)
        }
    }

    private func free(_ path: String, _ interface: String) { avahi.call(path, interface, "Free") }

    // MARK: Offers

    private func received(_ message: borrowing BusMessage) {
        switch message.member {
        case "ItemNew": if let offer = offer(message) { carryOut(directory.appeared(offer)) }
        case "ItemRemove": if let offer = offer(message) { carryOut(directory.vanished(offer)) }
        case "AllForNow": carryOut(directory.completed())
        case "Found": found(message)
        case "Failure":
            // A resolver fails when nobody answers its question, and goes on listening.
            if message.interface == Self.browser {
                report(.unavailable("avahi-daemon gives up: \(message.has("s") ? message.readText() ?? "" : "")"))
            }
        default: break
        }
    }

    /// Reads an offer of our service.
    private func offer(_ message: borrowing BusMessage) -> ServiceDirectory.Offer? {
        guard message.has("iisssu"), let values = try? message.readValues() else { return nil }
        return offer(values)
    }

    private func offer(_ values: [BusValue]) -> ServiceDirectory.Offer? {
        guard case .int32(let network) = values[0], case .int32(let version) = values[1], case .string(let name) = values[2],
            case .string(let type) = values[3], type == self.type, case .string(let domain) = values[4]
        else { return nil }
        return ServiceDirectory.Offer(network: network, version: version, name: name, domain: domain)
    }

    private func found(_ message: borrowing BusMessage) {
        guard message.has("iissssisqaayu"), let values = try? message.readValues(), let offer = offer(values),
            case .string(let machine) = values[5], case .string(let address) = values[7], case .uint32(let flags) = values[10]
        else { return }
        carryOut(directory.resolved(offer, machine: machine, address: address, isOwn: flags & Self.ownFlag != 0))
    }

    private func carryOut(_ actions: [ServiceDirectory.Action]) {
        for action in actions {
            switch action {
            case .resolve(let offer): resolve(offer)
            case .neglect(let offer):
                waiting.remove(offer)
                if let path = resolvers.removeValue(forKey: offer) { free(path, Self.resolver) }
            case .report(let servers): report(.found(servers))
            }
        }
    }

    private func resolve(_ offer: ServiceDirectory.Offer) {
        waiting.insert(offer)
        let arguments: [BusValue] = [
            .int32(offer.network), .int32(offer.version), .string(offer.name), .string(type), .string(offer.domain),
            // The address is to be of the version in which the offer came.
            .int32(offer.version), .uint32(0),
        ]
        make(Self.resolver, by: "ServiceResolverNew", arguments) { [weak self] path, _ in
            guard let self, let path else { return }
            // The offer may have gone meanwhile.
            if waiting.remove(offer) == nil { free(path, Self.resolver) } else { resolvers[offer] = path }
        }
    }
}
