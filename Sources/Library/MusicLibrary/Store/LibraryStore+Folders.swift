package import Database

/// A directory of the library.
package struct LibraryFolder: Hashable, Sendable {
    package let id: Int64
    /// The bytes of the path.
    package let path: [UInt8]
    /// The last change in seconds since 1970; 0 if it is not known.
    package let modified: Double

    /// The bytes of its name.
    package var name: [UInt8] { Array(path.nameInPath) }
}

// The library as a tree of directories.
extension LibraryStore {
    /// The directory at a path; `nil` if the library has none there.
    package func folder(at path: [UInt8]) throws(DatabaseError) -> LibraryFolder? {
        try database.firstRow("SELECT id, path, modified FROM directories WHERE path = ?", path) { row throws(DatabaseError) in
            try Self.folder(row)
        }
    }

    /// The directories directly in a directory, in the order of their names; only those behind a name if there is one.
    package func folders(
        in parent: Int64, behind name: ArraySlice<UInt8>? = nil
    ) throws(DatabaseError) -> [LibraryFolder] {
        var folders: [LibraryFolder] = []
        try database.forEachRow("SELECT id, path, modified FROM directories WHERE parent = ?") { values in
            values.add(parent)
        } body: { row throws(DatabaseError) in
            folders.append(try Self.folder(row))
        }
        return LibraryOrder.sorted(folders, behind: name)
    }

    static func folder(_ row: borrowing Row) throws(DatabaseError) -> LibraryFolder {
        LibraryFolder(id: try row.integer(0), path: try row.bytes(1), modified: Double(try row.integer(2)) / 1e9)
    }

    /// The songs directly in a directory: by album, disc and track, then by name.
    package func songs(in folder: LibraryFolder) throws(DatabaseError) -> [LibrarySong] {
        LibraryOrder.sorted(try readSongs(in: folder))
    }

    /// The song at a path; `nil` if the library has none there.
    package func song(at path: [UInt8]) throws(DatabaseError) -> LibrarySong? {
        try readSongs(
            "WHERE directories.path = ? AND songs.name = ?", Array(path.directoryInPath), Array(path.nameInPath)
        ).first
    }

    /// Calls `body` with each directory from `path` on down, and with its songs: first a directory's own, then those of the
    /// directories in it. Nothing is done if the library has no such directory.
    package func walk(
        from path: [UInt8], _ body: (LibraryFolder, [LibrarySong]) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try walkPart(from: path) { folder, songs throws(DatabaseError) in
            try body(folder, songs)
            return true
        }
    }

    /// Does the same until `body` returns `false`, and reads nothing of the rest.
    package func walkPart(
        from path: [UInt8], while body: (LibraryFolder, [LibrarySong]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        try reading { () throws(DatabaseError) in
            try forEachFolder(from: path) { folder throws(DatabaseError) in try body(folder, try songs(in: folder)) }
        }
    }

    /// Calls `body` with each directory from `path` on down, until it returns `false`.
    func forEachFolder(
        from path: [UInt8], _ body: (LibraryFolder) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        guard let start = try folder(at: path) else { return }
        var pending = [start]
        while let folder = pending.popLast(), try body(folder) {
            pending += try folders(in: folder.id).reversed()
        }
    }

    /// Calls `body` with each song, in no order.
    package func forEachSong(_ body: (LibrarySong) -> Void) throws(DatabaseError) {
        try forEachSong("") { song throws(DatabaseError) in body(song) }
    }
}

extension Sequence<LibrarySong> {
    /// The songs in the order of ``LibraryStore/walk(from:_:)``: first a directory's own, then those of the directories in it.
    /// - Parameter count: how many of them are wanted.
    package func inTreeOrder(first count: Int = .max) -> [LibrarySong] {
        LibraryOrder.sortedAsTree(Array(self), first: count)
    }
}
