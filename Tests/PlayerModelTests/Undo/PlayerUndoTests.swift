import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("Undo and redo of the queue")
struct PlayerUndoTests {
    private static func report(
        _ kind: QueueStepReport.Kind, _ count: Int, undoable: Int, redoable: Int
    ) -> PlayerAnswer {
        .reverted(QueueStepReport(kind: kind, count: count, undoable: undoable, redoable: redoable))
    }

    /// The second of the first run of audio that has begun; `nil` without one.
    private func begins(_ stage: PlayerStage) -> Double? { stage.begun.first.map { Double($0.frame.value) / 44_100 } }

    @Test("each change of the queue is taken back and done again, with the same ids")
    func each() {
        var stage = PlayerStage()
        stage.send(.add(["/a", "/b", "/c"], position: nil))
        stage.send(.move([3], position: 0))
        stage.send(.remove([1]))
        #expect(stage.ask(.revert(.undo)) == Self.report(.removed, 1, undoable: 2, redoable: 1))
        #expect(stage.player.queue.ids == [3, 1, 2])
        #expect(stage.ask(.revert(.undo)) == Self.report(.moved, 1, undoable: 1, redoable: 2))
        #expect(stage.player.queue.ids == [1, 2, 3])
        #expect(stage.ask(.revert(.undo)) == Self.report(.added, 3, undoable: 0, redoable: 3))
        #expect(stage.player.queue.items.isEmpty)
        #expect(stage.ask(.revert(.undo))?.code == .nothingToUndo)
        for _ in 0..<3 { stage.send(.revert(.redo)) }
        #expect(stage.player.queue.ids == [3, 2])
        #expect(stage.ask(.revert(.redo))?.code == .nothingToUndo)
        stage.checkLeftovers()
    }

    @Test("a new change ends what could be done again, and twenty changes are kept")
    func bounds() {
        var stage = PlayerStage()
        for _ in 0..<25 { stage.send(.add(["/a"], position: nil)) }
        stage.send(.revert(.undo))
        stage.send(.add(["/b"], position: nil))
        #expect(stage.ask(.revert(.redo))?.code == .nothingToUndo)
        for _ in 0..<20 { #expect(stage.ask(.revert(.undo))?.code == nil) }
        #expect(stage.ask(.revert(.undo))?.code == .nothingToUndo)
        #expect(stage.player.queue.items.count == 5)
    }

    @Test("modes, volumes and what leaves a queue that consumes are no changes, and do not come back")
    func noChanges() {
        var stage = PlayerStage()
        stage.send(.add(["/a", "/b", "/c"], position: nil))
        stage.send(.remove([3]))
        stage.send(.setModes(repeats: nil, shuffles: nil, consumes: true))
        stage.send(.setVolume(level: 0.5, delta: nil, muted: nil))
        stage.starts()
        stage.send(.next)
        stage.opens()
        #expect(stage.player.queue.ids == [2])
        #expect(stage.ask(.revert(.undo)) == Self.report(.removed, 1, undoable: 1, redoable: 1))
        #expect(stage.player.queue.ids == [2, 3] && stage.player.queue.modes.consumes && stage.player.volume.level == 0.5)
    }

    @Test("what a cleared queue played goes on at its place")
    func clearedWhilePlaying() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.goesOn(to: 4)
        stage.send(.clear)
        #expect(stage.player.state == .stopped)
        stage.forget()
        #expect(stage.ask(.revert(.undo)) == Self.report(.removed, 2, undoable: 0, redoable: 1))
        #expect(stage.pendingURIs == ["/a"])
        stage.opens()
        #expect(stage.player.state == .playing && begins(stage) == 4)
        stage.checkLeftovers()
    }

