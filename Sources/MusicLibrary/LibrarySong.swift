import Database

/// A song of the library.
package struct LibrarySong: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path.
    package let path: [UInt8]
    /// In bytes.
    package let size: Int64
    /// The last change of the file, in seconds since 1970.
    package let modified: Double
    /// When the library has got to know the song, in seconds since 1970.
    package let added: Double
    package let milliseconds: Int64?
    /// In hertz.
    package let sampleRate: Int64?
    package let channelCount: Int64?
    /// In kbit/s.
    package let bitRate: Int64?
    /// Whether there is a picture inside the file.
    package let hasPicture: Bool
    package let tags: SongTags
    package let trackNumber: Int64?
    package let discNumber: Int64?
    package let playCount: Int64

    /// The title; `nil` if the file does not state it.
    package var title: String? { tags[.title] }

    /// The duration in seconds; `nil` if unknown.
    package var seconds: Double? { milliseconds.map { Double($0) / 1_000 } }
}

extension LibraryStore {
    /// The columns that ``song(_:)`` reads, with their tables. A condition follows.
    static let songColumns = """
        SELECT songs.id, directories.path, songs.name, songs.modified, songs.added, songs.milliseconds, songs.sample_rate,
            songs.channels, songs.bit_rate, songs.has_picture, songs.tags, songs.track_number, songs.disc_number, plays.play_count, songs.size
        FROM songs JOIN directories ON directories.id = songs.directory LEFT JOIN plays ON plays.song = songs.id

        """

    /// Makes the song of a row of ``songColumns``.
    static func song(_ row: borrowing Row) throws(DatabaseError) -> LibrarySong {
        let (directory, name): ([UInt8], [UInt8]) = (try row.read(1), try row.read(2))
        let modified: Int64 = try row.read(3)
        let hasPicture: Int64 = try row.read(9)
        let count: Int64? = try row.read(13)
        return LibrarySong(
            id: try row.read(0), path: directory + [UInt8(ascii: "/")] + name, size: try row.read(14),
            modified: Double(modified) / 1e9,
            added: try row.read(4), milliseconds: try row.read(5), sampleRate: try row.read(6), channelCount: try row.read(7),
            bitRate: try row.read(8), hasPicture: hasPicture == 1, tags: SongTags(packed: try row.read(10)),
            trackNumber: try row.read(11), discNumber: try row.read(12), playCount: count ?? 0)
    }
}
