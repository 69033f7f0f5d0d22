/// Takes words and numbers out of one line of an equaliser's text.
struct LineScanner {
    /// A word of letters, a number, or a single other character.
    enum Token: Equatable {
        case word(String)
        case number(String)
        case other(Character)
    }

    private let characters: [Character]
    private var place: Int
    /// Where the token that was taken last begins, from 1.
    private(set) var column: Int

    /// `place` is where in the line the characters begin, from 0.
    init(_ characters: [Character], from place: Int = 0) {
        self.characters = characters
        self.place = place
        column = place + 1
    }

    /// Whether nothing is left but blanks.
    var isAtEnd: Bool { characters[place...].allSatisfy(\.isBlank) }

    /// Where the next token begins, from 1.
    var nextColumn: Int { (characters[place...].firstIndex { !$0.isBlank } ?? characters.count) + 1 }

    /// Takes the next token, if there is one.
    mutating func next() -> Token? {
        while place < characters.count, characters[place].isBlank { place += 1 }
        column = place + 1
        guard place < characters.count else { return nil }
        let first = characters[place]
        if first.isASCII, first.isLetter {
            let word = characters[place...].prefix { $0.isASCII && $0.isLetter }
            place += word.count
            return .word(String(word))
        }
        if first.isPartOfNumber { return .number(number()) }
        place += 1
        return .other(first)
    }

    /// The next token, which stays.
    func peek() -> Token? {
        var copy = self
        return copy.next()
    }

    /// Takes the next token if it is this word, in any case.
    mutating func skip(_ word: String) -> Bool {
        guard case .word(let text)? = peek(), text.lowercased() == word.lowercased() else { return false }
        _ = next()
        return true
    }

    /// Takes the next token if it is this character.
    mutating func skip(sign character: Character) -> Bool {
        guard case .other(character)? = peek() else { return false }
        _ = next()
        return true
    }

    private mutating func number() -> String {
        var text = ""
        while place < characters.count {
            let character = characters[place]
            let behind = place + 1 < characters.count ? characters[place + 1] : " "
            if character.isPartOfNumber {
                // A sign begins a number, or stands behind its E.
                if character.isSign, let last = text.last, last != "e" { break }
                text.append(character)
            } else if character == "e" || character == "E", !text.isEmpty, behind.isSign || behind.isASCIIDigit {
                text.append("e")
            } else if !character.isGroupingSpace || !behind.isASCIIDigit || text.last?.isASCIIDigit != true {
                break
            }
            place += 1
        }
        return text
    }
}

extension LineScanner {
    /// Reads a number with a point or a comma before its decimals. Where thousands may be set off, a comma or point before exactly three
    /// digits does that, as Room EQ Wizard writes frequencies: `1.000` is a thousand, and so is `1,000`.
    static func value(_ text: String, hasThousands: Bool) -> Double? {
        guard text.utf8.count <= 40 else { return nil }
        let separators = text.filter { $0 == "." || $0 == "," }
        var plain = text
        if let last = separators.last {
            let groups = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
            let isGrouped = groups.dropFirst().allSatisfy { $0.count == 3 && $0.allSatisfy(\.isASCIIDigit) }
            let lead = groups[0].filter { !$0.isSign }
            let isThousands =
                hasThousands && isGrouped && Set(separators).count == 1 && (1...3).contains(lead.count) && lead.first != "0"
            if isThousands {
                plain = groups.joined()
            } else if separators.count == 1 {
                plain = text.replacing(",", with: ".")
            } else {
                // The last is before the decimals, and the others are all of the other kind.
                guard hasThousands, separators.dropLast().allSatisfy({ $0 != last }), Set(separators.dropLast()).count == 1,
                    groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
                else { return nil }
                plain = groups.dropLast().joined() + "." + groups[groups.count - 1]
            }
        }
        guard plain.contains(where: \.isASCIIDigit), let value = Double(plain), value.isFinite else { return nil }
        return value
    }
}

extension Character {
    /// A space, a tab, or one of the spaces that do not break.
    var isBlank: Bool { self == " " || self == "\t" || isGroupingSpace }
    /// A space that sets off thousands.
    fileprivate var isGroupingSpace: Bool { self == "\u{A0}" || self == "\u{202F}" }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
    fileprivate var isSign: Bool { self == "+" || self == "-" }
    fileprivate var isPartOfNumber: Bool { isASCIIDigit || isSign || self == "." || self == "," }
}
