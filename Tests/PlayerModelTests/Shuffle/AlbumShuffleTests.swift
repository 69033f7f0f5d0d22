import AudioTypes
import FoundationEssentials
import MediaTypes
import TestSupport
import Testing

@testable import PlayerModel

extension QueueModes {
    static let albums = QueueModes(shuffles: true, shufflesBy: .albums)
}

extension QueueItem {
    /// A song of an album, in the folder of that name; of none if that is empty.
    static func song(_ number: Int, of album: String) -> QueueItem {
        var item = QueueItem(id: 0, uri: "/\(album)/\(number)", artist: album.isEmpty ? nil : "by \(album)", album: album)
        if album.isEmpty { item.tags.own = OwnTags() }
        item.wasRead = true
        return item
    }
}

extension PlayQueue {
    /// A queue of songs of albums, one for each letter of `albums`; a blank is a song of none.
    static func of(_ albums: String, _ modes: QueueModes = .albums, seed: UInt64 = 1) throws -> PlayQueue {
        var queue = PlayQueue(seed: seed)
        queue.setModes(modes)
        _ = try queue.add(albums.enumerated().map { .song($0, of: $1 == " " ? "" : String($1)) })
        queue.finish()
        return queue
    }

    /// The letters of the albums of ids.
    func letters(_ ids: [Int64]) -> String {
        ids.map { id in items.first { $0.id == id }?.album ?? " " }.joined()
    }

    /// The item that a user's "next album" goes to.
    var afterAlbum: Int64? {
        var queue = self
        return queue.itemAfterAlbum()?.id
    }

    /// The letters of the albums as they are played from here to the end, each once for items side by side.
    var albumsToCome: String {
        var queue = self
        return queue.letters(queue.playOn(items.count)).reduce(into: "") { if $0.last != $1 { $0.append($1) } }
    }
}

