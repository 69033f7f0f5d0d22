package import Database

// What a door says about the songs of each directory, kept from one question to the next: lists of everything are asked for whenever a
// client starts, and are the same until a scan finds something.
extension LibraryStore {
    /// The most bytes of new texts that one question keeps. They wait in memory until it has seen all directories.
    private static let newTextLimit = 16 << 20

    /// Calls `body` with each directory from `path` on down, in the order of ``walk(from:_:)``, and with the text of its songs, until it
    /// returns `false`. Nothing is done if the library has no such directory.
    /// - Parameters:
    ///   - form: what the text depends on besides the songs. A text that is kept in another form is not used.
    ///   - write: makes the text of songs. It is kept until one of them changes, is removed, or gets another one beside it.
    package func walkTexts(
        from path: [UInt8], form: Int64, write: ([LibrarySong]) -> [UInt8],
        _ body: (LibraryFolder, [UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        var new: [(directory: Int64, text: [UInt8])] = []
        var newBytes = 0
        let version = try reading { () throws(DatabaseError) -> Int64? in
            try forEachFolder(from: path) { folder throws(DatabaseError) in
                if let kept = try text(of: folder.id, form) { return try body(folder, kept) }
                let songs = try songs(in: folder)
                let text = songs.isEmpty ? [] : write(songs)
                if !text.isEmpty, newBytes + text.count <= Self.newTextLimit {
                    new.append((folder.id, text))
                    newBytes += text.count
                }
                return try body(folder, text)
            }
            return try dataVersion()
        }
        guard !new.isEmpty else { return }
        // It can be made again at any time, so it is no failure of the question if it cannot be kept: the disk may be full.
        _ = try? database.connection.transactionIfFree { () throws(DatabaseError) in
            // A scan may have changed songs meanwhile.
            guard try dataVersion() == version else { return }
            for (directory, text) in new {
                try database.run("INSERT OR REPLACE INTO directory_texts VALUES (?, ?, ?)", directory, form, text)
            }
        }
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

    private func text(of directory: Int64, _ form: Int64) throws(DatabaseError) -> [UInt8]? {
        try database.value("SELECT text FROM directory_texts WHERE directory = ? AND form = ?", directory, form)
    }

    /// A number that changes whenever another connection has changed the database.
    func dataVersion() throws(DatabaseError) -> Int64? { try database.value("PRAGMA main.data_version") }
}
