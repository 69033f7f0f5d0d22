extension [UInt8] {
    /// The text in UTF-8 and without its byte order mark, if it has one; without such a mark, the bytes unchanged.
    package var decodedByMark: ArraySlice<UInt8> {
        if starts(with: [0xEF, 0xBB, 0xBF]) { return self[3...] }
        if starts(with: [0xFF, 0xFE]) { return utf8(ofUnits: { UInt16($0) | UInt16($1) << 8 }) }
        if starts(with: [0xFE, 0xFF]) { return utf8(ofUnits: { UInt16($0) << 8 | UInt16($1) }) }
        return self[...]
    }

    /// Returns what follows the mark of UTF-16, in UTF-8; `unit` makes one UTF-16 unit of two bytes.
    private func utf8(ofUnits unit: (UInt8, UInt8) -> UInt16) -> ArraySlice<UInt8> {
        let units = stride(from: 2, to: count - 1, by: 2).map { unit(self[$0], self[$0 + 1]) }
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }
}
