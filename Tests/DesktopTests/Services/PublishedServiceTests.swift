import Testing

@testable import Desktop

@Suite("a service that other machines are to find")
struct PublishedServiceTests {
    private typealias Place = PublishedService.Place

    /// The addresses of a machine with two networks.
    private let networks: [[UInt8]: Int32] = [
        [127, 0, 0, 1]: 1, [192, 168, 1, 5]: 2, [10, 0, 0, 5]: 3, [0xfd] + [UInt8](repeating: 0, count: 14) + [5]: 2,
    ]

    private func service(_ addresses: [String], name: String = "Fermata @ %h", host: String = "study") -> PublishedService? {
        PublishedService(type: "_mpd._tcp", name: name, host: host, addresses: addresses, networks: networks)
    }

    @Test(
        "is none where no other machine reaches it",
        arguments: [
            [], ["/run/user/1000/mpd/socket"], ["127.0.0.1:6600", "[::1]:6600"], ["127.3.2.1:6600"], ["localhost:6600"],
            ["192.168.9.9:6600"], ["a socket of the service manager"], ["0.0.0.0:0"], ["0.0.0.0:70000"], ["0.0.0.0"], [""],
        ])
    func unreached(addresses: [String]) { #expect(service(addresses) == nil) }

    @Test("is offered in each network where it listens on all addresses, for the versions of which it takes connections")
    func everywhere() {
        #expect(service(["0.0.0.0:6600"])?.places == [Place(network: -1, version: 0, port: 6600)])
        #expect(service(["[::]:6600"])?.places == [Place(network: -1, version: 1, port: 6600)])
        #expect(
            service(["127.0.0.1:6600", "[::]:6601", "0.0.0.0:6600"])?.places
                == [Place(network: -1, version: 1, port: 6601), Place(network: -1, version: 0, port: 6600)])
        #expect(service(["0.0.0.0:6600", "[::]:6600"])?.places == [Place(network: -1, version: -1, port: 6600)])
        #expect(service(["192.168.1.5:6600", "[fd00::5]:6600"])?.places == [Place(network: 2, version: -1, port: 6600)])
    }

    @Test("is offered only in the networks of the addresses on which it listens alone")
    func alone() {
        #expect(service(["192.168.1.5:6600"])?.places == [Place(network: 2, version: 0, port: 6600)])
        #expect(
            service(["[fd00::5]:6600", "10.0.0.5:6600"])?.places
                == [Place(network: 2, version: 1, port: 6600), Place(network: 3, version: 0, port: 6600)])
    }

    @Test("has one port in each network: that of all addresses, or else the first")
    func onePort() {
        #expect(service(["192.168.1.5:6600", "192.168.1.5:6601"])?.places == [Place(network: 2, version: 0, port: 6600)])
        #expect(service(["192.168.1.5:6600", "0.0.0.0:6601"])?.places == [Place(network: -1, version: 0, port: 6601)])
    }

    @Test("is named after its machine, as far as a name may be long")
    func names() {
        let addresses = ["0.0.0.0:6600"]
        #expect(service(addresses)?.name == "Fermata @ study")
        #expect(service(addresses, host: "study.example.org")?.name == "Fermata @ study")
        #expect(service(addresses, name: "%h: 100% %h")?.name == "study: 100% study")
        #expect(service(addresses, name: String(repeating: "ä", count: 40))?.name == String(repeating: "ä", count: 31))
    }
}
