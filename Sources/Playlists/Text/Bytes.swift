// Text as it is found in playlists: bytes, mostly but not always UTF-8.

extension UInt8 {
    /// A space, a tab or an end of a line.
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// What a hexadecimal digit is worth.
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
    /// The lines, without their ends (LF, CR LF or CR) and without blanks around them; empty ones are left out.
    var lines: [ArraySlice<UInt8>] {
        split { $0 == 0x0A || $0 == 0x0D }.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// Without blanks before and behind.
    var trimmed: ArraySlice<UInt8> {
        let start = drop { $0.isBlank }
        guard let last = start.lastIndex(where: { !$0.isBlank }) else { return [] }
        return start[...last]
    }

    /// Whether it begins with an ASCII word, in whatever case.
    func starts(withWord word: StaticString) -> Bool {
        let word = "\(word)".utf8
        return count >= word.count && zip(self, word).allSatisfy { $0.equalsIgnoringCase($1) }
    }

    /// As text: UTF-8, or Latin-1 where it is not that, which is what the old formats were written in.
    var text: String {
        String(validating: self, as: UTF8.self) ?? String(String.UnicodeScalarView(map { Unicode.Scalar($0) }))
    }

    /// As text for a sentence, cut after a few words.
    var quoted: String {
        let whole = String(decoding: prefix(200), as: UTF8.self)
        return count > 200 ? "\(whole)…" : whole
    }

    /// The number that the digits make; `nil` for anything else, and for more than nine digits.
    var number: Int64? {
        guard !isEmpty, count <= 9, allSatisfy(\.isDigit) else { return nil }
        return reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Text that says something: `nil` where it is blank.
    var textIfAny: String? {
        let trimmed = trimmed
        return trimmed.isEmpty ? nil : trimmed.text
    }

    /// Seconds, where that is a number above 0: 0 and -1 stand for unknown lengths.
    var seconds: Double? {
        guard let seconds = Double(trimmed.text), seconds > 0, seconds.isFinite else { return nil }
        return seconds
    }
}
