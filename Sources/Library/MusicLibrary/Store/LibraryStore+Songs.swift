package import Database
import MediaTypes
import TagReading

/// A song as the database has it for a scan.
package struct KnownSong: Sendable {
    package let id: Int64
    package let identity: FileIdentity
}

/// The songs of a directory by their names. A scan that compares every file looks up all of them, and finds nearly all unchanged.
/// Searching sorted names takes less time than making a table of them.
package struct KnownSongs {
    /// In the order of the bytes of the names.
    private var songs: [(name: [UInt8], song: KnownSong, isTaken: Bool)] = []

    package init() {}

    /// Adds a song, whose name comes behind all others.
    fileprivate mutating func append(_ name: [UInt8], _ song: KnownSong) { songs.append((name, song, false)) }

    package var count: Int { songs.count }

    package subscript(name: [UInt8]) -> KnownSong? { index(of: name).map { songs[$0].song } }

    /// Returns the song of a name, which is no longer among those that are left.
    mutating func take(_ name: [UInt8]) -> KnownSong? {
        guard let index = index(of: name), !songs[index].isTaken else { return nil }
        songs[index].isTaken = true
        return songs[index].song
    }

    /// Those that were not taken, in the order of their names.
    var left: [(name: [UInt8], song: KnownSong)] { songs.filter { !$0.isTaken }.map { ($0.name, $0.song) } }

    private func index(of name: [UInt8]) -> Int? {
        var range = songs.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if songs[middle].name == name { return middle }
            range =
                songs[middle].name.lexicographicallyPrecedes(name) ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

/// What writing a song has changed.
package enum SongChange: Sendable {
    case added, changed
    /// The song was known at another path.
    case moved
}

extension LibraryStore {
    /// The songs of a directory by their names.
    package func songs(in directory: Int64) throws(DatabaseError) -> KnownSongs {
        var songs = KnownSongs()
        let sql = "SELECT name, id, size, modified, device, inode FROM songs WHERE directory = ? ORDER BY name"
        try database.forEachRow(sql) { values in
            values.add(directory)
        } body: { row throws(DatabaseError) in
            let identity = FileIdentity(
                size: try row.integer(2), modified: try row.integer(3), device: try row.integer(4), inode: try row.integer(5))
            songs.append(try row.bytes(0), KnownSong(id: try row.integer(1), identity: identity))
        }
        return songs
    }

    /// Writes a song of a directory: over the one that `known` is, over one that was moved here, or as a new one.
    /// - Parameters:
    ///   - path: the path of the directory.
    ///   - isGone: whether there is no file at a path any more. It is asked before a song is taken from another place.
    /// - Returns: the song's id, and what has changed.
    @discardableResult
    package func write(
        _ song: ScannedSong, in directory: Int64, path: [UInt8], over known: Int64?, now: Double,
        isGone: ([UInt8]) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) -> (id: Int64, change: SongChange) {
        let whole = path + [UInt8(ascii: "/")] + song.name
        let old: Int64?
        if let known { old = known } else { old = try isMoveless() ? nil : movedSong(song, isGone: isGone) }
        let id: Int64
        var isNew = false
        if let old {
            id = old
        } else if let kept = try keptSong(song, path: whole, isGone: isGone) {
            id = kept
        } else {
            id = try newIdentifier()
            isNew = true
            if try !isMoveless() { try noteNew(song: id) }
        }
        // Asked while the song is what was measured.
        let isMeasureKept = try known.map { id throws(DatabaseError) in
            try self.isMeasureKept(of: id, stated: song.file.tags.replayGain)
        }
        if let old {
            try forgetText(ofSong: old)
            try removeFromIndex(old)
        }
        try forgetText(of: directory)
        let shared = try sharedTags(of: song.tags)
        let album = try album(of: song.file.tags, directory: directory, shared)
        try database.run(old == nil ? Self.insertion : Self.change) { values in
            values.add(directory)
            values.add(song.name)
            for number in [song.identity.size, song.identity.modified, song.identity.device, song.identity.inode, song.stamp] {
                values.add(number)
            }
            let (sound, file) = (song.file.sound, song.file.tags)
            values.add(sound.milliseconds)
            for number in [sound.bitRate, sound.sampleRate, sound.channels] { values.add(number.map(Int64.init)) }
            values.add(Int64(song.file.pictures.isEmpty ? 0 : 1))
            values.add(album)
            values.add(file.trackNumber.number.map(Int64.init))
            values.add(file.discNumber.number.map(Int64.init))
            values.add(Self.year(file.date))
            values.add(UTF8Text(song.tags.own))
            values.add(shared.id)
            values.add(now)
            values.add(id)
        }
        if isMeasureKept == true { try keepMeasure(of: id) }
        // Nothing is kept yet under a new id.
        if !isNew, try anyIsKept() {
            let said = SongIdentity(song.tags, milliseconds: song.file.sound.milliseconds)
            try database.run(
                """
                UPDATE kept_songs SET path = ?, size = ?, stamp = ?, recording = ?, words = ?, milliseconds = ? WHERE id = ?
                """, whole, song.identity.size, song.stamp, said.recording, said.words, said.milliseconds, id)
        }
        try addToIndex(id, song.texts.adding(shared.texts))
        return (id, known != nil ? .changed : old != nil ? .moved : .added)
    }

    /// What a scan finds out about a song, and as many question marks.
    private static let columns = """
        directory, name, size, modified, device, inode, stamp, milliseconds, bit_rate, sample_rate, channels, has_picture, album, \
        track_number, disc_number, year, tags, shared
        """
    private static let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    // Two statements, because for one that does the right thing of both, SQLite keeps each page that a row touches: seven for a song.
    private static let insertion = "INSERT INTO songs (\(columns), added, id) VALUES (\(marks), ?, ?)"
    private static let change = "UPDATE songs SET (\(columns)) = (\(marks)), added = coalesce(added, ?) WHERE id = ?"

    /// Removes a song whose file is gone. What the user has made of it stays, for the day on which the file is back.
    package func remove(song id: Int64) throws(DatabaseError) {
        try forgetText(ofSong: id)
        try removeFromIndex(id)
        try database.run("DELETE FROM songs WHERE id = ?", id)
    }

    /// How many ids are reserved at once.
    private static let identifierStep: Int64 = 10_000

    /// An id that no song had before, also not before the library was made anew.
    func newIdentifier() throws(DatabaseError) -> Int64 {
        // The counter is in the user's database, which reaches the disk with each write: it goes on in large steps.
        if nextIdentifier >= identifierEnd {
            // After a crash it may be behind the songs, because each database keeps its own part of a transaction.
            let sql = """
                SELECT max(coalesce((SELECT value FROM counters WHERE name = 'song'), 1),
                    coalesce((SELECT max(id) + 1 FROM songs), 1), coalesce((SELECT max(id) + 1 FROM kept_songs), 1))
                """
            let start: Int64 = try database.value(sql) ?? 1
            try database.run("INSERT OR REPLACE INTO counters VALUES ('song', ?)", start + Self.identifierStep)
            (nextIdentifier, identifierEnd) = (start, start + Self.identifierStep)
        }
        defer { nextIdentifier += 1 }
        return nextIdentifier
    }

    /// The album of a song, which is made if it is new; `nil` if the song belongs to none.
    private func album(
        of tags: MusicTags, directory: Int64, _ shared: KnownSharedTags.Entry
    ) throws(DatabaseError) -> Int64? {
        let place = KnownSharedTags.Place(directory: directory, isCompilation: tags.isCompilation)
        if let known = shared.albums[place] { return known }
        let album = try findAlbum(of: tags, directory: directory)
        shared.albums[place] = .some(album)
        return album
    }

    private func findAlbum(of tags: MusicTags, directory: Int64) throws(DatabaseError) -> Int64? {
        guard let title = tags.album else { return nil }
        // An album whose files state no artist for it is one album of its directory, however many artists it has.
        let owner = tags.albumArtist.map(SearchText.folded) ?? (tags.isCompilation ? "" : "/\(directory)")
        let identity = tags[.releaseIdentifier] ?? "\(SearchText.folded(title))\u{0}\(owner)\u{0}\(tags.date ?? "")"
        let artist = tags.albumArtist ?? (tags.isCompilation ? nil : tags.artist)
        let known = try database.firstRow("SELECT id, artist, artist_is_stated FROM albums WHERE identity = ?", identity) {
            row throws(DatabaseError) in
            (id: try row.read(0) as Int64, artist: try row.read(1) as String?, isStated: try row.read(2) as Int64 == 1)
        }
        if let known {
            if !known.isStated, known.artist != artist, known.artist != nil {
                try database.run("UPDATE albums SET artist = NULL WHERE id = ?", known.id)
            }
            return known.id
        }
        try database.run(
            "INSERT INTO albums VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", identity, title, artist,
            Int64(tags.albumArtist == nil ? 0 : 1), Int64(tags.isCompilation ? 1 : 0),
            SearchText.sortForm(tags[.albumSort] ?? title), tags.date, tags[.releaseIdentifier])
        return database.connection.lastInsertedRow
    }

    /// The year that a date begins with; `nil` if it begins with none.
    static func year(_ date: String?) -> Int64? {
        let digits = date?.utf8.prefix { (0x30...0x39).contains($0) }
        guard let digits, digits.count == 4 else { return nil }
        return Int64(String(Substring(digits)))
    }
}
