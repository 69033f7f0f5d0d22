import AudioTypes
import Testing

@testable import PlayerModel

@Suite("Following the format of each track")
struct FormatTests {
    /// A player that follows formats, the first item of which is heard, and the second open in another format.
    private func stage(_ uris: [String] = ["/a", "/b", "/c"], _ modes: QueueModes = QueueModes()) -> PlayerStage {
        var stage = PlayerStage(uris, modes)
        stage.player.configure { $0.followsFormat = true }
        stage.starts()
        stage.decodes()
        stage.opens(nil, .song(rate: .video))
        return stage
    }

    @Test("the next track waits for the end of the one before, and has a stream in its own format")
    func change() {
        var stage = stage()
        #expect(stage.pending.isEmpty && stage.begun.isEmpty && stage.player.tracks.ahead.isEmpty)
        stage.hears(.ended)
        #expect(stage.begun.map(\.format.sampleRate) == [.video] && stage.begun.map(\.frame) == [.zero])
        #expect(stage.player.item?.uri == "/b" && stage.player.queue.currentIndex == 1)
        #expect(stage.states.isEmpty, "it plays all the time")
        stage.hears(.began)
        #expect(stage.announced == ["/b"])
        stage.decodes()
        #expect(stage.pendingURIs == ["/c"], "and so on")
        stage.checkLeftovers()
    }

    @Test("a track of the same format follows without a gap all the same")
    func sameFormat() {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure { $0.followsFormat = true }
        stage.starts()
        stage.preparesNext()
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["/b"])
    }

    @Test("without being asked to, the next track is converted into the stream that runs")
    func unasked() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.decodes()
        stage.opens(nil, .song(rate: .video))
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["/b"] && stage.player.tracks.format?.sampleRate == .cd)
    }

    @Test("the end may come before the next track is open")
    func late() {
        var stage = PlayerStage(["/a", "/b"])
        stage.player.configure { $0.followsFormat = true }
        stage.starts()
        stage.decodes()
        stage.hears(.ended)
        stage.opens(nil, .song(rate: .video))
        #expect(stage.begun.map(\.format.sampleRate) == [.video] && stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("a waiting track that does not follow any more is closed, and another is opened", arguments: [true, false])
    func edited(removes: Bool) {
        var stage = stage()
        stage.send(removes ? .remove([2]) : .move([3], position: 1))
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        stage.hears(.ended)
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.announced == ["/c"])
        stage.checkLeftovers()
    }

    @Test("a pause, a seek or a stop before the end leaves nothing open that is not needed")
    func interrupted() {
        var stage = stage()
        stage.send(.seekTo(2))
        stage.checkLeftovers()
        stage.decodes()
        stage.opens(nil, .song(rate: .video))
        stage.pauses(at: 3)
        stage.send(.play)
        stage.hears(.ended)
        #expect(stage.player.item?.uri == "/b")
        stage.send(.stop)
        stage.checkLeftovers()
    }

    @Test("what was heard leaves a queue that consumes")
    func consumes() {
        var stage = stage(["/a", "/b"], QueueModes(consumes: true))
        stage.hears(.ended)
        stage.hears(.began)
        #expect(stage.player.queue.items.map(\.uri) == ["/b"])
    }

    @Test("a command that waits to be heard is not overtaken by the end of a track")
    func commandFirst() {
        var stage = stage()
        stage.send(.playURI("/x"))
        stage.hears(.ended)
        #expect(stage.begun.isEmpty)
        stage.failsToOpen()
        #expect(stage.begun.map(\.format.sampleRate) == [.video], "the queue goes on where that fails")
        stage.checkLeftovers()
    }
}
