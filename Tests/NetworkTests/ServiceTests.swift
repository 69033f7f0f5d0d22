import MediaTypes
import TestSupport
import Testing

@testable import Network

@Suite("Questions to services in the web", .serialized)
struct ServiceTests {
    /// A server that answers with what it was asked, and keeps its connections.
    private func echo(secureAs host: String? = nil) async throws -> MediaServer {
        let server = try await MediaServer.start(secureAs: host)
        try server.directory.write("", to: "keep")
        try server.directory.write("", to: "service")
        try server.directory.write(
            """
            words = [handler.command] + sorted(k.lower() + "=" + v for k, v in handler.headers.items())
            text = "|".join(words).encode() + b"|" + getattr(handler, "body", b"-")
            handler.head(203, [("Content-Length", len(text)), ("X-Left", "7")])
            handler.wfile.write(text)
            """, to: "echo")
        return server
    }

    private func client(_ configuration: NetworkConfiguration = NetworkConfiguration()) throws -> ServiceClient {
        try ServiceClient(configuration)
    }

    @Test(
        "are sent with their method, fields and content, and answered with status, fields and content",
        arguments: [
            (ServiceRequest.Method.get, [] as [UInt8]), (.post, Array(#"{"a": 1}"#.utf8)), (.post, []), (.put, [0, 255, 10]),
            (.delete, []), (.post, [UInt8](repeating: 120, count: 2_000_000)),
        ])
    func methods(_ method: ServiceRequest.Method, _ body: [UInt8]) async throws {
        let server = try await echo()
        var request = ServiceRequest(try WebAddress(server.address("service?script=echo")))
        (request.method, request.body) = (method, body)
        request.fields = ["Authorization: Token secret", "X-Broken: a\r\nX-More: b"]
        let reply = try client().send(request)
        #expect(reply.status == 203 && reply.fields["x-left"] == "7" && reply.address == request.address)
        let hasBody = method == .post || method == .put
        let head = String(decoding: reply.body.prefix(2_000), as: UTF8.self)
        #expect(head.hasPrefix("\(method.rawValue)|") && head.contains("authorization=Token secret"))
        #expect(
            !head.contains("x-more") && !head.contains("range=") && !head.contains("icy-metadata") && !head.contains("expect"))
        #expect(head.contains("content-type=application/json") == hasBody)
        if hasBody { #expect(head.contains("content-length=\(body.count)") && reply.body.suffix(body.count + 1) == [124] + body) }
    }

    @Test("follow a GET's redirects, and give its fields to its own host only; a POST follows none")
    func redirects() async throws {
        let (server, other) = (try await echo(), try await echo())
        let configuration = NetworkConfiguration()
        for (target, keeps) in [("/service%3Fscript=echo", true), (other.address("service%3Fscript=echo"), false)] {
            var request = ServiceRequest(try WebAddress(server.address("x?to=\(target)")))
            request.fields = ["Authorization: Token secret"]
            let reply = try client(configuration).send(request)
            #expect(String(decoding: reply.body, as: UTF8.self).contains("secret") == keeps)
            request.method = .post
            #expect(try client(configuration).send(request).status == 302)
        }
    }

    @Test("use one connection again")
    func connections() async throws {
        let server = try await echo()
        try server.directory.write("[]", to: "list.json")
        let client = try client()
        let request = ServiceRequest(try WebAddress(server.address("list.json")))
        for _ in 0..<5 { #expect(try client.send(request).body == Array("[]".utf8)) }
        #expect(server.connectionCount == 1)
    }

    @Test(
        "end with an error where the answer is too long, with its length and without",
        arguments: ["list.json", "list.json?chunked=1", "list.json?bare=1"])
    func bounded(_ name: String) async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "x", count: 10_000), to: "list.json")
        var request = ServiceRequest(try WebAddress(server.address(name)))
        request.mostBytes = 10_000
        #expect(try client().send(request).body.count == 10_000)
        request.mostBytes = 9_999
        let error = #expect(throws: MediaError.self) { try client().send(request) }
        #expect(error?.code == .limitExceeded && error?.message.contains("9999") == true)
    }

    @Test(
        "end in their time where the server says nothing, or a byte at a time for ever",
        arguments: ["list.json?drip=1", "list.json?stall=10", "list.json?rate=5"])
    func slow(_ name: String) async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "x", count: 10_000), to: "list.json")
        var request = ServiceRequest(try WebAddress(server.address(name)))
        request.timeoutSeconds = 0.5
        let error = #expect(throws: MediaError.self) { try client().send(request) }
        #expect(error?.code == .networkFailed)
    }

    @Test("are told as errors where nobody listens, the answer is no HTTP, or it is packed")
    func failures() async throws {
        let server = try await MediaServer.start()
        try server.directory.write("x", to: "list.json")
        for name in ["list.json?fields=300", "list.json?coding=Content-Encoding", "list.json?lie=20"] {
            let request = ServiceRequest(try WebAddress(server.address(name)))
            #expect(throws: MediaError.self) { try client().send(request) }
        }
        try await server.kill()
        let request = ServiceRequest(try WebAddress(server.address("list.json")))
        let error = #expect(throws: MediaError.self) { try client().send(request) }
        #expect(error?.message.contains("no connection") == true)
    }

    @Test("are not sent where the network is off, nor to private addresses where only public ones are to be reached")
    func reach() async throws {
        let server = try await echo()
        var configuration = NetworkConfiguration()
        var request = ServiceRequest(try WebAddress(server.address("service?script=echo")))
        request.reach = .publicOnly
        #expect(throws: MediaError.self) { try client(configuration).send(request) }
        configuration.isEnabled = false
        request.reach = .everywhere
        let error = #expect(throws: MediaError.self) { try client(configuration).send(request) }
        #expect(error?.code == .notAllowed && server.requests.isEmpty)
    }

    @Test("end at once, and all later ones, when somebody ends them")
    func ended() async throws {
        let server = try await MediaServer.start()
        try server.directory.write(String(repeating: "x", count: 10_000), to: "list.json")
        let client = try client()
        let request = ServiceRequest(try WebAddress(server.address("list.json?stall=10")))
        let ending = client.ending
        let ender = Task {
            try await waitUntil("the question to be asked") { !server.requests.isEmpty }
            ending.end()
        }
        for _ in 0..<2 {
            let error = #expect(throws: MediaError.self) { try client.send(request) }
            #expect(error?.message.contains("interrupted") == true)
        }
        try await ender.value
    }
}
