import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("the search for a service", .serialized)
struct ServiceBrowserTests {
    /// A browser on a bus, and what it has reported.
    private final class Search: Sendable {
        let desk: Desk
        private let record: Box<[ServiceEvent]>

        init(on address: String?) {
            let record = Box<[ServiceEvent]>([])
            self.record = record
            desk = Desk(
                system: address,
                systemGuests: [
                    { ServiceBrowser(type: StandInAvahi.service) { event in record.change { $0.append(event) } } }
                ])
        }

        func look(_ isWanted: Bool = true) { desk.bus.post(to: ServiceBrowser.self) { $0.look(isWanted) } }

        var events: [ServiceEvent] { record.value }

        /// Waits until these are the servers that were reported last.
        func expect(_ servers: [FoundServer], sourceLocation: SourceLocation = #_sourceLocation) async throws {
            try? await waitUntil("the servers") { events.last == .found(servers) }
            try #require(events.last == .found(servers), sourceLocation: sourceLocation)
        }
    }

    private let music = FoundServer(name: "music.local", addresses: ["192.168.1.2"])

    @Test("nothing is asked before somebody looks, and nothing stays in Avahi afterwards")
    func wish() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInAvahi(on: bus, offers: [StandInAvahi.Offer(address: "192.168.1.2")])
        let search = Search(on: bus.address)
        try await waitUntil("the bus") { search.desk.events.last == .busConnected(.system) }
        #expect(avahi.calls == [])
        search.look()
        try await search.expect([music])
        search.look(false)
        try await waitUntil("the end of the search") { avahi.calls.count == 4 }
        #expect(avahi.calls.prefix(2) == ["ServiceBrowserNew", "ServiceResolverNew"])
        #expect(Set(avahi.calls.suffix(2)) == ["Free /browser", "Free /resolver/1"])
        search.look()
        try await waitUntil("the next search") { avahi.calls.count == 6 }
        try await search.expect([music])
    }

    @Test("a server that comes, moves and goes is reported")
    func changes() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInAvahi(on: bus)
        let search = Search(on: bus.address)
        search.look()
        try await search.expect([])
        let offer = StandInAvahi.Offer(address: "192.168.1.2")
        avahi.add(offer)
        try await search.expect([music])
        avahi.move(offer, to: "192.168.1.7")
        try await search.expect([FoundServer(name: "music.local", addresses: ["192.168.1.7"])])
        let second = StandInAvahi.Offer(version: 1, address: "fe80::1")
        avahi.add(second)
        try await search.expect([FoundServer(name: "music.local", addresses: ["192.168.1.7", "fe80::1%2"])])
        avahi.remove(offer)
        try await search.expect([FoundServer(name: "music.local", addresses: ["fe80::1%2"])])
        avahi.remove(second)
        try await search.expect([])
        try await waitUntil("both to be freed") { Set(avahi.calls).isSuperset(of: ["Free /resolver/1", "Free /resolver/2"]) }
    }

    @Test("an Avahi that is not there is reported once, and asked when it comes, and when it comes again")
    func restart() async throws {
        let bus = try await PrivateBus.running()
        let search = Search(on: bus.address)
        search.look()
        try await waitUntil("the absence") { search.events == [.unavailable("avahi-daemon does not run")] }
        let offer = StandInAvahi.Offer(address: "192.168.1.2")
        let first = StandInAvahi(on: bus, offers: [offer])
        try await search.expect([music])
        first.die()
        try await waitUntil("the loss") { search.events.last == .unavailable("avahi-daemon does not run") }
        let second = StandInAvahi(on: bus, offers: [offer])
        try await search.expect([music])
        #expect(second.calls == ["ServiceBrowserNew", "ServiceResolverNew"])
    }

    @Test("a bus that is not there is reported, also if it is looked for later, and a bus that comes again is asked again")
    func buses() async throws {
        let nowhere = Search(on: nil)
        nowhere.look()
        try await waitUntil("the absence") { nowhere.events == [.unavailable("the system bus is not there: no address is set")] }

        let bus = try await PrivateBus.running()
        let avahi = StandInAvahi(on: bus, offers: [StandInAvahi.Offer(address: "192.168.1.2")])
        let search = Search(on: bus.address)
        search.look()
        try await search.expect([music])
        try await bus.kill()
        try await waitUntil("the loss") { if case .unavailable? = search.events.last { true } else { false } }
        try await bus.start()
        try await search.expect([music])
        withExtendedLifetime(avahi) {}
    }

    @Test("an Avahi that refuses is reported with its reason")
    func refusal() async throws {
        let bus = try await PrivateBus.running()
        let avahi = StandInAvahi(on: bus, refusal: "too many objects")
        let search = Search(on: bus.address)
        search.look()
        try await waitUntil("the refusal") { search.events.last == .unavailable("avahi-daemon refuses: too many objects") }
        withExtendedLifetime(avahi) {}
    }

    @Test("offers of other services, signals of other types and a flood of offers are left out")
    func nonsense() async throws {
        let bus = try await PrivateBus.running()
        let offer = StandInAvahi.Offer(address: "192.168.1.2")
        let avahi = StandInAvahi(on: bus, offers: [offer])
        let search = Search(on: bus.address)
        search.look()
        try await search.expect([music])
        avahi.standIn.post { program in
            program.signal("ItemNew", of: StandInAvahi.browser, [.string("Snapcast")])
            program.signal("ItemNew", of: StandInAvahi.browser, [])
            program.signal("Found", of: StandInAvahi.resolver, [.int32(2)])
            program.signal("Anything", of: StandInAvahi.resolver, [.variant(.string("x"))])
        }
        avahi.add(StandInAvahi.Offer(type: "_ipp._tcp", address: "192.168.1.3"))
        for number in 0..<200 { avahi.add(StandInAvahi.Offer(name: "Snapcast #\(number)", address: "192.168.1.2")) }
        avahi.remove(offer)
        try await waitUntil("the last signal") { avahi.calls.contains("Free /resolver/1") }
        // One of the flood has the place of the offer that is gone.
        try await waitUntil("as many resolvers as there are at once, and one more") {
            avahi.calls.count { $0 == "ServiceResolverNew" } >= ServiceDirectory.mostOffers + 1
        }
        #expect(avahi.calls.count { $0 == "ServiceResolverNew" } == ServiceDirectory.mostOffers + 1)
        try await search.expect([music])
    }

    @Test("nobody but Avahi can say where a server is")
    func forgery() async throws {
        let bus = try await PrivateBus.running()
        let offer = StandInAvahi.Offer(address: "192.168.1.2")
        let avahi = StandInAvahi(on: bus, offers: [offer])
        let search = Search(on: bus.address)
        search.look()
        try await search.expect([music])
        let forger = StandIn(on: bus.address)
        let isForged = Box(false)
        var forged = offer
        forged.address = "10.0.0.66"
        let place = forged
        forger.post { forger in
            forger.withOthers { others in
                for other in others { StandInAvahi.tellPlace(of: place, by: forger, to: other) }
                // Answered behind everything that was sent before.
                forger.withOthers { _ in isForged.value = true }
            }
        }
        try await waitUntil("the forgery") { isForged.value }
        avahi.add(StandInAvahi.Offer(network: 3, address: "192.168.1.9"))
        try await search.expect([FoundServer(name: "music.local", addresses: ["192.168.1.2", "192.168.1.9"])])
    }
}
