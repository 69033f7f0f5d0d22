package import Database
import MediaTypes

/// The folded texts of a song, in which a search looks, by the columns of `search_texts`.
struct SearchTexts {
    /// The text of each field, at its place among all of them.
    private let texts: [UTF8Text?]

    private init(_ lines: [Lines]) { texts = lines.map(\.text) }

    /// Makes the texts of the shared tags.
    init(shared tags: SongTags) {
        var lines = Lines.ofFields
        for shown in SongTag.allCases {
            guard let each = shown.definition.shows, let field = shown.definition.field, tags.all(each).count > 1 else {
                continue
            }
            if let text = tags.shown(shown, each) { lines[field.place].add(text) }
        }
        unsafe tags.forEachSharedValue { tag, value in
            if let field = tag.definition.field { unsafe lines[field.place].add(value) }
        }
        self.init(lines)
    }

    /// Makes the texts of the tags that a song does not share, and of the name of its file.
    init(own tags: SongTags, name: [UInt8]) {
        var lines = Lines.ofFields
        unsafe tags.forEachOwnValue { tag, value in
            if let field = tag.definition.field { unsafe lines[field.place].add(value) }
        }
        unsafe name.withUnsafeBufferPointer { unsafe lines[SearchField.name.place].add($0) }
        self.init(lines)
    }

    private init(texts: [UTF8Text?]) { self.texts = texts }

    /// The text of a column.
    func text(in field: SearchField) -> UTF8Text? { texts[field.place] }

    /// Returns these texts of a song together with those of its shared tags.
    func adding(_ shared: SearchTexts) -> SearchTexts {
        SearchTexts(
            texts: zip(texts, shared.texts).map { own, shared in
                guard let own, let shared else { return own ?? shared }
                return UTF8Text(own.bytes + [UInt8(ascii: "\n")] + shared.bytes)
            })
    }

    /// Folded texts, each once and one a line.
    private struct Lines {
        private var bytes: [UInt8] = []
        private var lines: [Range<Int>] = []

        /// Empty ones for each field.
        static let ofFields = [Lines](repeating: Lines(), count: SearchField.allCases.count)

        /// The lines; `nil` if there is none.
        var text: UTF8Text? { lines.isEmpty ? nil : UTF8Text(bytes) }

        mutating func add(_ text: String) {
            var text = text
            text.withUTF8 { unsafe add($0) }
        }

        mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
            let length = bytes.count
            if length > 0 { bytes.append(UInt8(ascii: "\n")) }
            let start = bytes.count
            unsafe SearchText.fold(text, into: &bytes)
            // One artist is usually there as shown and in the list.
            if lines.contains(where: { bytes[$0] == bytes[start...] }) {
                bytes.removeSubrange(length...)
            } else {
                lines.append(start..<bytes.count)
            }
        }
    }
}

/// Makes the texts of songs from what the database has of their tags. Those of the last shared tags are kept: the next song usually has
/// the same.
struct TextMaker {
    private var last: (id: Int64, texts: SearchTexts)?

    /// Makes the texts of a song.
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - own: the tags that the song does not share.
    ///   - shared: the id of those that it shares.
    mutating func texts(
        name: [UInt8], own: [UInt8], shared: Int64?, in store: LibraryStore
    ) throws(DatabaseError) -> SearchTexts {
        SearchTexts(own: SongTags(own: own, shared: []), name: name).adding(try texts(ofShared: shared, in: store))
    }

    /// Makes the texts of shared tags; none if there are no tags with that id.
    mutating func texts(ofShared id: Int64?, in store: LibraryStore) throws(DatabaseError) -> SearchTexts {
        guard let id else { return SearchTexts(shared: SongTags(own: [], shared: [])) }
        if let last, last.id == id { return last.texts }
        let tags: UTF8Text? = try store.database.value("SELECT tags FROM shared_tags WHERE id = ?", id)
        let texts = SearchTexts(shared: SongTags(own: [], shared: tags?.bytes ?? []))
        last = (id, texts)
        return texts
    }
}

extension LibraryStore {
    /// The indices of `search_texts`, and all that are indices of what is in other tables.
    private static let textIndices = ["search_parts", "search_words"]
    private static let indexTables = textIndices + ["vocabulary_parts"]

    /// The columns of `search_texts` and of both indices of it.
    static let textColumns = SearchField.allCases.map(\.rawValue).joined(separator: ", ")

    /// Adds the texts of a song to the search index, or to its content only if the index is left behind. A first scan, which nothing should
    /// hold up, adds them to neither: ``settle()`` does.
    func addToIndex(_ id: Int64, _ makeTexts: @autoclosure () -> SearchTexts) throws(DatabaseError) {
        try noteIndexChange()
        guard !isFirstScan else { return }
        let texts = makeTexts()
        try addTexts(id, texts)
        guard !isIndexBehind else { return }
        for table in Self.textIndices {
            try database.run("INSERT INTO \(table) (rowid, \(Self.textColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)") { values in
                values.add(id)
                for field in SearchField.allCases { values.add(texts.text(in: field)) }
            }
        }
    }

    /// Adds the texts of a song to the content of the index.
    private func addTexts(_ id: Int64, _ texts: SearchTexts) throws(DatabaseError) {
        // Not "OR REPLACE", for which SQLite keeps each page that a row touches.
        try database.run("INSERT INTO search_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)") { values in
            values.add(id)
            for field in SearchField.allCases { values.add(texts.text(in: field)) }
        }
        try noteWords(of: SearchField.allCases.compactMap { texts.text(in: $0)?.bytes }, isIndexed: !isIndexBehind)
    }

