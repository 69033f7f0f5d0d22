package import Database
package import MediaTypes

/// A part of a longer result, and the place from which on the next part is asked for.
package struct Page<Item: Sendable, Place: Sendable>: Sendable {
    package let items: [Item]
    /// `nil` if nothing comes after the part.
    package let next: Place?
}

extension LibraryStore {
    /// The most items of one part of a result.
    static let pageLimit = 1_000

    /// Returns ids of songs, ascending, whose tags contain each of the terms of `text`, whatever the case and the diacritics.
    ///
    /// A term of three characters or more is found anywhere in a text. A shorter one is found where words begin: there are too many
    /// places in which two letters stand side by side.
    /// - Parameters:
    ///   - field: the tag that has to have all terms; `nil` for any tags.
    ///   - place: the `next` of the part before; `nil` for the first part.
    package func search(
        _ text: String, in field: SearchField? = nil, after place: Int64? = nil, limit: Int = 100
    ) throws(DatabaseError) -> Page<Int64, Int64> {
        try completeIndex()
        return try indexed(text, in: field, after: place, limit: limit)
    }

    /// The same for an index that is complete.
    func indexed(
        _ text: String, in field: SearchField?, after place: Int64?, limit: Int
    ) throws(DatabaseError) -> Page<Int64, Int64> {
        let terms = SearchText.terms(text)
        let limit = max(1, min(limit, Self.pageLimit))
        guard !terms.isEmpty else { return Page(items: [], next: nil) }
        let column = field.map { "\($0.rawValue) : " } ?? ""
        let long = terms.filter { $0.unicodeScalars.count >= SearchText.partLength }
        let short = terms.filter { $0.unicodeScalars.count < SearchText.partLength }
        let longQuery = long.map { column + Self.quoted($0) }.joined(separator: " AND ")
        // A term without a letter or digit is no word, and would be a mistake in the query.
        let words = short.filter { $0.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
        let shortQuery = words.map { column + Self.quoted($0) + "*" }.joined(separator: " AND ")
        var ids: [Int64] = []
        let start = place ?? 0
        guard try !lacksAny(of: long) else { return Page(items: [], next: nil) }
        // Without a rank: to rank a term that many songs have, all of them would have to be looked at.
        if long.isEmpty {
            guard !words.isEmpty else { return Page(items: [], next: nil) }
            let sql = "SELECT rowid FROM search_words WHERE search_words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?"
            try database.forEachRow(sql, shortQuery, start, Int64(limit)) { row throws(DatabaseError) in
                ids.append(try row.read(0))
            }
        } else if words.isEmpty {
            let sql = "SELECT rowid FROM search_parts WHERE search_parts MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?"
            try database.forEachRow(sql, longQuery, start, Int64(limit)) { row throws(DatabaseError) in
                ids.append(try row.read(0))
            }
        } else {
            try searchBoth(longQuery, shortQuery, after: start, limit: limit) { ids.append($0) }
        }
        return Page(items: ids, next: ids.count < limit ? nil : ids.last)
    }

    /// The songs, in no order, whose texts may contain `text`: those that contain it are among them. `nil` if the index cannot tell: the text
    /// has no term of three characters, or the index lacks songs.
    ///
    /// Identifiers are no texts here.
    /// - Parameter field: the tag that has to have the text; `nil` for any.
    package func candidates(containing text: String, in field: SearchField?) throws(DatabaseError) -> [LibrarySong]? {
        let terms = SearchText.terms(text).filter { $0.unicodeScalars.count >= SearchText.partLength }
        guard !terms.isEmpty, try !isIndexBehindNow() else { return nil }
        guard try !lacksAny(of: terms) else { return [] }
        let column = field.map { "\($0.rawValue) : " } ?? ""
        let query = terms.map { column + Self.quoted($0) }.joined(separator: " AND ")
        return try readSongs("WHERE songs.id IN (SELECT rowid FROM search_parts WHERE search_parts MATCH ?)", query)
    }

    /// Walks both indices side by side, each past all that the other does not have.
    private func searchBoth(
        _ long: String, _ short: String, after start: Int64, limit: Int, found: (Int64) -> Void
    ) throws(DatabaseError) {
        var parts = IndexWalk("search_parts", long)
        var words = IndexWalk("search_words", short)
        // Any number may come in as the place.
        guard start < .max else { return }
        var (place, count) = (start + 1, 0)
        while count < limit {
            guard let part = try parts.first(from: place, in: database), let word = try words.first(from: part, in: database)
            else { return }
            if part == word {
                found(part)
                count += 1
            }
            guard part < .max else { return }
            place = part == word ? part + 1 : word
        }
    }

    /// A term as a string of FTS5, in which nothing has a meaning.
    static func quoted(_ term: String) -> String {
        var quoted = "\""
        for character in term.unicodeScalars {
            if character == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}

/// The ids that an index has for a query, ascending. They are read in blocks, because to begin a query takes as long as hundreds of its
/// ids.
private struct IndexWalk {
    private let sql: String
    private let query: String
    private var block: [Int64] = []
    /// The first id of the block that was not passed over.
    private var index = 0
    /// How many ids of the block were asked for, and not passed over.
    private var wantedCount = 0
    /// How many ids are read at once.
    private var size = 1
    private var isLast = false

    private static let largestSize = 1_024

    init(_ table: String, _ query: String) {
        sql = "SELECT rowid FROM \(table) WHERE \(table) MATCH ? AND rowid >= ? ORDER BY rowid LIMIT ?"
        self.query = query
    }

    /// The first id from `place` on, which is never before an earlier one; `nil` if there is none.
    mutating func first(from place: Int64, in database: CachedConnection) throws(DatabaseError) -> Int64? {
        while index < block.count, block[index] < place { index += 1 }
        if index == block.count {
            guard !isLast else { return nil }
            // The next block is larger if this one was needed, and smaller if most of it was passed over.
            size = wantedCount * 2 >= block.count ? min(size * 2, Self.largestSize) : max(1, wantedCount)
            (index, wantedCount) = (0, 0)
            block.removeAll(keepingCapacity: true)
            try database.forEachRow(sql, query, place, Int64(size)) { row throws(DatabaseError) in
                block.append(try row.integer(0))
            }
            isLast = block.count < size
        }
        guard index < block.count else { return nil }
        wantedCount += 1
        return block[index]
    }
}
