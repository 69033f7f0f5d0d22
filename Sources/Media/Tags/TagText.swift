/// Makes text of the bytes of a tag.
enum TagText {
    /// UTF-8 where the bytes are that. All else is taken for Windows-1252, the Latin-1 of those who wrote ID3 version 1 and the
    /// INFO lists of RIFF, which do not tell their encoding. Where a limit has cut the last character, it is left out.
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        let whole = wholeScalars(bytes)
        return String(validating: whole, as: UTF8.self) ?? windows(bytes)
    }

    /// The bytes without what is left of a character of UTF-8 at their end whose other bytes are missing.
    static func wholeScalars<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        // A character has up to four bytes, and only its first has other bits than 10 at its head.
        let tail = Array(bytes.suffix(4))
        guard let first = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }), tail[first] >= 0xC0 else { return bytes[...] }
        let length = tail[first] >= 0xF0 ? 4 : tail[first] >= 0xE0 ? 3 : 2
        let present = tail.count - first
        return present < length && bytes.count > Tags.textLimit - 4 ? bytes.prefix(bytes.count - present) : bytes[...]
    }

    /// UTF-16, with a mark of the order of its bytes in front or without; then `isBigEndian` tells, or the zeros do.
    static func decodeUTF16(_ bytes: some Collection<UInt8>, isBigEndian: Bool?) -> String {
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

    /// Whether the high bytes, most of which are 0 in most texts, come first. Without any the order is that of Windows.
    static func looksBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool {
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

    /// What Windows-1252 has where Latin-1 has controls, from 0x80 on; those that it leaves open are the controls.
    private static let windowsSpecials: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E,
        0x0178,
    ]
}
