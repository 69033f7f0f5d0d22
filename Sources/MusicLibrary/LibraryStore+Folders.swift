package import Database

/// A directory of the library.
package struct LibraryFolder: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path.
    package let path: [UInt8]
    /// The last change in seconds since 1970; 0 if it is not known.
    package let modified: Double
}

// The library as a tree of directories.
extension LibraryStore {
    /// The directory at a path; `nil` if the library has none there.
    package func folder(at path: [UInt8]) throws(DatabaseError) -> LibraryFolder? {
        try database.firstRow("SELECT id, path, modified FROM directories WHERE path = ?", path) { row throws(DatabaseError) in
            try Self.folder(row)
        }
    }

    /// The directories directly in a directory, in the order of their names.
    package func folders(in parent: Int64) throws(DatabaseError) -> [LibraryFolder] {
        var folders: [LibraryFolder] = []
        try database.forEachRow("SELECT id, path, modified FROM directories WHERE parent = ?", parent) {
            row throws(DatabaseError) in folders.append(try Self.folder(row))
        }
        return LibraryOrder.sorted(folders)
    }

    private static func folder(_ row: borrowing Row) throws(DatabaseError) -> LibraryFolder {
        let modified: Int64 = try row.read(2)
        return LibraryFolder(id: try row.read(0), path: try row.read(1), modified: Double(modified) / 1e9)
    }

    /// The songs directly in a directory: by album, disc and track, then by name.
    package func songs(inFolder id: Int64) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        try database.forEachRow(Self.songColumns + "WHERE songs.directory = ?", id) { row throws(DatabaseError) in
            songs.append(try Self.song(row))
        }
        return LibraryOrder.sorted(songs)
    }

    /// The song at a path; `nil` if the library has none there.
    package func song(at path: [UInt8]) throws(DatabaseError) -> LibrarySong? {
        try database.firstRow(
            Self.songColumns + "WHERE directories.path = ? AND songs.name = ?", Array(path.directoryInPath),
            Array(path.nameInPath)
        ) { row throws(DatabaseError) in try Self.song(row) }
    }

    /// Calls `body` with each directory from `path` on down, and with its songs: first a directory's own, then those of the
    /// directories in it. Nothing is done if the library has no such directory.
    package func walk(
        from path: [UInt8], _ body: (LibraryFolder, [LibrarySong]) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try reading { () throws(DatabaseError) in
            guard let start = try folder(at: path) else { return }
            var pending = [start]
            while let folder = pending.popLast() {
                try body(folder, try songs(inFolder: folder.id))
                pending += try folders(in: folder.id).reversed()
            }
        }
    }

    /// Calls `body` with the id, the tags and the duration in milliseconds of each song, in no order. This is much faster than to read
    /// all of the songs.
    package func forEachTags(
        _ body: (_ id: Int64, _ tags: SongTags, _ milliseconds: Int64?) -> Void
    ) throws(DatabaseError) {
        try database.forEachRow("SELECT id, tags, milliseconds FROM songs") { row throws(DatabaseError) in
            body(try row.read(0), SongTags(packed: try row.read(1)), try row.read(2))
        }
    }

    /// Calls `body` with each song, in no order.
    package func forEachSong(_ body: (LibrarySong) -> Void) throws(DatabaseError) {
        try database.forEachRow(Self.songColumns) { row throws(DatabaseError) in body(try Self.song(row)) }
    }
}

extension Sequence<LibrarySong> {
    /// The songs in the order of ``LibraryStore/walk(from:_:)``: first a directory's own, then those of the directories in it.
    package func inTreeOrder() -> [LibrarySong] { LibraryOrder.sortedAsTree(Array(self)) }
}

/// The order in which people expect names: whatever the case and the diacritics.
enum LibraryOrder {
    static func sorted(_ folders: [LibraryFolder]) -> [LibraryFolder] {
        folders.map { ($0, name($0.path.nameInPath)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    static func sorted(_ songs: [LibrarySong]) -> [LibrarySong] {
        var albums = AlbumKeys()
        return songs.map { ($0, SongPlace($0, &albums)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    static func sortedAsTree(_ songs: [LibrarySong]) -> [LibrarySong] {
        var directories: [ArraySlice<UInt8>: [Name]] = [:]
        var albums = AlbumKeys()
        let placed = songs.map { song in
            let directory = song.path.directoryInPath
            let parts = directories[directory] ?? directory.split(separator: UInt8(ascii: "/")).map(name)
            directories[directory] = parts
            return (song: song, directory: parts, place: SongPlace(song, &albums))
        }
        return placed.sorted { a, b in
            a.directory == b.directory ? a.place < b.place : a.directory.lexicographicallyPrecedes(b.directory)
        }.map(\.song)
    }

    private struct Name: Comparable {
        let key: [UInt32]
        let bytes: [UInt8]

        static func < (a: Name, b: Name) -> Bool {
            if a.key != b.key { return a.key.lexicographicallyPrecedes(b.key) }
            // Names that differ in marks only, and then in case only: no mark and small letters come first.
            let (first, second) = (Self.small(a.bytes), Self.small(b.bytes))
            return first == second
                ? b.bytes.lexicographicallyPrecedes(a.bytes) : first.utf8.lexicographicallyPrecedes(second.utf8)
        }

        private static func small(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }
    }

    /// The order of what is no letter and no digit of ASCII, as the Unicode collation has it.
    private static let marks: [Unicode.Scalar: UInt32] = Dictionary(
        uniqueKeysWithValues: " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars.enumerated().map { ($1, UInt32($0)) })

    /// Returns by what a text is sorted: marks before digits before letters, whatever the case and the diacritics.
    static func key(_ text: String) -> [UInt32] {
        SearchText.folded(text).unicodeScalars.map { scalar in
            if let mark = marks[scalar] { return mark }
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            return scalar.value + (isWord ? 0x200_000 : 0x100)
        }
    }

    private static func name(_ bytes: some Collection<UInt8>) -> Name {
        Name(key: key(String(decoding: bytes, as: UTF8.self)), bytes: Array(bytes))
    }

    /// The keys of albums, of which most songs share one with others.
    private struct AlbumKeys {
        private var known: [String: [UInt32]] = [:]

        /// The key of a song's album; empty for a song without an album: those come first.
        mutating func key(of song: LibrarySong) -> [UInt32] {
            guard let album = song.tags[.album] else { return [] }
            if let key = known[album] { return key }
            let key = LibraryOrder.key(album)
            known[album] = key
            return key
        }
    }

    /// Where a song stands among those of its directory.
    private struct SongPlace: Comparable {
        private let album: [UInt32]
        private let disc: Int64
        private let track: Int64
        /// The bytes of the path: its name counts only where all else is equal.
        private let path: [UInt8]

        init(_ song: LibrarySong, _ albums: inout AlbumKeys) {
            album = albums.key(of: song)
            disc = song.discNumber ?? 0
            track = song.trackNumber ?? 0
            path = song.path
        }

        static func == (a: SongPlace, b: SongPlace) -> Bool { a.path == b.path }

        static func < (a: SongPlace, b: SongPlace) -> Bool {
            if a.album != b.album { return a.album.lexicographicallyPrecedes(b.album) }
            if a.disc != b.disc { return a.disc < b.disc }
            return a.track == b.track
                ? LibraryOrder.name(a.path.nameInPath) < LibraryOrder.name(b.path.nameInPath) : a.track < b.track
        }
    }
}
