import Testing

@testable import PlayerModel

@Suite("The person whom the player names as the reason")
struct PersonTests {
    private static let persons = [PlaybackReason.user, .mpris, .mpd]

    @Test("whoever plays, pauses, toggles, stops or clears is the reason for it", arguments: persons)
    func commands(person: PlaybackReason) {
        var stage = PlayerStage(["/a", "/b"])
        func expect(_ command: PlayerCommand, _ state: PlaybackState, opens: Bool = false) {
            stage.send(command, by: person)
            if opens { stage.opens() }
            #expect(stage.player.state == state && stage.player.reason == person, "\(command)")
            // Another person, who does nothing to what is heard.
            stage.send(.setVolume(level: 1, delta: nil, muted: nil), by: person == .user ? .mpris : .user)
            #expect(stage.player.reason == person, "\(command)")
        }
        expect(.play, .playing, opens: true)
        expect(.pause, .paused)
        expect(.toggle, .playing)
        expect(.toggle, .paused)
        expect(.play, .playing)
        expect(.stop, .stopped)
        expect(.play, .playing, opens: true)
        expect(.clear, .stopped)
    }

    @Test("whoever asked for an item is the reason for the next one that plays in its place", arguments: persons)
    func replacement(person: PlaybackReason) {
        var stage = PlayerStage(["/a", "/b"])
        let other: PlaybackReason = person == .user ? .mpris : .user
        stage.send(.play, by: person)
        stage.send(.setVolume(level: 0.5, delta: nil, muted: nil), by: other)
        stage.failsToOpen()
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        #expect(stage.player.state == .playing && stage.player.reason == person)
    }

    @Test("whoever goes past the end of an item is the reason, as if they had asked for the next one")
    func pastTheEnd() {
        for command in [PlayerCommand.next, .seekTo(100_000)] {
            var stage = PlayerStage(["/a", "/b"])
            stage.send(.play)
            stage.opens()
            stage.send(command, by: .mpris)
            stage.opens()
            #expect(stage.player.item?.uri == "/b" && stage.player.reason == .mpris, "\(command)")
        }
    }

    @Test("whoever asks last for the sound of an item that is being opened is the reason")
    func joining() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.send(.play, by: .mpris)
        stage.opens()
        #expect(stage.player.reason == .mpris)
    }
}
