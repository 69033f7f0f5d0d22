import Database

// A search while the index is left behind: it looks at the texts of every song, and finds the same.
extension LibraryStore {
    /// How many songs are read at once.
    private static let blockSize: Int64 = 1_000

    /// Whether the index lacks songs, so that a search has to look at the texts themselves. A scan on another connection may have left it
    /// behind.
    func isIndexBehindNow() throws(DatabaseError) -> Bool { try state("index_is_behind") == 1 }

    /// Returns ids of songs, ascending, whose texts have all of some terms.
    /// - Parameters:
    ///   - parts: folded terms that are found anywhere in a text.
    ///   - beginnings: folded terms that are found where words begin.
    ///   - field: the tag that has to have all terms; `nil` for any tags.
    ///   - place: the id behind which the songs begin.
    func searchTexts(
        _ parts: [String], beginnings: [String] = [], in field: SearchField?, after place: Int64, limit: Int = .max
    ) throws(DatabaseError) -> [Int64] {
        let columns = (field.map { [$0] } ?? SearchField.allCases).map(\.rawValue)
        // SQLite finds parts several times as fast as it gives the texts. The first two parameters are those of the end.
        let conditions = parts.indices.map { index in
            " AND (" + columns.map { "instr(\($0), ?\(index + 3))" }.joined(separator: " OR ") + ")"
        }
        let texts = beginnings.isEmpty ? "" : ", " + columns.joined(separator: ", ")
        let sql = "SELECT id\(texts) FROM search_texts WHERE id > ?1\(conditions.joined()) ORDER BY id LIMIT ?2"
        let words = beginnings.map { WordBeginning($0) }
        var (found, last, count): ([Int64], Int64, Int64) = ([], place, Self.blockSize)
        while count == Self.blockSize, found.count < limit {
            let start = last
            count = 0
            try database.forEachRow(sql) { values in
                values.add(start)
                values.add(Self.blockSize)
                for part in parts { values.add(UTF8Text(Array(part.utf8))) }
            } body: { row throws(DatabaseError) in
                last = try row.integer(0)
                count += 1
                guard found.count < limit else { return }
                if !words.isEmpty {
                    var texts: [UTF8Text] = []
                    for column in 1...columns.count {
                        if let text: UTF8Text = try row.read(column) { texts.append(text) }
                    }
                    guard words.allSatisfy({ word in texts.contains { word.isIn($0.bytes) } }) else { return }
                }
                found.append(last)
            }
        }
        return found
    }
}

/// A term that is looked for where words begin.
private struct WordBeginning {
    private let bytes: [UInt8]

    /// - Parameter term: one word with up to two letters and digits; what else is in it separates words.
    init(_ term: String) {
        bytes = Array(String(String.UnicodeScalarView(term.unicodeScalars.filter(Self.isOfWord))).utf8)
    }

    /// Whether a character is part of a word, as the index sees it.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// Whether a text, in UTF-8, has a word that begins with the term.
    func isIn(_ text: [UInt8]) -> Bool {
        guard let first = bytes.first, text.count >= bytes.count else { return false }
        for start in 0...text.count - bytes.count where text[start] == first {
            guard text[start..<start + bytes.count] == bytes[...] else { continue }
            if !Self.endsInWord(text[..<start]) { return true }
        }
        return false
    }

    /// Whether the last character of a text is part of a word.
    private static func endsInWord(_ text: ArraySlice<UInt8>) -> Bool {
        // A character has up to four bytes, and only the first does not have the top bits 10.
        guard let first = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
        return String(decoding: text[first...], as: UTF8.self).unicodeScalars.last.map(isOfWord) ?? false
    }
}
