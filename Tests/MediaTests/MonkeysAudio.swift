/// Writes Monkey's Audio files of version 3.99 at the fast level, 16 bits, mono or stereo: no program for it is in Debian.
enum MonkeysAudio {
    private static let version: UInt16 = 3_990
    private static let fastLevel: UInt16 = 1_000
    /// The file holds no WAV header of its own.
    private static let withoutWAVHeader: UInt16 = 32
    private static let descriptorSize = 52
    private static let headerSize = 24

    /// A file of samples, one array a channel, in blocks of `blockLength` frames. The file's MD5 sum, which readers ignore, is 0.
    static func bytes(rate: Int, blockLength: Int = 10_000, planes: [[Int16]]) -> [UInt8] {
        let length = planes[0].count
        let blocks = stride(from: 0, to: length, by: blockLength).map { start in
            block(planes.map { $0[start..<min(start + blockLength, length)] })
        }
        let firstBlock = descriptorSize + headerSize + 4 * blocks.count
        let positions = blocks.dropLast().reduce(into: [firstBlock]) { $0.append($0[$0.count - 1] + $1.count) }
        let audio = swappingWords(blocks.flatMap(\.self))
        let descriptor =
            Array("MAC ".utf8) + little(version) + little(UInt16(0))
            + [descriptorSize, headerSize, 4 * blocks.count, 0, audio.count, 0, 0].flatMap { little(UInt32($0)) }
            + [UInt8](repeating: 0, count: 16)
        let header =
            little(fastLevel) + little(withoutWAVHeader)
            + [blockLength, length - (blocks.count - 1) * blockLength, blocks.count].flatMap { little(UInt32($0)) }
            + little(UInt16(16)) + little(UInt16(planes.count)) + little(UInt32(rate))
        return descriptor + header + positions.flatMap { little(UInt32($0)) } + audio
    }

    /// A file of interleaved samples in bytes, the lower first.
    static func bytes(rate: Int, channels: Int, interleaved bytes: [UInt8]) -> [UInt8] {
        let planes = (0..<channels).map { channel in
            stride(from: 2 * channel, to: bytes.count - 1, by: 2 * channels).map { index in
                Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
            }
        }
        return self.bytes(rate: rate, planes: planes)
    }

    /// Blocks follow each other by the byte, but the whole is a row of 32-bit words with the lowest byte first.
    private static func swappingWords(_ bytes: [UInt8]) -> [UInt8] {
        let padded = bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        return stride(from: 0, to: padded.count, by: 4).flatMap { padded[$0..<$0 + 4].reversed() }
    }

    static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
