import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("players that do not behave", .serialized)
struct HostilePlayersTests {
    @Test("a player that answers nothing counts as stopped, and holds nobody up")
    func silence() async throws {
        let session = try await PrivateBus.running()
        var manners = StandInPlayer.Manners()
        manners.answersQuestions = false
        manners.answersOrders = false
        manners.followsOrders = false
        let silent = StandInPlayer(on: session, "silent", "Playing", manners: manners)
        let desk = Desk(session: session.address, answerLimit: .milliseconds(300))
        try await desk.expectPlayers(["silent (silent) stopped"])
        desk.bus.pause(silent.name)
        try await desk.expectPlayers(["silent (silent) stopped", "silent refused to pause"])

        let polite = StandInPlayer(on: session, "polite", "Playing")
        try await waitUntil("the other player") { desk.players.count == 3 }
        polite.become("Paused")
        try await waitUntil("its change") { desk.players.last == "polite paused" }
        silent.become("Playing")
        try await waitUntil("the change") { desk.players.last == "silent playing" }
    }

    @Test("an order is not held up by an earlier one that is not answered")
    func unansweredOrder() async throws {
        let session = try await PrivateBus.running()
        var manners = StandInPlayer.Manners()
        manners.answersOrders = false
        let silent = StandInPlayer(on: session, "silent", "Playing", manners: manners)
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["silent (A Player) playing"])
        desk.bus.pause(silent.name)
        desk.bus.play(silent.name)
        try await waitUntil("the effect of the second order") { desk.players.last == "silent playing by us" }
        // By us where that was heard before the second order was given.
        let middle = ["silent paused", "silent paused by us"]
        #expect(desk.players.count == 3 && middle.contains(desk.players[1]), "\(desk.players)")
    }

    @Test("nonsense instead of changed properties changes nothing")
    func nonsense() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) playing"])
        let interface = "org.mpris.MediaPlayer2.Player"
        player.announce(["PlaybackStatus": .int64(1)])
        player.announce(["PlaybackStatus": .variant(.string("Paused"))])
        player.announce(["PlaybackStatus": .properties(["PlaybackStatus": .string("Paused")])])
        player.announce(["PlaybackStatus": .string("paused")])
        player.announce(["PlaybackStatus": .string("")])
        player.announce(["Metadata": .string(String(repeating: "PlaybackStatus", count: 100_000))])
        player.send([.string(interface)])
        player.send([.string(interface), .array(of: .string, [.string("PlaybackStatus")])])
        player.send([.string(interface), .properties(["PlaybackStatus": .string("Paused")])])
        player.send([
            .string("org.mpris.MediaPlayer2"), .properties(["PlaybackStatus": .string("Paused")]), .array(of: .string, []),
        ])
        player.become("Stopped")
        try await desk.expectPlayers(["player (A Player) playing", "player stopped"])
    }

    @Test("of a name without end only the beginning is kept, and one that is no text is none", arguments: [true, false])
    func identities(isText: Bool) async throws {
        let session = try await PrivateBus.running()
        var manners = StandInPlayer.Manners()
        manners.identity = isText ? .string(String(repeating: "x", count: 8_000_000)) : .array(of: .int64, [.int64(7)])
        let player = StandInPlayer(on: session, "player", "Playing", manners: manners)
        let desk = Desk(session: session.address)
        let identity = isText ? String(repeating: "x", count: 1024) : "player"
        try await desk.expectPlayers(["player (\(identity)) playing"])
        withExtendedLifetime(player) {}
    }

    @Test("signals that somebody else sends in the name of the bus or of a player are not believed")
    func forgery() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        // The forger never answers what it is asked.
        let desk = Desk(session: session.address, answerLimit: .seconds(2))
        try await desk.expectPlayers(["player (A Player) playing"])
        let forger = StandIn(on: session.address)
        let name = player.name
        forger.post { forger in
            forger.withOthers { others in
                for other in others {
                    forger.signal(
                        "NameOwnerChanged", of: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                        [.string(name), .string(":1.0"), .string("")], to: other)
                    forger.signal(
                        "PropertiesChanged", of: "org.freedesktop.DBus.Properties", path: StandInPlayer.path,
                        [
                            .string("org.mpris.MediaPlayer2.Player"), .properties(["PlaybackStatus": .string("Paused")]),
                            .array(of: .string, []),
                        ], to: other)
                }
                // Comes behind everything that was sent before.
                forger.request("org.mpris.MediaPlayer2.forger")
            }
        }
        try await desk.expectPlayers(["player (A Player) playing", "forger (forger) stopped"])
    }
}
