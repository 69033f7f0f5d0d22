import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("services of this machine, over the bus", .serialized)
struct ServicePublisherTests {
    /// A publisher on a bus, and what it has reported.
    private final class Publishing: Sendable {
        let desk: Desk
        private let record: Box<[PublicationEvent]>

        init(on address: String?) {
            let record = Box<[PublicationEvent]>([])
            self.record = record
            desk = Desk(system: address, systemGuests: [{ ServicePublisher { event in record.change { $0.append(event) } } }])
        }

        func publish(_ services: [PublishedService]) { desk.bus.post(to: ServicePublisher.self) { $0.publish(services) } }

        var events: [PublicationEvent] { record.value }

        /// What was reported, but for an Avahi that was not there yet.
        var ofServices: [PublicationEvent] { events.filter { if case .unavailable = $0 { false } else { true } } }

        /// Waits until exactly this was reported of services.
        func expect(_ expected: [PublicationEvent], sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try? await waitUntil("the events") { ofServices.count >= expected.count }
            try #require(ofServices == expected, sourceLocation: sourceLocation)
        }
    }

    private let service: PublishedService
    private static let name = "Fermata @ study"
    private static let steps = ["GetState", "EntryGroupNew"]

    init() throws { service = try Self.service() }

    private static func service(port: Int = 6600) throws -> PublishedService {
        try #require(
            PublishedService(
                type: "_mpd._tcp", name: "Fermata @ %h", host: "study", addresses: ["0.0.0.0:\(port)", "[::]:\(port + 10)"],
                networks: [:]))
    }

    /// What fills a group.
    private static func filling(_ group: Int, _ name: String = name, port: Int = 6600) -> [String] {
        let added = (0...1).map { "AddService -1 \($0) \(name) _mpd._tcp \(port + 10 * $0)" }
        return ["Reset /group/\(group)"] + added + ["Commit /group/\(group)"]
    }

    private func published(_ name: String = name) -> PublicationEvent { .published(type: "_mpd._tcp", name: name) }

    @Test("nothing is asked without a service; one is published at each of its places, replaced, and taken away")
    func publishing() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus)
        let publishing = Publishing(on: bus.address)
        try await waitUntil("the bus") { publishing.desk.events.last == .busConnected(.system) }
        publishing.publish([])
        publishing.publish([service])
        try await publishing.expect([published()])
        #expect(avahi.calls == Self.steps + Self.filling(1))
        publishing.publish([service])
        publishing.publish([try Self.service(port: 6601)])
        try await publishing.expect([published(), published()])
        #expect(
            avahi.calls == Self.steps + Self.filling(1) + ["Free /group/1"] + Self.steps + Self.filling(2, port: 6601))
        publishing.publish([])
        try await waitUntil("the end") { avahi.calls.last == "Free /group/2" }
    }

    @Test("what is published is taken away when the buses are given up")
    func ending() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus)
        let publishing = Publishing(on: bus.address)
        publishing.publish([service])
        try await publishing.expect([published()])
        publishing.publish([])
        publishing.desk.bus.stop()
        try await waitUntil("the end") { avahi.calls.last == "Free /group/1" }
    }

    @Test("a name that another machine or another program has makes room for the next one")
    func collisions() async throws {
        let bus = try await PrivateBus.running()
        let second = "\(Self.name) #2"
        let avahi = StandInPublisher(on: bus, taken: [Self.name], ownNames: [second])
        let publishing = Publishing(on: bus.address)
        publishing.publish([service])
        try await publishing.expect([published("\(second) #2")])
        let refusedStep = ["Reset /group/1", "AddService -1 0 \(second) _mpd._tcp 6600"]
        #expect(
            avahi.calls == Self.steps + Self.filling(1) + ["GetAlternativeServiceName"] + refusedStep
                + ["GetAlternativeServiceName"] + Self.filling(1, "\(second) #2"))
    }

    @Test("an Avahi that is not there is reported once, and asked when it comes, when it comes again, and when the bus does")
    func restarts() async throws {
        let bus = try await PrivateBus.running()
        let publishing = Publishing(on: bus.address)
        publishing.publish([service])
        let absent = PublicationEvent.unavailable("avahi-daemon does not run")
        try await waitUntil("the absence") { publishing.events == [absent] }
        let first = StandInPublisher(on: bus)
        try await publishing.expect([published()])
        first.standIn.die()
        try await waitUntil("the loss") { publishing.events == [absent, published(), absent] }
        let second = StandInPublisher(on: bus)
        try await publishing.expect([published(), published()])
        #expect(second.calls == Self.steps + Self.filling(1))
        try await bus.kill()
        try await bus.start()
        try await waitUntil("the next group") { second.calls == Self.steps + Self.filling(1) + Self.steps + Self.filling(2) }
    }

    @Test("while Avahi is not ready, or takes another name for the machine, the service rests")
    func serverStates() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus, serverState: 1)
        let publishing = Publishing(on: bus.address)
        publishing.publish([service])
        try await waitUntil("the question") { avahi.calls == ["GetState"] }
        avahi.tell(2)
        try await publishing.expect([published()])
        avahi.tell(3)
        try await waitUntil("the rest") { avahi.calls.last == "Free /group/1" }
        avahi.tell(99)
        avahi.tell(2)
        try await publishing.expect([published(), published()])
    }

    @Test("an Avahi that refuses is reported with its reason, and nothing stays in it")
    func refusal() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInPublisher(on: bus, refusal: "Not permitted")
        let publishing = Publishing(on: bus.address)
        publishing.publish([service])
        try await publishing.expect([.refused(type: "_mpd._tcp", reason: "Not permitted")])
        try await waitUntil("the end of the group") { avahi.calls.last == "Free /group/1" }
    }
}
