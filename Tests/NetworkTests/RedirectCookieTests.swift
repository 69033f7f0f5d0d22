import Media
import TestSupport
import Testing

@testable import Network

@Suite("Cookies on the way to a file")
struct RedirectCookieTests {
    /// What is sent to `second` after `first` has set `field`.
    private func sent(_ field: String, by first: String, to second: String) throws -> String? {
        var cookies = RedirectCookies()
        cookies.take([field], from: try WebAddress(first))
        return cookies.field(for: try WebAddress(second))
    }

    @Test(
        "are sent to the host and the path that they are for",
        arguments: [
            ("sid=1; Path=/", "http://a.example/x/y", "http://a.example/", "Cookie: sid=1"),
            ("sid=1; Path=/", "http://a.example/x/y", "http://b.example/", nil),
            ("sid=1", "http://a.example/x/y?z=/q/", "http://a.example/x/w", "Cookie: sid=1"),
            ("sid=1", "http://a.example/x/y", "http://a.example/xx", nil),
            ("sid=1; path=/x", "http://a.example/x", "http://a.example/x?q", "Cookie: sid=1"),
            ("sid=1; Domain=.example.org", "http://a.example.org/", "http://b.example.org/", "Cookie: sid=1"),
            ("sid=1; Domain=other.org", "http://a.example.org/", "http://other.org/", nil),
            ("sid=1; Domain=org", "http://example.org/", "http://other.org/", nil),
            ("sid=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", nil),
            ("sid=1; Secure", "https://a.example/", "http://a.example/", nil),
            ("sid=1; Secure", "https://a.example/", "https://a.example/", "Cookie: sid=1"),
            ("sid=1; Secure", "http://a.example/", "https://a.example/", nil),
            ("sid=1; Max-Age=0", "http://a.example/", "http://a.example/", nil),
            ("=1", "http://a.example/", "http://a.example/", nil), ("sid", "http://a.example/", "http://a.example/", nil),
            ("sid=\u{7}", "http://a.example/", "http://a.example/", nil),
            ("sid=ö", "http://a.example/", "http://a.example/", nil),
        ])
    func chosen(field: String, first: String, second: String, expected: String?) throws {
        #expect(try sent(field, by: first, to: second) == expected)
    }

    @Test("replace those of the same name, and are few and short")
    func bounded() throws {
        let address = try WebAddress("http://a.example/")
        var cookies = RedirectCookies()
        cookies.take(["sid=1", "sid=2", "other=3"], from: address)
        #expect(cookies.field(for: address) == "Cookie: sid=2; other=3")
        cookies.take((0..<100).map { "c\($0)=1" } + ["long=" + String(repeating: "x", count: 5_000)], from: address)
        let field = try #require(cookies.field(for: address))
        #expect(field.split(separator: ";").count == 20 && !field.contains("long"))
    }

    @Test("are kept for the steps of one redirect, and for nothing else")
    func redirect() async throws {
        let server = try await MediaServer.withNoise()
        let address = server.address("noise.flac?cookie=1")
        for count in 1...2 {
            var reader = try AudioReader(at: address, .patient)
            #expect(try Sound(reading: &reader) == Sound(of: server.directory.file("noise.flac")))
            // Each opening is sent away once, because it comes without a cookie.
            let asked = server.requests.count { $0.hasPrefix("/noise.flac?cookie=1 ") && $0.hasSuffix("bytes=0-") }
            #expect(asked == 2 * count)
        }
    }
}
