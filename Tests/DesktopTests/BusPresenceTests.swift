import CSystemd
import Glibc
import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("buses that come and go", .serialized)
struct BusPresenceTests {
    @Test("a bus without an address is absent for a reason, and orders are refused")
    func noAddress() async throws {
        let record = Box<[DesktopEvent]>([])
        let bus = DesktopBus(DesktopBusConfiguration(sessionAddress: nil, systemAddress: nil)) { event in
            record.change { $0.append(event) }
        }
        bus.start()
        bus.pause("org.mpris.MediaPlayer2.player")
        bus.releaseSleepDelay()
        bus.stop()
        let refusal = PlayerRefusal(name: "org.mpris.MediaPlayer2.player", order: .pause, reason: "there is no such player")
        #expect(
            record.value == [
                .busLost(.session, "the session bus is not there: no address is set"),
                .busLost(.system, "the system bus is not there: no address is set"), .playerRefused(refusal),
            ])
    }

    @Test("an address that leads nowhere is a state with a reason")
    func badAddress() async throws {
        let desk = Desk(session: "carrier pigeon")
        try await waitUntil("the report") { !desk.events.isEmpty }
        #expect(desk.events == [.busLost(.session, "the session bus is not there: carrier pigeon: Connection refused")])
    }

    @Test("a bus that is not there yet is found when it comes")
    func laterBus() async throws {
        let session = try PrivateBus()
        let desk = Desk(session: session.address)
        let absence = DesktopEvent.busLost(
            .session, "the session bus is not there: \(session.address): No such file or directory")
        try await waitUntil("the absence") { desk.events == [absence] }
        try await session.start()
        try await waitUntil("the bus") { desk.events.count > 1 }
        #expect(desk.events == [absence, .busConnected(.session)])
    }

    @Test("a socket that appears is looked at again, for it may not listen yet")
    func lateListener() async throws {
        let directory = try TemporaryDirectory()
        let desk = Desk(session: "unix:path=\(directory.file("bus"))")
        try await waitUntil("the absence") { desk.events.count == 1 }
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listener) }
        try #require(bindUnix(listener, to: directory.file("bus")))
        try await waitUntil("the second look") { desk.events.count == 2 }
        guard case .busLost(.session, let sentence) = desk.events[1] else { throw TestSupportError(.unexpectedAnswer, "no loss") }
        #expect(sentence.hasSuffix("Connection refused"))
    }

    @Test("a bus that dies takes its players along, and both come back")
    func death() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) playing"])
        try await session.kill()
        try await waitUntil("the loss") { desk.events.count >= 4 }
        #expect(desk.events[2] == .playerVanished(player.name))
        #expect(desk.events[3] == .busLost(.session, "the session bus is not there: Connection reset by peer"))
        desk.bus.pause(player.name)

        try await session.start()
        try await desk.expectPlayers([
            "player (A Player) playing", "player gone", "player refused to pause", "player (A Player) playing",
        ])
        desk.bus.pause(player.name)
        try await waitUntil("the pause") { desk.players.last == "player paused by us" }
    }

    @Test("a socket behind which there is no bus is a state, and the other bus works on")
    func noBusBehindSocket() async throws {
        let directory = try TemporaryDirectory()
        let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        try #require(bindUnix(listener, to: directory.file("bus")))
        try #require(listen(listener, 1) == 0)
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        let desk = Desk(session: session.address, system: "unix:path=\(directory.file("bus"))")
        try await desk.expectPlayers(["player (A Player) playing"])

        close(accept(listener, nil, nil))
        try await waitUntil("the refusal") {
            desk.events.contains(.busLost(.system, "the system bus is not there: Connection reset by peer"))
        }
        close(listener)
        player.become("Paused")
        try await desk.expectPlayers(["player (A Player) playing", "player paused"])
    }

    @Test("orders that were given are sent before the end")
    func ordersAtEnd() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Paused")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) paused"])
        desk.bus.play(player.name)
        desk.bus.stop()
        try await waitUntil("the order") { player.orders == ["Play"] }
    }
}
