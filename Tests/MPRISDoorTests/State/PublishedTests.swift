import Application
import FoundationEssentials
import MessageBus
import PlayerModel
import Testing

@testable import MPRISDoor

@Suite("What is published")
struct PublishedTests {
    private func track(_ id: Int64, _ title: String = "T") -> PublishedTrack {
        PublishedTrack(QueueItem(id: id, uri: "/\(id)", title: title), duration: nil)
    }

    @Test("metadata have the types of the specification, and only fields that are known")
    func metadata() {
        let item = QueueItem(id: 7, uri: "/music/a b#c.flac", title: "Title", artist: "Artist", album: "Album")
        let metadata = PublishedTrack(item, duration: 1.5).metadata
        #expect(
            metadata
                == .properties([
                    ("mpris:trackid", .objectPath("/org/fermata/track/7")), ("xesam:title", .string("Title")),
                    ("mpris:length", .int64(1_500_000)), ("xesam:artist", .strings(["Artist"])),
                    ("xesam:album", .string("Album")), ("xesam:url", .string("file:///music/a%20b%23c.flac")),
                ]))
        let bare = PublishedTrack(QueueItem(id: 8, uri: "/music/name.flac"), duration: nil).metadata
        let spelled = PublishedTrack(QueueItem(id: 9, uri: "file:///music/a%20b%3F.flac"), duration: nil)
        #expect(spelled.title == "a b?.flac" && spelled.url == "file:///music/a%20b%3F.flac")
        #expect(bare.title == "name.flac" && bare.field("mpris:length") == nil && bare.field("xesam:artist") == nil)
    }

    @Test(
        "of a date as tags have it, as much is published as is a date",
        arguments: [
            ("1999", "1999"), ("1999-05", "1999-05"), ("1999-05-01", "1999-05-01"), ("1999-05-01T12:00:00Z", "1999-05-01"),
            ("1999/05", "1999"), ("1999-5-1", "1999"), ("19995", "1999"), ("May 1999", nil), ("99", nil), ("", nil),
            ("１９９９", nil),
        ])
    func dates(tag: String, date: String?) { #expect(PublishedTrack.date(tag) == date) }

    @Test("all tags that are known have their field, and so has the picture")
    func tags() throws {
        let text = #"""
            {"id":7,"uri":"/a.flac","artist":"A","trackNumber":3,"albumArtist":"AA","discNumber":2,"genre":"G","date":"1999"}
            """#
        let item = try JSONDecoder().decode(QueueItem.self, from: Data(text.utf8))
        var track = PublishedTrack(item, duration: nil)
        track.picture = "file:///a.png"
        let metadata = track.metadata
        #expect(metadata.field("xesam:albumArtist") == .strings(["AA"]) && metadata.field("xesam:genre") == .strings(["G"]))
        #expect(metadata.field("xesam:trackNumber") == .int32(3) && metadata.field("xesam:discNumber") == .int32(2))
        #expect(metadata.field("xesam:contentCreated") == .string("1999"))
        #expect(metadata.field("mpris:artUrl") == .string("file:///a.png"))
    }

    @Test("no password is published, and no address that only the daemon can open")
    func addresses() {
        let station = PublishedTrack(QueueItem(id: 1, uri: "http://me:secret@host/live/radio.mp3?key=1"), duration: nil)
        #expect(station.url == "http://host/live/radio.mp3?key=1" && station.title == "radio.mp3")
        #expect(!"\(station)".contains("secret"))
        #expect(PublishedTrack(QueueItem(id: 1, uri: "stream:4"), duration: nil).url == nil)
    }

    @Test(
        "a time is always within what a program can count with",
        arguments: [
            (0.0, 0), (1.25, 1_250_000), (-1e300, -1_000_000_000_000_000), (.infinity, 0), (.nan, 0),
            (1e300, 1_000_000_000_000_000),
        ])
    func times(seconds: Double, microseconds: Int64) {
        #expect(Microseconds.of(seconds: seconds) == microseconds)
        #expect(abs(Microseconds.seconds(of: .min)) <= 1e9 && Microseconds.seconds(of: .max) <= 1e9)
    }

    @Test("each difference between two states names its property, and equal states name none")
    func changes() {
        let old = PublishedPlayer()
        #expect(PlayerInterface.changes(from: old, to: old).isEmpty)
        func names(_ change: (inout PublishedPlayer) -> Void) -> Set<String> {
            var new = old
            change(&new)
            return PlayerInterface.changes(from: old, to: new)
        }
        #expect(names { $0.status = .paused } == ["PlaybackStatus"])
        #expect(names { $0.modes.repeats = .one } == ["LoopStatus"])
        #expect(names { $0.modes.shuffles = true } == ["Shuffle"])
        #expect(names { $0.modes.consumes = true } == [])
        #expect(names { $0.volume = 0.5 } == ["Volume"])
        #expect(names { $0.current = track(1) } == ["Metadata"])
        #expect(names { $0.tracks = [track(1)] } == [])
        #expect(names { $0.abilities.play = true } == ["CanPlay"])
        #expect(names { $0.abilities.pause = true } == ["CanPause"])
        #expect(names { $0.abilities.seek = true } == ["CanSeek"])
        #expect(names { $0.abilities.goForward = true } == ["CanGoNext"])
        #expect(names { $0.abilities.goBack = true } == ["CanGoPrevious"])
    }

    @Test("few changes of the list are told one by one, many or another order as another list")
    func list() {
        let (a, b, c) = (track(1), track(2), track(3))
        #expect(TrackListChange.between([a, b], [a, b]).isEmpty)
        #expect(TrackListChange.between([a, b], [a, c, b]) == [.added(c, after: 1)])
        #expect(TrackListChange.between([], [a, b]) == [.added(a, after: nil), .added(b, after: 1)])
        #expect(TrackListChange.between([a, b, c], [b]) == [.removed(1), .removed(3)])
        #expect(TrackListChange.between([a, b], [b, a]) == [.replaced])
        #expect(TrackListChange.between([a], [track(1, "Other")]) == [.described(track(1, "Other"))])
        #expect(TrackListChange.between([], (1...9).map { track($0) }) == [.replaced])
        #expect(TrackListChange.between([a, b], [track(1, "Other"), c]).filter(\.isAboutTheList).count == 2)
    }

    @Test("only addresses of the schemes that are offered are passed on", arguments: ["FILE:///a", "http://host/a", "https:x"])
    func schemes(uri: String) { #expect(Address.error(uri) == nil) }

    @Test("all others are refused", arguments: ["", "file", "/a", "stream:1", "ftp://host/", ":", "http", "file ://a"])
    func others(uri: String) { #expect(Address.error(uri) != nil) }
}
