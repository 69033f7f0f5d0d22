import SystemSupport

/// Knows who offers a service in the network. A value: it takes what Avahi tells and returns actions.
///
/// Avahi tells of each offer once for each network and each version of the internet protocol, and then where it is. Whatever it tells comes
/// from the network, where everybody may say anything. So numbers and lengths are bounded, names and addresses are checked, and what does not
/// pass is left out.
struct ServiceDirectory {
    /// One offer, as Avahi knows it.
    struct Offer: Hashable {
        /// The number of the network interface.
        let network: Int32
        /// The version of the internet protocol, by Avahi's number.
        let version: Int32
        /// The name of the offer, which people may have chosen.
        let name: String
        /// The part of the domain name system.
        let domain: String
    }

    /// An action for the bus side.
    enum Action: Equatable {
        /// Ask where the offer is, and listen for changes of that.
        case resolve(Offer)
        /// Do not listen any more.
        case neglect(Offer)
        /// Report the servers that are there now.
        case report([FoundServer])
    }

    private struct Place: Hashable {
        let machine: String
        let addresses: [ServiceAddress]
    }

    /// How many offers are listened to. A house with three servers, each on four networks, has 24.
    static let mostOffers = 64
    /// How many further ones are remembered until there is room, because Avahi tells of each once: as many as its own cache holds.
    static let mostFurther = 4_096
    /// The longest name of an offer and of a domain, in bytes (RFC 6763, section 4.1).
    private static let (longestName, longestDomain) = (63, 253)

    private var offers: Set<Offer> = []
    private var further: Set<Offer> = []
    /// Where they are, as far as that is known.
    private var places: [Offer: Place] = [:]
    /// Whether Avahi has told everything that was known at the beginning.
    private var isComplete = false
    private var told: [FoundServer] = []

    /// Notes an offer.
    mutating func appeared(_ offer: Offer) -> [Action] {
        guard !offers.contains(offer), (1...Self.longestName).contains(offer.name.utf8.count),
            offer.domain.utf8.count <= Self.longestDomain
        else { return [] }
        guard offers.count < Self.mostOffers else {
            if further.count < Self.mostFurther { further.insert(offer) }
            return []
        }
        offers.insert(offer)
        return [.resolve(offer)]
    }

    /// Notes that an offer is gone.
    mutating func vanished(_ offer: Offer) -> [Action] {
        further.remove(offer)
        guard offers.remove(offer) != nil else { return [] }
        places[offer] = nil
        return [.neglect(offer)] + listenToFurther() + report()
    }

    /// Takes one of those for which there was no room.
    private mutating func listenToFurther() -> [Action] {
        guard let offer = further.popFirst() else { return [] }
        offers.insert(offer)
        return [.resolve(offer)]
    }

    /// Notes where an offer is: the name of the machine and its address. An offer that is nowhere is not reported.
    /// - Parameter isOwn: whether the machine is this one.
    mutating func resolved(_ offer: Offer, machine: String, address: String, isOwn: Bool) -> [Action] {
        guard offers.contains(offer) else { return [] }
        let own = isOwn ? [ServiceAddress.loopback] : []
        let addresses = own + [ServiceAddress(address, network: offer.network)].compactMap(\.self)
        if let host = HostPort("\(machine):1")?.host, !machine.contains(":"), !addresses.isEmpty {
            places[offer] = Place(machine: host.lowercased(), addresses: addresses)
        } else {
            places[offer] = nil
        }
        return report()
    }

    /// Notes that Avahi has told everything that it knows.
    mutating func completed() -> [Action] {
        guard !isComplete else { return [] }
        isComplete = true
        told = servers
        return [.report(told)]
    }

    /// Reports what has changed. Before everything is known, the first one to answer would seem to be the only one.
    private mutating func report() -> [Action] {
        let servers = servers
        guard isComplete, servers != told else { return [] }
        told = servers
        return [.report(servers)]
    }

    private var servers: [FoundServer] {
        var machines: [String: Set<ServiceAddress>] = [:]
        for place in places.values {
            machines[place.machine, default: []].formUnion(place.addresses)
        }
        return machines.sorted { $0.key < $1.key }
            .map { FoundServer(name: $0.key, addresses: $0.value.sorted().map(\.text)) }
    }
}
