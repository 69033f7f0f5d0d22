import AudioTypes
import Playback
import PlayerModel
import RealtimeAudio
import TestSupport
import Testing

@Suite("Sound that the engine passes through")
struct EnginePassthroughTests {
    private static let dop = SampleRate(hertz: 176_400).map {
        StreamFormat(sampleRate: $0, channelLayout: .stereo, coding: SampleCoding(codec: .dop, unitFrames: 1))
    }

    /// An engine in front of a converter for DSD, which has played some of a song.
    private func playing() async throws -> EngineStage {
        let stage = await EngineStage(
            ["/song": .init(frameCount: 400_000), "/dsd": .init(frameCount: 4_000_000, codedFormat: Self.dop)],
            passthrough: [.dop])
        stage.output.send(.passthroughOffered(PassthroughOffer(sink: "converter", rates: [44_100, 176_400])))
        await stage.ask(.playURI("/song"))
        try await stage.hear(1_000)
        return stage
    }

    private func tellRate(_ rate: Int, _ stage: EngineStage) {
        stage.output.send(.timingChanged(quantum: 256, rate: rate, latency: 0))
    }

    @Test("a rate that the graph had for the stream before does not have DSD decoded, whenever the news of it comes")
    func lateRate() async throws {
        let stage = try await playing()
        stage.output.graphRate = 44_100
        await stage.ask(.playURI("/dsd"))
        #expect(await stage.player.passedThrough == .dop)
        // The song still fades out.
        tellRate(44_100, stage)
        #expect(await stage.player.passedThrough == .dop)
        try await stage.runCycles(until: "the stream of DSD") { stage.output.renderer?.format == Self.dop }
        // The stream of DSD has had no cycle yet.
        tellRate(44_100, stage)
        #expect(await stage.player.passedThrough == .dop)
        stage.output.graphRate = 176_400
        tellRate(44_100, stage)
        #expect(await stage.player.passedThrough == .dop)
        await stage.engine.end()
    }

    @Test("a pause frees the sink for other programs, and what goes on behind it is the very next frame")
    func pause() async throws {
        // Numbers, which no burst holds, and which the markers of DSD would change.
        let coding = SampleCoding(codec: .ac3, unitFrames: 1)
        let format = StreamFormat(sampleRate: .video, channelLayout: .stereo, coding: coding)
        let stage = await EngineStage(["/film": .init(frameCount: 40_000, codedFormat: format)], passthrough: [.ac3])
        stage.output.send(.passthroughOffered(PassthroughOffer(sink: "receiver", codecs: [.ac3])))
        await stage.ask(.playURI("/film"))
        try await stage.hear(5_000)
        for _ in 1...2 {
            await stage.ask(.pause)
            try await stage.runCycles(until: "the end of the stream") { stage.output.renderer == nil }
            let stood = try #require(await stage.player.position)
            #expect(stood.rate == 0 && Int((stood.seconds * 48_000).rounded()) == Int(stage.sound.last ?? 0))
            await stage.ask(.play)
            #expect(stage.output.renderer?.format == format && stage.output.isStreaming)
            try await stage.hear(stage.sound.count + 5_000)
        }
        try await stage.playOut()
        #expect(stage.sound == .ramp(1, 40_000))
        try await waitUntil("the end of the stream") { stage.output.renderer == nil }
        await stage.engine.end()
    }

    @Test("DSD is decoded if the graph runs its stream at another rate")
    func otherRate() async throws {
        let stage = try await playing()
        await stage.ask(.playURI("/dsd"))
        try await stage.runCycles(until: "the stream of DSD") { stage.output.renderer?.format == Self.dop }
        stage.output.graphRate = 48_000
        tellRate(48_000, stage)
        #expect(await stage.player.passedThrough == nil)
        await stage.engine.end()
    }
}
