import AudioTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("Playing a playlist or directory")
struct ListTests {
    @Test("replaces the queue once the first of it that can be played is open, and until then what was heard goes on")
    func plays() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        let skipped = [SkippedEntry(uri: "/list.m3u", message: "no")]
        let request = stage.send(.playList("/list.m3u"))
        stage.lists(["/x", "/y", "/z"], skipped: skipped)
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b"] && stage.player.item?.uri == "/a")
        #expect(stage.pendingURIs == ["/x"] && stage.player.tracks.ahead.count == 1 && stage.states.isEmpty)
        stage.failsToOpen()
        #expect(stage.failures == ["/x"] && stage.pendingURIs == ["/y"])
        stage.opens()
        let failed = SkippedEntry(uri: "/x", message: PlaybackError.missing.message)
        #expect(stage.answers[request] == .partlyDone(skipped + [failed]) && stage.player.item?.uri == "/y")
        #expect(stage.player.queue.items.map(\.uri) == ["/x", "/y", "/z"])
        stage.hears(.began)
        stage.decodes()
        #expect(stage.pendingURIs == ["/z"])
        stage.checkLeftovers()
    }

    @Test("changes nothing where none of it can be opened, and tries each once", arguments: [false, true])
    func nothingOpens(shuffles: Bool) {
        var stage = PlayerStage(["/a", "/b"], QueueModes(repeats: .all, shuffles: shuffles))
        stage.starts()
        stage.preparesNext()
        let queue = stage.player.queue
        let request = stage.send(.playList("/list.m3u"))
        stage.lists(["/x", "/y", "/z"])
        for _ in 0..<3 { stage.failsToOpen() }
        #expect(stage.failures.sorted() == ["/x", "/y", "/z"] && stage.answers[request] == .failed(.missing))
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/a" && stage.player.tracks.ahead.count == 1)
        #expect(stage.player.queue.items == queue.items && stage.player.queue.revision == queue.revision)
        #expect(stage.player.queue.rounds.upcoming == queue.rounds.upcoming)
        stage.checkLeftovers()
    }

    @Test(
        "shuffled is played once each, and what could not be opened is not tried again in that round",
        arguments: UInt64(1)...20)
    func shuffled(seed: UInt64) {
        var stage = PlayerStage([], QueueModes(shuffles: true), seed: seed)
        stage.send(.playList("/list.m3u"))
        stage.lists(["/v", "/w", "/x", "/y", "/z"])
        stage.failsToOpen()
        stage.opens()
        var heard = [stage.player.item?.uri]
        while let next = stage.player.queue.item(ahead: 1) {
            stage.player.queue.advance(to: next.id, by: .forward)
            heard.append(next.uri)
        }
        #expect(Set(heard + stage.failures) == ["/v", "/w", "/x", "/y", "/z"] && heard.count == 4)
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
    }

    @Test("keeps what was added meanwhile, behind it", arguments: [false, true])
    func addWhileReading(shuffles: Bool) {
        var stage = PlayerStage(["/a"], QueueModes(shuffles: shuffles))
        stage.send(.playList("/list.m3u"))
        stage.send(.add(["/n"], position: 0))
        stage.lists(["/x", "/y"])
        #expect(shuffles ? stage.pendingURIs != ["/n"] : stage.pendingURIs == ["/x"])
        stage.send(.add(["/m"], position: nil))
        stage.opens()
        #expect(stage.player.queue.items.map(\.uri) == ["/x", "/y", "/n", "/m"])
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
        stage.act { $0.listed(old[0], MediaList(items: [QueueItem(id: 0, uri: "/x")], skipped: [])) }
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
