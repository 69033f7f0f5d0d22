import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("What is passed through to an output that decodes it")
struct PassthroughTests {
    private static let receiver = PassthroughOffer(sink: "receiver", codecs: [.ac3, .dts], rates: [44_100, 48_000])

    /// A player that is configured to pass `codecs` through, in front of an output that makes `offer`.
    private func stage(
        _ codecs: Set<PassthroughCodec> = [.ac3], offer: PassthroughOffer? = receiver, _ uris: [String] = ["/a", "/b"]
    ) -> PlayerStage {
        var stage = PlayerStage(uris)
        var configuration = PlaybackConfiguration()
        configuration.options.passthrough = codecs
        stage.act { $0.apply(configuration) }
        if let offer { stage.tell(.passthroughOffered(offer)) }
        stage.forget()
        return stage
    }

    @Test("a track is passed through if its codec is configured and the sink takes it, and is decoded otherwise")
    func decides() {
        let film = SourceDescription.film()
        var passing = stage()
        passing.starts(film)
        #expect(passing.player.passedThrough == .ac3 && passing.player.tracks.format == film.codedFormat)
        var unwanted = stage([.dts])
        unwanted.starts(film)
        #expect(unwanted.player.passedThrough == nil && unwanted.player.tracks.format == film.format)
        var unable = stage(offer: PassthroughOffer(sink: "speaker"))
        unable.starts(film)
        #expect(unable.player.passedThrough == nil)
        var song = stage()
        song.starts(.song())
        #expect(song.player.passedThrough == nil)
        passing.checkLeftovers()
    }

    @Test(
        "what another program has interrupted is passed through again at once if nothing is heard, and with the next track otherwise"
    )
    func interrupted() {
        for isPaused in [true, false] {
            var stage = stage()
            stage.starts(.film())
            if isPaused { _ = stage.ask(.pause) }
            stage.tell(.passthroughOffered(PassthroughOffer(sink: "receiver")))
            #expect(stage.player.passedThrough == nil)
            stage.tell(.passthroughOffered(Self.receiver))
            #expect(stage.player.passedThrough == (isPaused ? .ac3 : nil))
        }
    }

    @Test("nothing is passed through to an output that plays only one format")
    func fixedFormat() {
        var stage = stage()
        stage.tell(.formatFixed(StreamFormat(sampleRate: .video, channelLayout: .stereo)))
        stage.starts(.film())
        #expect(stage.player.passedThrough == nil)
    }

    @Test("what one cannot seek in is decoded, because it could not begin again as sound when another output is chosen")
    func liveStream() {
        var stage = stage()
        stage.starts(.film(isSeekable: false))
        #expect(stage.player.passedThrough == nil && stage.player.tracks.format?.coding == nil)
    }

    @Test("an output that plays only one format gets what was passed through as sound in that format")
    func fixedLater() {
        let rooms = StreamFormat(sampleRate: .cd, channelLayout: .stereo)
        var stage = stage()
        stage.starts(.film())
        stage.tell(.formatFixed(rooms))
        #expect(stage.begun.map(\.format) == [rooms] && stage.player.tracks.format == rooms)
        stage.forget()
        stage.tell(.formatFixed(nil))
        #expect(stage.begun.last?.format.coding?.codec == .ac3)
        stage.checkLeftovers()
    }

    @Test("another sink that does not take it gets sound from the heard position on, and one that does gets it as it is")
    func otherSink() throws {
        var stage = stage()
        stage.starts(.film())
        stage.player.anchor = RenderAnchor(
            now: stage.player.now, delay: 0, mediaFrame: 5 * 48_000, segment: stage.player.current?.segment ?? 0, isMoving: true)
        stage.tell(.passthroughOffered(PassthroughOffer(sink: "speaker")))
        let sound = try #require(stage.begun.last)
        #expect(sound.format == SourceDescription.film().format && sound.frame == FrameCount(5 * 48_000))
        #expect(stage.player.passedThrough == nil && stage.player.state == .playing)
        stage.hears(.began, at: 5 * 48_000)
        stage.tell(.passthroughOffered(Self.receiver))
        #expect(stage.begun.last?.format.coding?.codec == .ac3 && stage.player.passedThrough == .ac3)
        stage.checkLeftovers()
    }

