import Glibc
import MessageBus
import SystemSupport
import TestSupport
import Testing

@testable import Desktop

@Suite("The notification that asks whether a program may record", .serialized)
struct RecordNotifierTests {
    /// A notifier on a bus, and what it has reported.
    private final class Asking: Sendable {
        let desk: Desk
        private let record: Box<[String]>
        private let processes: Box<[Int32?]>

        init(on address: String?, answerLimit: Duration = .seconds(30)) {
            let (record, processes) = (Box<[String]>([]), Box<[Int32?]>([]))
            (self.record, self.processes) = (record, processes)
            desk = Desk(
                session: address, answerLimit: answerLimit,
                guests: [
                    {
                        RecordNotifier { event in
                            switch event {
                            case .answered(let request, let isGranted, let process):
                                record.change { $0.append("\(request) \(isGranted ? "allowed" : "denied")") }
                                processes.change { $0.append(process?.members.first?.number) }
                            case .notShown(let reason): record.change { $0.append(reason) }
                            }
                        }
                    }
                ])
        }

        /// That there is no service.
        static let absence = "no service on the session bus shows notifications"

        /// What was reported: answers, and why nothing is shown.
        var allEvents: [String] { record.value }
        /// The same, but for a service that was not there yet.
        var events: [String] { allEvents.filter { $0 != Self.absence } }
        /// The processes that have shown what was answered.
        var answerers: [Int32?] { processes.value }

        func ask(_ request: Int64, _ purpose: String? = "a <memo>") {
            let question = RecordQuestion(request: request, program: "recorder", process: Int32(request), purpose: purpose)
            desk.bus.post(to: RecordNotifier.self) { $0.ask(question) }
        }

        func end(_ request: Int64) { desk.bus.post(to: RecordNotifier.self) { $0.end(request) } }

        func expect(_ events: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try? await waitUntil("what is reported") { self.events.count >= events.count }
            try #require(self.events == events, sourceLocation: sourceLocation)
        }
    }

