import MediaTypes
import PlayerModel

/// One song that was heard, or is being heard, as services in the web are told of it: its texts are clean and of bounded length. A value.
struct Listen: Codable, Hashable, Sendable {
    /// When its first frame was heard, in seconds since 1970.
    let startedAt: Int64
    let title: String
    let artist: String
    let album: String?
    let albumArtist: String?
    /// The number of the track on its disc, from 1.
    let trackNumber: Int?
    /// The duration in seconds.
    let duration: Double
    /// The file of the song, which may state identifiers of MusicBrainz; `nil` for what is no file of its own.
    let file: String?

    /// Makes a listen of an item; `nil` unless it has a title, an artist and a duration, and is no spoken word. A station has no duration, and
    /// what it says of itself is often no song.
    init?(_ item: QueueItem, duration: Double?, startedAt: Double) {
        guard let title = QueueText.shown(item.title), let artist = QueueText.shown(item.artist), !item.isSpoken,
            let duration = duration ?? item.duration, duration > 0, duration < 1e6, startedAt > 0, startedAt < 1e11
        else { return nil }
        self.startedAt = Int64(startedAt)
        self.title = title
        self.artist = artist
        album = QueueText.shown(item.album)
        albumArtist = QueueText.shown(item.albumTags.artist)
        trackNumber = item.trackNumber.map(Int.init)
        self.duration = duration
        // Of a part of a file, the tags of the file say nothing. Other addresses may hold passwords.
        let isFile = MediaRange.split(item.uri) == nil && (try? MediaLocation(uri: item.uri)) != nil
        file = isFile && item.uri.utf8.count <= 4_096 ? item.uri : nil
    }
}

/// A service in the web that is told what is heard. What counts as heard is the same at both: half of the song, or four minutes of it.
enum ListenService: String, CaseIterable, Sendable {
    case listenBrainz, lastFM

    /// Its name for people.
    var name: String {
        switch self {
        case .listenBrainz: "ListenBrainz"
        case .lastFM: "Last.fm"
        }
    }

    /// The section of the configuration that is about it.
    var section: String { rawValue.lowercased() }

    /// Last.fm wants songs that are longer than this, in seconds.
    private static let leastAtLastFM = 30.0

    /// Whether the service wants to know of a song at all.
    func wants(_ listen: Listen) -> Bool { self != .lastFM || listen.duration > Self.leastAtLastFM }

    /// What the service is told of what was heard; `nil` if it does not count there.
    func listen(_ report: ListeningReport) -> Listen? {
        guard report.countsAsPlay,
            let listen = Listen(report.item, duration: report.duration, startedAt: report.startedAt), wants(listen)
        else { return nil }
        return listen
    }
}

/// Why a service has not taken what it was told. The sentences are our own: what a server says may hold anything.
enum ListenFailure: Error, Hashable, Sendable {
    /// It never takes it: it is given up.
    case refused(String)
    /// It may take it later, where it says so after that many seconds.
    case later(String, seconds: Int64? = nil)
    /// A person has to do something first.
    case needsPerson(String)
}
