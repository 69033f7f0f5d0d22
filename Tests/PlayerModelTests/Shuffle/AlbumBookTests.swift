import AudioTypes
import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Which items are of one album")
struct AlbumBookTests {
    private func item(
        _ id: Int64, _ uri: String, artist: String? = nil, albumArtist: String? = nil, album: String? = nil, wasRead: Bool = true
    ) -> QueueItem {
        var item = QueueItem(id: id, uri: uri, artist: artist, album: album)
        if let albumArtist { item.takeOwn(MediaFacts(tags: ["albumartist": albumArtist], duration: 1)) }
        item.wasRead = wasRead
        return item
    }

    private func areOne(_ one: QueueItem, _ other: QueueItem) -> Bool {
        let book = AlbumBook([one, other])
        return book.album(of: one.id) == book.album(of: other.id)
    }

    @Test("parts of one file are, and songs with the same album in one folder, or by one artist, or by one artist of the album")
    func traits() {
        #expect(areOne(item(1, "file:/a/x#t=0,5"), item(2, "file:/a/x#t=5")))
        #expect(!areOne(item(1, "file:/a/x#t=0,5"), item(2, "file:/a/y#t=5")))
        #expect(areOne(item(1, "/a/1", artist: "P", album: "X"), item(2, "/a/2", artist: "Q", album: "X")))
        #expect(!areOne(item(1, "/a/1", artist: "P", album: "X"), item(2, "/b/2", artist: "Q", album: "X")))
        #expect(areOne(item(1, "/a/1", artist: "P", album: "X"), item(2, "/b/2", artist: "P", album: "X")))
        #expect(!areOne(item(1, "/a/1", artist: "P", album: "X"), item(2, "/b/2", artist: "P", album: "Y")))
        #expect(
            areOne(
                item(1, "/a/1", artist: "P", albumArtist: "V", album: "X"),
                item(2, "/b/2", artist: "Q", albumArtist: "V", album: "X")))
        #expect(areOne(item(1, "/a/1", wasRead: false), item(2, "/a/2", wasRead: false)))
        #expect(!areOne(item(1, "/a/1"), item(2, "/a/2")))
    }

    @Test("those that are one because of a third stay so when it goes, and what is gone has none")
    func removed() {
        var book = AlbumBook([
            item(1, "/a/1", artist: "P", album: "X"), item(2, "/b/2", artist: "Q", album: "X"),
            item(3, "/a/3", artist: "Q", album: "X"),
        ])
        #expect(book.album(of: 1) == book.album(of: 2))
        book.remove([3])
        #expect(book.album(of: 1) == book.album(of: 2) && book.album(of: 3) == nil)
    }
}

@Suite("The order of whole albums")
struct AlbumOrderTests {
    /// The order of songs whose ids are their places in `albums`, from 1 on, but for `ids`.
    private func order(_ albums: String, current: Int64?, ids: [Int64]? = nil) -> AlbumOrder {
        let items = albums.enumerated().map { place, album in
            var item = QueueItem.song(place + 1, of: String(album))
            item.id = ids?[place] ?? Int64(place + 1)
            return item
        }
        return AlbumOrder(book: AlbumBook(items), items: items, current: current)
    }

    private func mixed(_ id: Int64, _ old: [Int64], _ order: AlbumOrder, seed: UInt64 = 1) -> [Int64] {
        var random = SeededGenerator(seed: seed)
        return order.mixed([id], into: old, using: &random)
    }

    @Test("gathered, the rest of the current album comes first, and then each where its first song was; priorities stay in front")
    func gathered() {
        let order = order("AABBC", current: 1)
        #expect(order.gathered([3, 5, 2, 4], by: [:]) == [2, 3, 4, 5])
        #expect(order.gathered([5, 3, 2, 4], by: [:]) == [2, 5, 3, 4])
        #expect(order.gathered([4, 5, 3, 2], by: [4: 7]) == [4, 2, 5, 3])
    }

    @Test("sorted, a song with a priority keeps its place in front of its album")
    func sorted() {
        let order = order("AABBC", current: 1)
        #expect(order.sorted([4, 3, 2], by: [:]) == [3, 4, 2])
        #expect(order.sorted([4, 3, 2], by: [4: 7]) == [4, 3, 2])
    }

