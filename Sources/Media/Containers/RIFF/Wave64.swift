import MediaTypes

/// Writes the header of Sony's Wave64, a WAVE with 64-bit sizes, for samples of 32 bits.
package enum Wave64 {
    /// The size of a sample in bytes.
    package static let sampleSize = 4

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
    package static func header(channelCount: Int, hertz: Int, mask: UInt32, dataSize: Int64, isFloat: Bool = false) -> [UInt8] {
        let frameSize = channelCount * sampleSize
        var format: [UInt8] = []
        for (number, size) in [
            (0xFFFE, 2), (channelCount, 2), (hertz, 4), (hertz * frameSize, 4), (frameSize, 2), (8 * sampleSize, 2), (22, 2),
            (8 * sampleSize, 2), (Int(mask), 4),
        ] {
            format += number.littleEndianBytes(size)
        }
        format += isFloat ? floats : wholeNumbers
        // Sizes include the 24 bytes of identifier and size.
        var chunks: [UInt8] = Array("wave".utf8) + tail
        chunks += Array("fmt ".utf8) + tail + (format.count + 24).littleEndianBytes(8) + format
        chunks += Array("data".utf8) + tail + (dataSize + 24).littleEndianBytes(8)
        return first + (Int64(chunks.count) + 24 + dataSize).littleEndianBytes(8) + chunks
    }
}
