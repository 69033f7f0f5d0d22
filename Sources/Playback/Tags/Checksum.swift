/// The 64-bit FNV-1a hash. Each of its steps is reversible: no change of a single byte goes unseen.
struct Checksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func combine(_ number: UInt64) {
        combine((0..<8).lazy.map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
}
