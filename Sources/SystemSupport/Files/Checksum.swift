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

    /// Adds the eight bytes of `number`, the least significant first.
    package mutating func combine(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { combine(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
