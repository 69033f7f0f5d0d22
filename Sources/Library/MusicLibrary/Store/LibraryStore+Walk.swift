import Database

/// A directory, and what a door has said about its songs.
struct DirectoryWithText {
    let folder: LibraryFolder
    /// `nil` if nothing is kept.
    let text: [UInt8]?
    /// Whether there are directories in it.
    let hasDirectories: Bool
}

// The way of a walk that goes on in parts. ``LibraryStore/walkTexts(_:form:limit:write:_:)`` makes a part.
extension LibraryStore {
    /// Begins a part of a walk: looks for its place if the library has changed since the last one.
    /// - Returns: the version of which the part is.
    func resume(_ walk: inout LibraryWalk) throws(DatabaseError) -> LibraryVersion {
        let version = try currentVersion()
        if walk.next.version != version {
            walk.next.version = version
            try findPlace(of: &walk)
        }
        return version
    }

    /// Returns the next directory of a walk, whose last one has no songs left; `nil` at the end.
    /// - Parameter form: the form of the text that is wanted; `nil` for none.
    func nextDirectory(of walk: inout LibraryWalk, form: Int64?) throws(DatabaseError) -> DirectoryWithText? {
        while true {
            if let id = walk.next.directories.popLast() {
                guard let directory = try directoryWithText(id, form: form) else { continue }
                if walk.isDeep, directory.hasDirectories { walk.next.directories += try directoriesLastFirst(in: id) }
                walk.place?.directory = directory.folder.path
                return directory
            }
            if walk.next.hasMoreDirectories {
                try findPlace(of: &walk)
                continue
            }
            guard let start = walk.starts.popLast() else { return nil }
            walk.place = LibraryWalk.Place(start: start, directory: start)
            if let first = try folder(at: start) { walk.next.directories = [first.id] }
        }
    }

    /// Calls `body` with songs of a directory that the walk has just come to, until it returns `false`; the others are left for later.
    func forEachSong(
        of songs: [LibrarySong], _ walk: inout LibraryWalk, while body: (LibrarySong) -> Bool
    ) {
        guard let last = songs.firstIndex(where: { !body($0) }), last + 1 < songs.count else { return }
        walk.next.songs = songs[(last + 1)...].reversed().map(\.id)
        walk.place?.song = TrackPlace(songs[last])
    }

    /// Calls `body` with the songs that are left of the last directory of a walk, until it returns `false`.
    func forEachSongLeft(of walk: inout LibraryWalk, while body: (LibrarySong) -> Bool) throws(DatabaseError) {
        if walk.next.songs.isEmpty, walk.next.hasMoreSongs { try findPlace(of: &walk) }
        var last: LibrarySong?
        while let id = walk.next.songs.popLast() {
            guard let song = try song(id) else { continue }
            last = song
            guard body(song) else { break }
        }
        if walk.next.songs.isEmpty, !walk.next.hasMoreSongs {
            walk.place?.song = nil
        } else if let last {
            walk.place?.song = TrackPlace(last)
        }
    }

    /// Looks for what comes behind the place of a walk, as the library is now.
    private func findPlace(of walk: inout LibraryWalk) throws(DatabaseError) {
        walk.next = LibraryWalk.Next(version: walk.next.version)
        guard let place = walk.place else { return }
        // Without its directory, none of the songs is left.
        walk.place?.song = nil
        guard var last = try folder(at: place.start) else { return }
        var path = place.start
        for name in place.directory[place.start.count...].split(separator: UInt8(ascii: "/")) {
            walk.next.directories += try directoriesLastFirst(in: last.id, behind: name)
            path += [UInt8(ascii: "/")] + name
            guard let below = try folder(at: path) else { return }
            last = below
        }
        if walk.isDeep { walk.next.directories += try directoriesLastFirst(in: last.id) }
        guard let song = place.song else { return }
        let songs = try songs(in: last)
        walk.next.songs = songs[LibraryOrder.index(in: songs, behind: song)...].reversed().map(\.id)
        walk.place?.song = song
    }

    /// The directories directly in a directory, last first; only those behind a name if there is one.
    private func directoriesLastFirst(
        in parent: Int64, behind name: ArraySlice<UInt8>? = nil
    ) throws(DatabaseError) -> [Int64] {
        try folders(in: parent, behind: name).reversed().map(\.id)
    }

    private func directoryWithText(_ id: Int64, form: Int64?) throws(DatabaseError) -> DirectoryWithText? {
        let sql = """
            SELECT directories.id, directories.path, directories.modified, directory_texts.text,
                EXISTS (SELECT 1 FROM directories AS below WHERE below.parent = directories.id)
            FROM directories LEFT JOIN directory_texts ON directory_texts.directory = directories.id AND directory_texts.form = ?
            WHERE directories.id = ?
            """
        var directory: DirectoryWithText?
        try database.forEachRow(sql) { values in
            values.add(form)
            values.add(id)
        } body: { row throws(DatabaseError) in
            directory = DirectoryWithText(
                folder: try Self.folder(row), text: try row.bytesIfAny(3), hasDirectories: try row.integer(4) == 1)
        }
        return directory
    }

    /// The version of what is read now.
    func currentVersion() throws(DatabaseError) -> LibraryVersion {
        LibraryVersion(own: ownVersion, others: try dataVersion())
    }
}
