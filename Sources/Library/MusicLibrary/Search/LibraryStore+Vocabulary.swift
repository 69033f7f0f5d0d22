import Database
import MediaTypes

// The words of all search texts, each once. Most terms that nothing contains are typing mistakes and words to come, and the index of parts
// takes longest for them: it walks over every song that has any three characters of the term. Whether a word contains it is known at once.
extension LibraryStore {
    /// Whether words may be missing: those of songs that an earlier version has written, until they are noted.
    func isVocabularyBehindNow() throws(DatabaseError) -> Bool { try state("vocabulary_is_behind") == 1 }

    /// Notes the words of a song's texts. Words stay when songs go: a search then takes its time, and finds nothing.
    /// - Parameter isIndexed: whether the index of words follows; otherwise it has to be made anew.
    func noteWords(of texts: [[UInt8]], isIndexed: Bool) throws(DatabaseError) {
        for text in texts {
            for word in text.split(whereSeparator: { !SearchText.isOfWord($0) }) where word.count >= SearchText.partLength {
                let word = Array(word)
                // Most words were there in the song before.
                guard knownWords.insert(word) else { continue }
                try database.run("INSERT OR IGNORE INTO vocabulary (word) VALUES (?)", UTF8Text(word))
                guard isIndexed, database.connection.changeCount > 0 else { continue }
                try database.run(
                    "INSERT INTO vocabulary_parts (rowid, word) VALUES (?, ?)", database.connection.lastInsertedRow,
                    UTF8Text(word))
            }
        }
    }

    /// Notes the words of all texts, each block of them in a transaction of its own.
    /// - Returns: whether it was not ended before.
    func noteAllWords(while isWanted: () -> Bool) throws(DatabaseError) -> Bool {
        let sql = "SELECT id, \(Self.textColumns) FROM search_texts WHERE id > ? ORDER BY id LIMIT ?"
        var (last, count) = (Int64.min, Self.blockSize)
        while count == Self.blockSize {
            guard isWanted() else { return false }
            try indexing(noting: "vocabulary_is_behind") { () throws(DatabaseError) in
                count = 0
                var texts: [[UInt8]] = []
                try database.forEachRow(sql, last, Self.blockSize) { row throws(DatabaseError) in
                    (last, count) = (try row.integer(0), count + 1)
                    for column in 1...SearchField.allCases.count {
                        if let text: UTF8Text = try row.read(column) { texts.append(text.bytes) }
                    }
                }
                try noteWords(of: texts, isIndexed: false)
            }
        }
        return true
    }

    /// Makes the vocabulary of a library whose index is not behind.
    func completeVocabulary(while isWanted: () -> Bool) throws(DatabaseError) {
        guard try noteAllWords(while: isWanted), isWanted() else { return }
        try indexing(noting: "vocabulary_is_behind") { () throws(DatabaseError) in
            try rebuild("vocabulary_parts")
            try setState("vocabulary_is_behind", 0)
        }
    }

    /// Whether nothing contains one of these folded terms, so that no index has to be asked. The index must not be behind.
    func lacksAny(of terms: [String]) throws(DatabaseError) -> Bool {
        guard try !isVocabularyBehindNow() else { return false }
        for term in terms where term.utf8.allSatisfy(SearchText.isOfWord) {
            let sql = "SELECT EXISTS (SELECT 1 FROM vocabulary_parts WHERE vocabulary_parts MATCH ?)"
            if try database.value(sql, Self.quoted(term), as: Int64.self) == 0 { return true }
        }
        return false
    }
}

/// Words that are surely in the vocabulary, within one transaction: a failed one takes its words back.
struct KnownWords {
    private var words: Set<[UInt8]> = []

    /// The most that are kept, and the longest in bytes.
    private static let (limit, longest) = (20_000, 64)

    /// Adds a word. Returns whether it was not there, as far as is known.
    mutating func insert(_ word: [UInt8]) -> Bool {
        guard word.count <= Self.longest else { return true }
        if words.count >= Self.limit { words = [] }
        return words.insert(word).inserted
    }
}
