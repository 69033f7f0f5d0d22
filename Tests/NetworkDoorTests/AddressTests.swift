import NIOHTTP1
import Testing

@testable import NetworkDoor

@Suite("Addresses and heads of the door for the network")
struct AddressTests {
    @Test("every address that browsers reach is told, those of other machines first")
    func reachable() {
        let own: [[UInt8]] = [
            [127, 0, 0, 1], [192, 168, 1, 5], Array(repeating: 0, count: 15) + [1],
            [0xFE, 0x80] + Array(repeating: 1, count: 14),
            [0xFD, 0x00] + Array(repeating: 0, count: 13) + [7],
        ]
        #expect(
            ReachableAddresses.of(["127.0.0.1:1", "0.0.0.0:6680"], own: own) == [
                "http://192.168.1.5:6680/", "http://127.0.0.1:1/",
            ])
        #expect(ReachableAddresses.of(["[::]:80"], own: own) == ["http://[fd00:0:0:0:0:0:0:7]:80/"])
        #expect(ReachableAddresses.of(["[::1]:80", "localhost:81", "10.0.0.2:82"], own: own).first == "http://10.0.0.2:82/")
        #expect(ReachableAddresses.of(["0.0.0.0:6680"], own: own, isSecure: true) == ["https://192.168.1.5:6680/"])
        #expect(ReachableAddresses.bytes(of: "10.0.0.2") == [10, 0, 0, 2] && ReachableAddresses.bytes(of: "localhost") == nil)
        #expect(ReachableAddresses.bytes(of: "::1") == [UInt8](repeating: 0, count: 15) + [1])
    }

    private func refusal(_ headers: [(String, String)], uri: String = "/", version: HTTPVersion = .http1_1) -> WebRefusal? {
        do throws(WebRefusal) {
            _ = try WebRequest(HTTPRequestHead(version: version, method: .GET, uri: uri, headers: HTTPHeaders(headers)))
            return nil
        } catch {
            return error
        }
    }

    @Test("a head that says twice what may be said once is none, nor one without a host or of another version")
    func heads() {
        let host = ("Host", "127.0.0.1")
        #expect(refusal([host]) == nil)
        #expect(refusal([]) == .badRequest && refusal([("Host", "")]) == .badRequest)
        for name in ["Host", "Origin", "Content-Length", "Content-Type", "Authorization", "Transfer-Encoding"] {
            #expect(refusal([host, (name, "a"), (name, "b")]) == .badRequest, "\(name)")
        }
        #expect(refusal([host], version: .http1_0) == .httpVersion)
        for uri in ["", "rpc", "*", "http://127.0.0.1/", "/%2e", "/ä", "/a b", "/" + String(repeating: "a", count: 300)] {
            #expect(refusal([host], uri: uri) == .notFound, "\(uri)")
        }
    }

    @Test("a WebSocket needs both lines that ask for it: without the second, what follows would be read as another request")
    func webSockets() throws {
        func wants(_ headers: [(String, String)]) throws -> Bool {
            try WebRequest(
                HTTPRequestHead(version: .http1_1, method: .GET, uri: "/rpc", headers: HTTPHeaders([("Host", "a")] + headers))
            ).wantsWebSocket
        }
        #expect(try wants([("Upgrade", "WebSocket"), ("Connection", "keep-alive, Upgrade")]))
        #expect(try !wants([("Upgrade", "websocket")]) && !wants([("Connection", "Upgrade")]))
    }

    @Test("a token comes as a cookie or as a bearer, and a bearer goes first")
    func tokens() throws {
        func token(_ headers: [(String, String)]) throws -> String? {
            let head = HTTPRequestHead(
                version: .http1_1, method: .GET, uri: "/rpc?x=1", headers: HTTPHeaders([("Host", "a")] + headers))
            let request = try WebRequest(head)
            #expect(request.path == "/rpc")
            return request.token
        }
        #expect(try token([]) == nil)
        #expect(try token([("Cookie", "a=b; fermata=xyz; c=d")]) == "xyz")
        #expect(try token([("Cookie", "notfermata=xyz")]) == nil)
        #expect(try token([("Cookie", "a=b"), ("Cookie", "fermata=xyz")]) == "xyz")
        #expect(try token([("Authorization", "Bearer abc"), ("Cookie", "fermata=xyz")]) == "abc")
        // What names a browser to a server before us is no token of ours.
        #expect(try token([("Authorization", "Basic abc"), ("Cookie", "fermata=xyz")]) == "xyz")
        #expect(try token([("Authorization", "Basic abc")]) == nil)
    }

    @Test("few pictures are in memory at a time, and who leaves makes room")
    func pictures() throws {
        var turns = PictureTurns()
        var begun: [UInt64] = []
        for client in 1...UInt64(PictureTurns.most + 2) {
            let begin = try turns.enter(client) { begun.append(client) }
            begin?()
        }
        #expect(begun == Array(1...UInt64(PictureTurns.most)))
        // One that waits leaves; then one whose turn it is.
        #expect(turns.leave(UInt64(PictureTurns.most + 1)) == nil)
        turns.leave(3)?()
        #expect(begun.last == UInt64(PictureTurns.most + 2))
        #expect(turns.leave(99) == nil)
        for client in 100..<100 + UInt64(PictureTurns.mostWaiting) { #expect(try turns.enter(client) {} == nil) }
        #expect(throws: WebRefusal.unavailable) { _ = try turns.enter(1_000) {} }
    }
}
