import ControlProtocol
import ControlServer
import Glibc
import JSON
import LineServer
import NIOCore
import TestSupport
import Testing

@Suite("Subscriptions and back-pressure")
struct EventDeliveryTests {
    private func subscribe(_ client: LineClient, _ types: String? = nil) throws -> JSONValue {
        let parameters = types.map { ",\"params\":{\"types\":\($0)}" } ?? ""
        return try client.call("{\"method\":\"events.subscribe\"\(parameters),\"id\":0}")
    }

    @Test("a subscriber gets the snapshot, then what follows, counted without a gap")
    func sequence() throws {
        let server = try TestServer()
        let (client, silent) = (try LineClient(server.path), try LineClient(server.path))
        let reply = try subscribe(client)
        #expect(reply["result"]?["sequence"] == 0)
        #expect(reply["result"]?["status"]?["state"] == "stopped")
        try server.publish((1...50).map { .queueChanged(revision: $0, length: 1) })
        let events = try client.readJSON(count: 50)
        #expect(events.map { $0["params"]?["sequence"] } == (1...50).map { .integer($0) })
        #expect(events.allSatisfy { $0["method"] == "queue.changed" && ($0["params"]?["time"]?.numberValue ?? 0) > 0 })
        #expect(silent.isReadable(seconds: 0) == false)
        #expect(try subscribe(client)["result"]?["sequence"] == 50)
        try server.stop()
    }

    @Test("a subscriber gets only the types it named, and none after unsubscribing")
    func filter() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        _ = try subscribe(client, #"["session.","queue.changed"]"#)
        try server.publish([.playerBuffering(fill: 0), .sessionMediaServicesLost, .queueChanged(revision: 1, length: 0)])
        #expect(try client.readJSON()["method"] == "session.mediaServicesLost")
        let second = try client.readJSON()
        #expect(second["method"] == "queue.changed")
        #expect(second["params"]?["sequence"] == 2)
        #expect(try client.call(#"{"method":"events.unsubscribe","id":1}"#)["result"] == [:])
        try server.publish([.sessionMediaServicesLost])
        #expect(try client.call(#"{"method":"status","id":2}"#)["id"] == 2)
        #expect(try subscribe(client, #"["sessions"]"#)["error"]?["code"] == -32602)
        try server.stop()
    }

    @Test("an event caused by a request comes before its reply or after, but the state is never older than the snapshot")
    func ownEvents() throws {
        let server = try TestServer()
        let client = try LineClient(server.path)
        _ = try subscribe(client)
        client.send(#"{"method":"volume","params":{"level":0.5},"id":1}"#)
        let lines = try client.readJSON(count: 2)
        #expect(lines.contains { $0["method"] == "player.volumeChanged" && $0["params"]?["level"] == 0.5 })
        try server.stop()
    }

    @Test("who does not read gets the newest states and one overflow; who does, gets all")
    func overflow() throws {
        var limits = ControlLimits()
        limits.lines.outputBytes = 300_000
        // Who does not read is to be there still, however long a busy machine takes.
        limits.lines.writeTimeout = .minutes(10)
        let server = try TestServer(limits: limits)
        let (deaf, healthy) = (try LineClient(server.path), try LineClient(server.path))
        _ = try subscribe(deaf)
        _ = try subscribe(healthy)
        let count = 20_000
        for start in stride(from: 1, through: count, by: 100) {
            try server.publish((start..<start + 100).map { .queueChanged(revision: Int64($0), length: 0) })
            for revision in start..<start + 100 {
                #expect(try healthy.readJSON()["params"]?["revision"] == .integer(Int64(revision)))
            }
        }
        try server.publish([.sessionMediaServicesLost, .playerBuffering(fill: 1)])
        #expect(try healthy.readJSON(count: 2).last?["params"]?["sequence"] == .integer(Int64(count + 2)))

        var sequence: Int64 = 0
        var gaps: Int64 = 0
        var last: [JSONValue] = []
        while last.last?["method"] != "server.overflow" {
            let event = try deaf.readJSON()
            let current = try #require(event["params"]?["sequence"]?.integerValue)
            gaps += current - sequence - 1
            sequence = current
            last = last.suffix(3) + [event]
        }
        #expect(
            last.map { $0["method"] } == ["queue.changed", "session.mediaServicesLost", "player.buffering", "server.overflow"])
        #expect(last[0]["params"]?["revision"] == .integer(Int64(count)))
        #expect(last[3]["params"]?["dropped"] == .integer(gaps))
        #expect(gaps > 10_000)
        try server.publish([.queueChanged(revision: 1, length: 0)])
        #expect(try deaf.readJSON()["params"]?["sequence"] == .integer(sequence + 1))
        try server.stop()
    }