@Suite("Shuffling whole albums")
struct AlbumShuffleTests {
    @Test(
        "one whole album follows the other, each in the order of the queue, wherever its songs stand there",
        arguments: UInt64(1)...20)
    func whole(seed: UInt64) throws {
        var queue = try PlayQueue.of("ABABCCB A", seed: seed)
        let played = queue.playOn(20)
        #expect(played.sorted() == Array(1...9))
        #expect(played.filter { "A" == queue.letters([$0]) } == [1, 3, 9])
        let letters = queue.letters(played)
        for whole in ["AAA", "BBB", "CC", " "] { #expect(letters.contains(whole)) }
        #expect(queue.following() == nil)
    }

    @Test("songs that have no album are albums of one, also those of one folder")
    func single() throws {
        let orders = try (UInt64(1)...40).map { seed in
            var queue = try PlayQueue.of("   ", seed: seed)
            return queue.playOn(3)
        }
        #expect(Set(orders).count == 6, "all orders of three come up")
    }

    @Test("each album is as likely to be the first, however many songs it has")
    func fair() throws {
        var first: [String: Int] = [:]
        for seed in UInt64(1)...3_000 {
            first[try PlayQueue.of("AAAAAAAABBC", seed: seed).albumsToCome.prefix(1).description, default: 0] += 1
        }
        // Three standard deviations of 3,000 throws of one in three are 77.
        for album in ["A", "B", "C"] { #expect(abs((first[album] ?? 0) - 1_000) < 90, "\(first)") }
    }

    @Test("a queue that repeats plays other rounds, and no album twice in a row", arguments: UInt64(1)...20)
    func rounds(seed: UInt64) throws {
        var modes = QueueModes.albums
        modes.repeats = .all
        var queue = try PlayQueue.of("AABBCC", modes, seed: seed)
        let foreseen = (1...18).compactMap { queue.item(ahead: $0)?.id }
        let played = queue.playOn(18)
        #expect(played == foreseen)
        for round in 0..<3 { #expect(Set(played[round * 6..<round * 6 + 6]).count == 6) }
        #expect(!["AAAA", "BBBB", "CCCC"].contains { queue.letters(played).contains($0) })
    }

    @Test("switched on in the middle of an album, the rest of it comes first; what stood before has another turn")
    func switchedOn() throws {
        var queue = try PlayQueue.of("AAAABBCC", QueueModes())
        queue.advance(to: 2, by: .jump)
        queue.setModes(.albums)
        let order = queue.playOn(9)
        #expect(order.prefix(2) == [3, 4] && order.sorted() == [1, 3, 4, 5, 6, 7, 8])
    }

    @Test("a chosen song is followed by the rest of its album, and then by the rest of the one that was left")
    func jump() throws {
        for seed in UInt64(1)...20 {
            var queue = try PlayQueue.of("AAABBBCCC", seed: seed)
            let first = queue.playOn(1)[0]
            let other: Int64 = first == 4 ? 8 : 5
            queue.advance(to: other, by: .jump)
            #expect(queue.playOn(3) == [other + 1, first + 1, first + 2])
        }
    }

    @Test(
        "a song that is added to the album that plays comes with it; those of another album, with that; new albums, between two")
    func adding() throws {
        for seed in UInt64(1)...20 {
            var queue = try PlayQueue.of("AABBCC", seed: seed)
            let own = queue.letters(queue.playOn(1))
            let other = own == "C" ? "B" : "C"
            _ = try queue.add([.song(90, of: own), .song(91, of: other), .song(92, of: "N"), .song(93, of: "N")])
            #expect(queue.albumsToCome.count == 4 && queue.albumsToCome.hasPrefix(own), "\(queue.albumsToCome)")
        }
    }

    @Test("what is to come next comes next, and the album goes on behind it; a priority counts more than an album")
    func wishes() throws {
        var queue = try PlayQueue.of("AAABBB")
        let first = queue.playOn(1)[0]
        let added = try queue.add([.song(9, of: "N")], QueueInsertion(.next))
        #expect(queue.playOn(3) == added + [first + 1, first + 2])
        let last: Int64 = first == 1 ? 6 : 3
        try queue.setPriority(7, of: [last])
        #expect(queue.playOn(4) == [last, last - 2, last - 1])
    }

    @Test("songs that change places in the queue do so in their album")
    func moving() throws {
        var queue = try PlayQueue.of("AAABBB")
        let first = queue.playOn(1)[0]
        let other: Int64 = first == 1 ? 4 : 1
        try queue.move([other + 2, other + 1, other], to: Int(other) - 1)
        #expect(queue.playOn(9) == [first + 1, first + 2, other + 2, other + 1, other])
    }

    @Test("files that nobody has read are of the album that is their folder; once all are read, their tags count")
    func unread() throws {
        var queue = PlayQueue(seed: 3)
        queue.setModes(.albums)
        _ = try queue.add(["/x/1", "/x/2", "/y/1", "/y/2", "/z/1"])
        let folders = queue.rounds.upcoming.map { $0 < 3 ? "x" : $0 < 5 ? "y" : "z" }.joined()
        #expect(folders.contains("xx") && folders.contains("yy"))
        for (id, album) in [(1, "P"), (2, "Q"), (3, "P"), (4, "Q")] as [(Int64, String)] {
            queue.learn([id: MediaFacts(tags: ["album": album, "albumartist": "V"], duration: 1)])
            let isNew = queue.reviewAlbums()
            #expect(!isNew, "not all are read")
        }
        queue.learn([5: MediaFacts()])
        _ = queue.reviewAlbums()
        let letters = queue.letters(queue.rounds.upcoming)
        #expect(letters.contains("PP") && letters.contains("QQ"), "\(letters)")
        let isNew = queue.reviewAlbums()
        #expect(!isNew)
    }

    @Test("what is saved of it goes on where it was, and an older state shuffles songs")
    func saved() throws {
        var queue = try PlayQueue.of("AABBCCDD")
        let played = queue.playOn(3)
        let saved = try JSONEncoder().encode(Player(queue: queue).savedState)
        var later = Player(queue: PlayQueue(seed: 99))
        _ = later.restore(try JSONDecoder().decode(SavedState.self, from: saved))
        #expect(later.queue.modes == .albums && later.queue.rounds.upcoming == queue.rounds.upcoming)
        #expect(later.queue.rounds.played == Array(played.dropLast()))
        let old = try JSONDecoder().decode(
            QueueModes.self, from: Data(#"{"repeats":"off","shuffles":true,"consumes":false}"#.utf8))
        #expect(old.shufflesBy == .songs)
    }

    @Test("a client that only switches leaves it at albums, and gains and joins of albums count under it")
    func modes() throws {
        var stage = PlayerStage()
        stage.send(.setModes(repeats: nil, shuffles: true, consumes: nil, shufflesBy: .albums))
        stage.send(.setModes(repeats: .one, shuffles: false, consumes: nil))
        stage.send(.setModes(repeats: .off, shuffles: true, consumes: true))
        #expect(stage.player.queue.modes.shufflesAlbums)
        let queue = try PlayQueue.of("ABAA")
        let items = queue.items
        #expect(queue.isWithinAlbum(items[2]) && queue.continuesAlbum(items[0], with: items[2]))
        #expect(!queue.continuesAlbum(items[2], with: items[0]) && !queue.continuesAlbum(items[0], with: items[1]))
    }
}

@Suite("Going from album to album")
struct AlbumSkipTests {
    private func skip(_ albums: String, _ modes: QueueModes, from id: Int64?) throws -> (next: Int64?, previous: Int64?) {
        var queue = try PlayQueue.of(albums, modes)
        if let id { queue.advance(to: id, by: .jump) }
        return (queue.afterAlbum, queue.itemBeforeAlbum()?.id)
    }

    @Test("in the order of the queue, to the next one, and back to the beginning of this one or of the one before")
    func plain() throws {
        let all = QueueModes(repeats: .all)
        #expect(try skip("AABB  C", QueueModes(), from: nil) == (1, 7))
        #expect(try skip("AABB  C", QueueModes(), from: 1) == (3, nil))
        #expect(try skip("AABB  C", QueueModes(), from: 2) == (3, 1))
        #expect(try skip("AABB  C", QueueModes(), from: 3) == (5, 1))
        #expect(try skip("AABB  C", QueueModes(), from: 5) == (6, 3))
        #expect(try skip("AABB  C", QueueModes(), from: 7) == (nil, 6))
        #expect(try skip("AABB  C", all, from: 7) == (1, 6))
        #expect(try skip("AABB  C", all, from: 1) == (3, 7))
        #expect(try skip("AA", QueueModes(repeats: .all, consumes: true), from: 1) == (nil, 1))
    }

    @Test(
        "in a queue that shuffles albums, to the one that was drawn; and back through what was played", arguments: UInt64(1)...20)
    func shuffled(seed: UInt64) throws {
        var queue = try PlayQueue.of("AAABBBCCC", seed: seed)
        let order = queue.rounds.upcoming
        _ = queue.playOn(2)
        #expect(queue.afterAlbum == order[3] && queue.itemBeforeAlbum()?.id == order[0])
        queue.advance(to: order[3], by: .forward)
        #expect(queue.rounds.upcoming == Array(order[4...]), "the rest of an album that was skipped has had its turn")
        _ = queue.playOn(3)
        #expect(queue.currentID == order[6] && queue.itemBeforeAlbum()?.id == order[3])
        queue.advance(to: order[3], by: .back)
        #expect(queue.rounds.upcoming == Array(order[4...]), "what was gone back over comes again, in its order")
        #expect(queue.itemBeforeAlbum()?.id == order[0])
        _ = queue.playOn(5)
        #expect(queue.afterAlbum == nil)
    }

    @Test("in a queue that shuffles songs, to one of another album")
    func songs() throws {
        for seed in UInt64(1)...20 {
            var queue = try PlayQueue.of("AAABBB", QueueModes(shuffles: true), seed: seed)
            let own = queue.letters(queue.playOn(1))
            #expect(queue.afterAlbum.map { queue.letters([$0]) } == (own == "A" ? "B" : "A"))
        }
    }

    @Test("is a command of the player, which says where there is none")
    func command() {
        var stage = PlayerStage(["file:/x#t=0,5", "file:/x#t=5", "/y/1"])
        stage.starts()
        stage.send(.nextAlbum)
        stage.opens()
        #expect(stage.player.item?.uri == "/y/1")
        stage.send(.previousAlbum)
        stage.opens()
        #expect(stage.player.item?.uri == "file:/x#t=0,5")
        stage.send(.nextAlbum)
        stage.opens()
        stage.send(.nextAlbum)
        #expect(stage.player.state == .stopped)
        stage.checkLeftovers()
    }
}
