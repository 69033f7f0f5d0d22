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
        name: [UInt8], own: [UInt8], shared: Int64, in store: LibraryStore
    ) throws(DatabaseError) -> SearchTexts {
        SearchTexts(own: SongTags(own: own, shared: []), name: name).adding(try texts(ofShared: shared, in: store))
    }

    private mutating func texts(ofShared id: Int64, in store: LibraryStore) throws(DatabaseError) -> SearchTexts {
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
    private static let textColumns = SearchField.allCases.map(\.rawValue).joined(separator: ", ")

    /// Up to this number of changed songs in a scan, the index follows each.
    private static let indexingLimit = 2_000
    /// Up to this number of songs in a scan, and up to a tenth of all, each is taken out of the index.
    private static let unindexingLimit = 1_000

    /// Whether the search index lacks songs. A scan on another connection may have left them for later.
    func isIndexBehindNow() throws(DatabaseError) -> Bool { try state("index_is_behind") == 1 }

    /// Adds a song to the search index, or leaves it for ``completeIndex(while:)``: a first scan, which nothing should hold up, leaves all
    /// songs, and another one those behind the first thousands. A song is in the index if it has texts.
    func addToIndex(_ id: Int64, _ makeTexts: @autoclosure () -> SearchTexts) throws(DatabaseError) {
        changeCount += 1
        if isFirstScan || changeCount > Self.indexingLimit { try leaveIndexBehind() } else { try index(id, makeTexts()) }
    }

    /// Notes that songs are missing in the index, in the same transaction as their change: it counts after a crash, too.
    private func leaveIndexBehind() throws(DatabaseError) {
        guard !isIndexBehind else { return }
        try setState("index_is_behind", 1)
        isIndexBehind = true
    }

    private func index(_ id: Int64, _ texts: SearchTexts) throws(DatabaseError) {
        for table in ["search_texts"] + Self.textIndices {
            // Not "OR REPLACE", for which SQLite keeps each page that a row touches.
            try database.run("INSERT INTO \(table) (rowid, \(Self.textColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)") { values in
                values.add(id)
                for field in SearchField.allCases { values.add(texts.text(in: field)) }
            }
        }
        try noteWords(of: SearchField.allCases.compactMap { texts.text(in: $0)?.bytes })
    }

    /// Removes a song from the search index, where it may be.
    func removeFromIndex(_ id: Int64) throws(DatabaseError) {
        (changeCount, unindexedCount) = (changeCount + 1, unindexedCount + 1)
        // To take a song out takes ten times as long as to put one in.
        if unindexedCount > Self.unindexingLimit, unindexedCount > (try mostSongs()) / 10 { return try emptyIndex() }
        // FTS5 needs the texts that it has: the content is elsewhere.
        for table in Self.textIndices {
            try database.run(
                """
                INSERT INTO \(table) (\(table), rowid, \(Self.textColumns))
                SELECT 'delete', id, \(Self.textColumns) FROM search_texts WHERE id = ?
                """, id)
        }
        try database.run("DELETE FROM search_texts WHERE id = ?", id)
    }

    /// Takes all songs out of the search index.
    private func emptyIndex() throws(DatabaseError) {
        guard try database.value("SELECT EXISTS (SELECT 1 FROM search_texts)", as: Int64.self) == 1 else { return }
        for table in Self.textIndices { try database.run("INSERT INTO \(table) (\(table)) VALUES ('delete-all')") }
        try database.run("DELETE FROM search_texts")
        try leaveIndexBehind()
    }

    /// Forgets albums and names that no song has any more. To be called at the end of a scan.
    /// - Parameter now: seconds since 1970.
    package func finishChanges(now: Double) throws(DatabaseError) {
        if changeCount > 0 || havePlaylistsChanged {
            try transaction { () throws(DatabaseError) in
                try setState("changed", Int64(now))
                guard changeCount > 0 else { return }
                try database.run("DELETE FROM albums WHERE NOT EXISTS (SELECT 1 FROM songs WHERE album = albums.id)")
                try database.run("DELETE FROM shared_tags WHERE NOT EXISTS (SELECT 1 FROM songs WHERE shared = shared_tags.id)")
                try database.run("DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM shared_names WHERE name = names.id)")
            }
        }
        (changeCount, unindexedCount, isFirstScan, havePlaylistsChanged) = (0, 0, false, false)
    }

    /// Does what nobody waits for after scans: completes the search index, moves the log of the database into it, and takes back what
    /// ``beginScan()`` has prepared.
    /// - Parameter isWanted: whether to go on. If not, songs that are missing in the index are added by the next search, or the next time.
    package func settle(while isWanted: () -> Bool = { true }) throws(DatabaseError) {
        try completeIndex(while: isWanted)
        try endScan()
    }

    /// Adds the songs to the search index that scans have left for later, each block in a transaction of its own: what is there stays, whatever
    /// ends this. It takes less than a second for 20,000 songs.
    func completeIndex(while isWanted: () -> Bool = { true }) throws(DatabaseError) {
        let sql = """
            SELECT songs.id, songs.name, songs.tags, songs.shared FROM songs LEFT JOIN search_texts ON search_texts.id = songs.id
            WHERE songs.id > ? AND search_texts.id IS NULL ORDER BY songs.id LIMIT ?
            """
        var last = Int64.min
        while try isIndexBehindNow(), isWanted() {
            try writingFiles { () throws(DatabaseError) in
                var maker = TextMaker()
                var missing: [(id: Int64, texts: SearchTexts)] = []
                try database.forEachRow(sql, last, Self.blockSize) { row throws(DatabaseError) in
                    let texts = try maker.texts(
                        name: try row.bytes(1), own: try row.utf8(2), shared: try row.integer(3), in: self)
                    missing.append((try row.integer(0), texts))
                }
                for (id, texts) in missing { try index(id, texts) }
                // A scan may have left further ones meanwhile, with any ids.
                if missing.isEmpty, last == .min {
                    try setState("index_is_behind", 0)
                    isIndexBehind = false
                }
                last = missing.last?.id ?? .min
            }
        }
    }

    /// Makes the tables of the search index anew from the texts, whatever is in them.
    func remakeIndex() throws(DatabaseError) {
        try writingFiles { () throws(DatabaseError) in
            for table in Self.indexTables {
                let sql: String? = try database.value("SELECT sql FROM sqlite_schema WHERE name = ?", table)
                guard let sql else { continue }
                try database.connection.execute("DROP TABLE \(table)")
                try database.connection.execute(sql)
                try database.run("INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
            }
        }
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
