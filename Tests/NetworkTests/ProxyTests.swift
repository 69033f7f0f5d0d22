import Media
import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("Proxies", .serialized)
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

    @Test(
        "are told without their password, however they are written",
        arguments: [
            ("http:/me:pw@proxy:3128", "http://proxy:3128"), ("socks5h://me:p/pw@proxy:1080", "socks5h://proxy:1080"),
            ("me:pw@proxy:3128", "http://proxy:3128"), ("ftp://me:pw@proxy", "ftp://proxy"), ("http://proxy", "http://proxy"),
        ])
    func shown(_ written: String, _ told: String) throws {
        let asked = try #require(try proxy("http://h/", [:], configured: written))
        #expect(ProxyChoice.shown(asked) == told)
        var configuration = NetworkConfiguration(timeoutSeconds: 30)
        configuration.proxies = ProxyChoice(written)
        let error = #expect(throws: MediaError.self) { _ = try AudioReader(at: "http://127.0.0.1:1/x", configuration) }
        #expect(error?.message.contains("pw") == false, "\(error?.message ?? "")")
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
        for host in ["127.0.0.1", "127.0.0.1.", "[::1]", "0x7f.1", "10.1.2.3", "localhost", "LocalHost.", "x.localhost"] {
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
        configuration.proxies = ProxyChoice("me:secret@127.0.0.1:1")
        let without = #expect(throws: MediaError.self) {
            _ = try NetworkSource(try WebAddress("http://h.invalid/"), configuration, cancellation: CancellationToken())
        }
        #expect(without?.message == error?.message)
    }

    /// Reads all that stands at an address, which a public host named, by way of a proxy.
    private func read(
        _ address: String, by choice: ProxyChoice, trusting certificate: String? = nil
    ) throws -> Int64 {
        var configuration = NetworkConfiguration(timeoutSeconds: 20, certificateFile: certificate)
        configuration.proxies = choice
        return try NetworkSource(
            try WebAddress(address), reach: .publicOnly, configuration, cancellation: CancellationToken()
        ).readToTheEnd()
    }

    @Test("of HTTP open a tunnel (CONNECT) for what is secure, which ends at the server alone")
    func tunnel() async throws {
        let server = try await MediaServer.withNoise(secureAs: "radio.invalid")
        let proxy = try await ProxyServer.start(to: server, login: "me:s3cret")
        let address = "https://radio.invalid/noise.flac"
        let count = try read(
            address, by: ProxyChoice(proxy.address("http", login: "me:s3cret@")), trusting: server.certificate)
        #expect(count > 100_000 && proxy.wishes == ["CONNECT radio.invalid:443"])
        let byEnvironment = ProxyChoice("", variables: ["https_proxy": proxy.address("http", login: "me:s3cret@")])
        #expect(try read(address, by: byEnvironment, trusting: server.certificate) == count)
        // The certificate is the server's, and is looked at.
        let untrusted = #expect(throws: MediaError.self) { try read(address, by: byEnvironment) }
        #expect(untrusted?.message.contains("not trusted") == true)
        let stranger = #expect(throws: MediaError.self) {
            try read(address, by: ProxyChoice(proxy.address("http", login: "me:wrong@")), trusting: server.certificate)
        }
        #expect(stranger?.message.contains("\(proxy.address("http")) opens no way to radio.invalid") == true)
        #expect(stranger?.message.contains("407") == true && stranger?.message.contains("wrong") == false)
    }

    @Test("of SOCKS are asked for names, which nobody else looks up", arguments: ["socks5h", "socks5"])
    func socks(scheme: String) async throws {
        let server = try await MediaServer.withNoise()
        let proxy = try await ProxyServer.start(to: server)
        let choice = ProxyChoice("", variables: ["all_proxy": proxy.address(scheme)])
        #expect(try read("http://radio.invalid/noise.flac", by: choice) > 100_000)
        #expect(proxy.wishes == ["SOCKS5 name radio.invalid:80"])
    }

    @Test("are not asked for what no_proxy names, which is judged itself then")
    func exempt() async throws {
        let server = try await MediaServer.withNoise()
        let proxy = try await ProxyServer.start(to: server)
        let choice = ProxyChoice("", variables: ["http_proxy": proxy.address("http"), "no_proxy": "127.0.0.1"])
        var configuration = NetworkConfiguration(timeoutSeconds: 20)
        configuration.proxies = choice
        let address = try WebAddress(server.address("noise.flac"))
        let source = try NetworkSource(address, configuration, cancellation: CancellationToken())
        #expect(try source.readToTheEnd() > 100_000)
        let error = #expect(throws: MediaError.self) { try read(address.text, by: choice) }
        #expect(error?.code == .notAllowed && proxy.wishes.isEmpty && server.requests.count == 1)
    }

    @Test("get international names in ASCII")
    func international() async throws {
        let server = try await MediaServer.withNoise()
        let proxy = try await ProxyServer.start(to: server)
        #expect(try read("http://bücher.example/noise.flac", by: ProxyChoice(proxy.address("http"))) > 100_000)
        #expect(proxy.wishes == ["GET http://xn--bcher-kva.example/noise.flac"])
    }
}
