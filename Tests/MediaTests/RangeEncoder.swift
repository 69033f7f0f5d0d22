/// Writes a number as ever narrower parts of an interval: the arithmetic coder of Monkey's Audio since version 3.90.
///
/// The reader sees 31 bits of the number at a time and takes 8 more whenever the interval has become narrow, so the writer keeps
/// the same 31 bits, and hands on the upper 8 of them at the same moments.
struct RangeEncoder {
    private static let windowBits: UInt32 = 31
    private static let narrow: UInt32 = 1 << 23

    /// What is written already. A carry can still change it.
    private var bytes: [UInt8] = []
    /// The interval's lower end, within the window.
    private var low: UInt32 = 0
    /// The interval's length.
    private var range: UInt32 = 1 << windowBits

    /// Narrows the interval to the parts from `start` on, `width` of them, of `total`.
    mutating func encode(_ start: UInt32, width: UInt32 = 1, of total: UInt32) {
        while range <= Self.narrow {
            shiftOut()
            range <<= 8
        }
        let part = range / total
        low += part * start
        range = part * width
        guard low >> Self.windowBits != 0 else { return }
        low &= 1 << Self.windowBits - 1
        carry()
    }

    /// Ends the number on the interval's lower end.
    consuming func finish() -> [UInt8] {
        for _ in 0..<4 { shiftOut() }
        return bytes
    }

    private mutating func shiftOut() {
        bytes.append(UInt8(low >> (Self.windowBits - 8)))
        low = low << 8 & (1 << Self.windowBits - 1)
    }

    private mutating func carry() {
        for index in bytes.indices.reversed() {
            bytes[index] &+= 1
            if bytes[index] != 0 { return }
        }
    }
}
