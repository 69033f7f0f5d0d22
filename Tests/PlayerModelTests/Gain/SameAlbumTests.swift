import MediaTypes
import Testing

@testable import PlayerModel

@Suite("Which items are of one album")
struct SameAlbumTests {
    private func item(_ uri: String, _ album: String? = nil, by artist: String? = nil) -> QueueItem {
        QueueItem(id: 0, uri: uri, artist: artist, album: album)
    }

    private func queue(_ items: [QueueItem], _ modes: QueueModes = QueueModes()) throws -> PlayQueue {
        var queue = PlayQueue()
        _ = try queue.add(items)
        queue.setModes(modes)
        return queue
    }

    @Test(
        "those with the same title in one folder or by one artist",
        arguments: [
            ("/a/1", "X", "P", "/a/2", "X", "P", true), ("/a/1", "X", "P", "/a/2", "X", "Q", true),
            ("/a/1", "X", "P", "/b/1", "X", "P", true), ("/a/1", "X", "P", "/b/1", "X", "Q", false),
            ("/a/1", "X", "P", "/a/2", "Y", "P", false), ("/a/1", "X", "P", "/a/2", nil, nil, true),
            ("/a/1", "X", "P", "/b/2", nil, nil, false), ("/a/1", nil, "P", "/a/2", nil, "P", false),
            ("file:/a.flac#t=0,5", nil, nil, "file:/a.flac#t=5", nil, nil, true),
            ("file:/a.flac#t=0,5", nil, nil, "file:/b.flac#t=5", nil, nil, false),
        ] as [(String, String?, String?, String, String?, String?, Bool)])
    func pairs(_ case: (String, String?, String?, String, String?, String?, Bool)) {
        let (uri, album, artist, otherURI, otherAlbum, otherArtist, expected) = `case`
        #expect(item(uri, album, by: artist).isOfOneAlbum(with: item(otherURI, otherAlbum, by: otherArtist)) == expected)
    }

    @Test("those with the same title and the same artist of the album, though each track is by another one")
    func albumArtist() throws {
        var items = [item("/disc1/1", "X", by: "P"), item("/disc2/1", "X", by: "Q"), item("/other/1", "X", by: "R")]
        for (index, name) in ["Various", "Various", "Others"].enumerated() {
            items[index].takeOwn(MediaFacts(tags: ["albumartist": name], duration: nil))
        }
        #expect(items[0].isOfOneAlbum(with: items[1]) && !items[0].isOfOneAlbum(with: items[2]))
    }

    @Test("what was read and has no album is of none, though it is in the folder of one")
    func untagged() {
        var other = item("/a/2")
        #expect(item("/a/1", "X").isOfOneAlbum(with: other))
        other.wasRead = true
        #expect(!item("/a/1", "X").isOfOneAlbum(with: other))
    }

    @Test("an item is played within its album where one of its neighbours is of it too")
    func neighbours() throws {
        let queue = try queue([item("/a/1", "X"), item("/a/2", "X"), item("/a/3", "Y"), item("/b/4", "Y"), item("/b/5", "Z")])
        #expect(queue.items.map(queue.isWithinAlbum) == [true, true, false, false, false])
    }

    @Test("not where the queue shuffles, or repeats one item")
    func modes() throws {
        for modes in [QueueModes(shuffles: true), QueueModes(repeats: .one)] {
            let queue = try queue([item("/a/1", "X"), item("/a/2", "X")], modes)
            #expect(queue.items.map(queue.isWithinAlbum) == [false, false])
        }
    }

    @Test("an album goes on only with what stands right behind, in order")
    func continuing() throws {
        let queue = try queue([item("/a/1", "X"), item("/a/2", "X"), item("/a/3", "X")])
        let items = queue.items
        #expect(queue.continuesAlbum(items[0], with: items[1]))
        #expect(!queue.continuesAlbum(items[0], with: items[2]))
        #expect(!queue.continuesAlbum(items[2], with: items[0]))
        var shuffled = queue
        shuffled.setModes(QueueModes(shuffles: true))
        #expect(!shuffled.continuesAlbum(items[0], with: items[1]))
    }
}
