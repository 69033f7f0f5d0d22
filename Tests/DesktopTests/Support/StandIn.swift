import CSystemd
import SystemSupport

@testable import MessageBus

/// A program on a private bus, over a connection and a thread of its own: it has names, answers calls to its object and those below it,
/// sends signals.
final class StandIn: Sendable {
    /// Answers a call to it, with the interface and the method's name as given; nil leaves it without an answer.
    typealias Answering = @Sendable (StandInState, StandInCall) -> StandInAnswer?

    private let thread: BusThread<StandInState>

    init(on address: String, names: [String] = [], path: String = "/", answering: @escaping Answering = { _, _ in nil }) {
        thread = BusThread(name: "stand-in") { StandInState(address, names, path, answering) }
        thread.start()
    }

    deinit { thread.stop() }

    /// Ends its connection, as if it had died.
    func die() { thread.stop() }

    /// Does something on its thread, once it is on the bus.
    func post(_ order: @escaping @Sendable (StandInState) -> Void) { thread.post { $0.whenConnected(order) } }
}

/// A call to a stand-in.
struct StandInCall {
    let method: String
    /// The path of the object that is called.
    let path: String
    let values: [BusValue]

    /// The arguments that are texts, up to the first that is none.
    var arguments: [String] {
        values.map { if case .string(let text) = $0 { text } else { nil } }.prefix { $0 != nil }.compactMap(\.self)
    }
}

/// What a stand-in answers.
enum StandInAnswer {
    case values([BusValue])
    case failure(String)
}

/// What a stand-in has on its thread.
final class StandInState: BusThreadState {
    private(set) var links: [BusLink] = []
    private let names: [String]
    private let path: String
    private let answering: StandIn.Answering
    private var connection: BusConnection?
    private var slots: [BusSlot] = []
    private var waiting: [(StandInState) -> Void] = []

    init(_ address: String, _ names: [String], _ path: String, _ answering: @escaping StandIn.Answering) {
        self.names = names
        self.path = path
        self.answering = answering
        let presence = Presence(state: self)
        // What they stand in for is on the bus of the system, where messages may bring open files along.
        links = [BusLink(.system, address: address, answerLimit: .seconds(30), participants: [presence], report: { _ in })]
    }

    /// Does not keep the state alive, which keeps the link alive.
    private final class Presence: BusParticipant {
        private weak var state: StandInState?

        init(state: StandInState) { self.state = state }

        func busConnected(_ connection: BusConnection) { state?.busConnected(connection) }

        func busLost() { state?.busLost() }
    }

    private func busConnected(_ connection: BusConnection) {
        self.connection = connection
        serve(on: connection)
        for name in names { request(name) }
        for order in waiting { order(self) }
        waiting = []
    }

    private func busLost() {
        slots = []
        connection = nil
    }

    func whenConnected(_ order: @escaping (StandInState) -> Void) {
        if connection == nil { waiting.append(order) } else { order(self) }
    }

    /// Asks for a name; if it is another's, it is ours once that one has gone.
    func request(_ name: String) {
        sd_bus_request_name_async(pointer, nil, name, UInt64(SD_BUS_NAME_QUEUE), { _, _, _ in 0 }, nil)
    }

    func release(_ name: String) { sd_bus_release_name_async(pointer, nil, name, { _, _, _ in 0 }, nil) }

    /// Sends a signal: to everybody, or to one.
    func signal(
        _ member: String, of interface: String, path: String? = nil, _ values: [BusValue], to destination: String? = nil
    ) {
        var made: OpaquePointer?
        sd_bus_message_new_signal(pointer, &made, path ?? self.path, interface, member)
        guard let made else { return }
        let message = BusMessage(owning: made)
        _ = message.append(values)
        if let destination { sd_bus_message_set_destination(made, destination) }
        sd_bus_send(pointer, message.pointer, nil)
    }

    /// Does something with the unique names of all others.
    func withOthers(_ body: @escaping ([String]) -> Void) {
        connection?.call(.ofBus("ListNames")) { [weak self] answer in
            let own = self?.connection?.uniqueName
            let names = answer.read { message in
                var names: [String] = []
                guard message.enter(.array, "s") else { return names }
                while let name = message.readText() { names.append(name) }
                return names
            }
            body((names ?? []).filter { $0.hasPrefix(":") && $0 != own })
        }
    }

    private var pointer: OpaquePointer? { connection?.bus.pointer }

    private func serve(on connection: BusConnection) {
        let data = BusHandler { [weak self] message in self?.answer(message) ?? false }.retained()
        var slot: OpaquePointer?
        guard sd_bus_add_fallback(connection.bus.pointer, &slot, path, BusHandler.function, data) >= 0, let slot else {
            return BusHandler.release(data)
        }
        BusHandler.release(data, with: slot)
        slots.append(BusSlot(owning: slot))
    }

    private func answer(_ message: borrowing BusMessage) -> Bool {
        guard let method = sd_bus_message_get_member(message.pointer).map({ String(cString: $0) }) else { return false }
        let path = sd_bus_message_get_path(message.pointer).map { String(cString: $0) } ?? ""
        switch answering(self, StandInCall(method: method, path: path, values: (try? message.readValues()) ?? [])) {
        case .values(let values): reply(to: message, values)
        case .failure(let sentence): fail(message, sentence)
        case nil: break
        }
        return true
    }

    private func reply(to call: borrowing BusMessage, _ values: [BusValue]) {
        var made: OpaquePointer?
        sd_bus_message_new_method_return(call.pointer, &made)
        guard let made else { return }
        let message = BusMessage(owning: made)
        _ = message.append(values)
        sd_bus_send(pointer, message.pointer, nil)
    }

    private func fail(_ call: borrowing BusMessage, _ sentence: String) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, "org.freedesktop.DBus.Error.Failed", sentence)
        sd_bus_reply_method_error(call.pointer, &error)
        sd_bus_error_free(&error)
    }
}
