/// The comments of Vorbis, which FLAC has too (RFC 9639, section 8.6), one after the other: texts such as `TITLE=…`, each behind its length.
package struct VorbisComments {
    /// How many comments the block states. It may have fewer.
    package let count: Int
    private var rest: ArraySlice<UInt8>

    /// Takes a block of comments, without the head that its container puts before it; `nil` if it does not even state a number.
    package init?(_ block: ArraySlice<UInt8>) {
        rest = block
        // The first text names the program that wrote the file.
        guard Self.takeText(&rest) != nil, let count = Self.takeNumber(&rest) else { return nil }
        self.count = count
    }

    /// Takes the next comment: its name, an equals sign, and its text; `nil` where the block ends.
    package mutating func next() -> ArraySlice<UInt8>? { Self.takeText(&rest) }

    private static func takeText(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = takeNumber(&bytes), count <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    /// Takes a number of four bytes, the least significant first.
    private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        defer { bytes = bytes.dropFirst(4) }
        return bytes.prefix(4).littleEndian()
    }
}
