import SystemSupport
import Testing

@Suite("Checksums")
struct ChecksumTests {
    /// The quick hash of `bytes`, given in pieces of `size`.
    private static func quick(_ bytes: [UInt8], inPiecesOf size: Int = .max) -> UInt64 {
        var checksum = Checksum()
        var rest = bytes[...]
        while !rest.isEmpty {
            checksum.combineQuickly(Array(rest.prefix(size)).span)
            rest = rest.dropFirst(size)
        }
        return checksum.value
    }

    private static let block = (0..<64).map { UInt8($0) }

    // The library knows by it the songs that somebody has rated and played: another hash would forget all of them.
    @Test("the quick hash of some bytes is the same for ever, with a last piece that fills no word")
    func fixed() {
        #expect(Self.quick(Array(0..<20)) == 0x3F38_5392_CEAD_89DF)
        #expect(Self.quick([]) == Checksum().value)
        #expect(Self.quick([1, 2, 3]) == Self.quick([1, 2, 3, 0, 0, 0, 0, 0]))
    }

    @Test("the quick hash notices each change of a single byte, wherever it is", arguments: [1, 7, 8, 9, 15, 16, 63, 64])
    func singleBytes(length: Int) {
        let bytes = Array(Self.block.prefix(length))
        let whole = Self.quick(bytes)
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << UInt8(bit)
                #expect(Self.quick(other) != whole, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("the quick hash notices that words have changed places, and that the highest bits of neighbours have changed together")
    func words() {
        let whole = Self.quick(Self.block)
        for first in stride(from: 0, to: 48, by: 8) {
            var swapped = Self.block
            swapped.replaceSubrange(first..<first + 16, with: swapped[first + 8..<first + 16] + swapped[first..<first + 8])
            #expect(Self.quick(swapped) != whole, "the words at \(first)")
            var turned = Self.block
            turned[first + 7] ^= 0x80
            turned[first + 15] ^= 0x80
            #expect(Self.quick(turned) != whole, "the highest bits at \(first)")
        }
    }

    @Test("the quick hash of pieces of whole words is that of all of it, and the place in memory does not count")
    func pieces() {
        #expect(Self.quick(Self.block, inPiecesOf: 8) == Self.quick(Self.block))
        #expect(Self.quick(Self.block, inPiecesOf: 24) == Self.quick(Self.block))
        for offset in 1..<8 {
            let bytes = [UInt8](repeating: 0xFF, count: offset) + Self.block
            var checksum = Checksum()
            checksum.combineQuickly(bytes.span.extracting(offset...))
            #expect(checksum.value == Self.quick(Self.block), "\(offset) bytes behind the beginning of a word")
        }
    }
}
