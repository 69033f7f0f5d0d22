import Testing

@testable import Remotes

@Suite("The rule for requests of browsers")
struct WebRuleTests {
    private let rule = WebRule(names: ["Kitchen", "music.home."])

    private func refusal(
        _ host: String, origin: String? = nil, site: String? = nil, isVisit: Bool = false
    ) -> WebRule.Refusal? {
        rule.refusal(of: WebRule.Request(host: host, origin: origin, site: site, isVisit: isVisit))
    }

    @Test(
        "the machine is known by addresses in numbers, its own names, and those of the configuration",
        arguments: [
            "127.0.0.1:6680", "192.168.1.5", "[::1]:6680", "[fd00::12]", "localhost:6680", "kitchen", "KITCHEN.local:6680",
            "music.home", "music.home.:80",
        ])
    func known(host: String) { #expect(refusal(host) == nil) }

    @Test(
        "a name that somebody else has given the address of this machine is not known",
        arguments: [
            "evil.example", "evil.example:6680", "127.0.0.1.evil.example", "kitchen.evil.example", "music.home.evil", "127.1",
            "0x7f.0.0.1", "2130706433", "127.0.0.01", "127.0.0.1:6680:1", "127.0.0.1:", "127.0.0.1:99999", "[::1", "[::1]x", "",
            "kitchen/", "kitchen@evil", "user@127.0.0.1", "127.0.0.1 ", "kitchen\u{0}", "[evil]", "..",
        ])
    func unknown(host: String) { #expect(refusal(host) == .unknownHost) }

    @Test("a page sends requests to where it comes from alone")
    func pages() {
        #expect(refusal("kitchen:6680", origin: "http://kitchen:6680", site: "same-origin") == nil)
        #expect(refusal("kitchen:6680", origin: "https://KITCHEN:6680") == nil)
        for origin in ["http://kitchen", "http://kitchen:6681", "http://evil.example", "null", "", "file://", "kitchen:6680"] {
            #expect(refusal("kitchen:6680", origin: origin) == .foreignPage, "\(origin)")
        }
        // Other programs say nothing of it.
        #expect(refusal("kitchen:6680") == nil)
        for site in ["cross-site", "same-site", "else"] { #expect(refusal("kitchen", site: site) == .foreignPage) }
        #expect(refusal("kitchen", site: "none") == nil)
        // A link on a page of somebody else may lead here.
        #expect(refusal("kitchen", site: "cross-site", isVisit: true) == nil)
        #expect(refusal("evil.example", site: "cross-site", isVisit: true) == .unknownHost)
    }

    @Test("only what this machine has for itself is the loopback")
    func loopback() {
        for host in ["127.0.0.1:6680", "127.9.9.9", "localhost", "LOCALHOST:1", "[::1]:6680"] {
            #expect(WebRule.isLoopback(host))
        }
        for host in ["192.168.1.5", "kitchen", "127.evil.example", "localhost.evil", "[::2]", "127.1"] {
            #expect(!WebRule.isLoopback(host), "\(host)")
        }
    }

    @Test("where requests come over TLS alone, a page without it is that of somebody else")
    func secure() {
        let secure = WebRule(names: ["kitchen"], isSecure: true)
        func refusal(_ rule: WebRule, _ origin: String) -> WebRule.Refusal? {
            rule.refusal(of: WebRule.Request(host: "kitchen:6680", origin: origin))
        }
        #expect(refusal(secure, "https://kitchen:6680") == nil && refusal(secure, "http://kitchen:6680") == .foreignPage)
        // A server with TLS may be before a plain door.
        #expect(refusal(rule, "https://kitchen:6680") == nil && refusal(rule, "http://kitchen:6680") == nil)
    }
}
