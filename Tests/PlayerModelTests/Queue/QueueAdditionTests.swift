import AudioTypes
import MediaTypes
import TestSupport
import Testing

@testable import PlayerModel

@Suite("How items come into the queue")
struct QueueAdditionTests {
    private func items(_ uris: String...) -> [QueueItem] { uris.map { QueueItem(id: 0, uri: $0) } }

    @Test("next is right behind the current item, and what is added later is next before it")
    func next() throws {
        var queue = PlayQueue.filled(3)
        queue.advance(to: 2, by: .jump)
        _ = try queue.add(items("/a", "/b"), QueueInsertion(.next))
        _ = try queue.add(items("/c"), QueueInsertion(.next))
        #expect(queue.items.map(\.uri) == ["/1", "/2", "/c", "/a", "/b", "/3"])
    }

    @Test("next is the first where nothing is current")
    func nextOfNothing() throws {
        var queue = PlayQueue.filled(2)
        _ = try queue.add(items("/a"), QueueInsertion(.next))
        #expect(queue.items.map(\.uri) == ["/a", "/1", "/2"])
    }

    @Test("next is what is played next also where the queue shuffles", arguments: UInt64(0)..<20)
    func nextOfShuffled(seed: UInt64) throws {
        var queue = PlayQueue.filled(6, QueueModes(repeats: .all, shuffles: true), seed: seed)
        let first = queue.playOn(2)
        let new = try queue.add(items("/a", "/b"), QueueInsertion(.next))
        #expect(queue.playOn(2) == new)
        let rest = queue.playOn(4)
        #expect(Set(first + rest) == Set(1...6))
    }

    @Test("the playlist that was loaded last is known until the queue is cleared or replaced, also if it had no entries")
    func loadedPlaylist() throws {
        var queue = PlayQueue()
        func insertion(of playlist: String?) -> QueueInsertion {
            var insertion = QueueInsertion()
            insertion.playlist = playlist
            return insertion
        }
        #expect(queue.loadedPlaylist == nil)
        _ = try queue.add(items("/a"), insertion(of: "one"))
        _ = try queue.add(items("/b"), insertion(of: nil))
        #expect(queue.loadedPlaylist == "one")
        _ = try queue.add([], insertion(of: "two"))
        #expect(queue.loadedPlaylist == "two")
        try queue.remove([1, 2])
        #expect(queue.loadedPlaylist == "two")
        queue.clear()
        #expect(queue.loadedPlaylist == nil)
        _ = try queue.add(items("/a"), insertion(of: "one"))
        try queue.replace(below: 100, with: items("/b"))
        #expect(queue.loadedPlaylist == nil)
    }

    @Test(
        "of the playlist that was loaded last, no user, no password and no place outside of the music is shown or kept",
        arguments: [
            ("lists/a.m3u", "lists/a.m3u"), ("http://me:secret@x/a.m3u", "http://x/a.m3u"), ("HTTPS://me@x/a", "HTTPS://x/a"),
            ("http://x/a.m3u", "http://x/a.m3u"), ("/home/me/a.m3u", nil), ("file:///home/me/a.m3u", nil),
            ("FILE:///home/me/a.m3u", nil), ("File:/home/me/a.m3u", nil), ("ftp://me:secret@x/a.m3u", nil),
        ] as [(String, String?)])
    func shownPlaylist(playlist: String, shown: String?) throws {
        var queue = PlayQueue()
        var insertion = QueueInsertion()
        insertion.playlist = "before"
        _ = try queue.add([], insertion)
        insertion.playlist = playlist
        _ = try queue.add([], insertion)
        #expect(queue.loadedPlaylist == shown)
        queue.restore(items: [], currentID: nil, modes: QueueModes(), nextID: 1, loadedPlaylist: playlist)
        #expect(queue.loadedPlaylist == shown)
    }

    @Test("the playlist that was loaded last is restored, unless its name is longer than any")
    func restoredPlaylist() {
        var queue = PlayQueue()
        queue.restore(items: [], currentID: nil, modes: QueueModes(), nextID: 1, loadedPlaylist: "one")
        #expect(queue.loadedPlaylist == "one")
        let long = String(repeating: "x", count: 5_000)
        queue.restore(items: [], currentID: nil, modes: QueueModes(), nextID: 1, loadedPlaylist: long)
        #expect(queue.loadedPlaylist == nil)
    }

    @Test("unique leaves out what the queue has, and what comes twice, however it is written")
    func unique() throws {
        var queue = PlayQueue()
        _ = try queue.add(["/a b", "http://x/y"])
        let revision = queue.revision
        let new = items("file:///a%20b", "/c", "/c", "http://x/y", "file:///d#t=0,1", "file:///d#t=1")
        let ids = try queue.add(new, QueueInsertion(isUnique: true))
        #expect(queue.items.map(\.uri) == ["/a b", "http://x/y", "/c", "file:///d#t=0,1", "file:///d#t=1"])
        #expect(ids == [3, 4, 5] && queue.revision == revision + 1)
        #expect(try queue.add(new, QueueInsertion(isUnique: true)).isEmpty && queue.revision == revision + 1)
    }

