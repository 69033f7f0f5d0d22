extension JSONReader {
    /// Reads a string, its quotation marks included.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        skipPlainBytes()
        guard next == UInt8(ascii: "\"") else { return try stringWithEscapes(from: start) }
        let text = try text(of: start..<position)
        position += 1
        return text
    }

    /// Moves to the next quotation mark, backslash or control character, or to the end.
    private mutating func skipPlainBytes() {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
            position += 1
        }
    }

    private func text(of range: Range<Int>) throws(JSONError) -> String {
        let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw JSONError("a string is not valid UTF-8", at: range.lowerBound)
        }
        return text
    }

    /// Reads a string that has a backslash, which is slower. `start` is its first byte.
    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        // The bytes are collected and then checked as a whole: appending to a string scalar by scalar takes ten times as long.
        var unescaped: [UInt8] = []
        var runStart = start
        while true {
            skipPlainBytes()
            unescaped.append(contentsOf: bytes[runStart..<position])
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                guard let text = String(validating: unescaped, as: UTF8.self) else {
                    throw JSONError("a string is not valid UTF-8", at: start)
                }
                return text
            case UInt8(ascii: "\\"):
                unescaped.append(contentsOf: try escape().utf8)
                runStart = position
            default: throw failure("a string has a control character that is not escaped")
            }
        }
    }

    /// Reads an escape from its backslash on.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        position += 1
        let byte = next
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            position += 1
            return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return plainEscape("\u{8}")
        case UInt8(ascii: "f"): return plainEscape("\u{C}")
        case UInt8(ascii: "n"): return plainEscape("\n")
        case UInt8(ascii: "r"): return plainEscape("\r")
        case UInt8(ascii: "t"): return plainEscape("\t")
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure("a string has an unknown escape")
        }
    }

    private mutating func plainEscape(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        position += 1
        return scalar
    }

    /// Reads `uXXXX` and, after the first half of a surrogate pair, the `\uXXXX` of the second.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), next == UInt8(ascii: "\\") else { throw failure("half a surrogate pair") }
        position += 1
        guard next == UInt8(ascii: "u") else { throw failure("half a surrogate pair") }
        let second = try hexadecimalUnit()
        guard UTF16.isTrailSurrogate(second) else { throw failure("half a surrogate pair") }
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw failure("half a surrogate pair") }
        return scalar
    }

    /// Reads `uXXXX` from its `u` on.
    private mutating func hexadecimalUnit() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = next - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = next - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = next - UInt8(ascii: "A") + 10
            default: throw failure("four hexadecimal digits must follow \\u")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