    /// Adds the texts of songs that have none, each block in a transaction of its own: what is there stays, whatever ends this.
    /// - Returns: whether all songs have texts.
    private func addMissingTexts(while isWanted: () -> Bool) throws(DatabaseError) -> Bool {
        var maker = TextMaker()
        var (last, count) = (Int64.min, Self.blockSize)
        while count == Self.blockSize {
            guard isWanted() else { return false }
            try indexing(noting: "index_is_behind") { () throws(DatabaseError) in
                var new: [(id: Int64, texts: SearchTexts)] = []
                let sql = """
                    SELECT songs.id, songs.name, songs.tags, songs.shared FROM songs
                    LEFT JOIN search_texts ON search_texts.id = songs.id
                    WHERE songs.id > ? AND search_texts.id IS NULL ORDER BY songs.id LIMIT ?
                    """
                try database.forEachRow(sql, last, Self.blockSize) { row throws(DatabaseError) in
                    let texts = try maker.texts(
                        name: try row.bytes(1), own: try row.utf8(2), shared: try row.integerIfAny(3), in: self)
                    new.append((try row.integer(0), texts))
                }
                for (id, texts) in new { try addTexts(id, texts) }
                (last, count) = (new.last?.id ?? .max, Int64(new.count))
            }
        }
        return true
    }

    /// Runs `body`, which changes texts, words or an index, as one transaction of the database of the files alone: what the user makes
    /// meanwhile must not wait for it.
    /// - Parameter state: what is noted to be unfinished.
    func indexing(noting state: String, _ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        knownWords = KnownWords()
        defer { knownWords = KnownWords() }
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            // Writes at first: a transaction that has begun by reading may not write any more once somebody else has written.
            try setState(state, 1)
            try body()
        }
    }

    /// Removes a song from the search index and its content.
    func removeFromIndex(_ id: Int64) throws(DatabaseError) {
        try noteIndexChange()
        if !isIndexBehind {
            // FTS5 needs the texts that it has: the content is elsewhere.
            for table in Self.textIndices {
                try database.run(
                    """
                    INSERT INTO \(table) (\(table), rowid, \(Self.textColumns))
                    SELECT 'delete', id, \(Self.textColumns) FROM search_texts WHERE id = ?
                    """, id)
            }
        }
        try database.run("DELETE FROM search_texts WHERE id = ?", id)
    }

    private func noteIndexChange() throws(DatabaseError) {
        indexedCount += 1
        guard !isIndexBehind, isFirstScan || indexedCount > Self.indexingLimit else { return }
        isIndexBehind = true
        // In the same transaction as the change: after a crash the index is known to lack songs, and is made anew after the next scan.
        try setState("index_is_behind", 1)
    }

    /// Forgets albums and names that no song has any more. To be called at the end of a scan.
    /// - Parameter now: seconds since 1970.
    package func finishChanges(now: Double) throws(DatabaseError) {
        if indexedCount > 0 || havePlaylistsChanged {
            try transaction { () throws(DatabaseError) in
                try setState("changed", Int64(now))
                guard indexedCount > 0 else { return }
                try database.run("DELETE FROM albums WHERE NOT EXISTS (SELECT 1 FROM songs WHERE album = albums.id)")
                try database.run("DELETE FROM shared_tags WHERE NOT EXISTS (SELECT 1 FROM songs WHERE shared = shared_tags.id)")
                try database.run("DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM shared_names WHERE name = names.id)")
            }
        }
        (indexedCount, isFirstScan, havePlaylistsChanged) = (0, false, false)
    }

    /// Does what nobody waits for after scans: makes texts and search index where they were left behind, moves the log of the database into
    /// it, and takes back what ``beginScan()`` has prepared. The index alone takes some 20 s for a million songs. Until then, a search looks
    /// at every song.
    /// - Parameter isWanted: whether to go on. If not, texts that are missing are made the next time.
    package func settle(while isWanted: () -> Bool = { true }) throws(DatabaseError) {
        if try isIndexBehindNow() {
            try rebuildIndex(while: isWanted)
        } else if try isVocabularyBehindNow() {
            try completeVocabulary(while: isWanted)
        }
        try endScan()
    }

    /// Makes the tables of the search index anew, whatever is in them.
    func remakeIndex() throws(DatabaseError) {
        try indexing(noting: "index_is_behind") { () throws(DatabaseError) in
            for table in Self.indexTables {
                let sql: String? = try database.value("SELECT sql FROM sqlite_schema WHERE name = ?", table)
                guard let sql else { continue }
                try database.connection.execute("DROP TABLE \(table)")
                try database.connection.execute(sql)
            }
        }
        isIndexBehind = true
        try rebuildIndex()
    }

    func rebuildIndex(while isWanted: () -> Bool = { true }) throws(DatabaseError) {
        guard try addMissingTexts(while: isWanted) else { return }
        if try isVocabularyBehindNow() {
            guard try noteAllWords(while: isWanted) else { return }
        }
        // Nothing ends the rest before its time.
        guard isWanted() else { return }
        try indexing(noting: "index_is_behind") { () throws(DatabaseError) in
            for table in Self.indexTables { try rebuild(table) }
            try setState("index_is_behind", 0)
            try setState("vocabulary_is_behind", 0)
        }
        isIndexBehind = false
    }

    /// Makes an index anew from what it is an index of.
    func rebuild(_ table: String) throws(DatabaseError) {
        try database.run("INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
    }
}

extension SearchField {
    /// The place in ``allCases``.
    fileprivate var place: Int {
        switch self {
        case .title: 0
        case .artist: 1
        case .album: 2
        case .people: 3
        case .genre: 4
        case .name: 5
        case .other: 6
        }
    }
}
