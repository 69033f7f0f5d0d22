import AudioTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("Changing the queue while it plays")
struct QueueEditingTests {
    @Test("every change is answered and told, with the new numbers")
    func changes() {
        var stage = PlayerStage()
        #expect(stage.ask(.add(["/a", "/b"], position: nil)) == .added([1, 2]))
        #expect(stage.ask(.move([2], position: 0)) == .done)
        #expect(stage.ask(.setModes(repeats: .all, shuffles: nil, consumes: nil)) == .done)
        #expect(stage.ask(.remove([1])) == .done)
        #expect(stage.ask(.clear) == .done)
        let lengths = stage.events.compactMap { if case .queueChanged(_, let length) = $0 { length } else { nil } }
        #expect(lengths == [2, 2, 2, 1, 0])
        #expect(stage.ask(.remove([7]))?.code == .queueItemNotFound)
    }

    @Test("a full queue says so and goes on")
    func full() {
        var stage = PlayerStage(["/a"], limit: 1)
        stage.starts()
        #expect(stage.ask(.add(["/b"], position: nil))?.code == .queueFull)
        #expect(stage.player.state == .playing)
    }

    @Test("the item behind a removed one that is heard takes over", arguments: [false, true])
    func removeHeard(isPaused: Bool) {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        if isPaused { stage.pauses(at: 2) }
        stage.forget()
        #expect(stage.ask(.remove([1])) == .done)
        #expect(stage.pendingURIs == ["/b"])
        stage.opens()
        #expect(stage.player.item?.uri == "/b" && stage.player.state == (isPaused ? .paused : .playing))
        #expect(stage.actions.contains(.resume) != isPaused)
        stage.checkLeftovers()
    }

