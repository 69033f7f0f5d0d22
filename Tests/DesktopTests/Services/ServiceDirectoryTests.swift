import Testing

@testable import Desktop

@Suite("the directory of a service")
struct ServiceDirectoryTests {
    private typealias Offer = ServiceDirectory.Offer

    private func offer(_ name: String = "Snapcast", network: Int32 = 2, version: Int32 = 0, domain: String = "local") -> Offer {
        Offer(network: network, version: version, name: name, domain: domain)
    }

    /// A directory to which Avahi has told everything.
    private func complete() -> ServiceDirectory {
        var directory = ServiceDirectory()
        #expect(directory.completed() == [.report([])])
        return directory
    }

    @Test("servers are reported together, once everything is known")
    func beginning() {
        var directory = ServiceDirectory()
        let (first, second) = (offer(), offer("Snapcast #2"))
        #expect(directory.appeared(first) == [.resolve(first)])
        #expect(directory.appeared(second) == [.resolve(second)])
        #expect(directory.resolved(second, machine: "B.local", address: "10.0.0.2", isOwn: false) == [])
        #expect(directory.resolved(first, machine: "a.local", address: "10.0.0.1", isOwn: false) == [])
        let servers = [
            FoundServer(name: "a.local", addresses: ["10.0.0.1"]), FoundServer(name: "b.local", addresses: ["10.0.0.2"]),
        ]
        #expect(directory.completed() == [.report(servers)])
        #expect(directory.completed() == [])
    }

    @Test("an offer that is told again, or is where it was, changes nothing")
    func repetition() {
        var directory = complete()
        let offer = offer()
        #expect(directory.appeared(offer) == [.resolve(offer)])
        #expect(directory.appeared(offer) == [])
        #expect(directory.resolved(offer, machine: "a.local", address: "10.0.0.1", isOwn: false).count == 1)
        #expect(directory.resolved(offer, machine: "A.LOCAL", address: "10.0.0.1", isOwn: false) == [])
        #expect(directory.vanished(offer) == [.neglect(offer), .report([])])
        #expect(directory.vanished(offer) == [])
        #expect(directory.resolved(offer, machine: "a.local", address: "10.0.0.1", isOwn: false) == [])
    }

    @Test("a machine has the addresses of all its networks, and this machine is first")
    func addresses() {
        var directory = complete()
        let places: [(Int32, Int32, String)] = [
            (3, 1, "fe80::1"), (2, 1, "2001:db8::7"), (2, 0, "192.168.1.2"), (3, 0, "169.254.1.1"),
        ]
        var last: [ServiceDirectory.Action] = []
        for (network, version, address) in places {
            let offer = offer(network: network, version: version)
            _ = directory.appeared(offer)
            last = directory.resolved(offer, machine: "a.local", address: address, isOwn: false)
        }
        let expected = ["192.168.1.2", "2001:db8::7", "169.254.1.1", "fe80::1%3"]
        #expect(last == [.report([FoundServer(name: "a.local", addresses: expected)])])
        last = directory.resolved(offer(), machine: "a.local", address: "192.168.1.2", isOwn: true)
        #expect(last == [.report([FoundServer(name: "a.local", addresses: ["127.0.0.1"] + expected)])])
    }

    @Test("a server of this machine is there also without a network, and no other machine can say that it is this one")
    func ownMachine() {
        var directory = complete()
        let offer = offer(network: 1)
        _ = directory.appeared(offer)
        #expect(directory.resolved(offer, machine: "a.local", address: "127.0.0.1", isOwn: false) == [])
        let expected = FoundServer(name: "a.local", addresses: ["127.0.0.1"])
        #expect(directory.resolved(offer, machine: "a.local", address: "127.0.0.1", isOwn: true) == [.report([expected])])
    }

    @Test("an offer whose place is no longer one is not reported any more")
    func placeLost() {
        var directory = complete()
        let offer = offer()
        _ = directory.appeared(offer)
        _ = directory.resolved(offer, machine: "a.local", address: "10.0.0.1", isOwn: false)
        #expect(directory.resolved(offer, machine: "a.local", address: "224.0.0.1", isOwn: false) == [.report([])])
    }

    @Test("names that are too long or no names are left out")
    func bounds() {
        var directory = complete()
        for name in ["", String(repeating: "x", count: 64)] { #expect(directory.appeared(offer(name)) == []) }
        #expect(directory.appeared(offer(domain: String(repeating: "x", count: 254))) == [])
        let first = offer()
        _ = directory.appeared(first)
        let machines = [
            "", "a b", "a\nb", "a\u{1B}[2J", "bücher.local", "[::1]", "::1", "a/b", String(repeating: "x", count: 254),
        ]
        for machine in machines {
            #expect(directory.resolved(first, machine: machine, address: "10.0.0.1", isOwn: false) == [], "\(machine)")
        }
    }

    @Test("an offer for which there is no room is looked at once another one is gone, unless it is gone itself")
    func crowd() {
        var directory = complete()
        for number in 0..<64 { #expect(directory.appeared(offer("\(number)")).count == 1) }
        #expect(directory.appeared(offer("one more")) == [])
        #expect(directory.appeared(offer("one more")) == [])
        #expect(directory.vanished(offer("0")) == [.neglect(offer("0")), .resolve(offer("one more"))])
        #expect(directory.appeared(offer("short-lived")) == [])
        #expect(directory.vanished(offer("short-lived")) == [])
        #expect(directory.vanished(offer("1")) == [.neglect(offer("1"))])
    }

    @Test("of offers for which there is no room, no more are remembered than Avahi's cache holds")
    func largeCrowd() {
        var directory = complete()
        for number in 0..<10_000 { _ = directory.appeared(offer("\(number)")) }
        var held = (0..<64).map { offer("\($0)") }
        var count = 0
        while let old = held.popLast() {
            for case .resolve(let new) in directory.vanished(old) {
                held.append(new)
                count += 1
            }
        }
        #expect(count == ServiceDirectory.mostFurther)
    }

    @Test(
        "an address that leads to this machine, to many machines or to none is none",
        arguments: [
            "", "x", "127.0.0.1", "0.0.0.0", "224.0.0.251", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "ff02::fb",
            "1.2.3",
            "fe80::1%eth0", "10.0.0.1:80", "music.local",
        ])
    func badAddresses(text: String) {
        #expect(ServiceAddress(text, network: 2) == nil)
    }

    @Test("an address of one network needs that network's number")
    func linkLocal() {
        #expect(ServiceAddress("fe80::1", network: 7)?.text == "fe80::1%7")
        for network: Int32 in [-1, 0] { #expect(ServiceAddress("fe80::1", network: network) == nil) }
        #expect(ServiceAddress("fd00::1", network: -1)?.text == "fd00::1")
    }
}
