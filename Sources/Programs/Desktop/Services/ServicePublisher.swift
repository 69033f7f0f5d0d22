package import MessageBus

/// Has services of this machine found in the network, by Avahi on the system bus: carries out what ``ServicePublication`` decides. It does
/// nothing while there is no service. For the bus thread only.
package final class ServicePublisher: BusParticipant {
    private static let group = "org.freedesktop.Avahi.EntryGroup"

    private let report: (PublicationEvent) -> Void
    /// At most one of each type.
    private var services: [PublishedService] = []
    private var publications: [String: ServicePublication] = [:]
    private lazy var avahi = Avahi { [weak self] presence in self?.changed(presence) }
    private var serverSlot: BusSlot?
    /// What listens to the group of each type.
    private var groupSlots: [String: BusSlot] = [:]

    /// Makes a publisher.
    /// - Parameter report: called on the bus thread for each event.
    package init(report: @escaping (PublicationEvent) -> Void) { self.report = report }

    /// Has these services found from now on, and no others.
    package func publish(_ services: [PublishedService]) {
        guard services != self.services else { return }
        end()
        self.services = services
        if !services.isEmpty { avahi.begin() }
    }

    package func busConnected(_ connection: BusConnection) { avahi.busConnected(connection) }

    package func busLost() {
        avahi.busLost()
        forget()
    }

    package func busAbsent(_ reason: String) { avahi.busAbsent(reason) }

    // MARK: Avahi itself

    private func end() {
        for type in publications.keys { change(type) { $0.rest() } }
        avahi.end()
        forget()
    }

    private func forget() {
        serverSlot = nil
        groupSlots = [:]
        publications = [:]
    }

    private func changed(_ presence: Avahi.Presence) {
        forget()
        switch presence {
        case .appeared: prepare()
        case .absent(let reason): report(.unavailable(reason))
        }
    }

    private func prepare() {
        for service in services { publications[service.type] = ServicePublication(service) }
        serverSlot = avahi.watch("interface='\(Avahi.server)',member='StateChanged'") { [weak self] message in
            if let values = try? message.readValues() { self?.server(is: values) }
        }
        avahi.call("/", Avahi.server, "GetState") { [weak self] values, failure in
            guard let self else { return }
            guard let failure else { return server(is: values) }
            for type in publications.keys { report(.refused(type: type, reason: failure)) }
        }
    }

    private func server(is values: [BusValue]) {
        guard case .int32(let number)? = values.first, let state = ServicePublication.ServerState(rawValue: number)
        else { return }
        for type in publications.keys { change(type) { $0.server(is: state) } }
    }

    // MARK: Services

    private func change(_ type: String, _ change: (inout ServicePublication) -> [ServicePublication.Action]) {
        guard var publication = publications[type] else { return }
        let actions = change(&publication)
        publications[type] = publication
        for action in actions { carryOut(action, type) }
    }

    private func carryOut(_ action: ServicePublication.Action, _ type: String) {
        switch action {
        case .makeGroup:
            avahi.call("/", Avahi.server, "EntryGroupNew", makes: Self.group) { [weak self] values, failure in
                guard let self else { return }
                guard case .objectPath(let path)? = values.first else {
                    return change(type) { $0.notMade(failure ?? "the answer holds no path") }
                }
                change(type) { $0.made(path.description) }
            }
        case .fill(let group, let name): fill(group, name, type)
        case .askName(let name):
            avahi.call("/", Avahi.server, "GetAlternativeServiceName", [.string(name)]) { [weak self] values, failure in
                let newName: String? = if case .string(let text)? = values.first { text } else { nil }
                self?.change(type) { $0.named(newName, because: failure ?? "the answer holds no name") }
            }
        case .free(let group):
            groupSlots[type] = nil
            avahi.call(group, Self.group, "Free")
        case .report(let event): report(event)
        }
    }

    private func fill(_ group: String, _ name: String, _ type: String) {
        guard let publication = publications[type] else { return }
        let rule = "interface='\(Self.group)',member='StateChanged',path='\(group)'"
        groupSlots[type] = avahi.watch(rule) { [weak self] message in
            guard message.has("is"), let values = try? message.readValues(), case .int32(let number) = values[0],
                case .string(let reason) = values[1], let state = ServicePublication.GroupState(rawValue: number)
            else { return }
            self?.change(type) { $0.group(group, is: state, because: reason) }
        }
        avahi.call(group, Self.group, "Reset")
        add(publication.service.places[...], of: publication.service, group, name)
    }

    /// Puts the service into the group, place by place, and then has Avahi tell it to the network.
    private func add(
        _ places: ArraySlice<PublishedService.Place>, of service: PublishedService, _ group: String, _ name: String
    ) {
        guard publications[service.type]?.holds(group, name) == true else { return }
        let answer = { [weak self] (_: [BusValue], failure: String?) in
            guard let self else { return }
            if let failure { return change(service.type) { $0.notTaken(group, because: failure) } }
            if !places.isEmpty { add(places.dropFirst(), of: service, group, name) }
        }
        guard let place = places.first else { return avahi.call(group, Self.group, "Commit", answer: answer) }
        let texts = service.texts.map { text in BusValue.array(of: .byte, text.utf8.map { .byte($0) }) }
        let arguments: [BusValue] = [
            .int32(place.network), .int32(place.version), .uint32(0), .string(name), .string(service.type),
            // In the domain and with the name that the machine has.
            .string(""), .string(""), .uint16(place.port), .array(of: .array(.byte), texts),
        ]
        avahi.call(group, Self.group, "AddService", arguments, answer: answer)
    }
}
