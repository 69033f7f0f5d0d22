import Database
import MediaTypes

// The words of all search texts, each once. Most terms that nothing contains are typing mistakes and words to come, and the index of parts
// takes longest for them: it walks over every song that has any three characters of the term. Whether a word contains it is known at once.
extension LibraryStore {
    /// Notes the words of a song's texts. Words stay when songs go: a search then takes its time, and finds nothing.
    func noteWords(of texts: [[UInt8]]) throws(DatabaseError) {
        for text in texts {
            for word in text.split(whereSeparator: { !SearchText.isOfWord($0) }) where word.count >= SearchText.partLength {
                let word = Array(word)
                // Most words were there in the song before.
                guard knownWords.insert(word) else { continue }
                try database.run("INSERT OR IGNORE INTO vocabulary (word) VALUES (?)", UTF8Text(word))
                guard database.connection.changeCount > 0 else { continue }
                try database.run(
                    "INSERT INTO vocabulary_parts (rowid, word) VALUES (?, ?)", database.connection.lastInsertedRow,
                    UTF8Text(word))
            }
        }
    }

    /// Whether nothing contains one of these folded terms, so that no index has to be asked.
    func lacksAny(of terms: [String]) throws(DatabaseError) -> Bool {
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