    @Test("it says who asks and what for, with buttons, and a button is the answer of whoever has shown it")
    func answer() async throws {
        let bus = try await PrivateBus.running()
        let service = StandInNotifications(on: bus.address)
        let asking = Asking(on: bus.address)
        asking.ask(1)
        try await waitUntil("the notification") { service.shown.count == 1 }
        #expect(
            service.shown[0]
                == StandInNotifications.Notice(
                    title: "recorder wants to record", body: "Process 1 says what for: a &lt;memo&gt;",
                    buttons: [service.key(of: "allow", of: 1), "Allow", service.key(of: "deny", of: 1), "Deny"]))
        #expect(service.key(of: "allow", of: 1).count > "allow-".count)
        service.press("allow", of: 9)
        service.press("default", of: 1)
        service.press("allow", of: 1)
        service.press("allow", of: 1)
        asking.ask(2)
        try await waitUntil("the next notification") { service.shown.count == 2 }
        service.press("deny", of: 2)
        try await asking.expect(["1 allowed", "2 denied"])
        #expect(asking.answerers == [getpid(), getpid()])
    }

    @Test("nothing is asked of the service before the first question, and it closes when the question has ended elsewhere")
    func end() async throws {
        let bus = try await PrivateBus.running()
        let service = StandInNotifications(on: bus.address)
        let asking = Asking(on: bus.address)
        try await waitUntil("the bus") { asking.desk.events.last == .busConnected(.session) }
        #expect(service.calls == [])
        asking.ask(1)
        try await waitUntil("the notification") { service.shown.count == 1 }
        asking.end(1)
        try await waitUntil("the end") { service.calls == ["GetCapabilities", "Notify", "CloseNotification 1"] }
        service.press("allow", of: 1)
        asking.ask(2)
        try await waitUntil("the next one") { service.shown.count == 2 }
        #expect(asking.events == [])
    }

    @Test("another program on the bus cannot press its buttons")
    func impostor() async throws {
        let bus = try await PrivateBus.running()
        let service = StandInNotifications(on: bus.address)
        let asking = Asking(on: bus.address)
        asking.ask(1)
        try await waitUntil("the notification") { service.shown.count == 1 }
        let key = service.key(of: "allow", of: 1)
        let impostor = StandIn(on: bus.address)
        let isDone = Box(false)
        impostor.post { program in
            program.signal(
                "ActionInvoked", of: StandInNotifications.name, path: StandInNotifications.path, [.uint32(1), .string(key)])
            program.withOthers { others in
                for other in others {
                    program.signal(
                        "ActionInvoked", of: StandInNotifications.name, path: StandInNotifications.path,
                        [.uint32(1), .string(key)], to: other)
                }
                isDone.value = true
            }
        }
        try await waitUntil("the impostor") { isDone.value }
        service.press("deny", of: 1)
        try await asking.expect(["1 denied"])
    }

    @Test("one that a person closes is no answer")
    func closed() async throws {
        let bus = try await PrivateBus.running()
        let service = StandInNotifications(on: bus.address)
        let asking = Asking(on: bus.address)
        asking.ask(1)
        try await waitUntil("the notification") { service.shown.count == 1 }
        service.close(1)
        service.press("allow", of: 1)
        asking.ask(2)
        try await waitUntil("the next one") { service.shown.count == 2 }
        service.press("allow", of: 2)
        try await asking.expect(["2 allowed"])
    }

    @Test("a service that comes later, or after one that has died, shows what waits")
    func restart() async throws {
        let bus = try await PrivateBus.running()
        let asking = Asking(on: bus.address)
        asking.ask(1)
        try await waitUntil("the log") { asking.allEvents == [Asking.absence] }
        let first = StandInNotifications(on: bus.address)
        try await waitUntil("the notification") { first.shown.count == 1 }
        first.standIn.die()
        let second = StandInNotifications(on: bus.address)
        try await waitUntil("the notification again") { second.shown.count == 1 }
        second.press("allow", of: 1)
        try await waitUntil("the answer") { asking.allEvents == [Asking.absence, "1 allowed"] }
    }

    @Test("without a bus, without buttons, and with a service that does not answer, nothing is shown, and that is said once")
    func obstacles() async throws {
        let alone = Asking(on: nil)
        alone.ask(1)
        alone.ask(2)
        try await waitUntil("the log") { alone.allEvents == [Asking.absence] }
        let bus = try await PrivateBus.running()
        let plain = StandInNotifications(on: bus.address, capabilities: ["body"])
        let asking = Asking(on: bus.address)
        asking.ask(1)
        try await asking.expect(["the notification service shows no buttons"])
        #expect(plain.calls == ["GetCapabilities"])
        let other = try await PrivateBus.running()
        let mute = StandInNotifications(on: other.address, isSilent: true)
        let waiting = Asking(on: other.address, answerLimit: .milliseconds(200))
        for request in 1...Int64(3) { waiting.ask(request) }
        try await waitUntil("each to be tried") { mute.shown.count == 3 }
        #expect(waiting.events.count == 1)
        let third = try await PrivateBus.running()
        let silent = StandInNotifications(on: third.address, capabilities: nil)
        let last = Asking(on: third.address, answerLimit: .milliseconds(200))
        last.ask(1)
        try await waitUntil("the refusal") { last.events.count == 1 }
        #expect(silent.calls == ["GetCapabilities"])
    }

    @Test("a daemon asks there for a client, and lets it record by the button, or closes it with the client or itself")
    func daemon() async throws {
        let system = try await PrivateSoundSystem.start(.at(rate: 44_100))
        let address = "unix:path=\(system.directory.file("run/bus"))"
        let service = StandInNotifications(on: address)
        let daemon = try await DaemonProcess.start(in: system, configuration: "[session]\nrecord = \"ask\"")
        let watcher = try daemon.connect()
        try await watcher.call("events.subscribe")
        let ask = ["call", "session.requestRecordPermission", #"{"purpose":"a memo"}"#, "--socket", daemon.socket]
        let first = try await ChildProcess.launch(try BuiltProgram.path(of: "fermata"), ask)
        try await waitUntil("the notification") { service.shown.count == 1 }
        #expect(service.shown[0].title == "fermata wants to record")
        #expect(service.shown[0].body == "Process \(first.processIdentifier) says what for: a memo")
        service.press("allow", of: 1)
        let ended = try await watcher.waitForEvent("session.recordPermissionRequestEnded")
        #expect(ended.string(at: "params.end") == "allowed")
        _ = try await first.waitForExit()
        let second = try await ChildProcess.launch(try BuiltProgram.path(of: "fermata"), ask)
        try await waitUntil("the second notification") { service.shown.count == 2 }
        _ = try await second.stop(SIGTERM)
        try await waitUntil("its end") { service.calls.last == "CloseNotification 2" }
        let third = try await ChildProcess.launch(try BuiltProgram.path(of: "fermata"), ask)
        try await waitUntil("the third notification") { service.shown.count == 3 }
        try await daemon.stop()
        try await waitUntil("its end with the daemon") { service.calls.last == "CloseNotification 3" }
        _ = try await third.waitForExit()
    }
}
