import Glibc
import NIOCore
import SystemSupport
import TestSupport
import Testing

@testable import LineServer

@Suite("Places that servers share", .serialized)
struct ClientPlacesTests {
    @Test("a client of one server takes a place of the other, and gives it back")
    func shared() async throws {
        let server = try ScriptedServer(total: 2)
        let path = try server.startNeighbour()
        let (here, there) = (try LineClient(server.path), try LineClient(path))
        for client in [here, there] {
            #expect(try client.readText() == "OK script")
            client.send("hello")
            #expect(try client.readText() == "hello")
        }
        for path in [server.path, path] {
            let refused = try LineClient(path)
            #expect(try refused.readText() == "refused: tooManyClients(limit: 2)")
            #expect(try refused.readText() == nil)
        }
        there.close()
        try await waitUntil("the free place") { (try? server.onLoop { server, _ in server.places.count }) == 1 }
        #expect(try LineClient(server.path).readText() == "OK script")
        try server.stop()
    }

    @Test("a silent client loses its place to the next one, and is told so")
    func replaced() async throws {
        var limits = LineServerLimits()
        limits.clients = 1
        let server = try ScriptedServer(limits: limits)
        let silent = try LineClient(server.path)
        #expect(try silent.readText() == "OK script")
        try await waitUntil("the place") { (try? LineClient(server.path).readText()) == "OK script" }
        #expect(try silent.readText() == "refused: replaced")
        #expect(try silent.readText() == nil)
        try server.stop()
    }

    @Test("a client that says nothing for too long is told so, and one that has spoken stays")
    func silence() throws {
        var limits = LineServerLimits()
        limits.silenceTimeout = .milliseconds(300)
        let server = try ScriptedServer(limits: limits)
        let speaker = try LineClient(server.path)
        speaker.send("hello")
        for line in ["OK script", "hello"] { #expect(try speaker.readText() == line) }
        let silent = try LineClient(server.path)
        #expect(try silent.readText() == "OK script")
        #expect(try silent.readText() == "refused: silent(seconds: 0)")
        #expect(try silent.readText() == nil)
        speaker.send("still here")
        #expect(try speaker.readText() == "still here")
        try server.stop()
    }

    @Test("the process at the other end is known, with those that it descends from")
    func process() throws {
        let server = try ScriptedServer()
        let client = try LineClient(server.path)
        #expect(try client.readText() == "OK script")
        let lineage = try server.onLoop { server, _ in server.process(of: ClientID(number: 1)) }
        #expect(lineage?.members.first?.number == getpid())
        #expect(lineage?.members.dropFirst().first?.number == getppid())
        #expect(try server.onLoop { server, _ in server.process(of: ClientID(number: 2)) } == nil)
        try server.stop()
    }
}
