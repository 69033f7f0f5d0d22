import MessageBus
import SystemSupport

/// The players on the session bus: carries out what ``PlayerDirectory`` decides. For the bus thread only.
final class MediaPlayers: BusParticipant {
    private static let path = "/org/mpris/MediaPlayer2"
    private static let playerInterface = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    private var directory: PlayerDirectory
    private let report: (DesktopEvent) -> Void
    private var connection: BusConnection?
    private var ownersSlot: BusSlot?
    private var slots: [String: BusSlot] = [:]

    init(ignoring ignored: [String], answerLimit: Duration, report: @escaping (DesktopEvent) -> Void) {
        directory = PlayerDirectory(ignoring: ignored, answerLimit: answerLimit)
        self.report = report
    }

    /// Gives an order to the player called `name`.
    func order(_ order: PlayerOrder, _ name: String) {
        carryOut(directory.order(order, name, at: MonotonicClock.nanoseconds))
    }

    func busConnected(_ connection: BusConnection) {
        self.connection = connection
        directory.connected(as: connection.uniqueName)
        // Rule first, question second: otherwise a player could appear unnoticed in between.
        ownersSlot = connection.watchOwners("arg0namespace='\(PlayerFilter.namespace)'") { [weak self] name, owner in
            self?.owned(name, by: owner)
        }
        lookForPlayers()
    }

    /// Replaces the names to ignore from now on.
    func ignore(_ ignored: [String]) {
        carryOut(directory.ignore(ignored))
        lookForPlayers()
    }

    private func lookForPlayers() {
        connection?.call(.ofBus("ListNames")) { [weak self] answer in self?.listed(answer) }
    }

    func busLost() {
        carryOut(directory.disconnected())
        slots = [:]
        ownersSlot = nil
        connection = nil
    }

    private func owned(_ name: String, by owner: String?, isListed: Bool = false) {
        carryOut(directory.owned(name, by: owner, isListed: isListed))
    }

    private func listed(_ answer: borrowing BusAnswer) {
        let names = answer.read { message in
            var names: [String] = []
            guard message.enter(.array, "s") else { return names }
            while let name = message.readText() {
                if directory.filter.accepts(name), names.count < PlayerDirectory.mostNames { names.append(name) }
            }
            return names
        }
        // If the bus does not list its names, we still hear of players that come later.
        for name in names ?? [] {
            connection?.askOwner(of: name) { [weak self] owner in self?.owned(name, by: owner, isListed: true) }
        }
    }

    private func carryOut(_ actions: [PlayerDirectory.Action]) {
        for action in actions {
            switch action {
            case .observe(let owner): observe(owner)
            case .askStatus(let owner): askStatus(owner)
            case .neglect(let owner): slots[owner] = nil
            case .send(let order, let owner, let number): send(order, to: owner, number)
            case .report(let event): report(event)
            }
        }
    }

    private func observe(_ owner: String) {
        let rule =
            "type='signal',sender='\(owner)',path='\(Self.path)',interface='\(Self.properties)',"
            + "member='PropertiesChanged',arg0='\(Self.playerInterface)'"
        slots[owner] = connection?.watch(rule) { [weak self] message in
            guard let self, let change = StatusChange(message) else { return }
            switch change {
            case .now(let status): carryOut(directory.changed(owner, to: status, at: MonotonicClock.nanoseconds))
            case .unsaid: carryOut(directory.invalidated(owner))
            }
        }
        askStatus(owner)
        ask(owner, for: "Identity", of: PlayerFilter.namespace) { [weak self] identity in
            guard let self else { return }
            carryOut(directory.identified(owner, as: identity ?? ""))
        }
    }

    private func askStatus(_ owner: String) {
        ask(owner, for: "PlaybackStatus", of: Self.playerInterface) { [weak self] word in
            guard let self else { return }
            let status = word.flatMap(PlayerStatus.init(word:))
            carryOut(directory.answered(owner, status: status, at: MonotonicClock.nanoseconds))
        }
    }

    /// Asks for a property that is a text, and calls `answer` with it; nil if it is no text or no answer came.
    private func ask(_ owner: String, for property: String, of interface: String, answer: @escaping (String?) -> Void) {
        let method = BusMethod(destination: owner, path: Self.path, interface: Self.properties, name: "Get")
        connection?.call(method, [.string(interface), .string(property)]) { result in answer(result.read { $0.readTextVariant() })
        }
    }

    private func send(_ order: PlayerOrder, to owner: String, _ number: UInt64) {
        let method = BusMethod(destination: owner, path: Self.path, interface: Self.playerInterface, name: order.method)
        connection?.call(method) { [weak self] answer in
            guard let self else { return }
            carryOut(directory.answered(order, owner, number, failure: answer.failure, at: MonotonicClock.nanoseconds))
        }
    }
}