    @Test("who takes nothing for too long is closed, and nobody else notices")
    func writeTimeout() throws {
        var limits = ControlLimits()
        limits.lines.writeTimeout = .milliseconds(200)
        let server = try TestServer(limits: limits)
        let (deaf, healthy) = (try LineClient(server.path), try LineClient(server.path))
        _ = try subscribe(deaf)
        try server.publish((0..<5_000).map { .queueChanged(revision: $0, length: 0) })
        try blockUntil("the others to be gone") {
            try healthy.call(#"{"method":"server.statistics","id":1}"#)["result"]?["clients"] == 1
        }
        #expect(try deaf.isEnded())
        try server.stop()
    }

    @Test("who has read something is closed hardly later than who has read nothing")
    func writeTimeoutAfterProgress() async throws {
        var limits = ControlLimits()
        limits.lines.writeTimeout = .seconds(1)
        let server = try TestServer(limits: limits)
        let flood: [Event] = (0..<5_000).map { .queueChanged(revision: $0, length: 0) }
        let reader = try LineClient(server.path)
        _ = try subscribe(reader)
        try server.publish(flood)
        var buffer = [UInt8](repeating: 0, count: 5_000)
        #expect(recv(reader.descriptor, &buffer, buffer.count, 0) > 0)
        // Three quarters of the time-out later another begins to read nothing.
        usleep(750_000)
        let deaf = try LineClient(server.path)
        _ = try subscribe(deaf)
        try server.publish(flood)
        try await waitUntil("both are closed") { (try? server.onLoop { _, handler in handler.disconnected.count }) == 2 }
        #expect(try server.onLoop { _, handler in handler.disconnected.map(\.number) } == [1, 2])
        try server.stop()
    }

    @Test("who asks without reading is not read from, and loses no reply")
    func requestsWithoutReading() throws {
        var limits = ControlLimits()
        limits.lines.outputBytes = 200_000
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        for id in 0..<100 { client.send(#"{"method":"server.info","id":\#(id)}"#) }
        let other = try LineClient(server.path)
        for _ in 0..<20 { _ = try other.call(#"{"method":"status","id":1}"#) }
        let served = try server.onLoop { _, handler in handler.handled.count { $0.method == "server.info" } }
        #expect(served < 30, "\(served) requests were served into the void")
        #expect(try client.readJSON(count: 100).map { $0["id"] } == (0..<100).map { .integer($0) })
        try server.stop()
    }

    @Test("replies past the limit that the kernel takes at once hold up nothing for good")
    func fullForAMoment() throws {
        var limits = ControlLimits()
        limits.lines.outputBytes = 65_536
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        // All in one packet: nothing that comes later wakes the server.
        client.send((0..<5).map { #"{"method":"\#($0 < 2 ? "server.info" : "status")","id":\#($0)}"# }.joined(separator: "\n"))
        #expect(try client.readJSON(count: 5).map { $0["id"] } == (0..<5).map { .integer($0) })
        try server.stop()
    }

    @Test("who reads slowly, but reads, is not closed")
    func slowReader() throws {
        var limits = ControlLimits()
        limits.lines.writeTimeout = .seconds(1)
        let server = try TestServer(limits: limits)
        let client = try LineClient(server.path)
        let count = 8
        client.send((0..<count).map { #"{"method":"server.info","id":\#($0)}"# }.joined(separator: "\n"))
        var received: [UInt8] = []
        // Longer than the time-out, before the kernel has room again.
        for _ in 0..<22 {
            var buffer = [UInt8](repeating: 0, count: 5_000)
            let length = recv(client.descriptor, &buffer, buffer.count, 0)
            #expect(length > 0)
            received += buffer[..<max(0, length)]
            usleep(100_000)
        }
        while received.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let length = recv(client.descriptor, &buffer, buffer.count, 0)
            try #require(length > 0, "the connection ended after \(received.count) bytes")
            received += buffer[..<length]
        }
        try server.stop()
    }

    @Test("a thousand clients are served")
    func manyClients() throws {
        let server = try TestServer()
        let clients = try (0..<1_000).map { _ in try LineClient(server.path) }
        for client in clients { client.send(#"{"method":"status","id":1}"#) }
        for client in clients { #expect(try client.readJSON()["id"] == 1) }
        #expect(try server.onLoop { server, _ in server.clientCount } == 1_000)
        clients.forEach { $0.close() }
        try server.stop()
    }

    @Test("one client too many is told so")
    func tooManyClients() throws {
        var limits = ControlLimits()
        limits.lines.clients = 3
        let server = try TestServer(limits: limits)
        let clients = try (0..<3).map { _ in try LineClient(server.path) }
        for client in clients { _ = try client.call(#"{"method":"status","id":1}"#) }
        let fourth = try LineClient(server.path)
        #expect(try fourth.readJSON()["error"]?["data"]?["code"] == "limit_exceeded")
        #expect(try fourth.isEnded())
        clients[0].close()
        try blockUntil("the others to be gone") {
            try clients[1].call(#"{"method":"server.statistics","id":1}"#)["result"]?["clients"] == 2
        }
        #expect(try LineClient(server.path).call(#"{"method":"status","id":1}"#)["id"] == 1)
        try server.stop()
    }
}
