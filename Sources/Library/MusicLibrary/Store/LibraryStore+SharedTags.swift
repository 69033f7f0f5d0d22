package import Database
import MediaTypes

/// What is known of the shared tags that were written last: most songs have those of the song before. It counts within one transaction.
struct KnownSharedTags {
    /// The shared tags of one combination.
    final class Entry {
        let id: Int64
        /// The albums of its songs, by directory and whether the files say that it is a compilation.
        var albums: [Place: Int64?] = [:]
        /// Their texts in the search index.
        private(set) lazy var texts = SearchTexts(shared: tags)
        private let tags: SongTags

        init(id: Int64, _ tags: SongTags) {
            self.id = id
            self.tags = tags
        }
    }

    /// What makes an album beside the shared tags.
    struct Place: Hashable {
        let directory: Int64
        let isCompilation: Bool
    }

    private var entries: [[UInt8]: Entry] = [:]
    /// The entry that was asked for last: comparing its tags takes less time than hashing them.
    private var last: (tags: [UInt8], entry: Entry)?

    /// More than the albums that are read at once.
    private static let limit = 64

    /// The entry of shared tags; `nil` if it is not kept.
    mutating func entry(of tags: [UInt8]) -> Entry? {
        if let last, last.tags == tags { return last.entry }
        guard let entry = entries[tags] else { return nil }
        last = (tags, entry)
        return entry
    }

    /// Keeps an entry.
    mutating func keep(_ entry: Entry, of tags: [UInt8]) {
        if entries.count >= Self.limit { entries = [:] }
        entries[tags] = entry
        last = (tags, entry)
    }
}

// The tags that the songs of an album have in common.
extension LibraryStore {
    /// Returns the row with the shared tags of a song, which is made with its names if it is new.
    func sharedTags(of tags: SongTags) throws(DatabaseError) -> KnownSharedTags.Entry {
        if let known = knownSharedTags.entry(of: tags.shared) { return known }
        let id: Int64
        let text = UTF8Text(tags.shared)
        if let known: Int64 = try database.value("SELECT id FROM shared_tags WHERE tags = ?", text) {
            id = known
        } else {
            try database.run("INSERT INTO shared_tags VALUES (NULL, ?)", text)
            id = database.connection.lastInsertedRow
            try writeNames(of: tags, shared: id)
        }
        let entry = KnownSharedTags.Entry(id: id, tags)
        knownSharedTags.keep(entry, of: tags.shared)
        return entry
    }

    private func writeNames(of tags: SongTags, shared: Int64) throws(DatabaseError) {
        for tag in SongTag.named {
            let names = tags.all(tag)
            guard !names.isEmpty, let role = tag.definition.role else { continue }
            let sortForm = SongTag.allCases.first { $0.definition.sorts == tag }.flatMap { tags[$0] }
            for (position, name) in names.enumerated() {
                // The sort form is of the whole list: it is that of a name only if the name is alone.
                try database.run(
                    "INSERT INTO shared_names VALUES (?, ?, ?, ?)", shared, role, Int64(position),
                    try identifier(ofName: name, sort: names.count == 1 ? sortForm : nil))
            }
        }
    }

    private func identifier(ofName name: String, sort: String?) throws(DatabaseError) -> Int64 {
        if let known: Int64 = try database.value("SELECT id FROM names WHERE name = ?", name) { return known }
        try database.run("INSERT INTO names VALUES (NULL, ?, ?)", name, SearchText.sortForm(sort ?? name))
        return database.connection.lastInsertedRow
    }

    /// Calls `body` with each combination of shared tags. One of which the last song was removed may be among them while a scan runs.
    package func forEachSharedTags(_ body: (SongTags) -> Void) throws(DatabaseError) {
        try database.forEachRow("SELECT tags FROM shared_tags") { row throws(DatabaseError) in
            body(SongTags(own: [], shared: try row.utf8(0)))
        }
    }

    /// Calls `body` with each song whose shared tags are wanted, in no order.
    package func forEachSong(
        sharing isWanted: (SongTags) -> Bool, _ body: (LibrarySong) -> Void
    ) throws(DatabaseError) {
        try reading { () throws(DatabaseError) in
            var wanted: [Int64] = []
            try database.forEachRow("SELECT id, tags FROM shared_tags") { row throws(DatabaseError) in
                if isWanted(SongTags(own: [], shared: try row.utf8(1))) { wanted.append(try row.integer(0)) }
            }
            for shared in wanted {
                try forEachSong("WHERE songs.shared = ?", shared) { song throws(DatabaseError) in body(song) }
            }
        }
    }

    /// Calls `body` with each combination of shared tags, the number of its songs and how many milliseconds they last.
    package func forEachSharedTagsCounted(
        _ body: (_ tags: SongTags, _ songCount: Int64, _ milliseconds: Int64) -> Void
    ) throws(DatabaseError) {
        let sql = """
            SELECT shared_tags.tags, count(*), coalesce(sum(songs.milliseconds), 0) FROM songs
            JOIN shared_tags ON shared_tags.id = songs.shared GROUP BY songs.shared
            """
        try database.forEachRow(sql) { row throws(DatabaseError) in
            body(SongTags(own: [], shared: try row.utf8(0)), try row.integer(1), try row.integer(2))
        }
    }
}
