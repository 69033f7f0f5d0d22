import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("A stream that comes back as another one")
struct ReturningStreamTests {
    private static let changed = PlaybackError(.media(.streamChanged), "it has become AAC")

    private func heard(_ uris: [String] = ["http://radio", "/b"], _ modes: QueueModes = QueueModes()) -> PlayerStage {
        var stage = PlayerStage(uris, modes)
        stage.starts(.stream(nil))
        return stage
    }

    @Test("is opened anew behind what is left of it, and goes on without being left")
    func goesOn() {
        var stage = heard()
        stage.tell(.failed(segment: 1, frames: 44_100, Self.changed))
        #expect(stage.failures.isEmpty && stage.pendingURIs == ["http://radio"])
        var description = SourceDescription.stream(nil)
        description.codec = "aac"
        description.tags = ["station": "Other"]
        stage.opens(nil, description)
        #expect(stage.appended.count == 1)
        stage.forget()
        stage.hears(.began, stage.player.tracks.last?.segment)
        #expect(stage.player.item?.uri == "http://radio" && stage.player.sourceDescription?.codec == "aac")
        #expect(stage.events.contains(.metadataChanged(["station": "Other"])) && stage.announced.isEmpty)
        // What follows it in the queue still does.
        stage.decodes()
        #expect(stage.pendingURIs == ["/b"])
    }

    @Test("gets a stream of its own if its format is another")
    func otherFormat() {
        var stage = heard()
        stage.player.configured = PlaybackConfiguration(followsFormat: true)
        stage.tell(.failed(segment: 1, frames: 44_100, Self.changed))
        var description = SourceDescription.stream(nil)
        description.format = StreamFormat(sampleRate: SampleRate(hertz: 48_000) ?? .cd, channelLayout: .stereo)
        stage.opens(nil, description)
        stage.hears(.ended)
        #expect(stage.player.item?.uri == "http://radio" && stage.player.tracks.format?.sampleRate.hertz == 48_000)
        #expect(stage.failures.isEmpty)
    }

    @Test("fails as any other item if it cannot be opened, and the queue goes on")
    func fails() {
        var stage = heard()
        stage.tell(.failed(segment: 1, frames: 44_100, Self.changed))
        stage.failsToOpen()
        #expect(stage.failures == ["http://radio"] && stage.pendingURIs == ["/b"])
    }

    @Test("does not end a round of a queue that shuffles, nor its own playing where playback stops after it")
    func order() {
        var stage = heard(["http://radio"], QueueModes(repeats: .all, shuffles: true))
        #expect(stage.ask(.stopAfter(.currentItem)) != nil)
        stage.tell(.failed(segment: 1, frames: 44_100, Self.changed))
        #expect(stage.pendingURIs == ["http://radio"])
        stage.opens(nil, .stream(nil))
        stage.hears(.began, stage.player.tracks.last?.segment)
        #expect(stage.player.state == .playing || stage.player.state == .buffering)
    }

    @Test("waits longer each time before it is opened anew, and not at all after half a minute of sound or for somebody who asks")
    func pauses() {
        var stage = heard(["http://radio"])
        func returns(_ stage: inout PlayerStage, frames: Int64 = 44_100) -> Int64 {
            stage.forget()
            stage.tell(.failed(segment: stage.player.tracks.last?.segment ?? 0, frames: frames, Self.changed))
            let pauses = stage.actions.compactMap { action -> Int64? in
                switch action {
                case .open: 0
                case .openLater(_, _, _, _, let nanoseconds): nanoseconds
                default: nil
                }
            }
            if !stage.pending.isEmpty { stage.opens(nil, .stream(nil)) }
            stage.hears(.began, stage.player.tracks.last?.segment)
            return pauses.count == 1 ? pauses[0] / 1_000_000 : -1
        }
        let first = (0..<9).map { _ in returns(&stage) }
        #expect(first == [0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
        #expect(returns(&stage, frames: 40 * 44_100) == 0 && returns(&stage) == 100)
        stage.send(.playItem(1))
        stage.opens(nil, .stream(nil))
        stage.hears(.began, stage.player.tracks.last?.segment)
        #expect(returns(&stage) == 0)
    }

    @Test("that is empty again and again ends the queue")
    func empty() {
        var stage = heard(["http://radio"])
        for _ in 0..<9 where stage.player.state != .stopped {
            let segment = stage.player.tracks.last?.segment ?? 0
            stage.tell(.failed(segment: segment, frames: 0, Self.changed))
            if !stage.pending.isEmpty { stage.opens(nil, .stream(nil)) }
        }
        #expect(stage.pending.isEmpty)
    }
}
