import AudioTypes
import FoundationEssentials
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Options that clients change")
struct OptionsTests {
    private func song(_ decibels: Double) -> SourceDescription {
        var song = SourceDescription.song()
        song.replayGain = ReplayGain(track: .init(decibels: decibels))
        return song
    }

    private func factor(_ decibels: Double) -> Float { TrackGain(decibels: decibels).factor }

    @Test("an overlap is told, passed on and saved; one that is too long becomes the longest")
    func crossfade() {
        var stage = PlayerStage(["/a/1", "/b/2"])
        #expect(stage.ask(.setOptions([.crossfade: 3.0])) == .done)
        #expect(stage.actions.contains(.setCrossfade(seconds: 3)) && stage.actions.contains(.save))
        #expect(stage.events == [.optionsChanged(PlaybackOptions([.crossfade: 3.0]))])
        stage.starts()
        stage.decodes()
        stage.opens()
        #expect(stage.appended.last?.join.overlap.value == 132_300)
        stage.send(.setOptions([.crossfade: 1_000.0]))
        #expect(stage.player.configuration.options.crossfadeSeconds == 12)
        stage.send(.setOptions([.crossfade: .number(-.infinity)]))
        #expect(stage.player.configuration.options.crossfadeSeconds == 0)
        stage.forget()
        stage.send(.setOptions([.crossfade: .number(.nan)]))
        #expect(stage.events.isEmpty)
    }

    @Test("the gain changes at once: what plays begins again where it is, and what is open behind it is opened again")
    func gain() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts(song(-6))
        stage.decodes()
        stage.opens(nil, song(3))
        stage.goesOn(to: 4)
        stage.forget()
        #expect(stage.ask(.setOptions([.replayGain: "track"])) == .done)
        #expect(stage.begun.map(\.gain) == [factor(-6)] && stage.begun.map(\.frame.value) == [176_400])
        #expect(stage.player.gain?.decibels == -6 && stage.player.state == .playing)
        stage.decodes()
        stage.opens(nil, song(3))
        #expect(stage.appended.map(\.gain) == [factor(3)])
        stage.checkLeftovers()
    }

    @Test("a paused player stays paused at its place, and a stream keeps its gain until the next track")
    func still() {
        var stage = PlayerStage(["/a"])
        stage.starts(song(-6))
        stage.pauses(at: 2)
        stage.send(.setOptions([.replayGain: "track"]))
        #expect(stage.player.state == .paused && stage.seconds == 2)
        #expect(!stage.actions.contains(.resume))
        var stream = PlayerStage(["http://h/a"])
        stream.starts(.stream(nil))
        stream.send(.setOptions([.replayGain: "track"]))
        #expect(stream.begun.isEmpty)
    }

    @Test("a choice survives a restart, as long as the configuration has the same value as when it was made")
    func restart() throws {
        var stage = PlayerStage(["/a"])
        stage.player.configure { $0.options.crossfadeSeconds = 2 }
        stage.send(.setOptions([.crossfade: 5.0, .replayGain: "album"]))
        let saved = try JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(stage.player.savedState))
        var next = Player()
        next.configure { $0.options.crossfadeSeconds = 2 }
        #expect(next.restore(saved).contains(.setCrossfade(seconds: 5)))
        #expect(next.configuration.options == PlaybackOptions([.crossfade: 5.0, .replayGain: "album"]))
        var other = Player()
        other.configure { $0.options.crossfadeSeconds = 3 }
        _ = other.restore(saved)
        #expect(other.configuration.options == PlaybackOptions([.crossfade: 3.0, .replayGain: "album"]))
    }

    @Test("what clients have passed through counts at once, and takes the place of the configuration until that is another one")
    func passthrough() throws {
        var stage = PlayerStage(["/a"])
        stage.act { player in
            var configuration = player.configuration
            configuration.options.passthrough = [.dts]
            return player.apply(configuration)
        }
        stage.tell(.passthroughOffered(PassthroughOffer(sink: "receiver", codecs: [.ac3, .eac3], rates: [48_000, 176_400])))
        #expect(stage.player.offeredPassthrough == [.ac3, .eac3, .dop] && stage.player.offeringSink == "receiver")
        var film = SourceDescription.song(60, rate: .video)
        film.codedFormat = StreamFormat(
            sampleRate: .video, channelLayout: .stereo, coding: SampleCoding(codec: .ac3, unitFrames: 1_536))
        stage.starts(film)
        #expect(stage.player.passedThrough == nil)
        stage.forget()
        #expect(stage.ask(.setOptions([.passthrough: ["ac3"]])) == .done)
        #expect(stage.events.contains(.optionsChanged(PlaybackOptions([.passthrough: ["ac3"]]))))
        #expect(stage.player.passedThrough == .ac3 && stage.begun.count == 1 && stage.actions.contains(.save))
        let saved = try JSONDecoder().decode(SavedState.self, from: JSONEncoder().encode(stage.player.savedState))
        var next = Player()
        next.configure { $0.options.passthrough = [.dts] }
        _ = next.restore(saved)
        #expect(next.configuration.options.passthrough == [.ac3])
        stage.forget()
        stage.act { player in
            var configuration = player.configured
            configuration.options.passthrough = []
            return player.apply(configuration)
        }
        #expect(stage.player.passedThrough == nil && stage.begun.count == 1)
        stage.checkLeftovers()
    }

    @Test("a configuration that is read again ends a choice only if its value has changed")
    func reload() {
        var player = Player()
        _ = player.handle(.setOptions([.crossfade: 5.0, .replayGain: "track"]), request: 1)
        var configuration = PlaybackConfiguration()
        configuration.fadeSeconds = 0.5
        #expect(player.apply(configuration).isEmpty)
        #expect(player.configuration.options.crossfadeSeconds == 5 && player.configuration.fadeSeconds == 0.5)
        configuration.options.crossfadeSeconds = 1
        #expect(
            player.apply(configuration) == [
                .emit(.optionsChanged(PlaybackOptions([.crossfade: 1.0, .replayGain: "track"]))), .setCrossfade(seconds: 1),
            ])
    }

    @Test("a saved overlap that nobody can have chosen is forgotten")
    func damaged() throws {
        let text = #"{"crossfadeSeconds":{"value":1e9,"configured":0},"replayGain":{"value":"auto","configured":"off"}}"#
        var chosen = try JSONDecoder().decode(ChosenOptions.self, from: Data(text.utf8))
        chosen.review(by: PlaybackOptions())
        #expect(chosen.applied(to: PlaybackConfiguration()).options == PlaybackOptions([.replayGain: "auto"]))
    }
}
