package import Database

// What a door says about the songs of each directory, kept from one question to the next: lists of everything are asked for whenever a
// client starts, and are the same until a scan finds something.
extension LibraryStore {
    /// Makes the next part of a walk: calls `body` with directories and with the text about their songs, until it returns `false`.
    /// - Parameters:
    ///   - form: what the text depends on besides the songs; `nil` if nothing is to be kept. A text that is kept in another form is not
    ///     used.
    ///   - limit: the most bytes of a text, but for its last song: a directory with more has its songs in several texts, and is not kept.
    ///   - write: adds the text about a song. The text of a whole directory is kept until one of its songs changes, is removed, or gets
    ///     another one beside it.
    package func walkTexts(
        _ walk: inout LibraryWalk, form: Int64?, limit: Int, write: (LibrarySong, inout [UInt8]) -> Void,
        _ body: (WalkedFolder) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        var new: [(directory: Int64, text: [UInt8])] = []
        let version = try reading { () throws(DatabaseError) -> LibraryVersion in
            let version = try resume(&walk)
            var goesOn = true
            while goesOn {
                if let place = walk.place, place.song != nil {
                    guard let folder = try folder(at: place.directory) else {
                        walk.place?.song = nil
                        continue
                    }
                    var text: [UInt8] = []
                    try forEachSongLeft(of: &walk) { song in
                        write(song, &text)
                        return text.count < limit
                    }
                    let isEnd = walk.place?.song == nil
                    goesOn = try body(WalkedFolder(folder: folder, text: text, isBeginning: false, isEnd: isEnd))
                    continue
                }
                guard let directory = try nextDirectory(of: &walk, form: form) else { break }
                let folder = directory.folder
                if let kept = directory.text, kept.count <= limit {
                    goesOn = try body(WalkedFolder(folder: folder, text: kept, isBeginning: true, isEnd: true))
                    continue
                }
                let songs = try songs(in: folder)
                var text: [UInt8] = []
                forEachSong(of: songs, &walk) { song in
                    write(song, &text)
                    return text.count < limit
                }
                let isEnd = walk.place?.song == nil
                if form != nil, isEnd, !text.isEmpty, text.count <= limit { new.append((folder.id, text)) }
                goesOn = try body(WalkedFolder(folder: folder, text: text, isBeginning: true, isEnd: isEnd))
            }
            walk.shorten()
            return version
        }
        if let form { keep(new, form: form, of: version) }
    }

    /// Keeps texts that were made of a version of the library.
    private func keep(_ new: [(directory: Int64, text: [UInt8])], form: Int64, of version: LibraryVersion) {
        guard !new.isEmpty else { return }
        // They can be made again at any time, so it is no failure of the question if they cannot be kept: the disk may be full.
        _ = try? database.connection.transactionIfFree { () throws(DatabaseError) in
            // A scan may have changed songs meanwhile.
            guard try currentVersion() == version else { return }
            for (directory, text) in new { try keep(text, of: directory, form: form) }
        }
    }

    /// Keeps the texts about the songs of some directories that have none in their form, so that nobody has to wait while they are made.
    /// - Parameters:
    ///   - last: behind which directory to begin: 0, or what the last call has returned.
    ///   - limit: the most bytes of one text: a directory with more has none.
    /// - Returns: the last of the directories; `nil` if there are no more.
    func keepMissingTexts(_ texts: SongTexts, behind last: Int64, limit: Int) throws(DatabaseError) -> Int64? {
        var next: Int64?
        try writingFiles { () throws(DatabaseError) in
            // The text of a larger directory would be too long, and reading all its songs takes seconds.
            let songLimit = Int64(limit / Self.bytesOfSong)
            let folders = try foldersWithoutText(texts.form, behind: last, songLimit: songLimit)
            var written = 0
            for folder in folders where written < Self.bytesAtOnce {
                next = folder.id
                var (text, left) = ([UInt8](), try songs(in: folder)[...])
                let write = texts.makeWriter()
                while text.count <= limit, let song = left.popFirst() { write(song, &text) }
                guard text.count <= limit, !text.isEmpty else { continue }
                written += text.count
                try keep(text, of: folder.id, form: texts.form)
            }
        }
        return next
    }

    /// How many directories are kept in one transaction, and from how many bytes of texts on no further one is: between two of them a scan
    /// that waits, and the end of the daemon, has its turn.
    private static let directoriesAtOnce: Int64 = 200
    private static let bytesAtOnce = 512 << 10

    /// How many bytes the text about a song has at least, nearly always.
    private static let bytesOfSong = 200

    /// The first directories with songs, but not more than so many, and without a text in that form, by their ids.
    private func foldersWithoutText(
        _ form: Int64, behind last: Int64, songLimit: Int64
    ) throws(DatabaseError) -> [LibraryFolder] {
        var folders: [LibraryFolder] = []
        let sql = """
            SELECT id, path, modified FROM directories
            WHERE id > ? AND EXISTS (SELECT 1 FROM songs WHERE directory = directories.id)
                AND NOT EXISTS (SELECT 1 FROM songs WHERE directory = directories.id LIMIT 1 OFFSET ?)
                AND NOT EXISTS (
                    SELECT 1 FROM directory_texts INDEXED BY directory_texts_form WHERE form = ? AND directory = directories.id)
            ORDER BY id LIMIT ?
            """
        try database.forEachRow(sql, last, songLimit, form, Self.directoriesAtOnce) { row throws(DatabaseError) in
            folders.append(try Self.folder(row))
        }
        return folders
    }

    private func keep(_ text: [UInt8], of directory: Int64, form: Int64) throws(DatabaseError) {
        try database.run("INSERT OR REPLACE INTO directory_texts VALUES (?, ?, ?)", directory, form, text)
    }

    /// Forgets the text of a directory, of which a song is about to change.
    func forgetText(of directory: Int64) throws(DatabaseError) {
        guard directory != directoryWithoutText else { return }
        try database.run("DELETE FROM directory_texts WHERE directory = ?", directory)
        directoryWithoutText = directory
    }

    /// Forgets the text of the directory in which a song is known.
    func forgetText(ofSong id: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM directory_texts WHERE directory = (SELECT directory FROM songs WHERE id = ?)", id)
    }

    /// A number that changes whenever another connection has changed the database.
    func dataVersion() throws(DatabaseError) -> Int64? { try database.value("PRAGMA main.data_version") }
}
