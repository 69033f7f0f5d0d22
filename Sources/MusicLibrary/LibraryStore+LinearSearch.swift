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
        _ parts: [String], beginnings: [String], in field: SearchField?, after place: Int64, limit: Int
    ) throws(DatabaseError) -> [Int64] {
        let terms = parts.map { TextTerm(part: $0) } + beginnings.map { TextTerm(beginning: $0) }
        let columns = (field.map { [$0] } ?? SearchField.allCases).map(\.rawValue)
        let sql = "SELECT id, \(columns.joined(separator: ", ")) FROM search_texts WHERE id > ? ORDER BY id LIMIT ?"
        var (found, last, count): ([Int64], Int64, Int64) = ([], place, Self.blockSize)
        while count == Self.blockSize, found.count < limit {
            count = 0
            try database.forEachRow(sql, last, Self.blockSize) { row throws(DatabaseError) in
                last = try row.integer(0)
                count += 1
                guard found.count < limit else { return }
                var texts: [UTF8Text] = []
                for column in 1...columns.count {
                    if let text: UTF8Text = try row.read(column) { texts.append(text) }
                }
                if terms.allSatisfy({ term in texts.contains { term.isIn($0.bytes) } }) { found.append(last) }
            }
        }
        return found
    }
}

/// A term that is looked for in texts.
private struct TextTerm {
    private let bytes: [UInt8]
    private let isBeginning: Bool

    init(part: String) { (bytes, isBeginning) = (Array(part.utf8), false) }

    /// - Parameter beginning: one word with up to two letters and digits; what else is in it separates words.
    init(beginning: String) {
        let word = String(String.UnicodeScalarView(beginning.unicodeScalars.filter(Self.isOfWord)))
        (bytes, isBeginning) = (Array(word.utf8), true)
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

    /// Whether a text, in UTF-8, has the term.
    func isIn(_ text: [UInt8]) -> Bool {
        guard let first = bytes.first, text.count >= bytes.count else { return false }
        for start in 0...text.count - bytes.count where text[start] == first {
            guard text[start..<start + bytes.count] == bytes[...] else { continue }
            if !isBeginning || !Self.endsInWord(text[..<start]) { return true }
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