    @Test("addresses of more bytes than a queue of that many files has are refused, and nothing changes")
    func longAddresses() throws {
        var queue = PlayQueue(limit: 5_000)
        let long = (0..<100).map { QueueItem(id: 0, uri: "/\($0)" + String(repeating: "a", count: 15_997)) }
        _ = try queue.add(long, QueueInsertion())
        let error = try #require(throws: PlaybackError.self) { _ = try queue.add(items("/0123456789abc"), QueueInsertion(.next)) }
        #expect(error.code == .queueFull && error.message.contains("1600000 bytes"), "\(error.message)")
        #expect(throws: PlaybackError.self) { try queue.replace(below: 2, with: long) }
        #expect(queue.items.count == 100)
        // What goes makes room.
        try queue.remove([1])
        #expect(try queue.add(items("/0123456789abc"), QueueInsertion()) == [101])
        try queue.replace(below: .max, with: Array(long.dropLast()))
        queue.clear()
        _ = try queue.add(Array(long.dropLast()), QueueInsertion())
    }

    @Test("of items that name the same one stays, the current one where it is among them")
    func duplicates() throws {
        var queue = PlayQueue()
        _ = try queue.add(["/a", "/b", "file:///a", "/b", "/b", "/c"])
        #expect(queue.duplicates == [3, 4, 5])
        queue.advance(to: 4, by: .jump)
        #expect(queue.duplicates == [2, 3, 5])
    }

    @Test("taking duplicates out leaves what is heard alone")
    func deduplicating() {
        var stage = PlayerStage(["/a", "/b", "/a"])
        stage.send(.playItem(3))
        stage.opens()
        stage.hears(.began)
        stage.forget()
        #expect(stage.ask(.deduplicate) == .removed([1]))
        #expect(stage.player.queue.ids == [2, 3] && stage.player.item?.id == 3 && stage.player.state == .playing)
        #expect(stage.ask(.deduplicate) == .removed([]) && stage.player.queue.ids == [2, 3])
    }
}

@Suite("What is learnt about items that were not played")
struct LearningTests {
    @Test("shows in the queue, with another revision, and nothing is saved for it")
    func learning() {
        var stage = PlayerStage(["/a", "/b"])
        var facts = MediaFacts()
        facts.title = "T"
        facts.duration = 3
        let revision = stage.player.queue.revision
        stage.act { $0.learn([2: facts, 7: facts]) }
        #expect(stage.player.queue.items[1].title == "T" && stage.player.queue.items[1].duration == 3)
        #expect(stage.player.queue.items[0].title == nil && stage.player.queue.revision == revision + 1)
        #expect(stage.actions == [.emit(.queueChanged(revision: revision + 1, length: 2))])
    }

    @Test("that is nothing new is not told, and not asked for again")
    func nothingNew() {
        var queue = PlayQueue.filled(2)
        let revision = queue.revision
        var facts = MediaFacts()
        facts.hasPicture = false
        queue.learn([1: facts])
        #expect(queue.revision == revision && queue.unread(9).map(\.id) == [2])
    }

    @Test("a file whose tags are known is asked for until somebody has looked for its picture")
    func picture() throws {
        var queue = PlayQueue.filled(1)
        var facts = MediaFacts(tags: ["title": "T"], duration: 3)
        queue.learn([1: facts])
        #expect(queue.unread(9).map(\.id) == [1] && queue.items[0].hasPicture == nil)
        let revision = queue.revision
        facts.hasPicture = true
        queue.learn([1: facts])
        #expect(queue.unread(9).isEmpty && queue.items[0].hasPicture == true && queue.revision == revision + 1)
        // What does not tell of the picture leaves it.
        queue.learn([1: MediaFacts(heardDuration: 3)])
        #expect(queue.items[0].hasPicture == true)
    }

    @Test("what a playlist said stays where the file says nothing")
    func keeps() throws {
        var queue = PlayQueue()
        _ = try queue.add([QueueItem(id: 0, uri: "/a", title: "Named", artist: "By")])
        var facts = MediaFacts()
        facts.artist = "Other"
        queue.learn([1: facts])
        #expect(queue.items[0].title == "Named" && queue.items[0].artist == "Other")
    }

    @Test("files are asked for, those behind the current one first; never the network")
    func order() throws {
        var queue = PlayQueue()
        _ = try queue.add(["/a", "http://x/y", "/b", "FILE:///c", "https://z"])
        queue.advance(to: 3, by: .jump)
        #expect(queue.unread(9).map(\.id) == [3, 4, 1])
        #expect(queue.unread(2).map(\.id) == [3, 4])
    }
}
