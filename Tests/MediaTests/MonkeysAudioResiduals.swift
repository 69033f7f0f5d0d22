/// Writes what one channel's predictor leaves so that those of the usual size take few bits.
struct MonkeysAudioResiduals {
    /// How many of 65,536 parts each quotient from 0 to 20 has. All greater ones have one part each, at the end.
    private static let widths: [UInt32] = [
        19_578, 16_582, 12_257, 7_906, 4_576, 2_366, 1_170, 536, 261, 119, 65, 31, 19, 10, 6, 3, 3, 2, 1, 1, 1,
    ]
    private static let starts = widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    private static let parts: UInt32 = 1 << 16
    /// Stands for a quotient that follows in 32 bits.
    private static let escape: UInt32 = 63

    /// 32 times half of the usual size.
    private var scale: UInt32 = 1 << 14

    mutating func encode(_ residual: Int32, to encoder: inout RangeEncoder) {
        let size = residual > 0 ? UInt32(residual) * 2 - 1 : residual.magnitude * 2
        let divisor = max(1, scale >> 5)
        let (quotient, remainder) = size.quotientAndRemainder(dividingBy: divisor)
        Self.encode(quotient: quotient, to: &encoder)
        Self.encode(remainder: remainder, below: divisor, to: &encoder)
        scale = scale + (size + 1) / 2 - (scale + 16) >> 5
    }

    private static func encode(quotient: UInt32, to encoder: inout RangeEncoder) {
        if quotient < widths.count {
            encoder.encode(starts[Int(quotient)], width: widths[Int(quotient)], of: parts)
        } else if quotient < escape {
            encoder.encode(parts - 1 - escape + quotient, of: parts)
        } else {
            encoder.encode(parts - 1, of: parts)
            encoder.encode(quotient >> 16, of: parts)
            encoder.encode(quotient & (parts - 1), of: parts)
        }
    }

    /// More than 16 bits would leave the interval no room, so the upper ones go first.
    private static func encode(remainder: UInt32, below divisor: UInt32, to encoder: inout RangeEncoder) {
        guard divisor >= parts else { return encoder.encode(remainder, of: divisor) }
        let lowerBits = UInt32(16 - divisor.leadingZeroBitCount)
        encoder.encode(remainder >> lowerBits, of: divisor >> lowerBits + 1)
        encoder.encode(remainder & (1 << lowerBits - 1), of: 1 << lowerBits)
    }
}
