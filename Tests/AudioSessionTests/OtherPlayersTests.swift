import AudioTypes
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

    @Test("that played before they were looked for interrupt nobody, and are paused as at the activation")
    func found() {
        var stage = SessionModelStage.playing()
        stage.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: false))
        #expect(stage.isPlaying && stage.began.isEmpty)
        #expect(stage.actions == [.pauseOther("mpv"), .emit(.silenceSecondaryAudioHint(begin: true))])
        stage.send(.otherPlayerChanged("mpv", .paused, byUs: true))
        stage.send(.otherPlayerChanged("mpv", .playing, byUs: false))
        #expect(stage.began.map(\.reason) == [.otherPlayer], "from then on it is a player like any other")
    }

    @Test("that begin to play pause us for good: playback is not promised to go on by itself")
    func promise() {
        var stage = SessionModelStage.playing()
        stage.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: true))
        #expect(!stage.isPlaying && !stage.expectsResume)
        // A call meanwhile changes nothing.
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(!stage.expectsResume)
        stage.send(.otherPlayerChanged("mpv", .paused, byUs: false))
        stage.stopStream(7)
        stage.show()
        #expect(!stage.isPlaying && !stage.expectsResume)
    }

    @Test("that begin while playback waits to go on are named, the one because of which it does not")
    func taker() {
        var stage = SessionModelStage.playing()
        stage.startStream(7, role: "Communication")
        stage.show()
        #expect(stage.expectsResume)
        stage.send(.otherPlayerAppeared("org.mpv", title: "mpv", .playing, isNew: true))
        stage.send(.otherPlayerAppeared("vlc", title: "vlc", .playing, isNew: true))
        let takers = stage.actions.compactMap { if case .nameTaker(let name) = $0 { name } else { nil } }
        #expect(takers == ["mpv"] && !stage.expectsResume)
        // Music that plays is paused, which says enough.
        var other = SessionModelStage.playing()
        other.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: true))
        #expect(!other.isPlaying && !other.actions.contains(.nameTaker("mpv")))
    }

    @Test("that played before they were looked for are left alone while we do not play, or mix")
    func foundWhileSilent() throws {
        var silent = SessionModelStage()
        silent.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: false))
        #expect(!silent.actions.contains(.pauseOther("mpv")) && silent.began.isEmpty)
        var mixing = SessionModelStage()
        let profile = try SessionProfile(category: .playback, options: [.mixWithOthers])
        mixing.carryOut(mixing.session.setProfile(profile, at: 0))
        mixing.play()
        mixing.send(.otherPlayerAppeared("mpv", title: "mpv", .playing, isNew: false))
        #expect(mixing.isPlaying && !mixing.actions.contains(.pauseOther("mpv")))
    }
}
