import Media
import TestSupport
import Testing

@testable import Network

@Suite("Proxies")
struct ProxyTests {
    private func proxy(_ address: String, _ variables: [String: String], configured: String = "") throws -> String? {
        ProxyChoice(configured, variables: variables).proxy(for: try WebAddress(address))
    }

    @Test("are those of the environment by the kind of address, and HTTP_PROXY is none")
    func environment() throws {
        let variables = ["http_proxy": "http://a:1", "HTTPS_PROXY": "http://b:2", "HTTP_PROXY": "http://evil:3"]
        #expect(try proxy("http://h/", variables) == "http://a:1")
        #expect(try proxy("https://h/", variables) == "http://b:2")
        #expect(try proxy("https://h/", ["http_proxy": "http://a:1", "HTTP_PROXY": "http://evil:3"]) == nil)
        #expect(try proxy("https://h/", ["all_proxy": "socks5h://c:4"]) == "socks5h://c:4")
        #expect(try proxy("http://h/", [:]) == nil)
    }

    @Test(
        "are not asked for exceptions",
        arguments: [
            ("h.example.org", true), ("example.org", true), ("notexample.org", false), ("10.0.0.1", true), ("h", false),
        ])
    func exceptions(_ host: String, _ isException: Bool) throws {
        let variables = ["all_proxy": "http://a:1", "no_proxy": ".example.org, 10.0.0.1"]
        #expect(try (proxy("http://\(host)/", variables) == nil) == isException)
        #expect(try proxy("http://\(host)/", ["all_proxy": "http://a:1", "NO_PROXY": "*"]) == nil)
    }

    @Test("of the configuration come before those of the environment, and none is none")
    func configuration() throws {
        let variables = ["http_proxy": "http://a:1"]
        #expect(try proxy("http://h/", variables, configured: "http://c:2") == "http://c:2")
        #expect(try proxy("http://h/", variables, configured: "none") == nil)
    }

    @Test("are asked in the server's place, for what is public only too; a number that is private is not asked for")
    func asked() async throws {
        // To a proxy the whole address is sent, whose last part the test's server takes for a file.
        let server = try await MediaServer.withNoise()
        var configuration = NetworkConfiguration(timeoutSeconds: 5)
        configuration.proxies = ProxyChoice(server.address(""))
        let source = try NetworkSource(
            try WebAddress("http://radio.invalid/noise.flac"), reach: .publicOnly, configuration,
            cancellation: CancellationToken())
        #expect(try source.readToTheEnd() > 100_000)
        #expect(server.requests.count == 1 && server.requests[0].hasPrefix("http://radio.invalid/noise.flac"))
        for host in ["127.0.0.1", "[::1]", "0x7f.1", "10.1.2.3"] {
            let error = #expect(throws: MediaError.self) {
                _ = try NetworkSource(
                    try WebAddress("http://\(host)/noise.flac"), reach: .publicOnly, configuration,
                    cancellation: CancellationToken())
            }
            #expect(error?.code == .notAllowed)
        }
        #expect(server.requests.count == 1)
    }

    @Test("that are not there say that it is them")
    func gone() {
        var configuration = NetworkConfiguration(timeoutSeconds: 3)
        configuration.proxies = ProxyChoice("http://me:secret@127.0.0.1:1")
        let error = #expect(throws: MediaError.self) {
            _ = try NetworkSource(try WebAddress("http://h.invalid/"), configuration, cancellation: CancellationToken())
        }
        #expect(error?.message.contains("the proxy http://127.0.0.1:1 can be made (Connection refused)") == true)
        #expect(error?.message.contains("secret") == false)
    }
}
