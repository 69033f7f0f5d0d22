import AudioTypes
import RealtimeAudio
import Testing

@testable import Playback

@Suite("Playing a playlist or directory")
struct ListTests {
    @Test("replaces the queue once it is known what it holds, and what was heard goes on until the first of it is open")
    func plays() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        let skipped = [SkippedEntry(uri: "/list.m3u", message: "no")]
        let request = stage.send(.playList("/list.m3u"))
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b"])
        stage.lists(["/x", "/y"], skipped: skipped)
        #expect(stage.player.queue.items.map(\.uri) == ["/x", "/y"] && stage.player.item?.uri == "/a")
        #expect(stage.pendingURIs == ["/x"] && stage.player.ahead.isEmpty && stage.states.isEmpty)
        stage.failsToOpen()
        stage.opens()
        #expect(stage.answers[request] == .partlyDone(skipped) && stage.player.item?.uri == "/y")
        stage.checkLeftovers()
        #expect(stage.complaints.isEmpty)
    }

    @Test("of what is a file after all opens that, and changes nothing where it cannot be opened")
    func file() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        let request = stage.send(.playList("/song"))
        stage.lists(["/song"])
        #expect(stage.pendingURIs == ["/song"] && stage.player.queue.items.map(\.uri) == ["/a"])
        stage.failsToOpen()
        #expect(stage.answers[request] == .failed(.missing) && stage.player.state == .playing)
        stage.checkLeftovers()
        #expect(stage.complaints.isEmpty)
    }

    @Test("that cannot be read, or for which there is no room, leaves everything as it was", arguments: [false, true])
    func refused(isRead: Bool) {
        var stage = PlayerStage(["/a"], limit: 1)
        stage.starts()
        let request = stage.send(.playList("/list.m3u"))
        if isRead { stage.lists(["/x", "/y"]) } else { stage.failsToOpen() }
        #expect(stage.answers[request]?.code == (isRead ? .queueFull : PlaybackError.missing.code))
        #expect(stage.player.state == .playing && stage.player.queue.items.map(\.uri) == ["/a"])
        stage.checkLeftovers()
        #expect(stage.complaints.isEmpty)
    }

    @Test("keeps what was added meanwhile, behind it", arguments: [false, true])
    func addWhileReading(shuffles: Bool) {
        var stage = PlayerStage(["/a"], QueueModes(shuffles: shuffles))
        stage.send(.playList("/list.m3u"))
        stage.send(.add(["/n"], position: 0))
        stage.lists(["/x", "/y"])
        #expect(stage.player.queue.items.map(\.uri) == ["/x", "/y", "/n"])
        #expect(shuffles ? stage.pendingURIs != ["/n"] : stage.pendingURIs == ["/x"])
    }

    @Test("is loaded and paused after a pause", arguments: [PlayerCommand.pause, .toggle])
    func pauseWhileReading(command: PlayerCommand) {
        var stage = PlayerStage()
        let request = stage.send(.playList("/list.m3u"))
        #expect(stage.ask(command) == .done)
        stage.lists(["/x", "/y"])
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.state == .paused && stage.player.queue.items.count == 2)
    }

    @Test("is held by an interruption, and goes on after it")
    func interrupted() {
        var stage = PlayerStage()
        stage.send(.playList("/list.m3u"))
        stage.act { $0.stepBack(.interrupted) }
        stage.lists(["/x", "/y"])
        stage.opens()
        #expect(stage.player.state == .paused && stage.player.reason == .interrupted)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .playing)
    }

    @Test(
        "ends where a later command decides what is played",
        arguments: [PlayerCommand.playURI("/y"), .playItem(1), .next, .previous, .stop, .clear])
    func superseded(command: PlayerCommand) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let request = stage.send(.playList("/list.m3u"))
        let old = stage.pending
        stage.send(command)
        #expect(stage.answers[request]?.code == .superseded && stage.givenUp == old)
        stage.act { $0.listed(old[0], [QueueItem(id: 0, uri: "/x")], skipped: []) }
        #expect(!stage.player.queue.items.contains { $0.uri == "/x" })
    }

    @Test("goes on waiting where a later command is refused")
    func refusedLater() {
        var stage = PlayerStage(["/a"])
        let request = stage.send(.playList("/list.m3u"))
        #expect(stage.ask(.playItem(9))?.code == .queueItemNotFound)
        stage.lists(["/x", "/y"])
        stage.opens()
        #expect(stage.answers[request] == .done)
    }
}