    @Test("a cleared queue that was paused comes back paused at its place, and plays from there")
    func clearedWhilePaused() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.pauses(at: 3)
        stage.send(.clear)
        stage.forget()
        stage.send(.revert(.undo))
        #expect(stage.player.state == .paused && stage.seconds == 3 && stage.player.item?.uri == "/a")
        #expect(stage.announced == ["/a"] && stage.pending.isEmpty)
        stage.send(.play)
        stage.opens()
        #expect(begins(stage) == 3)
        stage.checkLeftovers()
    }

    @Test("nothing sounds where the session does not let it, or where somebody has paused since", arguments: [false, true])
    func silent(isPaused: Bool) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.goesOn(to: 4)
        stage.send(.playURI("/z"))
        stage.opens()
        stage.hears(.began)
        if isPaused { stage.pauses(at: 1) }
        stage.forget()
        #expect(stage.ask(.revert(.undo, mayPlay: isPaused)) == Self.report(.replaced, 1, undoable: 0, redoable: 1))
        #expect(stage.player.state == .paused && stage.seconds == 4 && stage.player.item?.uri == "/a")
        #expect(stage.pending.isEmpty)
        stage.checkLeftovers()
    }

    @Test("a queue that another has taken the place of plays on where it was, and the other one after redo")
    func replaced() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.goesOn(to: 6)
        stage.send(.playList("/list"))
        stage.lists(["/x", "/y"])
        stage.opens()
        stage.hears(.began)
        stage.goesOn(to: 2)
        stage.forget()
        stage.send(.revert(.undo))
        stage.opens()
        stage.hears(.began)
        #expect(stage.player.queue.ids == [1, 2] && stage.player.item?.uri == "/a")
        #expect(begins(stage) == 6)
        stage.forget()
        stage.send(.revert(.redo))
        stage.opens()
        #expect(stage.player.item?.uri == "/x" && begins(stage) == 2)
        #expect(stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("what is heard goes on if its item is in the queue that comes back")
    func goesOn() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.send(.remove([3]))
        stage.send(.next)
        stage.opens()
        stage.hears(.began)
        stage.forget()
        stage.send(.revert(.undo))
        #expect(stage.player.queue.ids == [1, 2, 3] && stage.player.item?.uri == "/b")
        #expect(stage.pending.isEmpty && stage.begun.isEmpty)
    }

    @Test("a removed item that was heard is heard again, unless something else was chosen since", arguments: [false, true])
    func removedCurrent(isElsewhere: Bool) {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.goesOn(to: 5)
        stage.send(.remove([1]))
        stage.opens()
        stage.hears(.began)
        if isElsewhere {
            stage.send(.playItem(3))
            stage.opens()
            stage.hears(.began)
        }
        stage.forget()
        stage.send(.revert(.undo))
        #expect(stage.pendingURIs == (isElsewhere ? [] : ["/a"]))
        if !isElsewhere { stage.opens() }
        #expect(stage.player.item?.uri == (isElsewhere ? "/c" : "/a") && stage.player.state == .playing)
        #expect(begins(stage) == (isElsewhere ? nil : 5))
        stage.checkLeftovers()
    }

    @Test("an item that comes back while something interrupts is heard at its place once that is over")
    func interrupted() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.goesOn(to: 5)
        stage.send(.remove([1]))
        stage.opens()
        stage.hears(.began)
        stage.act { $0.stepBack(.interrupted) }
        stage.hears(.paused, at: 44_100)
        stage.forget()
        stage.send(.revert(.undo, mayPlay: false))
        stage.opens()
        #expect(stage.player.state == .paused && stage.player.item?.uri == "/a" && stage.seconds == 5)
        stage.act { $0.comeBack(.interrupted) }
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/a")
        stage.checkLeftovers()
    }

    @Test("an item that has not yet been left goes on without a break")
    func notLeftYet() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.remove([1]))
        stage.forget()
        stage.send(.revert(.undo))
        #expect(stage.player.item?.uri == "/a" && stage.begun.isEmpty && stage.pending.isEmpty)
        #expect(stage.player.state == .playing)
        stage.checkLeftovers()
    }

    @Test("if what is heard was added by the change, playback goes back to where it was before")
    func addedIsHeard() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.goesOn(to: 7)
        stage.send(.add(["/b"], position: nil))
        stage.send(.playItem(2))
        stage.opens()
        stage.hears(.began)
        stage.forget()
        stage.send(.revert(.undo))
        stage.opens()
        #expect(stage.player.item?.uri == "/a" && begins(stage) == 7)
        stage.checkLeftovers()
    }

    @Test("the order of a queue that shuffles comes back with its items")
    func shuffled() {
        var stage = PlayerStage((0..<40).map { "/\($0)" }, QueueModes(shuffles: true))
        stage.starts()
        let order = stage.player.queue.rounds.upcoming
        stage.send(.remove(Array(order[3..<9])))
        stage.send(.revert(.undo))
        #expect(stage.player.queue.rounds.upcoming == order)
        stage.send(.clear)
        stage.send(.revert(.undo))
        #expect(stage.player.queue.rounds.upcoming == order)
        stage.send(.setPriority(9, of: Array(order[20..<30])))
        #expect(stage.player.queue.rounds.upcoming != order)
        stage.send(.revert(.undo))
        #expect(stage.player.queue.rounds.upcoming == order && stage.player.queue.priorities.isEmpty)
    }

    @Test("a removed item of a queue that shuffles goes back in front of the one that took over")
    func shuffledCurrent() throws {
        var stage = PlayerStage((0..<9).map { "/\($0)" }, QueueModes(shuffles: true))
        stage.starts()
        let (first, order) = (try #require(stage.player.item), stage.player.queue.rounds.upcoming)
        stage.send(.remove([first.id]))
        stage.opens()
        stage.hears(.began)
        stage.send(.revert(.undo))
        stage.opens()
        #expect(stage.player.item?.id == first.id && stage.player.queue.rounds.upcoming == order)
    }

    @Test("changes under one number are one")
    func group() {
        var stage = PlayerStage(["/a", "/b"])
        var request: RequestIdentifier = 500
        func command(_ command: PlayerCommand, _ group: UInt64) {
            request += 1
            _ = stage.player.handle(command, request: request, group: group)
        }
        command(.clear, 1)
        command(.add(["/c"], position: nil), 1)
        command(.add(["/d"], position: nil), 2)
        #expect(stage.ask(.revert(.undo)) == Self.report(.added, 1, undoable: 1, redoable: 1))
        #expect(stage.ask(.revert(.undo)) == Self.report(.several, 2, undoable: 0, redoable: 2))
        #expect(stage.player.queue.ids == [1, 2])
        stage.send(.revert(.redo))
        #expect(stage.player.queue.ids == [3])
    }

    @Test("playback stops after an item that came back, as it was to")
    func stopAfter() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.send(.stopAfter(.item(2)))
        stage.send(.remove([2]))
        #expect(stage.player.pendingStop == nil)
        stage.send(.revert(.undo))
        #expect(stage.player.pendingStop == .item(2))
    }

    @Test("the parts and tags of items come back; the item that is heard becomes no other part of its file")
    func edited() {
        var stage = PlayerStage(["/a", "http://radio.example/b"])
        stage.send(.setRange(MediaRange(start: 1, end: 2), of: 1))
        stage.send(.setTags([.title: "News"], of: 2))
        #expect(stage.ask(.revert(.undo)) == Self.report(.changed, 1, undoable: 1, redoable: 1))
        #expect(stage.player.queue.items[1].title == nil)
        stage.starts()
        #expect(stage.ask(.revert(.undo))?.code == .queueItemNotEditable)
        #expect(stage.player.queue.items[0].range != nil)
        stage.send(.stop)
        stage.send(.revert(.undo))
        #expect(stage.player.queue.items[0].range == nil && stage.player.queue.items[0].location == "/a")
    }

    @Test("tracks that were decoded ahead are taken back where others follow")
    func ahead() {
        var stage = PlayerStage(["/a", "/c"])
        stage.starts()
        stage.send(.add(["/b"], position: 1))
        stage.preparesNext()
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["/b"])
        stage.send(.revert(.undo))
        #expect(stage.player.tracks.ahead.isEmpty && stage.pendingURIs == ["/c"])
        stage.checkLeftovers()
    }

    @Test("a list of very many changes is taken back in several steps")
    func longList() {
        var stage = PlayerStage()
        stage.send(.add((0..<600).map { "/\($0)" }, position: nil))
        for id in 1...300 { _ = stage.player.handle(.remove([Int64(2 * id)]), request: 500, group: 7) }
        #expect(stage.ask(.revert(.undo)) == Self.report(.removed, 44, undoable: 2, redoable: 1))
        #expect(stage.ask(.revert(.undo)) == Self.report(.removed, 256, undoable: 1, redoable: 2))
        #expect(stage.player.queue.ids == Array(1...600))
    }

    @Test("a queue that has become too large for its limit does not come back")
    func limit() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.send(.remove([1, 2]))
        stage.player.queue.limit = 2
        #expect(stage.ask(.revert(.undo))?.code == .queueFull)
        #expect(stage.player.queue.ids == [3] && stage.player.queue.history.undoable.count == 1)
    }

    @Test("an item that comes next is opened anew where undo makes it another part of its file")
    func rangeAhead() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.setRange(MediaRange(start: 1, end: 2), of: 2))
        stage.preparesNext()
        #expect(stage.player.tracks.ahead.map(\.item.id) == [2])
        stage.forget()
        stage.send(.revert(.undo))
        #expect(stage.player.tracks.ahead.isEmpty && stage.pendingURIs == ["/b"])
        stage.checkLeftovers()
    }

    @Test("no item comes twice in a round where undo comes before the item that took over is open")
    func shuffledNotYetOpen() throws {
        var stage = PlayerStage((0..<9).map { "/\($0)" }, QueueModes(shuffles: true))
        stage.starts()
        let (first, order) = (try #require(stage.player.item), stage.player.queue.rounds.upcoming)
        stage.send(.remove([first.id]))
        stage.send(.revert(.undo))
        #expect(stage.player.item?.id == first.id && stage.player.queue.rounds.upcoming == order)
    }

    @Test("redo has heard again what undo had ended")
    func undoneSound() {
        var stage = PlayerStage()
        stage.send(.playURI("/a"))
        stage.opens()
        stage.hears(.began)
        stage.goesOn(to: 4)
        stage.send(.revert(.undo))
        #expect(stage.player.state == .stopped && stage.player.queue.items.isEmpty)
        stage.forget()
        stage.send(.revert(.redo))
        stage.opens()
        #expect(stage.player.state == .playing && begins(stage) == 4)
        stage.checkLeftovers()
    }

    @Test("a list that adds many items one by one is kept, and taken back, as one change", arguments: [true, false])
    func manyAdded(atEnd: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        for index in 0..<50 {
            let position = atEnd ? nil : 1 + index % 2
            _ = stage.player.handle(.add(["/\(index)"], position: position), request: 500, group: 1)
        }
        #expect(stage.player.queue.history.undoable.last?.changes.count == 1)
        let ids = stage.player.queue.ids
        #expect(stage.ask(.revert(.undo)) == Self.report(.added, 50, undoable: 0, redoable: 1))
        #expect(stage.player.queue.ids == [1, 2])
        stage.send(.revert(.redo))
        #expect(stage.player.queue.ids == ids)
        _ = stage.player.handle(.clear, request: 501, group: 2)
        for index in 0..<3 { _ = stage.player.handle(.add(["/\(index)"], position: nil), request: 502, group: 2) }
        #expect(stage.ask(.revert(.undo)) == Self.report(.several, 4, undoable: 1, redoable: 1))
        #expect(stage.player.queue.ids == ids)
    }
}
