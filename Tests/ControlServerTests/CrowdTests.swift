import ControlProtocol
import ControlServer
import JSON
import LineServer
import NIOCore
import TestSupport
import Testing

@Suite("What is kept for all clients together")
struct CrowdTests {
    /// The length of a reply to `server.info`, and a little more.
    private static let replyBytes = 61_000

    /// The limits of a server that keeps four times `bytes` for all its clients, and closes nobody for being slow.
    private func limits(_ bytes: Int, messageBytes: Int? = nil) -> ControlLimits {
        var limits = ControlLimits()
        limits.lines.outputBytes = bytes
        limits.lines.lineBytes = messageBytes ?? bytes / 4
        limits.lines.writeTimeout = .minutes(10)
        return limits
    }

    private func kept(by server: TestServer) throws -> Int { try server.onLoop { server, _ in server.keptBytes } }

    /// Waits until nothing more happens that clients have asked for: a client that reads is answered, and nothing changes.
    private func settle(_ server: TestServer, _ client: LineClient) throws -> Int {
        var (bytes, before) = (0, -1)
        while bytes != before {
            before = bytes
            for id in 0..<50 { _ = try client.call("{\"method\":\"status\",\"id\":\(id)}") }
            bytes = try kept(by: server)
        }
        return bytes
    }

    @Test("many who ask without reading wait, and lose no reply")
    func manyWithoutReading() throws {
        let limits = limits(1 << 20)
        let server = try TestServer(limits: limits)
        let clients = try (0..<20).map { _ in try LineClient(server.path) }
        for client in clients {
            for id in 0..<20 { client.send("{\"method\":\"server.info\",\"id\":\(id)}") }
        }
        let kept = try settle(server, LineClient(server.path))
        #expect(kept > limits.lines.keptBytes / 4 && kept < limits.lines.keptBytes / 2 + 20 * Self.replyBytes, "\(kept)")
        for client in clients {
            for id in 0..<20 {
                let head = try #require(try client.readLine()).prefix(40)
                #expect(String(decoding: head, as: UTF8.self).contains("\"id\":\(id),"))
            }
        }
        #expect(try self.kept(by: server) == 0)
        try server.stop()
    }

    @Test("a client alone is no crowd, however long a message may be", arguments: [1 << 16, 1 << 20])
    func alone(messageBytes: Int) throws {
        let limits = limits(1 << 20, messageBytes: messageBytes)
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        let request = #"{"method":"server.info","id":1}"#
        let padding = String(repeating: " ", count: messageBytes - 10 * request.utf8.count)
        // Twice, so that one waits behind the other.
        for _ in 0..<2 { client.send("[" + padding + Array(repeating: request, count: 9).joined(separator: ",") + "]") }
        for _ in 0..<2 {
            let line = String(decoding: try #require(try client.readLine()), as: UTF8.self)
            #expect(!line.contains("limit_exceeded") && line.count > 9 * 50_000)
        }
        try server.stop()
    }

    @Test("where it is too much the slowest is closed, neither who reads nor who waits")
    func theSlowest() throws {
        let limits = limits(100_000)
        let server = try TestServer(limits: limits)
        let (patient, reader) = (try LineClient(server.path), try LineClient(server.path))
        patient.send(#"{"method":"play","params":{"uri":"/wait.flac"},"id":1}"#)
        _ = try settle(server, reader)
        let clients = try (0..<20).map { _ in try LineClient(server.path) }
        for client in clients {
            for id in 0..<5 { client.send("{\"method\":\"server.info\",\"id\":\(id)}") }
            #expect(try settle(server, reader) <= limits.lines.keptBytes)
            #expect(try reader.call(#"{"method":"server.info","id":"r"}"#)["id"] == "r")
        }
        #expect(try clients[0].isEnded())
        #expect(try clients[19].readJSON(count: 5).map { $0["id"] } == (0..<5).map { .integer($0) })
        try server.onLoop { _, handler in handler.waiting["/wait.flac"]?.succeed([:]) }
        #expect(try patient.readJSON()["id"] == 1)
        try server.stop()
    }

    @Test("messages that do not end have a bound together, and whoever began first is closed")
    func unfinishedMessages() throws {
        let limits = limits(100_000, messageBytes: 100_000)
        let server = try TestServer(limits: limits)
        let reader = try LineClient(server.path)
        let clients = try (0..<20).map { _ in try LineClient(server.path) }
        for client in clients {
            client.send(bytes: Array(repeating: UInt8(ascii: "x"), count: 90_000))
            #expect(try settle(server, reader) <= limits.lines.keptBytes)
        }
        #expect(try clients[0].isEnded())
        clients[19].send("")
        #expect(try clients[19].readJSON()["error"]?["code"] == -32700)
        try server.stop()
    }

    @Test("replies to batches that are not complete count, too")
    func batches() throws {
        let limits = limits(1 << 20)
        let server = try TestServer(limits: limits)
        let reader = try LineClient(server.path)
        let clients = try (0..<20).map { _ in try LineClient(server.path) }
        let requests = (0..<10).map { "{\"method\":\"server.info\",\"id\":\($0)}" }
        let open = #"{"method":"play","params":{"uri":"/PLACE.flac"},"id":10}"#
        for (place, client) in clients.enumerated() {
            let all = [open.replacing("PLACE", with: "\(place)")] + requests
            client.send("[" + all.joined(separator: ",") + "]")
            #expect(try settle(server, reader) <= limits.lines.keptBytes)
        }
        // None is complete, so nobody has been sent anything: the sum is that of those who are still there.
        #expect(try kept(by: server) > limits.lines.keptBytes / 2)
        try server.stop()
    }

    @Test("a crowd makes replies to a batch shorter, and says so")
    func batchInACrowd() throws {
        let limits = limits(1 << 20)
        let server = try TestServer(limits: limits)
        let reader = try LineClient(server.path)
        let clients = try (0..<20).map { _ in try LineClient(server.path) }
        for client in clients {
            for id in 0..<20 { client.send("{\"method\":\"server.info\",\"id\":\(id)}") }
        }
        #expect(try settle(server, reader) > limits.lines.keptBytes / 2)
        let requests = (0..<10).map { "{\"method\":\"server.info\",\"id\":\($0)}" }
        let replies = try reader.call("[" + requests.joined(separator: ",") + "]")
        #expect(replies.arrayValue?.first?["result"] != nil)
        #expect(replies.arrayValue?.last?["error"]?["data"]?["limit"] == "outputBytes")
        try server.stop()
    }

    @Test("of long occurrences only so many bytes are kept for who does not read")
    func longOccurrences() throws {
        let server = try TestServer(limits: limits(100_000))
        let deaf = try LineClient(server.path)
        _ = try deaf.call(#"{"method":"events.subscribe","id":0}"#)
        let name = String(repeating: "x", count: 10_000)
        try server.publish(
            (1...200).map {
                .sessionInterruptionBegan(Wire.Interruption(interruption: $0, reason: "test", source: name, ducked: false))
            })
        var kept: [Int64] = []
        while true {
            let event = try deaf.readJSON()
            if event["method"] == "server.overflow" { break }
            kept.append(try #require(event["params"]?["interruption"]?.integerValue))
        }
        #expect(kept.count < 100 && kept.suffix(20) == (181...200).map { Int64($0) }[...], "\(kept)")
        try server.stop()
    }
}
