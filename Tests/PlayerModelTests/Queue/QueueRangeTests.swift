import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Parts of files")
struct QueueRangeTests {
    private func queue(_ uri: String, duration: Double? = 30) -> PlayQueue {
        var queue = PlayQueue()
        queue.restore(
            items: [QueueItem(id: 1, uri: uri, title: "T", duration: duration)], currentID: nil, modes: QueueModes(), nextID: 2)
        return queue
    }

    @Test("an item plays a part, then another one, then all of its file, with the durations that go with it")
    func parts() throws {
        var queue = queue("/music/a b#1.flac")
        try queue.setRange(MediaRange(start: 1.5, end: 5), of: 1)
        #expect(queue.items[0].location == "file:///music/a%20b%231.flac#t=1500/1000,5000/1000")
        #expect(queue.items[0].wholeURI == "/music/a b#1.flac" && queue.items[0].duration == 3.5)
        #expect(queue.items[0].range?.start.seconds == 1.5 && queue.items[0].title == "T")
        try queue.setRange(MediaRange(start: 2, end: nil), of: 1)
        #expect(queue.items[0].range?.end == nil && queue.items[0].range?.start.seconds == 2)
        try queue.setRange(nil, of: 1)
        #expect(queue.items[0].location == "/music/a b#1.flac" && queue.items[0].range == nil)
    }

    @Test("the duration of the file is remembered as long as the part goes to its end, and read again otherwise")
    func durations() throws {
        var queue = queue("/a.flac")
        try queue.setRange(MediaRange(start: 5, end: nil), of: 1)
        #expect(queue.items[0].duration == 25)
        try queue.setRange(nil, of: 1)
        #expect(queue.items[0].duration == 30)
        try queue.setRange(MediaRange(start: 5, end: 9), of: 1)
        try queue.setRange(nil, of: 1)
        #expect(queue.items[0].duration == nil && queue.unread(1).count == 1)
    }

    @Test("an end behind that of the file is the end of the file, and a beginning behind it is refused")
    func bounds() throws {
        var queue = queue("/a.flac")
        try queue.setRange(MediaRange(start: 5, end: 99), of: 1)
        #expect(queue.items[0].range == MediaRange(start: 5, end: nil))
        #expect(throws: PlaybackError.self) { try queue.setRange(MediaRange(start: 31, end: nil), of: 1) }
        try queue.setRange(MediaRange(start: 0, end: nil), of: 1)
        #expect(queue.items[0].range == nil)
        #expect(
            MediaRange(start: 5, end: 5) == nil && MediaRange(start: -1, end: 2) == nil
                && MediaRange(start: .nan, end: nil) == nil)
    }

    @Test("an address of the network has no parts")
    func network() {
        var queue = queue("http://host/a.flac")
        #expect(throws: PlaybackError.self) { try queue.setRange(MediaRange(start: 1, end: 2), of: 1) }
    }

    @Test("the current item cannot become a part, and the one that is open behind it is opened again")
    func player() {
        var stage = PlayerStage(["/a", "/b"])
        stage.starts()
        stage.preparesNext()
        #expect(stage.ask(.setRange(MediaRange(start: 1, end: 2), of: 1))?.code == .queueItemNotEditable)
        #expect(stage.ask(.setRange(MediaRange(start: 1, end: 2), of: 2)) == .done)
        #expect(stage.pendingURIs == ["file:///b#t=1000/1000,2000/1000"])
        stage.opens()
        #expect(stage.player.tracks.ahead.map(\.item.uri) == ["file:///b#t=1000/1000,2000/1000"])
        stage.checkLeftovers()
    }
}

@Suite("Tags that clients set")
struct QueueTagTests {
    @Test("an address of the network gets tags, and loses them again")
    func tags() throws {
        var queue = PlayQueue()
        _ = try queue.add(["http://host/a", "/b"])
        try queue.setTags([.title: "T", .artist: "A", .genre: "Jazz", .trackNumber: "3/12", .discNumber: "x"], of: 1)
        let item = queue.items[0]
        #expect((item.title, item.artist, item.albumTags.genre, item.trackNumber) == ("T", "A", "Jazz", 3))
        #expect(item.albumTags.discNumber == nil)
        let revision = queue.revision
        try queue.setTags([.title: "T"], of: 1)
        #expect(queue.revision == revision)
        try queue.setTags([.title: "", .genre: ""], of: 1)
        #expect((queue.items[0].title, queue.items[0].artist, queue.items[0].albumTags.genre) == (nil, "A", nil))
    }

    @Test("the tags of a file are those inside it")
    func files() throws {
        var queue = PlayQueue()
        _ = try queue.add(["/b"])
        #expect(throws: PlaybackError.self) { try queue.setTags([.title: "T"], of: 1) }
        #expect(throws: PlaybackError.self) { try queue.setTags([.title: "T"], of: 9) }
    }

    @Test("what plays shows a tag at once")
    func current() {
        var stage = PlayerStage(["http://host/a"])
        stage.starts(.stream(nil))
        #expect(stage.ask(.setTags([.title: "News"], of: 1)) == .done)
        #expect(stage.player.item?.title == "News" && stage.actions.contains(.setTitle("News")))
        #expect(stage.events.contains(.metadataChanged(["title": "News", "station": "Radio"])))
    }
}
