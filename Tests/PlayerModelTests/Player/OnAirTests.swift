import AudioTypes
import FoundationEssentials
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("What is on the air")
struct OnAirTests {
    private static let rate: Int64 = 44_100

    /// A player that hears the first of two stations that a list named.
    private func heard(_ modes: QueueModes = QueueModes()) -> PlayerStage {
        var stage = PlayerStage()
        let items = ["a", "b"].map { QueueItem(id: $0 == "a" ? 1 : 2, uri: "http://\($0)", title: "My Station \($0)") }
        stage.player.queue.restore(items: items, currentID: nil, modes: modes, nextID: 0)
        stage.starts(.stream(nil))
        return stage
    }

    /// Tags that hold from a second on, and the player at that second.
    private func airs(_ stage: inout PlayerStage, _ tags: [String: String], at second: Int64) {
        let change = TagChange(frame: FrameCount(second * Self.rate), tags: tags.merging(["station": "Radio"]) { $1 })
        stage.tell(.tagsChanged(segment: stage.player.current?.segment ?? 0, change))
        stage.goesOn(to: Double(second))
        stage.act { $0.announceTags() }
    }

    private func titles(_ stage: PlayerStage) -> [String?] { stage.player.queue.items.map(\.title) }

    private func savedTitles(_ stage: PlayerStage) -> [String?] { stage.player.savedState.items.map(\.title) }

    @Test("is shown while it is heard, and neither saved nor left behind by next and stop")
    func stations() {
        var stage = heard()
        airs(&stage, ["title": "Song", "artist": "Band", "genre": "Ska"], at: 2)
        #expect(stage.player.item?.title == "Song" && stage.player.item?.albumTags.genre == "Ska")
        #expect(titles(stage) == ["Song", "My Station b"] && savedTitles(stage) == ["My Station a", "My Station b"])
        #expect(stage.player.queue.items[0].ownTags.title == "My Station a")
        stage.send(.next)
        stage.opens(nil, .stream(nil))
        #expect(titles(stage) == ["My Station a", "My Station b"] && stage.player.queue.items[0].artist == nil)
        stage.hears(.began)
        airs(&stage, ["title": "Other"], at: 1)
        #expect(titles(stage) == ["My Station a", "Other"])
        stage.send(.stop)
        #expect(titles(stage) == ["My Station a", "My Station b"] && stage.player.item?.title == "My Station b")
        #expect(savedTitles(stage) == titles(stage))
    }

    @Test("ends where the stream says so, at the frame that is heard")
    func ends() {
        var stage = heard()
        airs(&stage, ["title": "Song"], at: 2)
        let end = TagChange(frame: FrameCount(3 * Self.rate), tags: ["station": "Radio"])
        stage.tell(.tagsChanged(segment: 1, end))
        stage.goesOn(to: 2.99)
        stage.act { $0.announceTags() }
        #expect(stage.player.item?.title == "Song")
        stage.forget()
        stage.goesOn(to: 3)
        stage.act { $0.announceTags() }
        #expect(stage.player.item?.title == "My Station a" && stage.actions.contains(.setTitle("My Station a")))
        #expect(stage.events == [.metadataChanged(["station": "Radio"])])
    }

    @Test("has no tag of what was heard before it")
    func links() {
        var stage = PlayerStage(["/chain.opus"])
        stage.starts()
        for (second, tags) in [["title": "A", "artist": "B", "album": "C"], ["title": "Jingle"], [:]].enumerated() {
            airs(&stage, tags, at: Int64(second))
            let item = stage.player.item
            #expect((item?.title, item?.artist, item?.album) == (tags["title"], tags["artist"], tags["album"]))
        }
    }

    @Test("is told with the first frame if it is there by then")
    func first() {
        var stage = PlayerStage(["/chain.opus"])
        stage.send(.play)
        stage.opens()
        stage.tell(.tagsChanged(segment: 1, TagChange(frame: .zero, tags: ["title": "A"])))
        #expect(stage.player.item?.title == nil)
        stage.forget()
        stage.hears(.began)
        #expect(stage.events.contains(.metadataChanged(["title": "A"])) && stage.actions.contains(.setTitle("A")))
        #expect(stage.events.count { if case .metadataChanged = $0 { true } else { false } } == 1)
    }

    @Test("is told again where a jump back leads to what was heard before")
    func jumpsBack() {
        var stage = PlayerStage(["/chain.opus"])
        stage.starts()
        stage.tell(.tagsChanged(segment: 1, TagChange(frame: FrameCount(9 * Self.rate), tags: ["title": "Late"])))
        stage.tell(.tagsChanged(segment: 1, TagChange(frame: FrameCount(4 * Self.rate), tags: ["title": "Early"])))
        stage.goesOn(to: 9)
        stage.act { $0.announceTags() }
        #expect(stage.player.item?.title == "Early")
    }

    @Test("hides what a client says of the item, which shows when it is over")
    func client() {
        var stage = heard()
        airs(&stage, ["title": "Song"], at: 2)
        stage.forget()
        #expect(stage.ask(.setTags([.title: "Mine", .album: "Best"], of: 1)) == .done)
        #expect(stage.player.item?.title == "Song" && stage.player.item?.album == "Best")
        #expect(stage.events.contains(.metadataChanged(["title": "Song", "album": "Best", "station": "Radio"])))
        airs(&stage, [:], at: 3)
        #expect(stage.player.item?.title == "Mine" && savedTitles(stage)[0] == "Mine")
    }

    @Test("of an item that repeats itself ends with each round")
    func repeats() {
        var stage = heard(QueueModes(repeats: .one))
        airs(&stage, ["title": "Song"], at: 2)
        stage.decodes()
        stage.opens(nil, .stream(nil))
        stage.hears(.began, stage.player.tracks.last?.segment)
        #expect(titles(stage)[0] == "My Station a" && stage.player.item?.title == "My Station a")
    }
}
