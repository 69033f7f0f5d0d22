import AudioTypes
import FoundationEssentials
import TestSupport
import Testing

@testable import PlayerModel

@Suite("A queue that gets more when it has nothing more")
struct EndlessTests {
    private func stage(_ uris: [String], _ modes: QueueModes = QueueModes(), limit: Int = 100_000) -> PlayerStage {
        var stage = PlayerStage(uris, modes, limit: limit)
        stage.send(.setOptions([.endless: .word("similar")]))
        return stage
    }

    private func items(_ uris: [String]) -> [QueueItem] { uris.map { QueueItem(id: 0, uri: $0) } }

    /// Puts items behind the queue; returns whether it has taken them.
    private func extend(_ stage: inout PlayerStage, _ uris: [String]) throws -> Bool {
        var isTaken = false
        var failure: PlaybackError?
        stage.act { player in
            do throws(PlaybackError) {
                let actions = try player.goOn(with: items(uris))
                isTaken = actions != nil
                return actions ?? []
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
        return isTaken
    }

    @Test("needs more only while its last item plays or is about to, and somebody wants that")
    func needs() throws {
        var stage = stage(["/a", "/b"])
        #expect(!stage.player.needsMore)
        stage.starts()
        #expect(!stage.player.needsMore)
        stage.send(.next)
        stage.opens()
        #expect(stage.player.needsMore)
        stage.pauses(at: 1)
        #expect(!stage.player.needsMore)
        stage.send(.play)
        #expect(stage.player.needsMore)
        for stop in [StopRequest.currentItem, .eachItem, .item(2)] {
            stage.send(.stopAfter(stop))
            #expect(!stage.player.needsMore, "\(stop)")
        }
        stage.send(.stopAfter(.seconds(900, fade: 0)))
        #expect(stage.player.needsMore)
        stage.send(.stopAfter(nil))
        for repeats in [QueueModes.Repeat.all, .one] {
            stage.send(.setModes(repeats: repeats, shuffles: nil, consumes: nil))
            #expect(!stage.player.needsMore)
        }
        stage.send(.setModes(repeats: .off, shuffles: nil, consumes: nil))
        #expect(stage.player.needsMore)
        stage.send(.setOptions([.endless: .word("off")]))
        #expect(try !stage.player.needsMore && !extend(&stage, ["/c"]))
        #expect(stage.player.queue.items.count == 2)
    }

    @Test("goes on with what it gets, marked as added by nobody, and tells it")
    func goesOn() throws {
        var stage = stage(["/a"])
        stage.starts()
        stage.forget()
        #expect(try extend(&stage, ["/x", "/y"]))
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/x", "/y"])
        #expect(stage.player.queue.items.map(\.isAutomatic) == [false, true, true])
        #expect(stage.events.contains { if case .queueChanged(_, 3) = $0 { true } else { false } })
        #expect(stage.player.upcomingItem?.uri == "/x")
        #expect(try !extend(&stage, ["/z"]), "it has something more")
        let restored = try roundTrip(stage.player.queue.items)
        #expect(restored.map(\.isAutomatic) == [false, true, true])
    }

    private func roundTrip(_ items: [QueueItem]) throws -> [QueueItem] {
        try JSONDecoder().decode([QueueItem].self, from: JSONEncoder().encode(items))
    }

    @Test("puts what somebody adds at the end in front of what nobody has added and is still to come")
    func people() throws {
        var stage = stage(["/a"])
        stage.starts()
        #expect(try extend(&stage, ["/x", "/y"]))
        stage.send(.add(["/b"], position: nil))
        stage.send(.add(["/c"], position: nil))
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b", "/c", "/x", "/y"])
        stage.send(.add(["/d"], position: 5))
        #expect(stage.player.queue.items.map(\.uri).last == "/d", "a place that somebody names is that place")
        stage.send(.remove([try #require(stage.player.queue.items.last?.id)]))
        // One that plays is heard to its end.
        stage.send(.playItem(try #require(stage.player.queue.items.first { $0.uri == "/x" }?.id)))
        stage.opens()
        stage.send(.add(["/e"], position: nil))
        #expect(stage.player.queue.items.map(\.uri) == ["/a", "/b", "/c", "/x", "/e", "/y"])
    }

    @Test("is no change that somebody takes back: undo and redo go on about what people did", arguments: [false, true])
    func undo(shuffles: Bool) throws {
        var stage = stage(["/a"], QueueModes(shuffles: shuffles))
        stage.starts()
        stage.send(.add(["/b"], position: nil))
        stage.send(.playItem(2))
        stage.opens()
        #expect(try extend(&stage, ["/x", "/y"]) || shuffles)
        stage.send(.add(["/c"], position: nil))
        let before = stage.player.queue.items.map(\.uri)
        stage.send(.clear)
        #expect(stage.player.queue.items.isEmpty)
        stage.send(.revert(.undo))
        #expect(stage.player.queue.items.map(\.uri) == before)
        stage.send(.revert(.undo))
        #expect(stage.player.queue.items.map(\.uri) == before.filter { $0 != "/c" })
        stage.send(.revert(.undo))
        #expect(!stage.player.queue.items.map(\.uri).contains("/b"))
        stage.send(.revert(.redo))
        stage.send(.revert(.redo))
        #expect(Set(stage.player.queue.items.map(\.uri)) == Set(before))
    }

    @Test("keeps the last fifty that nobody has added, and all that somebody has", arguments: [false, true])
    func bounded(shuffles: Bool) throws {
        var stage = stage(["/a", "/b"], QueueModes(shuffles: shuffles))
        stage.starts()
        for round in 0..<100 {
            while !stage.player.needsMore {
                stage.send(.next)
                stage.opens()
            }
            #expect(try extend(&stage, (0..<10).map { "/\(round)/\($0)" }))
            #expect(stage.player.queue.items.count <= 2 + Player.playedAutomaticLimit + 1 + 10)
        }
        #expect(stage.player.queue.items.filter { !$0.isAutomatic }.map(\.uri).sorted() == ["/a", "/b"])
        #expect(!stage.isBroken)
    }

    @Test("goes on no further than the queue may hold")
    func full() throws {
        var stage = stage(["/a"], limit: 2)
        stage.starts()
        #expect(throws: PlaybackError.self) { _ = try extend(&stage, ["/x", "/y"]) }
        #expect(stage.player.queue.items.count == 1)
        #expect(try extend(&stage, ["/x"]))
    }
}
