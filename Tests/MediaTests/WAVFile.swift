/// Writes WAV headers with any numbers, sensible or not.
enum WAVFile {
    static func bytes(rate: UInt32, channels: UInt16, bits: UInt16, data: [UInt8]) -> [UInt8] {
        func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let frameSize = channels &* (bits / 8)
        return Array("RIFF".utf8) + little(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + little(UInt32(16))
            + little(UInt16(1)) + little(channels) + little(rate) + little(rate &* UInt32(frameSize)) + little(frameSize)
            + little(bits) + Array("data".utf8) + little(UInt32(data.count)) + data
    }
}
