import CSystemd
import Synchronization
import TestSupport

@testable import MessageBus

/// A program on a private bus that listens to signals and calls methods.
final class Peer: Sendable {
    /// A signal that was heard.
    struct Signal: Hashable, Sendable {
        let interface: String
        let name: String
        let values: [BusValue]

        init(_ interface: String, _ name: String, _ values: [BusValue]) {
            self.interface = interface
            self.name = name
            self.values = values
        }
    }

    private let thread: BusThread<PeerState>
    private let record: Record

    /// What happened.
    final class Record: Sendable {
        let isReady = Mutex(false)
        let signals = Mutex<[Signal]>([])
    }

    /// Connects, and listens to the signals of the object at `path`.
    init(on bus: PrivateBus, listeningTo path: String = "/") async throws {
        let record = Record()
        self.record = record
        thread = BusThread(name: "peer") { [address = bus.address] in PeerState(address, path, record) }
        thread.start()
        try await waitUntil("the peer") { record.isReady.withLock { $0 } }
    }

    deinit { thread.stop() }

    /// The signals that were heard.
    var signals: [Signal] { record.signals.withLock { $0 } }

    /// Calls a method by its name alone.
    func callWithoutInterface(_ method: String, of name: String, at path: String) {
        thread.post { $0.callWithoutInterface(method, of: name, at: path) }
    }
}

/// The state of a ``Peer`` on its thread.
final class PeerState: BusThreadState {
    let links: [BusLink]
    private let participant: Participant

    init(_ address: String, _ path: String, _ record: Peer.Record) {
        participant = Participant(path, record)
        links = [
            BusLink(.session, address: address, answerLimit: .seconds(30), participants: [participant], report: { _ in })
        ]
    }

    func callWithoutInterface(_ method: String, of name: String, at path: String) {
        guard let bus = participant.connection?.bus.pointer else { return }
        var made: OpaquePointer?
        sd_bus_message_new_method_call(bus, &made, name, path, nil, method)
        guard let made else { return }
        let message = BusMessage(owning: made)
        sd_bus_send(bus, message.pointer, nil)
    }

    private final class Participant: BusParticipant {
        private(set) var connection: BusConnection?
        private var slot: BusSlot?
        private let path: String
        private let record: Peer.Record

        init(_ path: String, _ record: Peer.Record) {
            self.path = path
            self.record = record
        }

        func busConnected(_ connection: BusConnection) {
            self.connection = connection
            slot = connection.watch("type='signal',path='\(path)'") { [record] message in
                guard let interface = message.interface, let name = message.member, let values = try? message.readValues()
                else { return }
                record.signals.withLock { $0.append(Peer.Signal(interface, name, values)) }
            }
            // The bus answers in order: after this it knows the rule.
            connection.call(.ofBus("GetId")) { [record] _ in record.isReady.withLock { $0 = true } }
        }

        func busLost() {
            slot = nil
            connection = nil
        }
    }
}
