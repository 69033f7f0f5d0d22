import MediaTypes
import MessageBus
import PlayerModel
import Playlists

/// What is published about one item of the queue. A further tag gets a field here and a line in ``metadata``.
struct PublishedTrack: Hashable, Sendable {
    let id: Int64
    var title: String
    var artist: String?
    var album: String?
    var albumArtist: String?
    var genre: String?
    /// When the music came out: a year, a month or a day as in ISO 8601.
    var date: String?
    var trackNumber: UInt16?
    var discNumber: UInt16?
    /// The `file:` URL of the picture; `nil` if there is none, or if it is not the current item.
    var picture: String?
    /// The address without user and password; `nil` if no other program can open it.
    var url: String?
    /// In microseconds; `nil` if unknown.
    var length: Int64?
    /// The lyrics among the tags, without times; `nil` if there are none, or if it is not the current item.
    var lyrics: String?

    /// Takes from `item` what is published. `duration` is in seconds.
    init(_ item: QueueItem, duration: Double?) {
        id = item.id
        title = item.title ?? Self.name(item.uri)
        artist = item.artist
        album = item.album
        let tags = item.albumTags
        albumArtist = tags.artist
        genre = tags.genre
        date = tags.date.flatMap(Self.date)
        trackNumber = item.trackNumber
        discNumber = tags.discNumber
        url = Self.url(item.uri)
        length = duration.map { Microseconds.of(seconds: $0) }
    }

    /// The path of the item.
    var path: ObjectPath { TrackPath.path(of: id) }

    /// The metadata as MPRIS has them (MPRIS v2 metadata guidelines).
    var metadata: BusValue {
        var fields: [(name: String, value: BusValue)] = [
            ("mpris:trackid", .objectPath(path)), ("xesam:title", .string(title)),
        ]
        func add(_ name: String, _ value: BusValue?) {
            if let value { fields.append((name, value)) }
        }
        add("mpris:length", length.map { .int64($0) })
        add("xesam:artist", artist.map { .strings([$0]) })
        add("xesam:album", album.map { .string($0) })
        add("xesam:albumArtist", albumArtist.map { .strings([$0]) })
        add("xesam:genre", genre.map { .strings([$0]) })
        add("xesam:contentCreated", date.map { .string($0) })
        add("xesam:trackNumber", trackNumber.map { .int32(Int32($0)) })
        add("xesam:discNumber", discNumber.map { .int32(Int32($0)) })
        add("xesam:asText", lyrics.map { .string($0) })
        add("mpris:artUrl", picture.map { .string($0) })
        add("xesam:url", url.map { .string($0) })
        return .properties(fields)
    }

    /// Returns the longest beginning of a tag that is a date of ISO 8601; `nil` if none is. Tags say anything, and the
    /// specification wants a date.
    static func date(_ tag: String) -> String? {
        let text = Array(tag.utf8.prefix(10))
        let pattern = Array("dddd-dd-dd".utf8)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let same = zip(text, pattern).prefix { $1 == UInt8(ascii: "d") ? digits.contains($0) : $0 == $1 }.count
        return [10, 7, 4].first { $0 <= same }.map { String(decoding: text.prefix($0), as: UTF8.self) }
    }

    /// Returns the last part of an address, for media without a title.
    private static func name(_ uri: String) -> String {
        // A file's name as it is on the disk, not as its URL spells it.
        let path = (try? MediaLocation(uri: uri).path) ?? Array(uri.utf8.prefix { $0 != UInt8(ascii: "?") })
        let last = path.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? uri
        return QueueText.shown(last) ?? uri
    }

    /// Returns the address as a URL; `nil` for the stream of a client, which only the daemon has.
    private static func url(_ uri: String) -> String? {
        if uri.utf8.first == UInt8(ascii: "/") { return LocationResolver.fileURL(Array(uri.utf8)) }
        return MediaAddress.isPushed(uri) ? nil : uri
    }
}

/// Times as MPRIS has them.
enum Microseconds {
    /// The longest time that is published or taken, in seconds: 31 years.
    private static let limit = 1e9

    /// Returns a time in microseconds, within ± 31 years.
    static func of(seconds: Double) -> Int64 {
        guard seconds.isFinite else { return 0 }
        return Int64((min(max(-limit, seconds), limit) * 1e6).rounded())
    }

    /// Returns a time in seconds, within ± 31 years.
    static func seconds(of microseconds: Int64) -> Double { min(max(-limit, Double(microseconds) / 1e6), limit) }
}
