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
}
