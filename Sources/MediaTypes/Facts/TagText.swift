/// Decodes the text of tags.
package enum TagText {
    /// Decodes UTF-8 if the bytes are valid UTF-8. Everything else is taken for Windows-1252, which programs have written as
    /// Latin-1 into ID3 version 1 and the INFO lists of RIFF; these do not state their encoding. A last character that a limit
    /// has cut is left out.
    package static func decode(_ bytes: some Collection<UInt8>) -> String {
        let whole = wholeScalars(bytes)
        return String(validating: whole, as: UTF8.self) ?? windows(bytes)
    }

    /// Returns the bytes without an incomplete UTF-8 character at their end, if they are long enough to have been cut by
    /// ``TagLimits/text``.
    package static func wholeScalars<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        // A character has up to four bytes, and only the first does not have the top bits 10.
        let tail = Array(bytes.suffix(4))
        guard let first = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), tail[first] >= 0xC0 else { return bytes[...] }
        let length = tail[first] >= 0xF0 ? 4 : tail[first] >= 0xE0 ? 3 : 2
        let present = tail.count - first
        return present < length && bytes.count > TagLimits.text - 4 ? bytes.prefix(bytes.count - present) : bytes[...]
    }

    /// Decodes UTF-16. A byte order mark in front gives the order of the bytes; without one `isBigEndian` does, or if that is
    /// `nil` the zero bytes do.
    package static func decodeUTF16(_ bytes: some Collection<UInt8>, isBigEndian: Bool?) -> String {
        var bytes = Array(bytes)[...]
        var isBigEndian = isBigEndian ?? looksBigEndian(bytes)
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            isBigEndian = bytes.first == 0xFE
            bytes = bytes.dropFirst(2)
        }
        let start = bytes.startIndex
        let units = (0..<bytes.count / 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[start + 2 * index]), UInt16(bytes[start + 2 * index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Whether the high bytes, most of which are 0 in most texts, come first. Without zero bytes the order is that of Windows.
    package static func looksBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool {
        var zeros = [0, 0]
        for (index, byte) in bytes.enumerated() where byte == 0 { zeros[index & 1] += 1 }
        return zeros[0] > zeros[1]
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
