import FoundationEssentials
import MediaTypes
import Playlists
import Testing

@testable import PlayerModel

@Suite("The tags of albums in the queue")
struct AlbumTagsTests {
    private static let tags = [
        "title": "T", "artist": "A", "album": "Ten Years of an Album", "albumartist": "Various Artists", "track": "3/12",
        "disc": "1/2", "date": "1999-05-01", "genre": "Jazz",
    ]

    private func item(_ id: Int64 = 1) -> QueueItem {
        var item = QueueItem(id: id, uri: "/\(id)")
        item.takeOwn(MediaFacts(tags: Self.tags, duration: nil))
        return item
    }

    @Test(
        "a number and its total are read as tags have them, and nothing else is",
        arguments: [
            ("3", 3, nil), ("03/12", 3, 12), (" 3 / 12 ", 3, 12), ("/12", nil, 12), ("3/", 3, nil), ("0/0", nil, nil),
            ("A1", nil, nil),
            ("-3", nil, nil), ("+3", nil, nil), ("3/12/4", 3, nil), ("10000", nil, nil), ("99999999999999999999", nil, nil),
            ("", nil, nil), ("٣", nil, nil), ("9999/9999", 9_999, 9_999),
        ] as [(String, UInt16?, UInt16?)])
    func numbers(text: String, number: UInt16?, total: UInt16?) {
        let read = TagNumber(text)
        #expect(read.number == number && read.total == total)
    }

    @Test("keep the disc that a CUE sheet has stated, where the media state none")
    func discOfSheet() {
        var item = QueueItem(id: 1, uri: "/1")
        item.set(.discNumber, to: "2")
        item.takeOwn(MediaFacts(tags: ["albumartist": "V"], duration: nil))
        #expect(item.albumTags.discNumber == 2 && item.albumTags.artist == "V")
        item.takeOwn(MediaFacts(tags: ["disc": "3/4"], duration: nil))
        #expect(item.albumTags.discNumber == 3 && item.albumTags.discTotal == 4)
    }

    @Test("keep the loudness that a CUE sheet has stated, whatever the media state and a client sets, and over a restart")
    func gainOfSheet() throws {
        var entry = PlaylistEntry(uri: "http://h/1.flac")
        entry.replayGain = ["replaygain_track_gain": "-6 dB", "replaygain_track_peak": "0.5", "replaygain_album_gain": "-7"]
        let gain = ReplayGain(track: .init(decibels: -6, peak: 0.5), album: .init(decibels: -7))
        var item = QueueItem(entry)
        #expect(item.ownTags.albumTags.sheetGain == gain)
        item.takeOwn(MediaFacts(tags: ["albumartist": "V", "replaygain_track_gain": "1 dB"], duration: nil))
        item.set(.genre, to: "Jazz")
        #expect(item.albumTags.genre == "Jazz" && item.ownTags.albumTags.sheetGain == gain)
        let read = try JSONDecoder().decode(QueueItem.self, from: JSONEncoder().encode(item))
        #expect(read == item)
        entry.replayGain = ["replaygain_track_gain": "loud"]
        #expect(QueueItem(entry).ownTags.albumTags == AlbumTags())
    }

    @Test("are what the media say, cut where they go on for ever")
    func limits() throws {
        #expect(item().trackNumber == 3 && item().albumTags.trackTotal == 12 && item().albumTags.date == "1999-05-01")
        let long = String(repeating: "ü", count: 5_000)
        let facts = MediaFacts(tags: ["albumartist": long, "date": long, "genre": long], duration: nil)
        let tags = try #require(facts.albumTags?.tags)
        #expect(tags.artist?.utf8.count ?? 0 <= 512 && tags.date?.utf8.count ?? 0 <= 40 && tags.genre?.utf8.count ?? 0 <= 256)
        #expect(MediaFacts(tags: ["title": "T"], duration: nil).albumTags == nil)
    }

    @Test("an item stays small: it has one reference to what its album has")
    func size() {
        #expect(MemoryLayout<QueueItem>.stride <= 96)
    }

    @Test("a saved queue comes back with them, shared by the items of an album")
    func saved() throws {
        var items = [item(1), item(2), QueueItem(id: 3, uri: "/3")]
        for index in items.indices {
            items[index].wasRead = true
            items[index].hasPicture = index == 0
        }
        let json = try JSONEncoder().encode(items)
        let read = try JSONDecoder().decode([QueueItem].self, from: json)
        #expect(read == items)
        var queue = PlayQueue()
        queue.restore(items: read, currentID: nil, modes: QueueModes(), nextID: 4)
        #expect(queue.items.map(\.albumTags) == items.map(\.albumTags) && queue.items.map(\.trackNumber) == [3, 3, nil])
        #expect(queue.items.map(\.hasPicture) == [true, false, false])
        #expect(queue.items[0].sharedAlbumTags === queue.items[1].sharedAlbumTags)
    }

    @Test("a saved item whose picture nobody has looked for is looked into again")
    func unseen() throws {
        var item = item()
        item.wasRead = true
        let read = try JSONDecoder().decode(QueueItem.self, from: JSONEncoder().encode(item))
        #expect(!read.wasRead && read.hasPicture == nil)
    }

    @Test("what a forged state says is bounded")
    func forged() throws {
        let text = #"{"id":1,"uri":"/a","trackNumber":0,"discNumber":60000,"genre":"","duration":1e300}"#
        let item = try JSONDecoder().decode(QueueItem.self, from: Data(text.utf8))
        #expect(item.trackNumber == nil && item.albumTags == AlbumTags() && item.duration == nil)
        let loud = #"{"id":1,"uri":"/a","genre":"Jazz","sheetGain":{"track":{"decibels":900}}}"#
        let tags = try JSONDecoder().decode(QueueItem.self, from: Data(loud.utf8)).albumTags
        #expect(tags.genre == "Jazz" && tags.sheetGain == nil)
    }
}
