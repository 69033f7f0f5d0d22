import Database
import MediaTypes

// A search while the index is left behind: it looks at the texts of every song, and finds the same. If a first scan has left the texts of
// a song for later, the search makes them of the song's tags.
extension LibraryStore {
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
        let fields = field.map { [$0] } ?? SearchField.allCases
        let columns = fields.map(\.rawValue)
        // SQLite finds parts several times as fast as it gives the texts. The first two parameters are those of the end. Songs of a first
        // scan have no texts yet.
        let conditions = parts.indices.map { index in
            "(" + columns.map { "instr(search_texts.\($0), ?\(index + 3))" }.joined(separator: " OR ") + ")"
        }
        let hasTexts = (["search_texts.id IS NOT NULL"] + conditions).joined(separator: " AND ")
        let texts = beginnings.isEmpty ? "" : columns.map { ", search_texts.\($0)" }.joined()
        let sql = """
            SELECT songs.id, search_texts.id, songs.name, songs.tags, songs.shared\(texts) FROM songs
            LEFT JOIN search_texts ON search_texts.id = songs.id
            WHERE songs.id > ?1 AND (search_texts.id IS NULL OR \(hasTexts)) ORDER BY songs.id LIMIT ?2
            """
        let condition = TextCondition(parts: parts.map { Array($0.utf8) }, words: beginnings.map { WordBeginning($0) })
        var ofTags = TagCondition(condition, fields)
        var (found, last, count): ([Int64], Int64, Int64) = ([], place, Self.blockSize)
        while count == Self.blockSize, found.count < limit {
            let start = last
            count = 0
            try database.forEachRow(sql) { values in
                values.add(start)
                values.add(Self.blockSize)
                for part in condition.parts { values.add(UTF8Text(part)) }
            } body: { row throws(DatabaseError) in
                last = try row.integer(0)
                count += 1
                guard found.count < limit else { return }
                if try row.integerIfAny(1) == nil {
                    let isFound = try ofTags.holds(
                        name: try row.bytes(2), own: try row.utf8(3), shared: try row.integerIfAny(4), in: self)
                    guard isFound else { return }
                } else if !condition.words.isEmpty {
                    var texts: [UTF8Text] = []
                    for column in columns.indices {
                        if let text: UTF8Text = try row.read(Self.firstText + column) { texts.append(text) }
                    }
                    guard condition.hasWords(texts) else { return }
                }
                found.append(last)
            }
        }
        return found
    }

    /// The number of the first column with a text.
    private static let firstText = 5
}

/// What the texts of a song have to contain.
private struct TextCondition {
    let parts: [[UInt8]]
    let words: [WordBeginning]

    func hasParts(_ texts: [UTF8Text]) -> Bool {
        parts.allSatisfy { part in texts.contains { $0.bytes.contains(part: part) } }
    }

    func hasWords(_ texts: [UTF8Text]) -> Bool {
        words.allSatisfy { word in texts.contains { word.isIn($0.bytes) } }
    }
}

/// The same for songs that have no texts yet, by their tags.
private struct TagCondition {
    private let condition: TextCondition
    private let fields: [SearchField]
    private let terms: [[UInt8]]
    private var maker = TextMaker()
    /// The shared tags of the song before, and the terms that their texts do not contain.
    private var shared: (id: Int64?, missing: [[UInt8]])?
    private var folded: [UInt8] = []

    init(_ condition: TextCondition, _ fields: [SearchField]) {
        self.condition = condition
        self.fields = fields
        terms = condition.parts + condition.words.map(\.bytes)
    }

    mutating func holds(
        name: [UInt8], own: [UInt8], shared: Int64?, in store: LibraryStore
    ) throws(DatabaseError) -> Bool {
        // Most songs are ruled out before texts are made of their tags, which takes several times as long.
        let missing = try missing(fromShared: shared, in: store)
        if !missing.isEmpty {
            folded.removeAll(keepingCapacity: true)
            unsafe own.withUnsafeBufferPointer { unsafe SearchText.fold($0, into: &folded) }
            folded.append(UInt8(ascii: "\n"))
            unsafe name.withUnsafeBufferPointer { unsafe SearchText.fold($0, into: &folded) }
            guard missing.allSatisfy({ folded.contains(part: $0) }) else { return false }
        }
        let all = try maker.texts(name: name, own: own, shared: shared, in: store)
        let texts = fields.compactMap { all.text(in: $0) }
        return condition.hasParts(texts) && condition.hasWords(texts)
    }

    private mutating func missing(fromShared id: Int64?, in store: LibraryStore) throws(DatabaseError) -> [[UInt8]] {
        if let shared, shared.id == id { return shared.missing }
        let all = try maker.texts(ofShared: id, in: store)
        let texts = fields.compactMap { all.text(in: $0)?.bytes }
        let missing = terms.filter { term in !texts.contains { $0.contains(part: term) } }
        shared = (id, missing)
        return missing
    }
}

/// A term that is looked for where words begin.
private struct WordBeginning {
    let bytes: [UInt8]

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
        var isFound = false
        text.forEachPlace(of: bytes) { start in
            isFound = !Self.endsInWord(text[..<start])
            return !isFound
        }
        return isFound
    }

    /// Whether the last character of a text is part of a word.
    private static func endsInWord(_ text: ArraySlice<UInt8>) -> Bool {
        // A character has up to four bytes, and only the first does not have the top bits 10.
        guard let first = text.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
        return String(decoding: text[first...], as: UTF8.self).unicodeScalars.last.map(isOfWord) ?? false
    }
}

extension [UInt8] {
    /// Whether `part` stands somewhere; never if that is empty.
    fileprivate func contains(part: [UInt8]) -> Bool { forEachPlace(of: part) { _ in false } }

    /// Calls `body` with each place at which `part` stands, until it returns `false`; never if that is empty. Returns whether there is one.
    @discardableResult
    fileprivate func forEachPlace(of part: [UInt8], _ body: (Int) -> Bool) -> Bool {
        guard let first = part.first, count >= part.count else { return false }
        var hasAny = false
        for start in 0...count - part.count where self[start] == first {
            guard self[start..<start + part.count] == part[...] else { continue }
            hasAny = true
            guard body(start) else { break }
        }
        return hasAny
    }
}
