package import Database

/// The folded texts of a song, in which a search looks, by the columns of `search_texts`.
struct SearchTexts {
    private(set) var title: UTF8Text?
    private(set) var artist: UTF8Text?
    private(set) var album: UTF8Text?
    private(set) var people: UTF8Text?
    private(set) var genre: UTF8Text?
    private(set) var name: UTF8Text?
    private(set) var other: UTF8Text?

    /// What is found in no field of its own. Without identifiers: nobody types one, and they would double the index.
    private static let others: Set<SongTag> = [
        .date, .originalDate, .track, .disc, .work, .titleSort, .artistSort, .albumSort, .albumArtistSort, .composerSort, .label,
        .movement, .movementNumber, .ensemble, .location, .grouping,
    ]

    /// Makes the texts of the shared tags.
    init(shared tags: SongTags) {
        artist = Self.folded([tags.shownArtist] + tags.all(.artist))
        album = Self.folded([tags[.album]])
        people = Self.folded(
            [tags.shownAlbumArtist] + tags.all(.albumArtist) + tags.all(.composer) + tags.all(.conductor) + tags.all(.performer))
        genre = Self.folded(tags.all(.genre))
        other = Self.folded(Self.others(tags) { $0.isShared })
    }

    /// Makes the texts of a song with the texts of its shared tags.
    init(name: [UInt8], _ tags: SongTags, _ shared: SearchTexts) {
        self = shared
        title = Self.folded([tags[.title]])
        self.name = Self.folded([String(decoding: name, as: UTF8.self)])
        if let own = Self.folded(Self.others(tags) { !$0.isShared }) {
            other = UTF8Text(own.bytes + (other.map { [UInt8(ascii: "\n")] + $0.bytes } ?? []))
        }
    }

    private static func others(_ tags: SongTags, _ isWanted: (SongTag) -> Bool) -> [String?] {
        var texts: [String?] = []
        unsafe tags.forEachValue { tag, value in
            if others.contains(tag), isWanted(tag) { texts.append(unsafe String(decoding: value, as: UTF8.self)) }
            return true
        }
        return texts
    }

    /// Returns the texts, each once, folded and one a line; `nil` if there is none.
    private static func folded(_ texts: [String?]) -> UTF8Text? {
        var kept: [String] = []
        // One artist is usually there as shown and in the list.
        for case let text? in texts where !kept.contains(text) { kept.append(text) }
        guard let first = kept.first else { return nil }
        return UTF8Text(Array(SearchText.folded(kept.count == 1 ? first : kept.joined(separator: "\n")).utf8))
    }
}

extension LibraryStore {
    /// The columns of `search_texts` and of both indices.
    private static let columns = SearchField.allCases.map(\.rawValue).joined(separator: ", ")

    /// Adds the texts of a song to the search index, or to its content only if the index is left behind.
    func addToIndex(_ id: Int64, _ texts: SearchTexts) throws(DatabaseError) {
        try noteIndexChange()
        try database.run(
            "INSERT OR REPLACE INTO search_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, texts.title, texts.artist, texts.album,
            texts.people, texts.genre, texts.name, texts.other)
        guard !isIndexBehind else { return }
        for table in ["search_parts", "search_words"] {
            try database.run(
                "INSERT INTO \(table) (rowid, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, texts.title, texts.artist,
                texts.album, texts.people, texts.genre, texts.name, texts.other)
        }
    }

    /// Removes a song from the search index and its content.
    func removeFromIndex(_ id: Int64) throws(DatabaseError) {
        try noteIndexChange()
        if !isIndexBehind {
            // FTS5 needs the texts that it has: the content is elsewhere.
            for table in ["search_parts", "search_words"] {
                try database.run(
                    """
                    INSERT INTO \(table) (\(table), rowid, \(Self.columns))
                    SELECT 'delete', id, \(Self.columns) FROM search_texts WHERE id = ?
                    """, id)
            }
        }
        try database.run("DELETE FROM search_texts WHERE id = ?", id)
    }

    private func noteIndexChange() throws(DatabaseError) {
        indexedCount += 1
        guard !isIndexBehind, indexedCount > Self.indexingLimit else { return }
        isIndexBehind = true
        // In the same transaction as the change: after a crash the index is made anew.
        try setState("index_is_behind", 1)
    }

    /// Makes the search index anew, if it was left behind, and forgets albums and names that no song has any more. To be called at
    /// the end of a scan; takes some 20 s for a million songs.
    /// - Parameter now: seconds since 1970.
    package func finishChanges(now: Double) throws(DatabaseError) {
        if indexedCount > 0 {
            try transaction { () throws(DatabaseError) in
                try setState("changed", Int64(now))
                try database.run("DELETE FROM albums WHERE NOT EXISTS (SELECT 1 FROM songs WHERE album = albums.id)")
                try database.run("DELETE FROM shared_tags WHERE NOT EXISTS (SELECT 1 FROM songs WHERE shared = shared_tags.id)")
                try database.run("DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM shared_names WHERE name = names.id)")
            }
        }
        if isIndexBehind { try rebuildIndex() }
        indexedCount = 0
    }

    /// Makes the tables of the search index anew, whatever is in them.
    func remakeIndex() throws(DatabaseError) {
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            for table in ["search_parts", "search_words"] {
                let sql: String? = try database.value("SELECT sql FROM sqlite_schema WHERE name = ?", table)
                guard let sql else { continue }
                try database.connection.execute("DROP TABLE \(table)")
                try database.connection.execute(sql)
            }
            try setState("index_is_behind", 1)
        }
        isIndexBehind = true
        try rebuildIndex()
    }

    func rebuildIndex() throws(DatabaseError) {
        // It takes long, and what the user makes meanwhile must not wait for it.
        try database.connection.transaction(.deferred) { () throws(DatabaseError) in
            for table in ["search_parts", "search_words"] {
                try database.run("INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
            }
            try setState("index_is_behind", 0)
        }
        isIndexBehind = false
    }
}