    @Test("if the same sink takes it only now, the track that is decoded is left alone, and the next one is passed through")
    func sameSinkLater() {
        var stage = stage(offer: PassthroughOffer(sink: "receiver"))
        stage.starts(.film())
        stage.tell(.passthroughOffered(Self.receiver))
        #expect(stage.begun.isEmpty && stage.player.passedThrough == nil)
        stage.send(.next)
        stage.opens(nil, .film())
        #expect(stage.player.passedThrough == .ac3)
    }

    @Test("an output that cannot play the stream gets sound, until it makes another offer")
    func refused() {
        var stage = stage()
        stage.starts(.film())
        stage.tell(.streamChanged(.failed(message: "no target node available")))
        #expect(stage.player.passedThrough == nil && stage.begun.count == 1)
        stage.send(.next)
        stage.opens(nil, .film())
        #expect(stage.player.passedThrough == nil)
        stage.tell(.passthroughOffered(PassthroughOffer(sink: "receiver", codecs: [.ac3])))
        stage.send(.previous)
        stage.opens(nil, .film())
        #expect(stage.player.passedThrough == .ac3)
    }

    @Test("DSD is passed through only at a rate that the graph can have, and not when the graph runs at another one")
    func dsd() {
        let record = SourceDescription.film(.dop, rate: 176_400)
        var unable = stage([.dop])
        unable.starts(record)
        #expect(unable.player.passedThrough == nil)
        var able = stage([.dop], offer: PassthroughOffer(sink: "dac", rates: [48_000, 176_400]))
        able.starts(record)
        #expect(able.player.passedThrough == .dop)
        able.tell(.timingChanged(quantum: 1_024, rate: 176_400, latency: 0))
        #expect(able.player.passedThrough == .dop)
        able.tell(.timingChanged(quantum: 1_024, rate: 48_000, latency: 0))
        #expect(able.player.passedThrough == nil)
    }

    @Test("tracks of one codec follow each other in one stream, without an overlap or a gain, and a song gets its own")
    func gapless() {
        var stage = stage([.ac3], offer: Self.receiver, ["/a", "/b", "/c"])
        var configuration = PlaybackConfiguration()
        configuration.options.passthrough = [.ac3]
        configuration.options.crossfadeSeconds = 5
        configuration.options.replayGain = .track
        stage.act { $0.apply(configuration) }
        stage.starts(.film())
        stage.decodes()
        stage.opens(nil, .film())
        #expect(stage.appended.count == 1 && stage.appended.first?.join.overlap == .zero)
        #expect(stage.appended.first?.gain == 1 && stage.player.gain == nil)
        stage.forget()
        stage.decodes()
        stage.opens(nil, .song())
        #expect(stage.appended.isEmpty)
    }

    @Test("a configuration that no longer wants it has it decoded at once")
    func reconfigured() {
        var stage = stage()
        stage.starts(.film())
        stage.act { $0.apply(PlaybackConfiguration()) }
        #expect(stage.player.passedThrough == nil && stage.begun.count == 1)
        stage.checkLeftovers()
    }

    @Test("a paused player stands at the same second in the other format, and stays paused")
    func paused() throws {
        var stage = stage([.eac3], offer: PassthroughOffer(sink: "receiver", codecs: [.eac3]))
        stage.starts(.film(.eac3, rate: 192_000))
        stage.send(.pause)
        stage.hears(.paused, at: 3 * 192_000)
        #expect(stage.seconds == 3)
        stage.forget()
        stage.tell(.passthroughOffered(PassthroughOffer(sink: "speaker")))
        #expect(stage.seconds == 3 && stage.player.state == .paused && !stage.actions.contains(.resume))
        #expect(try #require(stage.begun.first).frame == FrameCount(3 * 48_000))
    }
}

extension SourceDescription {
    /// A track that an output may get as it is, in samples of `rate` hertz.
    fileprivate static func film(
        _ codec: PassthroughCodec = .ac3, rate: Int = 48_000, isSeekable: Bool = true
    ) -> SourceDescription {
        var film = song(60, isSeekable: isSeekable, rate: .video)
        film.codedFormat = SampleRate(hertz: rate).map {
            StreamFormat(sampleRate: $0, channelLayout: .stereo, coding: SampleCoding(codec: codec, unitFrames: 1_536))
        }
        return film
    }
}
