package import Database
package import MediaTypes

/// An address that stands for songs of the library: `album:Kind of Blue`, `artist:Nina Simone`, `genre:Jazz`, `year:1959`.
package struct LibraryAddress: Hashable, Sendable {
    package let kind: LibraryAddressKind
    package let name: String

    /// Reads an address; `nil` if the text is none.
    package init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let kind = LibraryAddressKind(word: text[..<colon]) else { return nil }
        let name = text[text.index(after: colon)...]
        guard !name.allSatisfy(\.isWhitespace) else { return nil }
        self.kind = kind
        self.name = String(name)
    }
}

extension LibraryStore {
    /// The songs that an address stands for, in the order in which they are played: album after album. Case and accents of the name do
    /// not matter. If nothing has exactly that name, everything whose name contains it counts.
    package func songs(of address: LibraryAddress, limit: Int) throws(DatabaseError) -> [LibrarySong] {
        switch address.kind {
        case .album:
            var albums: [(id: Int64, name: String)] = []
            try database.forEachRow("SELECT id, title FROM albums ORDER BY sort, date, id") { row throws(DatabaseError) in
                albums.append((try row.read(0), try row.read(1)))
            }
            return try songs(Self.matching(albums, address.name), limit: limit) { id throws(DatabaseError) in
                try tracks(ofAlbum: id, limit: limit)
            }
        case .year:
            guard let year = Int64(address.name.trimmingBlanks) else { return [] }
            return try list("WHERE songs.year = ?", year, limit: limit)
        // The artist of a whole album counts as one of its songs.
        case .named(.artist): return try songs(address.name, of: [.artist, .albumArtist], limit: limit)
        case .named(let tag): return try songs(address.name, of: [tag], limit: limit)
        }
    }

    private func songs(_ name: String, of tags: [SongTag], limit: Int) throws(DatabaseError) -> [LibrarySong] {
        // Numbers of this program.
        let roles = tags.compactMap { $0.definition.role.map(String.init) }.joined(separator: ", ")
        var names: [(id: Int64, name: String)] = []
        let sql = """
            SELECT id, name FROM names
            WHERE EXISTS (SELECT 1 FROM shared_names WHERE shared_names.name = names.id AND role IN (\(roles))) ORDER BY sort, id
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in names.append((try row.read(0), try row.read(1))) }
        var seen: Set<Int64> = []
        let found = try songs(Self.matching(names, name), limit: limit) { id throws(DatabaseError) in
            try list(
                "WHERE songs.shared IN (SELECT shared FROM shared_names WHERE name = ? AND role IN (\(roles)))", id, limit: limit)
        }
        return found.filter { seen.insert($0.id).inserted }
    }

    private func songs(
        _ ids: [Int64], limit: Int, _ read: (Int64) throws(DatabaseError) -> [LibrarySong]
    ) throws(DatabaseError) -> [LibrarySong] {
        var songs: [LibrarySong] = []
        for id in ids where songs.count < limit { songs += try read(id).prefix(limit - songs.count) }
        return songs
    }

    private func list(_ condition: String, _ value: Int64, limit: Int) throws(DatabaseError) -> [LibrarySong] {
        try readSongs(
            """
            LEFT JOIN albums ON albums.id = songs.album \(condition)
            ORDER BY albums.date, albums.sort, albums.id, disc_number, track_number, songs.name, songs.id LIMIT ?
            """, value, Int64(limit))
    }

    /// The ids of what has a name; if nothing has, of what contains it.
    private static func matching(_ named: [(id: Int64, name: String)], _ name: String) -> [Int64] {
        let wanted = SearchText.folded(name.trimmingBlanks)
        let folded = named.map { ($0.id, SearchText.folded($0.name)) }
        let equal = folded.filter { $0.1 == wanted }
        return (equal.isEmpty ? folded.filter { $0.1.contains(wanted) } : equal).map(\.0)
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(self[first...last])
    }
}
