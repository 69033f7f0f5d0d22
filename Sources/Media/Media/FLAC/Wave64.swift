/// Writes the header of Sony's Wave64, a WAVE with 64-bit sizes, for samples of 32 bits.
enum Wave64 {
    /// The size of a sample in bytes.
    static let sampleSize = 4

    /// The end of all identifiers but the first.
    private static let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    private static let first: [UInt8] =
        Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
    /// The identifier for integer samples in the extensible format header.
    private static let wholeNumbers: [UInt8] = [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    private static let floats: [UInt8] = [3] + wholeNumbers.dropFirst()

    /// Returns everything in front of `dataSize` bytes of sound.
    /// - Parameters:
    ///   - mask: the channels' positions as a WAVE channel mask.
    ///   - isFloat: whether the samples are floats and no whole numbers.
    static func header(channelCount: Int, hertz: Int, mask: UInt32, dataSize: Int64, isFloat: Bool = false) -> [UInt8] {
        let frameSize = channelCount * sampleSize
        var format = number(0xFFFE, 2) + number(channelCount, 2) + number(hertz, 4) + number(hertz * frameSize, 4)
        format += number(frameSize, 2) + number(8 * sampleSize, 2) + number(22, 2) + number(8 * sampleSize, 2)
        format += number(Int(mask), 4) + (isFloat ? floats : wholeNumbers)
        // Sizes include the 24 bytes of identifier and size.
        let chunks =
            Array("wave".utf8) + tail + Array("fmt ".utf8) + tail + number(format.count + 24, 8) + format + Array("data".utf8)
            + tail
            + number(Int(dataSize) + 24, 8)
        return first + number(chunks.count + 24 + Int(dataSize), 8) + chunks
    }

    /// The bytes of a number, the least significant first.
    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
