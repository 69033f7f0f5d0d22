package import MessageBus

/// Has services of this machine found in the network, by Avahi on the system bus: carries out what ``ServicePublication`` decides. It does
/// nothing while there is no service. For the bus thread only.
package final class ServicePublisher: BusParticipant {
    private static let avahi = "org.freedesktop.Avahi"
    private static let server = "org.freedesktop.Avahi.Server"
    private static let group = "org.freedesktop.Avahi.EntryGroup"

    private let report: (PublicationEvent) -> Void
    /// At most one of each type.
    private var services: [PublishedService] = []
    private var publications: [String: ServicePublication] = [:]
    private var connection: BusConnection?
    /// Why there is no bus, if there is none.
    private var absence: String?
    private var ownerSlot: BusSlot?
    private var serverSlot: BusSlot?
    /// What listens to the group of each type.
    private var groupSlots: [String: BusSlot] = [:]
    private var owner: String?
    /// Counts how often everything was forgotten. What was asked before that concerns nobody any more.
    private var round = 0

    /// Makes a publisher.
    /// - Parameter report: called on the bus thread for each event.
    package init(report: @escaping (PublicationEvent) -> Void) { self.report = report }

    /// Has these services found from now on, and no others.
    package func publish(_ services: [PublishedService]) {
        guard services != self.services else { return }
        end()
        self.services = services
        if !services.isEmpty { begin() }
    }

    package func busConnected(_ connection: BusConnection) {
        self.connection = connection
        absence = nil
        if !services.isEmpty { begin() }
    }

    package func busLost() {
        forget()
        ownerSlot = nil
        connection = nil
    }

    package func busAbsent(_ reason: String) {
        absence = reason
        if !services.isEmpty { report(.unavailable(reason)) }
    }

    // MARK: Avahi itself

    private func begin() {
        guard let connection else {
            if let absence { report(.unavailable(absence)) }
            return
        }
        ownerSlot = connection.watchOwners("arg0='\(Self.avahi)'") { [weak self] name, owner in
            if name == Self.avahi { self?.owned(by: owner) }
        }
        connection.askOwner(of: Self.avahi) { [weak self] owner in self?.owned(by: owner) }
    }

    private func end() {
        for type in publications.keys { change(type) { $0.rest() } }
        ownerSlot = nil
        forget()
    }

    private func forget() {
        owner = nil
        serverSlot = nil
        groupSlots = [:]
        publications = [:]
        round += 1
    }

    private func owned(by newOwner: String?) {
        // The answer to a question may come after there is nothing to publish any more.
        guard !services.isEmpty, newOwner == nil || newOwner != owner else { return }
        forget()
        owner = newOwner
        guard let newOwner, let connection else { return report(.unavailable("avahi-daemon does not run")) }
        for service in services { publications[service.type] = ServicePublication(service) }
        serverSlot = connection.watch(
            "type='signal',sender='\(newOwner)',interface='\(Self.server)',member='StateChanged'"
        ) { [weak self] message in
            if let values = try? message.readValues() { self?.server(is: values) }
        }
        call("/", Self.server, "GetState") { [weak self] values, failure in
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

    /// Calls a method of Avahi, and `answer` with what it returned or with the reason why it returned nothing, unless Avahi has
    /// gone meanwhile.
    private func call(
        _ path: String, _ interface: String, _ name: String, _ arguments: [BusValue] = [],
        answer: @escaping ([BusValue], String?) -> Void = { _, _ in }
    ) {
        guard let owner else { return }
        let round = round
        let method = BusMethod(destination: owner, path: path, interface: interface, name: name)
        connection?.call(method, arguments) { [weak self] result in
            let failure = result.failure
            let values = result.read { message in try? message.readValues() } ?? []
            guard let self else { return }
            if self.round == round {
                answer(values, failure)
            } else if name == "EntryGroupNew", case .objectPath(let path)? = values.first {
                // A group that nobody knows of would stay for ever.
                let method = BusMethod(destination: owner, path: path.description, interface: Self.group, name: "Free")
                connection?.call(method) { _ in }
            }
        }
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
            call("/", Self.server, "EntryGroupNew") { [weak self] values, failure in
                guard let self else { return }
                guard case .objectPath(let path)? = values.first else {
                    return change(type) { $0.notMade(failure ?? "the answer holds no path") }
                }
                change(type) { $0.made(path.description) }
            }
        case .fill(let group, let name): fill(group, name, type)
        case .askName(let name):
            call("/", Self.server, "GetAlternativeServiceName", [.string(name)]) { [weak self] values, failure in
                let newName: String? = if case .string(let text)? = values.first { text } else { nil }
                self?.change(type) { $0.named(newName, because: failure ?? "the answer holds no name") }
            }
        case .free(let group):
            groupSlots[type] = nil
            call(group, Self.group, "Free")
        case .report(let event): report(event)
        }
    }

    private func fill(_ group: String, _ name: String, _ type: String) {
        guard let owner, let publication = publications[type] else { return }
        let rule = "type='signal',sender='\(owner)',interface='\(Self.group)',member='StateChanged',path='\(group)'"
        groupSlots[type] = connection?.watch(rule) { [weak self] message in
            guard message.has("is"), let values = try? message.readValues(), case .int32(let number) = values[0],
                case .string(let reason) = values[1], let state = ServicePublication.GroupState(rawValue: number)
            else { return }
            self?.change(type) { $0.group(group, is: state, because: reason) }
        }
        call(group, Self.group, "Reset")
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
        guard let place = places.first else { return call(group, Self.group, "Commit", answer: answer) }
        let texts = service.texts.map { text in BusValue.array(of: .byte, text.utf8.map { .byte($0) }) }
        let arguments: [BusValue] = [
            .int32(place.network), .int32(place.version), .uint32(0), .string(name), .string(service.type),
            // In the domain and with the name that the machine has.
            .string(""), .string(""), .uint16(place.port), .array(of: .array(.byte), texts),
        ]
        call(group, Self.group, "AddService", arguments, answer: answer)
    }
}
