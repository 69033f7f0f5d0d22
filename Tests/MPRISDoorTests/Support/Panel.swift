import Synchronization
import TestSupport

@testable import MessageBus

/// A program on a session bus that uses the player as a panel does, over a connection of its own, and hears its signals.
final class Panel: Sendable {
    /// A signal of the player.
    struct Signal: Hashable, Sendable {
        let name: String
        let values: [BusValue]

        /// The properties of an interface that it says have changed, with their values.
        func changes(of interface: String) -> [String: BusValue] {
            guard name == "PropertiesChanged", values.first == .string(interface), values.count == 3,
                case .dictionary(_, _, let entries) = values[1]
            else { return [:] }
            var found: [String: BusValue] = [:]
            for entry in entries {
                if case .string(let key) = entry.key, case .variant(let value) = entry.value { found[key] = value }
            }
            return found
        }
    }

    /// What a call led to.
    enum Answer: Hashable, Sendable {
        case values([BusValue])
        case failure(String)
    }

    private let thread: BusThread<PanelState>
    private let record: Record
    private let name: String

    final class Record: Sendable {
        let isReady = Mutex(false)
        let signals = Mutex<[Signal]>([])
        let owners = Mutex<[String]>([])
    }

    /// Connects to the bus at `address`, and listens.
    init(at address: String, to name: String = DoorStage.name) async throws {
        let record = Record()
        self.record = record
        self.name = name
        thread = BusThread(name: "panel") { PanelState(address, record) }
        thread.start()
        try await waitUntil("the panel") { record.isReady.withLock { $0 } }
    }

    deinit { thread.stop() }

    /// The signals so far.
    var signals: [Signal] { record.signals.withLock { $0 } }

    /// The names of players that got an owner, in order.
    var names: [String] { record.owners.withLock { $0 } }

    /// The signals that say that the metadata changed.
    var metadata: [BusValue] { signals.compactMap { $0.changes(of: DoorStage.player)["Metadata"] } }

    /// The values of a property as they were announced.
    func announced(_ property: String) -> [BusValue] { signals.compactMap { $0.changes(of: DoorStage.player)[property] } }

    /// Where the player was announced to have jumped, in seconds.
    var jumps: [Double] {
        signals.compactMap { signal in
            guard signal.name == "Seeked", case .int64(let position)? = signal.values.first else { return nil }
            return Double(position) / 1e6
        }
    }

    /// Calls a method and waits for its answer.
    @discardableResult
    func call(
        _ method: String, _ arguments: [BusValue] = [], of interface: String = DoorStage.player
    ) async throws -> Answer {
        let answer = Answered()
        begin(method, arguments, of: interface, answer)
        return try await answer.wait()
    }

    /// Reads all properties of an interface.
    func all(_ interface: String = DoorStage.player) async throws -> [String: BusValue] {
        guard case .values(let values) = try await call("GetAll", [.string(interface)], of: "org.freedesktop.DBus.Properties"),
            case .dictionary(_, _, let entries)? = values.first
        else { return [:] }
        var found: [String: BusValue] = [:]
        for entry in entries {
            if case .string(let key) = entry.key, case .variant(let value) = entry.value { found[key] = value }
        }
        return found
    }

    /// Sets a property.
    @discardableResult
    func set(_ property: String, _ value: BusValue) async throws -> Answer {
        let arguments: [BusValue] = [.string(DoorStage.player), .string(property), .variant(value)]
        return try await call("Set", arguments, of: "org.freedesktop.DBus.Properties")
    }

    /// Makes a call that is answered later.
    func begin(
        _ method: String, _ arguments: [BusValue], of interface: String = DoorStage.player, _ answer: Answered
    ) {
        let name = name
        thread.post { state in
            let call = BusMethod(destination: name, path: DoorStage.path, interface: interface, name: method)
            guard let connection = state.participant.connection else { return answer.take(.failure("no bus")) }
            connection.call(call, arguments) { result in
                if let failure = result.failure { return answer.take(.failure(failure)) }
                answer.take(.values(result.read { try? $0.readValues() } ?? []))
            }
        }
    }

    /// An answer, once it is there.
    final class Answered: Sendable {
        private let answer = Mutex<Answer?>(nil)

        func take(_ answer: Answer) { self.answer.withLock { $0 = answer } }

        var value: Answer? { answer.withLock { $0 } }

        func wait() async throws -> Answer { try await waitFor("an answer", poll: .milliseconds(2)) { self.value } }
    }
}

/// The state of a ``Panel`` on its thread.
final class PanelState: BusThreadState {
    let links: [BusLink]
    let participant: Participant

    init(_ address: String, _ record: Panel.Record) {
        participant = Participant(record)
        links = [
            BusLink(.session, address: address, answerLimit: .seconds(60), participants: [participant], report: { _ in })
        ]
    }

    final class Participant: BusParticipant {
        private(set) var connection: BusConnection?
        private var slots: [BusSlot?] = []
        private let record: Panel.Record

        init(_ record: Panel.Record) { self.record = record }

        func busConnected(_ connection: BusConnection) {
            self.connection = connection
            slots = [
                connection.watch("type='signal',path='\(DoorStage.path)'") { [record] message in
                    guard let name = message.member, let values = try? message.readValues() else { return }
                    record.signals.withLock { $0.append(Panel.Signal(name: name, values: values)) }
                },
                connection.watchOwners("arg0namespace='org.mpris.MediaPlayer2'") { [record] name, owner in
                    if owner != nil { record.owners.withLock { $0.append(name) } }
                },
            ]
            // The bus answers in order: after this it knows the rules.
            connection.call(.ofBus("GetId")) { [record] _ in record.isReady.withLock { $0 = true } }
        }

        func busLost() {
            slots = []
            connection = nil
        }
    }
}
