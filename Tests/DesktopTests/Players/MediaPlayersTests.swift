import MessageBus
import TestSupport
import Testing

@testable import Desktop

@Suite("other players", .serialized)
struct MediaPlayersTests {
    @Test("players that are there and players that come are reported with who they are and what they do")
    func appearance() async throws {
        let session = try await PrivateBus.running()
        let first = StandInPlayer(on: session, "first", "Playing")
        let watcher = Desk(session: session.address)
        try await watcher.expectPlayers(["first (A Player) playing"])

        let late = Desk(session: session.address)
        try await late.expectPlayers(["first (A Player) playing"])
        var manners = StandInPlayer.Manners()
        manners.identity = .string("")
        let second = StandInPlayer(on: session, "second.instance7", "Paused", manners: manners)
        try await late.expectPlayers(["first (A Player) playing", "second.instance7 (second.instance7) paused"])
        #expect(late.newPlayers == ["second.instance7"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("players of other machines are left alone, also where that is said later")
    func ignored() async throws {
        let session = try await PrivateBus.running()
        let watcher = Desk(session: session.address)
        let here = StandInPlayer(on: session, "here", "Paused")
        try await watcher.expectPlayers(["here (A Player) paused"])
        let phone = StandInPlayer(on: session, "kdeconnect.mpris_1", "Playing")
        // Both are there before the desk is: a player says so when it is made, and the bus knows it a moment later.
        try await watcher.expectPlayers(["here (A Player) paused", "kdeconnect.mpris_1 (A Player) playing"])
        let desk = Desk(session: session.address, ignoring: ["kdeconnect"])
        try await desk.expectPlayers(["here (A Player) paused"])
        desk.bus.ignore(players: ["here"])
        try await desk.expectPlayers([
            "here (A Player) paused", "here gone", "kdeconnect.mpris_1 (A Player) playing",
        ])
        #expect(desk.newPlayers == [])
        withExtendedLifetime((phone, here)) {}
    }

    @Test("what a player does is reported when it changes, and only then")
    func changes() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) stopped"])
        for status in ["Playing", "Playing", "Paused", "Stopped"] { player.become(status) }
        player.becomeSilently("Playing")
        try await desk.expectPlayers([
            "player (A Player) stopped", "player playing", "player paused", "player stopped", "player playing",
        ])
    }

    @Test("orders reach the player they name, and what follows is known as ours", arguments: [false, true])
    func orders(followsLate: Bool) async throws {
        let session = try await PrivateBus.running()
        var manners = StandInPlayer.Manners()
        manners.followsLate = followsLate
        let one = StandInPlayer(on: session, "one", "Playing", manners: manners)
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["one (A Player) playing"])
        let two = StandInPlayer(on: session, "two", "Playing", manners: manners)
        let both = ["one (A Player) playing", "two (A Player) playing"]
        try await desk.expectPlayers(both)

        desk.bus.pause(one.name)
        try await desk.expectPlayers(both + ["one paused by us"])
        desk.bus.play(one.name)
        try await desk.expectPlayers(both + ["one paused by us", "one playing by us"])
        one.become("Paused")
        try await desk.expectPlayers(both + ["one paused by us", "one playing by us", "one paused"])
        #expect(one.orders == ["Pause", "Play"])
        #expect(two.orders == [])
    }

    @Test("an order that a player refuses is reported in its own words, and one to nobody too")
    func refusal() async throws {
        let session = try await PrivateBus.running()
        var manners = StandInPlayer.Manners()
        manners.refusal = "not while the advertisement runs"
        let player = StandInPlayer(on: session, "player", "Playing", manners: manners)
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) playing"])
        desk.bus.pause(player.name)
        desk.bus.play("org.mpris.MediaPlayer2.nobody")
        try await waitUntil("both refusals") { desk.players.count == 3 }
        let refusal = PlayerRefusal(name: player.name, order: .pause, reason: "not while the advertisement runs")
        #expect(desk.events.contains(.playerRefused(refusal)))
        #expect(desk.players.contains("nobody refused to play"))
        // Its user may still pause it: that is not ours.
        player.become("Paused")
        try await waitUntil("the change") { desk.players.count == 4 }
        #expect(desk.players.last == "player paused")
    }

    @Test("a player that dies is gone, and one of the same name is another")
    func death() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) playing"])
        player.die()
        try await desk.expectPlayers(["player (A Player) playing", "player gone"])
        let next = StandInPlayer(on: session, "player", "Paused")
        try await desk.expectPlayers(["player (A Player) playing", "player gone", "player (A Player) paused"])
        withExtendedLifetime(next) {}
    }

    @Test("a player with two names is one player, and goes by the other when it lets go of one")
    func twoNames() async throws {
        let session = try await PrivateBus.running()
        let player = StandInPlayer(on: session, "player", "Playing")
        let desk = Desk(session: session.address)
        try await desk.expectPlayers(["player (A Player) playing"])
        player.take("player.instance1")
        player.letGo()
        try await desk.expectPlayers([
            "player (A Player) playing", "player gone", "player.instance1 (A Player) playing",
        ])
        desk.bus.pause("org.mpris.MediaPlayer2.player.instance1")
        try await waitUntil("the change") { desk.players.last == "player.instance1 paused by us" }
        #expect(player.orders == ["Pause"])
    }

    @Test("the proxy of playerctl is left out, and another daemon of Fermata is a player as any other")
    func leftOut() async throws {
        let session = try await PrivateBus.running()
        let proxy = StandInPlayer(on: session, "playerctld", "Playing")
        let desk = Desk(session: session.address)
        let other = StandInPlayer(on: session, "fermata.instance4", "Playing")
        try await desk.expectPlayers(["fermata.instance4 (A Player) playing"])
        withExtendedLifetime((proxy, other)) {}
    }
}
