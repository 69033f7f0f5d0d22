import SystemSupport
import Testing

@Suite("a host with a port")
struct HostPortTests {
    @Test("names and addresses in numbers are hosts")
    func hosts() throws {
        for (text, host, port) in [
            ("localhost:4953", "localhost", 4953), ("music-box.lan:1", "music-box.lan", 1), ("10.0.0.2:65535", "10.0.0.2", 65535),
            ("[::1]:4953", "::1", 4953), ("[fe80::1%eth0]:4953", "fe80::1%eth0", 4953),
        ] {
            let read = try #require(HostPort(text), "\(text)")
            #expect(read.host == host)
            #expect(read.port == UInt16(port))
        }
    }

    @Test("anything else is refused")
    func refused() {
        for text in [
            "", ":", "host", "host:", ":4953", "host:0", "host:65536", "host:-1", "host:+1", "host:٤", "a b:1", "a/b:1",
            "::1:4953",
            "[::1]", "[]:1", "[host]:1", "tcp://host:1", String(repeating: "a", count: 254) + ":1",
        ] {
            #expect(HostPort(text) == nil, "\(text)")
        }
    }

    @Test("addresses are host and port, and version 6 is in brackets")
    func addresses() {
        #expect(HostPort("server:1705")?.description == "server:1705")
        #expect(HostPort("[::1]:1705")?.host == "::1" && HostPort("[::1]:1705")?.description == "[::1]:1705")
        for text in ["", "server", ":1705", "server:0", "server:70000", "::1:1705", "[server]:1705"] {
            #expect(HostPort(text) == nil, "\(text)")
        }
    }
}
