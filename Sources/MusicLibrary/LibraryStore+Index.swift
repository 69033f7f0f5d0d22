package import Database
import TagReading

extension LibraryStore {
    /// The folded texts of a song, by the columns of `search_texts`.
    private struct Texts: Equatable {
        var columns: [String?]

        init(_ columns: [String?]) { self.columns = columns }

        init(_ song: ScannedSong) {
            let tags = song.file.tags
            func list(_ names: [String?]) -> String? {
                // One artist is usually there as shown and in the list.
                var kept: [String] = []
                for name in names.compactMap({ $0 }) where !kept.contains(name) { kept.append(name) }
                return kept.isEmpty ? nil : SearchText.folded(kept.joined(separator: "\n"))
            }
            columns = [
                tags.title.map(SearchText.folded), list([tags.artist] + tags.artists), tags.album.map(SearchText.folded),
                list([tags.albumArtist] + tags.albumArtists + tags.composers + tags.conductors + tags.performers),
                list(tags.genres), SearchText.folded(String(decoding: song.name, as: UTF8.self)), list(Self.others(tags)),
            ]
        }

        /// What is found in no field of its own. Without identifiers: nobody types one, and they would double the index.
        private static func others(_ tags: MusicTags) -> [String?] {
            [
                tags.date, tags.originalDate, tags.track, tags.disc, tags.work, tags.titleSort, tags.artistSort, tags.albumSort,
                tags.albumArtistSort, tags.composerSort,
            ] + tags.labels + SongTags.further.flatMap { tags.further[$0.0] ?? [] }
        }
    }

    /// The columns of `search_texts` and of both indices.
    private static let columns = SearchField.allCases.map(\.rawValue).joined(separator: ", ")

    /// Adds the texts of a song to the search index, or to its content only if the index is left behind.
    func addToIndex(_ id: Int64, _ song: ScannedSong) throws(DatabaseError) {
        try noteIndexChange()
        let texts = Texts(song).columns
        try database.run(
            "INSERT OR REPLACE INTO search_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, texts[0], texts[1], texts[2], texts[3],
            texts[4], texts[5], texts[6])
        guard !isIndexBehind else { return }
        for table in ["search_parts", "search_words"] {
            try database.run(
                "INSERT INTO \(table) (rowid, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", id, texts[0], texts[1], texts[2],
                texts[3], texts[4], texts[5], texts[6])
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
                try database.run("DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM song_names WHERE name = names.id)")
            }
        }
        if isIndexBehind { try rebuildIndex() }
        indexedCount = 0
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