    @Test("removing the only item stops", arguments: [false, true])
    func removeOnly(isPaused: Bool) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        if isPaused { stage.pauses() }
        stage.send(.remove([1]))
        #expect(stage.player.state == .stopped && stage.player.item == nil)
        #expect(stage.announced == [""])
        stage.checkLeftovers()
    }

    @Test("an item removed while it is opened to take over gives way to the one behind it")
    func removeTakingOver() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.send(.remove([1]))
        stage.send(.remove([2]))
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        #expect(stage.player.item?.uri == "/c")
        stage.checkLeftovers()
    }

    @Test("an item removed while it is opened for a next gives way to the one behind it")
    func removeNext() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        let request = stage.send(.next)
        stage.send(.remove([2]))
        #expect(stage.answers[request] == nil && stage.pendingURIs == ["/c"])
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.item?.uri == "/c")
    }

    @Test("an item asked for by its number and removed meanwhile is not found, and what is heard goes on")
    func removeAskedFor() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        let request = stage.send(.playItem(2))
        stage.send(.remove([2]))
        #expect(stage.answers[request]?.code == .queueItemNotFound)
        stage.opens(stage.givenUp.first)
        #expect(stage.player.state == .playing && stage.player.item?.uri == "/a")
        stage.checkLeftovers()
    }

    @Test("where the item heard is removed while another cannot be opened, the one behind it takes over")
    func removeHeardWhileOpening() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.send(.playURI("/x"))
        stage.send(.remove([1]))
        stage.failsToOpen()
        #expect(stage.pendingURIs == ["/b"])
    }

    @Test("the only item removed before it was open is not found")
    func removeOnlyOpening() {
        var stage = PlayerStage(["/a"])
        let request = stage.send(.play)
        stage.send(.remove([1]))
        #expect(stage.answers[request]?.code == .queueItemNotFound && stage.player.state == .stopped)
    }

    @Test("an item removed behind the one heard is taken back, and what follows is prepared")
    func removeAhead() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.preparesNext()
        let heard = stage.player.current?.segment ?? 0
        stage.send(.remove([2]))
        #expect(stage.actions.contains(.cancelSegments(after: heard, through: stage.player.numbers.segment)))
        #expect(stage.pendingURIs == ["/c"])
        stage.checkLeftovers()
    }

    @Test("what was prepared stays where a change does not concern it")
    func unrelatedChange() {
        var stage = PlayerStage(["/a", "/b", "/c", "/d"])
        stage.starts()
        stage.preparesNext()
        stage.decodes()
        stage.forget()
        stage.send(.add(["/e"], position: nil))
        stage.send(.remove([4]))
        #expect(stage.player.tracks.ahead.count == 1 && stage.pendingURIs == ["/c"])
        #expect(!stage.actions.contains { if case .cancelSegments = $0 { true } else { false } })
    }

    @Test(
        "whatever changes what follows prepares that instead",
        arguments: [
            PlayerCommand.add(["/x"], position: 1), .move([3], position: 1),
            .setModes(repeats: .one, shuffles: nil, consumes: nil),
        ])
    func otherFollower(command: PlayerCommand) {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.preparesNext()
        stage.send(command)
        let expected = stage.player.queue.followingURI
        #expect(stage.player.tracks.ahead.isEmpty && stage.pendingURIs == [expected])
        stage.opens()
        stage.hears(.began, stage.player.numbers.segment)
        #expect(stage.player.item?.uri == expected)
        stage.checkLeftovers()
    }

    @Test("a second change while the callback may not have skipped the first takes both back")
    func twoChanges() {
        var stage = PlayerStage(["/a", "/b", "/c", "/d", "/e"])
        stage.starts()
        let heard = stage.player.current?.segment ?? 0
        stage.preparesNext()
        stage.send(.remove([2]))
        stage.opens()
        stage.preparesNext()
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["/c", "/d"])
        stage.send(.remove([4]))
        #expect(
            stage.actions.last { if case .cancelSegments = $0 { true } else { false } }
                == .cancelSegments(after: heard, through: stage.player.numbers.segment))
    }

    @Test("an item heard a moment before it was taken back gives way to what really follows")
    func takenBackTooLate() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.preparesNext()
        let late = stage.player.numbers.segment
        stage.send(.remove([2]))
        stage.hears(.began, late)
        #expect(stage.pendingURIs == ["/c"])
        stage.opens()
        #expect(stage.player.item?.uri == "/c" && stage.begun.count == 1)
        stage.checkLeftovers()
    }

    @Test("an item heard a moment before it was taken back does not push aside what someone asked for")
    func takenBackWhileOpening() {
        var stage = PlayerStage(["/a", "/b", "/c"])
        stage.starts()
        stage.preparesNext()
        let late = stage.player.numbers.segment
        let request = stage.send(.playItem(3))
        stage.send(.remove([2]))
        stage.hears(.began, late)
        #expect(stage.answers[request] == nil)
        stage.opens()
        #expect(stage.answers[request] == .done && stage.player.item?.uri == "/c")
    }

    @Test("an item added at the end of the queue follows what is already decoded")
    func addWhenDecoded() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.decodes()
        stage.send(.add(["/b"], position: nil))
        #expect(stage.pendingURIs == ["/b"])
    }

    @Test("that nothing is left to be heard is told, once", arguments: [PlayerCommand.clear, .remove([1])])
    func nothingLeft(command: PlayerCommand) {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.send(.stop)
        stage.forget()
        stage.send(command)
        #expect(stage.player.item == nil && stage.events.first == .itemChanged(nil, reason: .queue))
        stage.send(.clear)
        #expect(stage.announced == [""])
    }

    @Test("that nothing is left is told also where the item heard waited for what could not be opened")
    func nothingLeftLater() {
        var stage = PlayerStage(["/a"])
        stage.starts()
        stage.send(.playURI("/x"))
        stage.send(.remove([1]))
        #expect(stage.announced.isEmpty)
        stage.failsToOpen()
        #expect(stage.player.item == nil && stage.announced == [""])
    }

    @Test(
        "that nothing is left is told once where the item heard was over, and nothing came of what was opened",
        arguments: [false, true])
    func nothingLeftAfterTheEnd(isRemoved: Bool) {
        var stage = PlayerStage(["/a", "/b"])
        stage.send(.playItem(2))
        stage.opens()
        stage.hears(.began)
        stage.forget()
        stage.send(isRemoved ? .playItem(1) : .playURI("/x"))
        stage.decodes()
        stage.hears(.ended)
        if isRemoved { stage.send(.remove([1])) } else { stage.failsToOpen() }
        #expect(stage.player.state == .stopped && stage.player.item == nil)
        #expect(stage.events.filter { if case .itemChanged = $0 { true } else { false } } == [.itemChanged(nil, reason: .end)])
        stage.checkLeftovers()
    }

    @Test("clearing stops and leaves nothing open")
    func clear() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        stage.send(.clear)
        #expect(stage.player.state == .stopped && stage.player.queue.items.isEmpty)
        stage.checkLeftovers()
    }
}

extension PlayQueue {
    fileprivate var followingURI: String {
        var queue = self
        return queue.item(ahead: 1)?.uri ?? ""
    }
}
