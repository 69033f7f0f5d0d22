package import Database
import MediaTypes

/// A place among the songs of a directory or an album, which follow each other by disc and track.
package struct TrackPlace: Hashable, Sendable {
    /// The beginning of the title of the album, by which a directory is sorted first; empty for a song without one.
    package let album: String
    /// 0 if the song has none.
    package let disc: Int64
    /// 0 if the song has none.
    package let track: Int64
    /// The bytes of the file's name.
    package let name: [UInt8]
    /// The id of the song, which decides where an album has files of one name.
    package let id: Int64

    package init(album: String, disc: Int64, track: Int64, name: [UInt8], id: Int64) {
        self.album = album
        self.disc = disc
        self.track = track
        self.name = name
        self.id = id
    }

    /// The place of a song.
    init(_ song: LibrarySong) {
        let title = LibraryOrder.beginning(ofTitle: Array((song.tags[.album] ?? "").utf8)[...])
        self.init(
            album: String(decoding: title, as: UTF8.self), disc: song.discNumber ?? 0, track: song.trackNumber ?? 0,
            name: song.name, id: song.id)
    }

    /// In front of all songs of an album.
    fileprivate static let start = TrackPlace(album: "", disc: .min, track: .min, name: [], id: .min)
}

// Songs that people hear one after the other, in parts.
extension LibraryStore {
    /// The songs of an album by disc and track.
    package func songs(
        ofAlbum album: Int64, after place: TrackPlace? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<LibrarySong, TrackPlace> {
        let limit = max(1, min(limit, Self.pageLimit))
        let songs = try tracks(ofAlbum: album, after: place, limit: limit)
        return Page(items: songs, next: songs.count < limit ? nil : songs.last.map(TrackPlace.init))
    }

    /// The songs of an album by disc and track, as many as are wanted.
    func tracks(
        ofAlbum album: Int64, after place: TrackPlace? = nil, limit: Int
    ) throws(DatabaseError) -> [LibrarySong] {
        let place = place ?? .start
        let rest = """
            WHERE songs.album = ?
                AND (coalesce(disc_number, 0), coalesce(track_number, 0), songs.name, songs.id) > (?, ?, ?, ?)
            ORDER BY coalesce(disc_number, 0), coalesce(track_number, 0), songs.name, songs.id LIMIT ?
            """
        return try readSongs(rest, album, place.disc, place.track, place.name, place.id, Int64(limit))
    }

    /// The songs directly in a directory: by album, disc and track, then by name.
    package func songs(
        in folder: LibraryFolder, after place: TrackPlace?, limit: Int
    ) throws(DatabaseError) -> Page<LibrarySong, TrackPlace> {
        let songs = try songs(in: folder)
        let rest = songs[(place.map { LibraryOrder.index(in: songs, behind: $0) } ?? 0)...]
        let part = rest.prefix(max(1, min(limit, Self.pageLimit)))
        return Page(items: Array(part), next: part.count < rest.count ? part.last.map(TrackPlace.init) : nil)
    }
}
