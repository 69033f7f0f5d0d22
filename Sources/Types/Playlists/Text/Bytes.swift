import AudioTypes

// Text as playlists contain it: bytes that are mostly, but not always, UTF-8.

extension UInt8 {
    /// Whether the byte is a space, a tab or part of a line end.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// The value of a hexadecimal digit; `nil` for other bytes.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private var inLowerCase: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }

    func equalsIgnoringCase(_ other: UInt8) -> Bool { inLowerCase == other.inLowerCase }
}

extension ArraySlice<UInt8> {
    /// The lines without their ends (LF, CR LF or CR) and without blanks around them. Empty lines are left out.
    var lines: [ArraySlice<UInt8>] {
        split { $0 == 0x0A || $0 == 0x0D }.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The bytes without blanks at the beginning and the end.
    var trimmed: ArraySlice<UInt8> {
        let start = drop { $0.isBlank }
        guard let last = start.lastIndex(where: { !$0.isBlank }) else { return [] }
        return start[...last]
    }

    /// Returns whether the bytes begin with an ASCII word, in upper or lower case.
    func starts(withWord word: StaticString) -> Bool {
        let word = "\(word)".utf8
        return count >= word.count && zip(self, word).allSatisfy { $0.equalsIgnoringCase($1) }
    }

    /// Whether the bytes are valid UTF-8.
    var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }

    /// The bytes as text, as ``TextDecoder`` decodes them.
    var text: String { TextDecoder.decode(self) }

    /// The bytes as text to quote in a sentence, cut after 200 bytes.
    var quoted: String {
        let whole = CleanText.of(TextDecoder.decode(prefix(200), isCut: count > 200))
        return count > 200 ? "\(whole)…" : whole
    }

    /// The number that the digits make; `nil` for anything else, and for more than nine digits.
    var number: Int64? {
        guard !isEmpty, count <= 9, allSatisfy(\.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// The bytes as text that may be shown; `nil` if they are blank.
    var textIfAny: String? {
        let trimmed = trimmed
        return trimmed.isEmpty ? nil : CleanText.of(trimmed.text)
    }

    /// The bytes as seconds, if they are a number above 0 and at most a thousand million: 0 and -1 stand for unknown durations, and nobody
    /// has media of more than 31 years.
    var seconds: Double? { seconds(unit: 1) }

    /// The bytes as seconds if they count parts of one, of which `unit` make a second.
    func seconds(unit: Double) -> Double? {
        guard let number = Double(trimmed.text) else { return nil }
        let seconds = number / unit
        return seconds > 0 && seconds <= 1e9 ? seconds : nil
    }
}
