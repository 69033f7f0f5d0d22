import Synchronization
import TestSupport

@testable import MessageBus

/// A program on a private bus that exports an object: a lamp with a brightness.
final class Exporter: Sendable {
    static let name = "org.example.Lamp"
    static let path: ObjectPath = "/org/example/Lamp"
    static let interface = "org.example.Lamp"

    private let thread: BusThread<ExporterState>
    private let record: Record

    /// What was reported.
    final class Record: Sendable {
        let names = Mutex<[NameRequest]>([])
        let calls = Mutex<[[BusValue]]>([])
    }

    let bus: PrivateBus

    init(on bus: PrivateBus) {
        let record = Record()
        self.record = record
        self.bus = bus
        thread = BusThread(name: "exporter") { [address = bus.address] in ExporterState(address, record) }
        thread.start()
    }

    /// Returns an exporter that has its name, on a bus of its own.
    static func running() async throws -> Exporter {
        let exporter = Exporter(on: try await PrivateBus.running())
        try await exporter.waitForName()
        return exporter
    }

    deinit { thread.stop() }

    /// The answers to the requests for the name.
    var names: [NameRequest] { record.names.withLock { $0 } }

    /// The arguments of each call of `Echo` and `Wait`.
    var calls: [[BusValue]] { record.calls.withLock { $0 } }

    /// Does something on its thread.
    func post(_ order: @escaping @Sendable (ExporterState) -> Void) { thread.post(order) }

    /// Runs busctl, systemd's own client.
    func busctl(_ arguments: String...) async throws -> String {
        let output = try await Tool.run("busctl", ["--address=\(bus.address)", "--"] + arguments)
        return String(decoding: output, as: UTF8.self).trimmed
    }

    /// Runs gdbus, the client of GLib, which reads messages with code of its own, on the exporter's object.
    func gdbus(_ command: String, _ arguments: String...) async throws -> String {
        let place = ["--dest", Exporter.name, "--object-path", Exporter.path.description]
        let output = try await Tool.run("gdbus", [command, "--address", bus.address] + place + arguments)
        return String(decoding: output, as: UTF8.self).trimmed
    }

    /// Waits until the name is answered for.
    func waitForName() async throws { try await waitUntil("the name") { !names.isEmpty } }
}

/// The state of an ``Exporter`` on its thread.
final class ExporterState: BusThreadState, BusParticipant {
    private(set) var links: [BusLink] = []
    private let record: Exporter.Record
    private var connection: BusConnection?
    private var object: BusObject?
    private var brightness = 0.5
    private var waiting: [BusReply] = []

    init(_ address: String, _ record: Exporter.Record) {
        self.record = record
        links = [
            BusLink(.session, address: address, answerLimit: .seconds(30), participants: [Forwarder(self)], report: { _ in })
        ]
    }

    /// Does not keep the state alive, which keeps the link alive.
    private final class Forwarder: BusParticipant {
        private weak var state: ExporterState?

        init(_ state: ExporterState) { self.state = state }

        func busConnected(_ connection: BusConnection) { state?.busConnected(connection) }

        func busLost() { state?.busLost() }
    }

    func busConnected(_ connection: BusConnection) {
        self.connection = connection
        object = connection.export([lamp], at: Exporter.path)
        connection.requestName(Exporter.name) { [record] answer in record.names.withLock { $0.append(answer) } }
    }

    func busLost() {
        object = nil
        connection = nil
    }

    /// Changes the brightness, and says so.
    func shine(_ brightness: Double) {
        self.brightness = brightness
        object?.propertiesChanged(["Brightness", "Hours"], of: Exporter.interface)
    }

    /// Sends the signal of the lamp.
    func burnOut() { object?.emit("BurnedOut", of: Exporter.interface, [.uint32(3), .strings(["a", "b"])]) }

    /// Answers the calls of `Wait`.
    func answer() {
        for reply in waiting { reply.succeed() }
        waiting = []
    }

    /// Forgets the calls of `Wait`.
    func forget() { waiting = [] }

    /// Takes the object off the bus.
    func remove() { object = nil }

    /// Gives the name back.
    func releaseName() { connection?.releaseName(Exporter.name) }

    private var lamp: BusInterface {
        let anything = BusValueType.dictionary(key: .string, value: .variant)
        return BusInterface(
            Exporter.interface,
            methods: [
                .init(
                    "Echo", [.init("text", .string), .init("number", .int64), .init("options", anything)],
                    returns: [.init("options", anything), .init("number", .int64)]
                ) { [record] arguments, reply in
                    record.calls.withLock { $0.append(arguments) }
                    reply.succeed([arguments[2], arguments[1]])
                },
                .init("Fail") { _, reply in
                    reply.fail(BusCallError(name: "org.example.Error.Broken", message: "the bulb is broken"))
                },
                .init("Wait") { [weak self, record] arguments, reply in
                    self?.waiting.append(reply)
                    record.calls.withLock { $0.append(arguments) }
                },
            ],
            properties: [
                .init("Brightness", .double) { [weak self] in
                    .double(self?.brightness ?? 0)
                } set: { [weak self] value, reply in
                    guard case .double(let brightness) = value, (0...1).contains(brightness) else {
                        return reply.fail(.invalidArguments("a brightness is between 0 and 1"))
                    }
                    self?.brightness = brightness
                    reply.succeed()
                },
                .init("Hours", .uint64, announced: .invalidation) { .uint64(.max) },
                .init("Colours", .array(.string), announced: .constant) { .strings(["red", "green"]) },
            ],
            signals: [.init("BurnedOut", [.init("room", .uint32), .init("names", .array(.string))])])
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
