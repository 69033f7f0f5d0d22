import Glibc
import NIOCore
import TestSupport
import Testing

@testable import LineServer

@Suite("A server of lines, whatever they mean")
struct LineServerTests {
    private func greeted(_ server: ScriptedServer) throws -> LineClient {
        let client = try LineClient(server.path)
        #expect(try client.readText() == "OK script")
        return client
    }

    @Test("a client gets a greeting, and an answer of any number of lines to each of its lines")
    func answers() throws {
        let server = try ScriptedServer()
        let client = try greeted(server)
        client.send("count 3\nhello")
        for line in ["3", "2", "1", "hello"] { #expect(try client.readText() == line) }
        try server.stop()
    }

    @Test("clients with much work let the others have their turn in between", arguments: [1, 3])
    func turns(count: Int) throws {
        let server = try ScriptedServer()
        let busy = try (0..<count).map { _ in try greeted(server) }
        let other = try greeted(server)
        for client in busy {
            client.send("toil")
            #expect(try client.readText() == "at work")
        }
        // Their work has no end until the other one is heard.
        other.send("enough")
        for client in busy { #expect(try client.readText() == "told that it is enough") }
        try server.stop()
    }

    @Test("a turn ends after its time, and so does a round: lines that take long keep nobody's first line", arguments: [1, 12])
    func longLines(count: Int) throws {
        let server = try ScriptedServer()
        let busy = try (0..<count).map { _ in try greeted(server) }
        let other = try greeted(server)
        // All at once, for the loop, and less than one turn by their number: 31 of them, which take 0.6 s.
        let lines = Array((Array(repeating: "spin", count: 31).joined(separator: "\n") + "\n").utf8)
        let (several, one) = (busy.map(\.descriptor), other.descriptor)
        try server.onLoop { _, _ in
            for descriptor in several { #expect(write(descriptor, lines, lines.count) == lines.count) }
            #expect(write(one, "enough\n", 7) == 7)
        }
        for client in busy { for _ in 0..<31 { #expect(try client.readText() == "spun") } }
        let spins = try server.onLoop { _, script in script.spins }
        #expect(spins < 31 * count / 2, "\(spins)")
        try server.stop()
    }

    @Test("what follows from lines in tasks of its own keeps nobody's first line")
    func tasks() throws {
        let server = try ScriptedServer()
        let busy = try (0..<4).map { _ in try greeted(server) }
        let other = try greeted(server)
        let lines = Array((Array(repeating: "later", count: 31).joined(separator: "\n") + "\n").utf8)
        let several = busy.map(\.descriptor)
        try server.onLoop { _, _ in
            for descriptor in several { #expect(write(descriptor, lines, lines.count) == lines.count) }
        }
        // The loop is at work by now, so that it has to look at its sockets again for this line.
        #expect(try busy[0].readText() == "soon")
        other.send("enough")
        for (index, client) in busy.enumerated() {
            for _ in (index == 0 ? 1 : 0)..<31 { #expect(try client.readText() == "soon") }
        }
        let spins = try server.onLoop { _, script in script.spins }
        #expect(spins < 31 * busy.count, "\(spins)")
        try server.stop()
    }

    @Test(
        "first lines that come at once and take long keep no client of another door, and are served although their own have gone")
    func newcomers() async throws {
        var limits = LineServerLimits()
        limits.defersNewcomers = true
        let server = try ScriptedServer(limits: limits)
        let busy = try (0..<30).map { _ in try greeted(server) }
        let other = try LineClient(server.startNeighbour())
        #expect(try other.readText() == "OK script")
        let several = busy.map(\.descriptor)
        try server.onLoop { _, _ in
            for descriptor in several {
                #expect(write(descriptor, "spin\n", 5) == 5)
                #expect(shutdown(descriptor, CInt(SHUT_RDWR)) == 0)
            }
        }
        other.send("enough\nheard")
        #expect(try other.readText() == "heard")
        let spins = try server.onLoop { _, script in script.spins }
        #expect(spins < busy.count / 2, "\(spins)")
        try await waitUntil("all lines are served") { (try? server.onLoop { _, script in script.served }) == busy.count }
        try server.stop()
    }

    @Test("lines wait while the conversation is not ready, in their order")
    func waiting() throws {
        let server = try ScriptedServer()
        let (client, other) = (try greeted(server), try greeted(server))
        client.send("wait\nafter")
        other.send("hello")
        #expect(try other.readText() == "hello")
        try server.onLoop { _, script in
            #expect(script.conversations[ClientID(number: 1)]?.received == ["wait"])
            script.conversations[ClientID(number: 1)]?.release()
        }
        #expect(try client.readText() == "released")
        #expect(try client.readText() == "after")
        try server.stop()
    }

    @Test("a client that has closed its writing half gets its answers, and then the end")
    func halfClosed() async throws {
        let server = try ScriptedServer()
        let client = try greeted(server)
        client.send(bytes: Array("wait\nlast, without an end".utf8))
        client.shutdownWriting()
        try await server.waitForLines(1)
        try server.onLoop { _, script in script.conversations[ClientID(number: 1)]?.release() }
        var lines: [String] = []
        while let line = try client.readText() { lines.append(line) }
        #expect(lines == ["released", "last, without an end"])
        try server.stop()
    }

    @Test("a line that is too long is answered, and ends the connection")
    func tooLong() throws {
        var limits = LineServerLimits()
        limits.lineBytes = 10
        let server = try ScriptedServer(limits: limits)
        let client = try greeted(server)
        client.send("0123456789\n0123456789A\nnever")
        #expect(try client.readText() == "0123456789")
        #expect(try client.readText() == "too long")
        #expect(try client.readText() == nil)
        try server.stop()
    }

    @Test("lines that nobody asked for wait while the client does not read, and none is lost")
    func heldOutput() throws {
        var limits = LineServerLimits()
        limits.outputBytes = 1_000
        let server = try ScriptedServer(limits: limits)
        let client = try greeted(server)
        client.send("long 1000000")
        client.send("hello")
        // More than the kernel takes at once, so something of it waits until the client reads.
        try server.onLoop { _, script in
            for number in 0..<50 { script.conversations[ClientID(number: 1)]?.announce("news \(number)") }
        }
        var news: [String] = []
        while news.count < 50 {
            let line = try #require(try client.readText())
            if line.hasPrefix("news") { news.append(line) }
        }
        #expect(news == (0..<50).map { "news \($0)" })
        try server.stop()
    }

    @Test("a client past the limit is refused with a line, and is not reported when it goes")
    func refusal() async throws {
        var limits = LineServerLimits()
        limits.clients = 1
        let server = try ScriptedServer(limits: limits)
        let client = try greeted(server)
        client.send("hello")
        #expect(try client.readText() == "hello")
        let refused = try LineClient(server.path)
        #expect(try refused.readText() == "refused: tooManyClients(limit: 1)")
        #expect(try refused.readText() == nil)
        client.close()
        try await waitUntil("the end of the first") { (try? server.onLoop { server, _ in server.clientCount }) == 0 }
        #expect(try server.onLoop { _, script in script.disconnected } == [ClientID(number: 1)])
        try server.stop()
    }

    @Test("a detached connection belongs to its first receiver alone, with the bytes that were no line yet")
    func detaching() async throws {
        let server = try ScriptedServer()
        let client = try greeted(server)
        client.send(bytes: Array("detach\nraw by".utf8))
        #expect(try client.readText() == "yours")
        try await waitUntil("the hand-over") { (try? server.onLoop { _, script in script.detached.count }) == 1 }
        let descriptor = try server.onLoop { _, script in
            #expect(script.detached[0].leadingBytes == Array("raw by".utf8))
            #expect(script.detachAnswers == [true, false])
            return script.detached[0].descriptor
        }
        client.send(bytes: Array("tes".utf8))
        var buffer = [UInt8](repeating: 0, count: 16)
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 20_000) == 1)
        #expect(recv(descriptor, &buffer, buffer.count, 0) == 3)
        close(descriptor)
        try server.stop()
    }

    @Test("at the end the protocol is told, each conversation answers what waits, and the socket is gone")
    func ending() async throws {
        let server = try ScriptedServer()
        let (idle, waiting) = (try greeted(server), try greeted(server))
        waiting.send("wait")
        try await server.waitForLines(1, of: 2)
        try server.stop()
        #expect(try idle.readText() == nil)
        #expect(try waiting.readText() == "ending, as announced")
        #expect(try waiting.readText() == nil)
        #expect(fileLength(server.path) == nil)
    }

    @Test("a conversation ends its connection once its answer is sent, and knows where its client is")
    func end() throws {
        let server = try ScriptedServer()
        let client = try greeted(server)
        client.send("bye\nnot read any more")
        #expect(try client.readText() == "local")
        #expect(try client.readText() == nil)
        try server.stop()
    }

    @Test("blank lines reach the conversation only if its protocol wants them", arguments: [true, false])
    func blankLines(passes: Bool) throws {
        let server = try ScriptedServer(passesBlankLines: passes)
        let client = try greeted(server)
        client.send("\n \nhello")
        for line in passes ? ["", " ", "hello"] : ["hello"] { #expect(try client.readText() == line) }
        try server.stop()
    }

    @Test("clients of the network are served beside those of the socket")
    func network() async throws {
        let port = try freePort()
        let server = try ScriptedServer(address: "127.0.0.1:\(port)")
        let remote = try ControlClient(port: port)
        #expect(try await remote.readLine() == "OK script")
        try await remote.send(line: "bye")
        #expect(try await remote.readLine() == "remote")
        #expect(try await remote.readLine() == nil)
        _ = try greeted(server)
        try server.stop()
        #expect(throws: TestSupportError.self) { try ControlClient(port: port) }
    }
}
