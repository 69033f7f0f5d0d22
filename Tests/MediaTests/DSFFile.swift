/// Writes DSF files: one bit a sample, in blocks.
enum DSFFile {
    private static let blockSize = 4_096

    /// Stereo at the lowest rate, of patterns that are silence and soft tones; `samples` a channel.
    static func bytes(samples: Int) -> [UInt8] {
        func little(_ number: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let perChannel = samples / 8
        var data: [UInt8] = []
        for block in stride(from: 0, to: perChannel, by: blockSize) {
            for channel in 0..<2 {
                let count = min(blockSize, perChannel - block)
                data += (0..<count).map { [0x69, 0x96, 0x55][($0 / 7 + channel) % 3] }
                data += [UInt8](repeating: 0, count: blockSize - count)
            }
        }
        let format =
            Array("fmt ".utf8) + little(52, 8) + [1, 0, 2, 2, 2_822_400, 1].flatMap { little($0, 4) } + little(samples, 8)
            + little(blockSize, 4) + little(0, 4)
        let content = Array("data".utf8) + little(12 + data.count, 8) + data
        return Array("DSD ".utf8) + little(28, 8) + little(28 + format.count + content.count, 8) + little(0, 8) + format + content
    }
}
