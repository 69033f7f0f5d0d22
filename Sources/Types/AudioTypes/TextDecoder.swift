/// Makes text of bytes from outside that do not say in which character set they are: lines of lists, texts of stations, fields of
/// answers, tags. All readers of such bytes use this one function, so that the same bytes are the same text wherever they come from.
///
/// What may be shown of the text is another question, which ``CleanText`` answers.
package enum TextDecoder {
    /// Decodes UTF-8 if the bytes are valid UTF-8. Everything else is taken for Windows-1252, which programs have written as Latin-1: the
    /// two differ only where Latin-1 has control characters, which nobody writes.
    ///
    /// If the last character of a text in UTF-8 was cut, it alone is lost. A text is taken for one that was cut if other characters show
    /// that it is UTF-8, or if `isCut` says so: without either, `caf\xE9` is a word of Windows-1252.
    package static func decode(_ bytes: some Collection<UInt8>, isCut: Bool = false) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let whole = withoutCutCharacter(bytes)
        if whole.count < bytes.count, isCut || whole.contains(where: { $0 >= 0x80 }),
            let text = String(validating: whole, as: UTF8.self)
        {
            return text
        }
        return windows(bytes)
    }

    /// Returns the bytes without an incomplete UTF-8 character at their end.
    package static func withoutCutCharacter<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        // A character has up to four bytes, and only the first does not have the top bits 10.
        let tail = Array(bytes.suffix(4))
        guard let first = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), tail[first] >= 0xC0 else { return bytes[...] }
        let length = tail[first] >= 0xF0 ? 4 : tail[first] >= 0xE0 ? 3 : 2
        let present = tail.count - first
        return present < length ? bytes.prefix(bytes.count - present) : bytes[...]
    }

    private static func windows(_ bytes: some Collection<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let special = (0x80...0x9F).contains(byte) ? windowsSpecials[Int(byte) - 0x80] : UInt16(byte)
            text.append(Unicode.Scalar(special) ?? "\u{FFFD}")
        }
        return String(text)
    }

    /// The characters of Windows-1252 from 0x80 on, where Latin-1 has controls; codes that it leaves undefined are the
    /// controls.
    private static let windowsSpecials: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E,
        0x0178,
    ]
}
