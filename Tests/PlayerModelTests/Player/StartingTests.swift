import AudioTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("Starting to play")
struct StartingTests {
    @Test("playing a URI is answered once it is open, and replaces the queue then")
    func playURI() {
        var stage = PlayerStage(["/a", "/b"])
        let request = stage.send(.playURI("/song"))
        #expect(stage.answers[request] == nil && stage.player.queue.items.count == 2 && stage.player.state == .stopped)
        stage.opens(nil, .song(tags: ["title": "Song"]))
        #expect(stage.answers[request] == .done && stage.player.state == .playing && stage.player.reason == .user)
        #expect(stage.player.queue.items.map(\.uri) == ["/song"])
        #expect(stage.player.item?.title == "Song" && stage.player.item?.duration == 10)
        #expect(stage.announced.isEmpty)
        stage.hears(.began)
        #expect(stage.announced == ["/song"])
        stage.checkLeftovers()
    }

    @Test("a URI that cannot be opened leaves what plays and the queue as they were")
    func playURIFails() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let queue = stage.player.queue
        let request = stage.send(.playURI("/missing"))
        stage.failsToOpen()
        #expect(stage.answers[request] == .failed(.missing))
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/a")
        #expect(stage.player.queue.items == queue.items && stage.player.queue.revision == queue.revision)
        #expect(stage.events.isEmpty && stage.begun.isEmpty)
    }

    @Test("the queue goes on where a wait for other media ended in failure after the item was over")
    func failureAfterTheEnd() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.playURI("/slow"))
        stage.decodes()
        stage.hears(.ended)
        #expect(stage.pendingURIs == ["/slow"])
        stage.failsToOpen()
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/b")
        stage.checkLeftovers()
    }

    @Test("what is added while a URI is opened stays behind it", arguments: [false, true])
    func addWhileOpening(shuffles: Bool) {
        var stage = PlayerStage(["/a", "/b"], QueueModes(shuffles: shuffles))
        stage.starts()
        stage.send(.playURI("/song"))
        #expect(stage.ask(.add(["/c", "/d", "/e"], position: 1)) == .added([3, 4, 5]))
        stage.send(.move([5], position: 0))
        stage.send(.remove([3]))
        stage.opens()
        #expect(stage.player.queue.items.map(\.uri) == ["/song", "/e", "/d"] && stage.player.queue.currentIndex == 0)
        stage.hears(.began)
        stage.decodes()
        #expect(stage.pendingURIs == (shuffles ? [stage.player.queue.item(ahead: 1)?.uri] : ["/e"]))
        stage.checkLeftovers()
    }

    @Test("what was added between two plays goes with the first of them")
    func addBetweenPlays() {
        var stage = PlayerStage()
        stage.send(.playURI("/x"))
        stage.send(.add(["/c"], position: nil))
        stage.send(.playURI("/y"))
        stage.send(.add(["/d"], position: nil))
        stage.opens()
        #expect(stage.player.queue.items.map(\.uri) == ["/y", "/d"])
    }

    @Test("a URI for which there is no room behind what was added since is closed, and the queue stays")
    func fullWhileOpening() {
        var stage = PlayerStage([], limit: 1)
        let request = stage.send(.playURI("/x"))
        stage.send(.add(["/c"], position: nil))
        stage.opens()
        #expect(stage.answers[request]?.code == .queueFull && stage.player.queue.items.map(\.uri) == ["/c"])
        stage.checkLeftovers()
    }

    @Test("an item of the queue can be played by its number")
    func playItem() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        let request = stage.send(.playItem(3))
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.queue.currentIndex == 2)
        #expect(stage.ask(.playItem(9))?.code == .queueItemNotFound)
        #expect(stage.player.state == .playing)
    }

    @Test("an item of the queue can be played by its place")
    func playPlace() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        let request = stage.send(.playPlace(2))
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.queue.currentIndex == 2)
        #expect(stage.ask(.playPlace(3))?.code == .queueItemNotFound)
        #expect(stage.ask(.playPlace(-1))?.code == .queueItemNotFound)
        #expect(stage.player.state == .playing)
    }

    @Test("an empty queue has nothing to play")
    func emptyQueue() {
        var stage = PlayerStage()
        for command in [PlayerCommand.play, .toggle, .next, .previous] {
            #expect(stage.ask(command)?.code == .nothingToPlay)
        }
        #expect(stage.player.state == .stopped && stage.events.isEmpty)
    }

    @Test("playing starts with the first item")
    func playQueue() {
        var stage = PlayerStage(["/a", "/b"])
        let request = stage.send(.play)
        #expect(stage.pendingURIs == ["/a"])
        stage.opens()
        #expect(stage.answers[request] == .done)
        #expect(stage.begun.first?.frame == .zero && stage.begun.first?.rampsIn == false)
    }

    @Test("playing while it plays is no error and changes nothing")
    func playTwice() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        #expect(stage.ask(.play) == .done)
        #expect(stage.events.isEmpty && stage.pending.isEmpty)
    }

    @Test("a newer command that plays supersedes the older wait", arguments: [PlayerCommand.playURI("/y"), .playItem(2), .next])
    func superseded(command: PlayerCommand) {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let first = stage.send(.playURI("/x"))
        let old = stage.pending
        let second = stage.send(command)
        #expect(stage.answers[first]?.code == .superseded && stage.answers[second] == nil)
        #expect(stage.givenUp == old)
        // It opened all the same, a moment too late.
        stage.opens(old.first)
        #expect(stage.player.item?.uri == "/a")
        stage.opens()
        #expect(stage.answers[second] == .done)
        stage.checkLeftovers()
    }

    @Test("stopping ends the wait for media, and what opens too late is closed")
    func stopWhileOpening() {
        var stage = PlayerStage()
        let request = stage.send(.playURI("/x"))
        #expect(stage.ask(.stop) == .done)
        #expect(stage.answers[request]?.code == .superseded)
        stage.opens(stage.givenUp.first)
        #expect(stage.player.state == .stopped && stage.player.queue.items.isEmpty)
        stage.checkLeftovers()
    }

    @Test("a pause while media is opened is kept: it opens, silent")
    func pauseWhileOpening() {
        var stage = PlayerStage(["/a"])
        let request = stage.send(.play)
        #expect(stage.ask(.pause) == .done)
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.state == .paused)
        #expect(!stage.actions.contains(.resume) && stage.seconds == 0)
        #expect(stage.ask(.play) == .done)
        #expect(stage.player.state == .playing && stage.actions.contains(.resume))
    }

    @Test("a play after a pause while media is opened lets it sound", arguments: [PlayerCommand.play, .toggle])
    func playWhileOpening(command: PlayerCommand) {
        var stage = PlayerStage(["/a"])
        let first = stage.send(.play)
        stage.send(.pause)
        let second = stage.send(command)
        stage.opens()
        #expect(stage.answers[first]?.code == .superseded && stage.answers[second] == .done)
        #expect(stage.player.state == .playing)
    }

    @Test("a toggle while media is opened pauses it")
    func toggleWhileOpening() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        #expect(stage.ask(.toggle) == .done)
        stage.opens()
        #expect(stage.player.state == .paused)
    }

    @Test("the queue goes on where what was asked for was consumed meanwhile, and the item heard was over")
    func consumedWhileOpening() {
        var stage = PlayerStage(["/a", "/b", "/c"], QueueModes(consumes: true))
        stage.starts()
        stage.preparesNext()
        let request = stage.send(.playItem(1))
        stage.hears(.began, stage.player.numbers.segment)
        stage.decodes()
        stage.hears(.ended)
        stage.opens()
        #expect(stage.answers[request]?.code == .queueItemNotFound && stage.pendingURIs == ["/c"])
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == "/c")
        stage.checkLeftovers()
    }

    @Test("items that cannot be opened are reported and skipped, the first included")
    func skipping() {
        var stage = PlayerStage(["/1", "/2", "/3"])
        let request = stage.send(.play)
        stage.failsToOpen()
        stage.failsToOpen()
        #expect(stage.answers[request] == nil && stage.failures == ["/1", "/2"])
        stage.opens()
        let failed = ["/1", "/2"].map { SkippedEntry(uri: $0, message: PlaybackError.missing.message) }
        #expect(stage.answers[request] == .partlyDone(failed) && stage.player.item?.uri == "/3")
    }

    @Test("each is tried once where none can be opened", arguments: QueueModes.Repeat.allCases, [false, true])
    func nothingOpens(repeats: QueueModes.Repeat, shuffles: Bool) {
        var stage = PlayerStage(["/1", "/2", "/3"], QueueModes(repeats: repeats, shuffles: shuffles))
        let request = stage.send(.play)
        while !stage.pending.isEmpty, stage.failures.count < 20 { stage.failsToOpen() }
        #expect(stage.failures.sorted() == ["/1", "/2", "/3"])
        #expect(stage.answers[request] == .failed(.missing) && stage.player.state == .stopped)
    }

    @Test("an item without a start that can be sought to starts at its beginning")
    func unseekable() {
        var stage = PlayerStage(["/a"])
        stage.send(.play)
        #expect(stage.ask(.seekTo(5)) == .done)
        stage.opens(nil, .song(isSeekable: false))
        #expect(stage.begun.first?.frame == .zero)
    }
}
