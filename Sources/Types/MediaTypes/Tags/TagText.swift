import AudioTypes

/// Decodes the text of tags.
package enum TagText {
    /// Decodes the bytes of a text as ``TextDecoder`` does. A last character that ``TagLimits/text`` may have cut is left out.
    package static func decode(_ bytes: some Collection<UInt8>) -> String {
        TextDecoder.decode(bytes, isCut: mayBeCut(bytes))
    }

    /// Returns the bytes without an incomplete UTF-8 character at their end, if they are long enough to have been cut by
    /// ``TagLimits/text``.
    package static func wholeScalars<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
        mayBeCut(bytes) ? TextDecoder.withoutCutCharacter(bytes) : bytes[...]
    }

    private static func mayBeCut(_ bytes: some Collection<UInt8>) -> Bool { bytes.count > TagLimits.text - 4 }

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
}
