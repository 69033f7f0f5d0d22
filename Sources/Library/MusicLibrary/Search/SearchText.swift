@_spi(_Unicode) import Swift

/// Texts as they are compared in a search: in lower case, without diacritics.
package enum SearchText {
    /// Letters that are no letter with a mark for Unicode, but that people type without one.
    private static let letters: [Unicode.Scalar: String] = [
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ﬁ": "fi",
        "ﬂ": "fl",
        "’": "'", "‘": "'", "“": "\"", "”": "\"", "–": "-", "—": "-", "‐": "-",
    ]

    /// Returns `text` in lower case, without marks over and under the letters: "Dvořák" becomes "dvorak".
    package static func folded(_ text: String) -> String {
        // Most texts are ASCII, for which lower case is all.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in text.lowercased()._nfd {
            if scalar.isASCII {
                folded.append(scalar)
            } else if let letters = letters[scalar] {
                folded.append(contentsOf: letters.unicodeScalars)
            } else if scalar.properties.generalCategory != .nonspacingMark {
                folded.append(scalar)
            }
        }
        return String(folded)
    }

    /// Letters that the search index takes for others. They stay in sort forms, and in what identifies an album.
    private static let sameLetters: [Unicode.Scalar: Unicode.Scalar] = [
        "ς": "σ", "ſ": "s", "µ": "μ", "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϵ": "ε",
    ]

    /// Returns folded text in which letters that the search index takes for one are one.
    static func searchForm(_ text: String) -> String {
        let folded = folded(text)
        guard folded.unicodeScalars.contains(where: { sameLetters[$0] != nil }) else { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.map { sameLetters[$0] ?? $0 }))
    }

    /// How many characters a term has at least that is found anywhere in a text: the index is one of all three characters side by side.
    static let partLength = 3

    /// Whether a byte of a folded text, in UTF-8, belongs to a word. What is not ASCII does.
    static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        default: false
        }
    }

    /// The characters whose forms do not depend on those beside them, and are kept: letters of Latin with marks, and the marks.
    private static let keptScalars: ClosedRange<UInt32> = 0x80...0x37F
    private static let forms = keptScalars.map { number in
        Unicode.Scalar(number).map { Array(searchForm(String($0)).utf8) } ?? []
    }

    /// Adds the form of a text in which a search looks to `folded`. What is no UTF-8 becomes U+FFFD.
    static func fold(_ text: UnsafeBufferPointer<UInt8>, into folded: inout [UInt8]) {
        let start = folded.count
        folded.reserveCapacity(start + text.count)
        var index = 0
        while index < text.count {
            let byte = unsafe text[index]
            if byte < 0x80 {
                folded.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
                index += 1
                continue
            }
            // The kept ones have two bytes in UTF-8.
            let next = index + 1 < text.count ? unsafe text[index + 1] : 0
            let number = UInt32(byte & 0x1F) << 6 | UInt32(next & 0x3F)
            guard byte & 0xE0 == 0xC0, next & 0xC0 == 0x80, keptScalars.contains(number) else {
                folded.removeSubrange(start...)
                folded += unsafe searchForm(String(decoding: text, as: UTF8.self)).utf8
                return
            }
            folded += forms[Int(number - keptScalars.lowerBound)]
            index += 2
        }
    }

    /// Returns by what a name is sorted: its beginning, because it is also the place from which clients go on in a list.
    static func sortForm(_ text: String) -> String { String(String.UnicodeScalarView(folded(text).unicodeScalars.prefix(200))) }

    /// The terms of what a person has typed: folded, split at blanks. At most 16 terms of 128 bytes count.
    static func terms(_ text: String) -> [String] {
        // Cut before it is folded: what comes in may have megabytes.
        let bytes = text.utf8.prefix(4_096)
        return searchForm(String(decoding: bytes, as: UTF8.self)).split { $0.isWhitespace || $0 == "\0" || $0 == "\u{FFFD}" }
            .prefix(16).map { String($0.prefix(64)) }
    }
}
