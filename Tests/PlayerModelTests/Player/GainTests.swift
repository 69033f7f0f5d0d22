import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("The gain that a run of audio starts with")
struct GainTests {
    private func song(_ decibels: Double, album: Double? = nil, title: String? = nil) -> SourceDescription {
        var song = SourceDescription.song(tags: title.map { ["album": $0] } ?? [:])
        song.replayGain = ReplayGain(track: .init(decibels: decibels), album: album.map { .init(decibels: $0) })
        return song
    }

    private func stage(_ uris: [String], _ mode: ReplayGainMode) -> PlayerStage {
        var stage = PlayerStage(uris)
        stage.player.configure { $0.options.replayGain = mode }
        return stage
    }

    private func factor(_ decibels: Double) -> Float { TrackGain(decibels: decibels).factor }

    @Test("is that of its track, for what is begun and for what is appended")
    func each() {
        var stage = stage(["/a", "/b"], .track)
        stage.send(.play)
        stage.opens(nil, song(-6))
        #expect(stage.begun.map(\.gain) == [factor(-6)])
        #expect(stage.player.gain?.decibels == -6)
        stage.hears(.began)
        stage.decodes()
        stage.opens(nil, song(3))
        #expect(stage.appended.map(\.gain) == [factor(3)])
        #expect(stage.player.gain?.decibels == -6)
        stage.hears(.began, stage.player.tracks.ahead[0].segment)
        #expect(stage.player.gain?.decibels == 3)
    }

    @Test("is exactly one where nobody asked for another")
    func off() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        stage.opens(nil, song(-6))
        #expect(stage.begun.map(\.gain) == [1])
        #expect(stage.player.gain == nil)
    }

    @Test("stays through seeks, pauses and the loss of the sound server, also where the settings have changed")
    func stays() {
        var stage = stage(["/a", "/b"], .track)
        stage.starts(song(-6))
        stage.player.configure { $0.options.replayGain = .off }
        stage.send(.seekTo(3))
        stage.tell(.serverLost(message: "gone"))
        stage.tell(.serverConnected(version: "1"))
        #expect(stage.begun.map(\.gain) == [factor(-6), factor(-6)])
        stage.decodes()
        stage.opens(nil, song(-6))
        #expect(stage.appended.map(\.gain) == [1])
    }

    @Test("is the album's where the queue plays an album, from its first track on, and else the track's")
    func auto() {
        var stage = stage(["/x/1", "/x/2", "/y/3"], .auto)
        stage.starts(song(-6, album: -4, title: "X"))
        #expect(stage.player.gain?.decibels == -4)
        stage.decodes()
        stage.opens(nil, song(-7, album: -4, title: "X"))
        stage.decodes()
        stage.opens(nil, song(-8, album: -2, title: "Y"))
        #expect(stage.appended.map(\.gain) == [factor(-4), factor(-8)])
    }

    @Test("is the track's where an album is shuffled")
    func shuffled() {
        var stage = PlayerStage(["/x/1", "/x/2"], QueueModes(shuffles: true))
        stage.player.configure { $0.options.replayGain = .auto }
        stage.starts(song(-6, album: -4, title: "X"))
        #expect(stage.player.gain?.decibels == -6)
    }
}
