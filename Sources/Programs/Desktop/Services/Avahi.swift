import MessageBus

/// Avahi on the system bus: follows whether it is there while that is wanted, and calls its methods. For the bus thread only.
final class Avahi {
    /// What is told of Avahi.
    enum Presence: Equatable {
        /// It is there; nothing is known of it any more that was known before.
        case appeared
        /// It is not there, or not to be reached. What was known of it counts no more.
        case absent(String)
    }

    private static let name = "org.freedesktop.Avahi"
    static let server = "org.freedesktop.Avahi.Server"

    private let report: (Presence) -> Void
    private var connection: BusConnection?
    /// Why there is no bus, if there is none.
    private var absence: String?
    private var ownerSlot: BusSlot?
    private var isWanted = false
    /// The unique name of Avahi's connection; `nil` while it is not there, or nobody wants to know.
    private var owner: String?
    /// Counts how often everything was forgotten. What was asked before that concerns nobody any more.
    private var round = 0

    /// Makes it; `report` is called on the bus thread.
    init(report: @escaping (Presence) -> Void) { self.report = report }

    /// Follows Avahi from now on.
    func begin() {
        isWanted = true
        guard let connection else {
            if let absence { report(.absent(absence)) }
            return
        }
        ownerSlot = connection.watchOwners("arg0='\(Self.name)'") { [weak self] name, owner in
            if name == Self.name { self?.owned(by: owner) }
        }
        connection.askOwner(of: Self.name) { [weak self] owner in self?.owned(by: owner) }
    }

    /// Follows it no longer, and reports nothing.
    func end() {
        isWanted = false
        ownerSlot = nil
        forget()
    }

    func busConnected(_ connection: BusConnection) {
        self.connection = connection
        absence = nil
        if isWanted { begin() }
    }

    /// The bus is gone. Whoever uses this forgets what it knows, too.
    func busLost() {
        forget()
        ownerSlot = nil
        connection = nil
    }

    func busAbsent(_ reason: String) {
        absence = reason
        if isWanted { report(.absent(reason)) }
    }

    private func forget() {
        owner = nil
        round += 1
    }

    private func owned(by newOwner: String?) {
        // The answer to a question may come after nobody wants to know any more.
        guard isWanted, newOwner == nil || newOwner != owner else { return }
        forget()
        owner = newOwner
        report(newOwner != nil ? .appeared : .absent("avahi-daemon does not run"))
    }

    /// Listens to signals of Avahi until the slot is released; `nil` if it is not there.
    /// - Parameter rule: the rest of the match rule, behind the sender.
    func watch(_ rule: String, received: @escaping (borrowing BusMessage) -> Void) -> BusSlot? {
        guard let owner else { return nil }
        return connection?.watch("type='signal',sender='\(owner)',\(rule)", received)
    }

    /// Calls a method, and `answer` with what it returned or with the reason why it returned nothing, unless Avahi has gone meanwhile.
    /// - Parameter made: the interface of the object that the method makes, if it makes one. An object that comes after everything was
    ///   forgotten is freed: nobody knows of it, and it would stay for ever.
    func call(
        _ path: String, _ interface: String, _ name: String, _ arguments: [BusValue] = [], makes made: String? = nil,
        answer: @escaping ([BusValue], String?) -> Void = { _, _ in }
    ) {
        guard let owner else { return }
        let round = round
        let method = BusMethod(destination: owner, path: path, interface: interface, name: name)
        connection?.call(method, arguments) { [weak self] result in
            let failure = result.failure
            let values = result.read { message in try? message.readValues() } ?? []
            guard let self else { return }
            if self.round == round { return answer(values, failure) }
            guard let made, case .objectPath(let path)? = values.first else { return }
            connection?.call(BusMethod(destination: owner, path: path.description, interface: made, name: "Free")) { _ in }
        }
    }
}
