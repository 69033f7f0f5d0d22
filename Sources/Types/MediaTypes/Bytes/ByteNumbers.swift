// Numbers as bytes, in both orders.

extension Collection<UInt8> {
    /// The number that the bytes are, the most significant first; the last of them count if the type has fewer.
    @inlinable package func bigEndian<Number: FixedWidthInteger>(as _: Number.Type = Number.self) -> Number {
        reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// The number that the bytes are, the least significant first; the first of them count if the type has fewer.
    @inlinable package func littleEndian<Number: FixedWidthInteger>(as _: Number.Type = Number.self) -> Number {
        var (number, place): (Number, Int) = (0, 0)
        for byte in self {
            number |= Number(truncatingIfNeeded: byte) << place
            place += 8
        }
        return number
    }
}

extension BinaryInteger {
    /// The lowest `count` bytes, the most significant first.
    @inlinable package func bigEndianBytes(_ count: Int) -> [UInt8] { littleEndianBytes(count).reversed() }

    /// The lowest `count` bytes, the least significant first.
    @inlinable package func littleEndianBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
