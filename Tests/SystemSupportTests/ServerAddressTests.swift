import Testing

@testable import SystemSupport

@Suite("the address of a server")
struct ServerAddressTests {
    @Test("it is a host with a port, or stands for one that has to be found")
    func reading() throws {
        #expect(ServerAddress("music.local:1705", port: 1) == .fixed(try #require(HostPort("music.local:1705"))))
        #expect(ServerAddress("discover", port: 1705) == .discovered(port: 1705))
        #expect(ServerAddress("discover:4953", port: 1705) == .discovered(port: 4953))
        #expect(ServerAddress("discover.lan:1", port: 1705)?.isDiscovered == false)
        for text in ["", "discover:", "discover:0", "discover:x", "Discover", "music", "discover "] {
            #expect(ServerAddress(text, port: 1705) == nil, "\(text)")
        }
    }

    @Test("what is found has the port that was written")
    func found() throws {
        let address = ServerAddress.discovered(port: 4953)
        #expect(address.port == 4953)
        #expect(address.address(on: nil) == nil)
        #expect(address.address(on: "10.0.0.1") == HostPort("10.0.0.1:4953"))
        let zoned = try #require(address.address(on: "fe80::1%2"))
        #expect(zoned.host == "fe80::1%2" && zoned.port == 4953)
        for host in ["", "a b", "a]:1", "x/y"] { #expect(address.address(on: host) == nil, "\(host)") }
    }

    @Test("an address that was written does not follow what is found")
    func fixed() throws {
        let written = try #require(HostPort("10.0.0.1:4953"))
        #expect(ServerAddress.fixed(written).address(on: "10.0.0.2") == written)
    }
}
