/// The 64-bit FNV-1a hash. Each of its steps is reversible, so it detects every change of a single byte.
package struct Checksum: Sendable {
    /// The hash of everything combined so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Makes a checksum of no bytes.
    package init() {}

    /// Adds `bytes`.
    package mutating func combine(_ bytes: Span<UInt8>) {
        for index in bytes.indices { combine(bytes[index]) }
    }

    /// Adds `bytes` eight at a time, by other steps than ``combine(_:)-(Span<UInt8>)`` and many times as fast. A last piece of less than eight
    /// bytes counts as if zeros followed. Each step is reversible, too.
    package mutating func combineQuickly(_ bytes: Span<UInt8>) {
        let words = bytes.count / 8
        let raw = unsafe bytes.bytes
        for index in 0..<words {
            mix(UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
        }
        guard words * 8 < bytes.count else { return }
        var rest: UInt64 = 0
        for index in words * 8..<bytes.count { rest |= UInt64(bytes[index]) << UInt64(8 * (index - words * 8)) }
        mix(rest)
    }

    private mutating func mix(_ word: UInt64) {
        let mixed = value ^ word
        // Turned, because a product carries only upwards.
        value = (mixed << 29 | mixed >> 35) &* 0x9E37_79B9_7F4A_7C15
    }

    /// Adds the eight bytes of `number`, the least significant first.
    package mutating func combine(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { combine(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