    @Test("a new song goes into its album where it stands in the queue, or in front of what was passed by of it")
    func newSongs() {
        #expect(mixed(9, [2, 3], order("AAAA", current: 1, ids: [1, 2, 9, 3])) == [2, 9, 3])
        #expect(mixed(9, [2, 3], order("ABBB", current: 1, ids: [1, 2, 9, 3])) == [2, 9, 3])
        // It goes on with the current song, and the one before that has a turn of its own.
        #expect(mixed(9, [1], order("AAA", current: 2, ids: [1, 2, 9])) == [9, 1])
        // It stands before the current song, and has another turn.
        #expect(mixed(9, [2], order("AAA", current: 1, ids: [9, 1, 2])) == [2, 9])
    }

    @Test("a new album is as likely to come before the others as between and behind them")
    func newAlbums() {
        let places = (UInt64(1)...60).map { seed in
            mixed(9, [2, 3], order("ABCN", current: 1, ids: [1, 2, 3, 9]), seed: seed).firstIndex(of: 9)
        }
        #expect(Set(places) == [0, 1, 2])
    }
}

@Suite("Later rounds and weights of a queue that shuffles")
struct RedrawnRoundTests {
    @Test("a round that was drawn ahead is drawn anew by new weights, and keeps to priorities")
    func later() throws {
        var queue = PlayQueue.filled(9, QueueModes(repeats: .all, shuffles: true))
        let before = (1...27).compactMap { queue.item(ahead: $0)?.id }
        let last = try #require((Int64(1)...9).first { ![before[9], before[18]].contains($0) })
        _ = queue.weigh([last: 1e12], redraws: true)
        let after = (1...27).compactMap { queue.item(ahead: $0)?.id }
        #expect([after[0], after[9], after[18]] == [last, last, last])
        let other: Int64 = last == 1 ? 2 : 1
        try queue.setPriority(9, of: [other])
        _ = queue.weigh([last: 1e13], redraws: true)
        #expect(queue.rounds.upcoming.prefix(2) == [other, last])
    }

    @Test("a round of albums that was drawn ahead has songs in their new order where they are moved")
    func moved() throws {
        var queue = try PlayQueue.of("AABB", QueueModes(repeats: .all, shuffles: true, shufflesBy: .albums))
        _ = (1...12).compactMap { queue.item(ahead: $0)?.id }
        try queue.move([2], to: 0)
        try queue.move([4], to: 2)
        let ids = (5...12).compactMap { queue.item(ahead: $0)?.id }
        for (first, second) in [(Int64(2), Int64(1)), (4, 3)] {
            #expect(ids.split(separator: first).dropFirst().allSatisfy { $0.first == second }, "\(ids)")
        }
    }

    @Test("songs of one album that get a priority together are played as it", arguments: UInt64(1)...10)
    func priorities(seed: UInt64) throws {
        var queue = try PlayQueue.of("AAABBBCCC", seed: seed)
        try queue.setPriority(7, of: [4, 8, 6, 5])
        let first = Array(queue.rounds.upcoming.prefix(4))
        #expect(first == [4, 5, 6, 8] || first == [8, 4, 5, 6])
    }

    @Test("weights that change what comes next are saved, and what was opened for it is closed")
    func opened() throws {
        var stage = PlayerStage(["/a", "/b", "/c", "/d"], QueueModes(shuffles: true))
        stage.starts()
        stage.preparesNext()
        let next = try #require(stage.player.tracks.ahead.first?.item.id)
        let other = try #require(stage.player.queue.rounds.upcoming.last)
        stage.forget()
        stage.act { $0.weigh([other: 1e12], redraws: true) }
        #expect(next != other && stage.actions.contains(.save) && stage.player.queue.rounds.upcoming.first == other)
        #expect(stage.player.tracks.ahead.first?.item.id != next)
        stage.forget()
        stage.act { $0.weigh([other: 1e13], redraws: true) }
        #expect(!stage.actions.contains(.save))
    }

    @Test("an item that repeats itself is not expected a second time")
    func expected() {
        var stage = PlayerStage(["/a", "/b"])
        #expect(stage.player.itemToExpect == nil)
        stage.starts()
        #expect(stage.player.itemToExpect?.uri == "/b")
        stage.send(.setModes(repeats: .one, shuffles: nil, consumes: nil))
        #expect(stage.player.itemToExpect == nil)
    }
}
