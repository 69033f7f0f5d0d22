import Testing

@testable import AudioSession

@Suite("The other players")
struct OtherPlayersTests {
    @Test("that played before the bus was lost have not begun when it is back; all others that play have")
    func busBack() {
        var players = OtherPlayers()
        func begins(_ name: String, _ status: OtherPlayerStatus) -> Bool { players.take(name, status, byUs: false) }
        #expect(begins("mpv", .playing))
        #expect(!begins("vlc", .paused))
        players.forget()
        players.forget()
        #expect(!players.anyPlays)
        #expect(!begins("mpv", .playing))
        #expect(begins("vlc", .playing))
        #expect(!begins("mpv", .paused))
        #expect(begins("mpv", .playing), "from then on it is a player like any other")
    }
}
