import AudioTypes
import RealtimeAudio
import SystemSupport
import TestSupport
import Testing

@testable import SnapcastOutput

// A server that is not there, goes away, hangs or comes back.
extension SnapcastOutputTests {
    /// Has `output` play `renderer` until it tells that the server is away.
    private func lose(_ output: SnapcastOutput, playing renderer: Renderer) async throws {
        output.open(renderer)
        output.setActive(true)
        try await waitUntil("the loss") { !events.losses.isEmpty }
    }

    /// Waits until the output tells that the server is back.
    private func waitForReturn() async throws {
        try await waitUntil("the return") { events.all.contains(.outputReturned) }
    }

    /// Has `output` play `renderer` to a server that ends the connection, and returns the next one.
    private func reconnect(
        _ output: SnapcastOutput, playing renderer: Renderer, to server: FakeServer
    ) async throws -> FakeServer.Connection {
        output.open(renderer)
        output.setActive(true)
        do {
            let connection = try server.accept()
            #expect(connection.read(4_000).count == 4_000)
        }
        try await waitUntil("the loss") { !events.losses.isEmpty }
        return try server.accept()
    }

    @Test("a server that is not there is told once, is tried again, and its coming is told")
    func refused() async throws {
        let port = try freePort()
        let output = try output(port: port)
        try await lose(output, playing: renderer([0.5]))
        let server = try FakeServer(port: port)
        let connection = try server.accept()
        try await waitForReturn()
        #expect(events.losses.count == 1)
        // Nobody has asked for sound since: only silence comes, and then the end.
        #expect(connection.read().allSatisfy { $0 == 0 })
        try await waitForNoThread()
        output.shutDown()
    }

    @Test("a server that comes back gets silence until its rooms are back, and only then the sound")
    func gathering() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, gathering: 700_000_000)
        let connection = try await reconnect(output, playing: renderer(Array(repeating: 0.5, count: 90_000)), to: server)
        let reading = Task.detached { connection.read(96_000 * 4) }
        // Whoever asks for sound too soon gets none.
        output.setActive(true)
        try await waitForReturn()
        output.setActive(true)
        let heard = samples(await reading.value)
        // What the server takes in that time.
        #expect(heard.prefix(2 * 33_600).allSatisfy { $0 == 0 } && heard.contains { $0 > 16_000 })
        output.shutDown()
    }

    @Test("rooms that are waited for are waited for no longer if nobody wants the sound any more")
    func gatheringEnds() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, gathering: 600_000_000_000)
        let connection = try await reconnect(output, playing: renderer(Array(repeating: 0.5, count: 90_000)), to: server)
        output.close()
        #expect(connection.read().allSatisfy { $0 == 0 })
        try await waitForNoThread()
        #expect(!events.all.contains(.outputReturned))
        output.shutDown()
    }

    @Test("rooms that get nothing for a second are away, also if the connection goes on afterwards")
    func stalled() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, blocked: 600_000_000_000, stall: 1_000_000_000)
        let renderer = try renderer(Array(repeating: 0.5, count: 90_000))
        output.open(renderer)
        output.setActive(true)
        let connection = try server.accept()
        try await waitUntil("the loss") { !events.losses.isEmpty }
        #expect(!events.all.contains(.outputReturned))
        let reading = Task.detached { connection.read().count }
        try await waitForReturn()
        #expect(events.losses == ["the server takes no more sound"])
        let calls = renderer.statistics.callbacks
        output.setActive(true)
        try await waitUntil("sound over the same connection") { renderer.statistics.callbacks > calls }
        output.shutDown()
        #expect(await reading.value > 4 * 48_000)
    }

    @Test("a server that has to be found is waited for, told to be away after a time, and played to once it is found")
    func found() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, host: "discover")
        try await lose(output, playing: renderer([0.5]))
        #expect(events.losses == ["no Snapcast server has been found in the network"])
        // It sleeps until then, and does not ask again and again.
        output.serverFound(on: "127.0.0.1")
        let connection = try server.accept()
        try await waitForReturn()
        #expect(events.losses.count == 1)
        #expect(connection.read().allSatisfy { $0 == 0 })
        try await waitForNoThread()
        output.shutDown()
    }

    @Test("a server that is found in time is not told to be away")
    func foundInTime() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, host: "discover")
        output.serverFound(on: "127.0.0.1")
        output.open(try renderer([0.5]))
        output.setActive(true)
        // Who lets the connection go ends it, and that is a loss.
        let connection = try server.accept()
        withExtendedLifetime(connection) { #expect(events.losses.isEmpty) }
        output.shutDown()
    }

    @Test("nobody waits for a server any more that has not been found when the sound is no longer wanted")
    func notFound() async throws {
        let output = try output(port: 9, host: "discover")
        output.open(try renderer([0.5]))
        output.setActive(true)
        output.setActive(false)
        try await waitForNoThread()
        output.setActive(true)
        try await waitUntil("the loss") { !events.losses.isEmpty }
        output.close()
        try await waitForNoThread()
        output.shutDown()
    }

    @Test("another host counts with the next connection, without a wait for it; one that works goes on")
    func moved() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port, host: "discover", waits: (600_000_000_000, 600_000_000_000))
        // Nobody listens there.
        output.serverFound(on: "127.0.0.2")
        try await lose(output, playing: renderer(Array(repeating: 0.5, count: 90_000)))
        output.serverFound(on: "127.0.0.1")
        let connection = try server.accept()
        try await waitForReturn()
        output.setActive(true)
        output.serverFound(on: "127.0.0.2")
        #expect(samples(connection.read(60_000 * 4)).count == 120_000)
        #expect(events.losses.count == 1)
        output.shutDown()
    }

    @Test("a server that reads nothing counts as away after a time")
    func hanging() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        try await lose(output, playing: renderer([0.5]))
        output.close()
        try await waitForNoThread()
        output.shutDown()
    }

    @Test("the end of the connection is noticed, also if the server sends something before")
    func closing() async throws {
        let server = try FakeServer()
        let output = try output(port: server.port)
        output.open(try renderer([0.5]))
        output.setActive(true)
        var connection: FakeServer.Connection? = try server.accept()
        connection?.send(Array(repeating: 7, count: 10_000))
        #expect(connection?.read(48_000).count == 48_000)
        #expect(events.losses.isEmpty)
        connection = nil
        try await waitUntil("the loss") { !events.losses.isEmpty }
        output.shutDown()
        try await waitForNoThread()
    }
}
