package import Database
import MediaTypes
import SystemSupport

/// A song of the library.
package struct LibrarySong: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path of its directory.
    package let directory: [UInt8]
    /// The bytes of its name there.
    package let name: [UInt8]
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

    /// The bytes of the path.
    package var path: [UInt8] { directory + [UInt8(ascii: "/")] + name }

    /// The title; `nil` if the file does not state it.
    package var title: String? { tags[.title] }

    /// The duration in seconds; `nil` if unknown.
    package var seconds: Double? { milliseconds.map { Double($0) / 1_000 } }

    /// A number for all that the library has read of the file. After a scan that has found something else, it is another one.
    package var checksum: UInt64 {
        var checksum = Checksum()
        for bytes in [tags.own, tags.shared] {
            checksum.combine(UInt64(bytes.count))
            checksum.combineQuickly(bytes.span)
        }
        checksum.combine(modified.bitPattern)
        let numbers: [Int64] = [size, milliseconds ?? -1, sampleRate ?? -1, channelCount ?? -1]
        for number in numbers {
            checksum.combine(UInt64(bitPattern: number))
        }
        return checksum.value
    }
}

extension LibrarySong {
    /// Songs in a directory that have everything that songs can have. Whether two versions of a program write the same about any song shows
    /// in what they write about these.
    package static func samples(in directory: [UInt8]) -> [LibrarySong] {
        [SongTag.allCases, SongTag.allCases.filter { $0.definition.shows == nil }].map { wanted in
            let tags = wanted.flatMap { [$0.rawValue] + Array("07/\($0.rawValue)\n".utf8) }
            return LibrarySong(
                id: 1, directory: directory, name: Array("1.flac".utf8), size: 1, modified: 1.5, added: 1.5, milliseconds: 1_501,
                sampleRate: 48_000, channelCount: 2, bitRate: 1_000, hasPicture: true, tags: SongTags(mixed: tags),
                trackNumber: 7, discNumber: 7, playCount: 1)
        }
    }
}

extension LibraryStore {
    /// The columns of a song's own that ``LibrarySong/init(_:directory:shared:)`` reads.
    private static let ownColumns = """
        songs.id, songs.name, songs.size, songs.modified, songs.added, songs.milliseconds, songs.sample_rate, songs.channels,
            songs.bit_rate, songs.has_picture, songs.tags, songs.track_number, songs.disc_number, plays.play_count
        """

    /// The columns that ``SongRows`` reads, with their tables. A condition follows.
    private static let songColumns = """
        SELECT \(ownColumns), songs.directory, directories.path, songs.shared, shared_tags.tags
        FROM songs JOIN directories ON directories.id = songs.directory JOIN shared_tags ON shared_tags.id = songs.shared
            LEFT JOIN plays ON plays.song = songs.id

        """

    /// Returns the songs of the rows for which the rest of the statement asks.
    func readSongs<each Value: DatabaseValue>(
        _ rest: String, _ values: repeat each Value
    ) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        try forEachSong(rest, repeat each values) { songs.append($0) }
        return songs
    }

    /// Calls `body` with the songs of the rows for which the rest of the statement asks.
    func forEachSong<each Value: DatabaseValue>(
        _ rest: String, _ values: repeat each Value, body: (LibrarySong) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        var rows = SongRows()
        try database.forEachRow(Self.songColumns + rest, repeat each values) { row throws(DatabaseError) in
            try body(try rows.song(row))
        }
    }

    /// Returns the songs directly in a directory, in no order. Nothing is joined that all of them have in common: lists of everything
    /// read all directories.
    func readSongs(in folder: LibraryFolder) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        var shared: (id: Int64, tags: [UInt8]) = (-1, [])
        try database.forEachRow(Self.songsOfDirectory, folder.id) { row throws(DatabaseError) in
            let id = try row.integer(14)
            if shared.id != id { shared = (id, try sharedTags(id)) }
            songs.append(try LibrarySong(row, directory: folder.path, shared: shared.tags))
        }
        return songs
    }

    /// Returns the songs at these paths, in their order; `nil` for a path at which the library has none. Most is saved where songs of one
    /// directory, and of one album, follow each other.
    package func songs(at paths: [[UInt8]]) throws(DatabaseError) -> [LibrarySong?] {
        try reading { () throws(DatabaseError) in
            var songs: [LibrarySong?] = []
            var directory: (path: [UInt8], id: Int64?) = ([], nil)
            var shared: (id: Int64, tags: [UInt8]) = (-1, [])
            for path in paths {
                if !directory.path.elementsEqual(path.directoryInPath) {
                    let above = Array(path.directoryInPath)
                    directory = (above, try folder(at: above)?.id)
                }
                guard let folder = directory.id else {
                    songs.append(nil)
                    continue
                }
                let song = try database.firstRow(Self.songOfDirectory, folder, Array(path.nameInPath)) {
                    row throws(DatabaseError) -> LibrarySong in
                    let id = try row.integer(14)
                    if shared.id != id { shared = (id, try sharedTags(id)) }
                    return try LibrarySong(row, directory: directory.path, shared: shared.tags)
                }
                songs.append(song)
            }
            return songs
        }
    }

    private static let songsOfDirectory = """
        SELECT \(ownColumns), songs.shared FROM songs LEFT JOIN plays ON plays.song = songs.id WHERE songs.directory = ?
        """

    private static let songOfDirectory = songsOfDirectory + " AND songs.name = ?"

    private func sharedTags(_ id: Int64) throws(DatabaseError) -> [UInt8] {
        try database.firstRow("SELECT tags FROM shared_tags WHERE id = ?", id) { row throws(DatabaseError) in try row.utf8(0) }
            ?? []
    }
}

extension LibrarySong {
    /// Reads the columns of a song's own, which come first in a row.
    fileprivate init(_ row: borrowing Row, directory: [UInt8], shared: [UInt8]) throws(DatabaseError) {
        self.init(
            id: try row.integer(0), directory: directory, name: try row.bytes(1), size: try row.integer(2),
            modified: Double(try row.integer(3)) / 1e9, added: try row.read(4), milliseconds: try row.integerIfAny(5),
            sampleRate: try row.integerIfAny(6), channelCount: try row.integerIfAny(7), bitRate: try row.integerIfAny(8),
            hasPicture: try row.integer(9) == 1, tags: SongTags(own: try row.utf8(10), shared: shared),
            trackNumber: try row.integerIfAny(11), discNumber: try row.integerIfAny(12), playCount: try row.integerIfAny(13) ?? 0)
    }
}

/// Makes songs of the rows of one statement with ``LibraryStore/songColumns``. Songs in a row that are of one directory, and of one
/// album, share the bytes of these.
private struct SongRows {
    private var directory: (id: Int64, path: [UInt8]) = (-1, [])
    private var shared: (id: Int64, tags: [UInt8]) = (-1, [])

    mutating func song(_ row: borrowing Row) throws(DatabaseError) -> LibrarySong {
        let (directoryID, sharedID) = (try row.integer(14), try row.integer(16))
        if directory.id != directoryID { directory = (directoryID, try row.bytes(15)) }
        if shared.id != sharedID { shared = (sharedID, try row.utf8(17)) }
        return try LibrarySong(row, directory: directory.path, shared: shared.tags)
    }
}
