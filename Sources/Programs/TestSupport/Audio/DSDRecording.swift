import MediaTypes

/// DSD in a DSF file, and the samples over PCM that carry it.
package enum DSDRecording {
    private static let block = 4_096

    /// Returns a file with the bits of two channels, the lowest bit of each byte first. Each channel has whole blocks of 4,096 bytes.
    /// - Parameter rate: bits a second.
    package static func bytes(_ channels: [[UInt8]], rate: Int) -> [UInt8] {
        let length = channels[0].count
        var data: [UInt8] = []
        for start in stride(from: 0, to: length, by: block) {
            for channel in channels { data += channel[start..<start + block] }
        }
        func number(_ value: Int, _ size: Int) -> [UInt8] { value.littleEndianBytes(size) }
        let size = 28 + 52 + 12 + data.count
        let head = Array("DSD ".utf8) + number(28, 8) + number(size, 8) + number(0, 8)
        var format: [UInt8] = Array("fmt ".utf8) + number(52, 8)
        for value in [1, 0, 2, 2, rate, 1] { format += number(value, 4) }
        format += number(length * 8, 8) + number(block, 4) + number(0, 4)
        return head + format + [UInt8]("data".utf8) + number(12 + data.count, 8) + data
    }

    /// Returns the samples of 24 bits that carry the bits, both channels side by side.
    package static func samples(_ channels: [[UInt8]]) -> [Int32] {
        var samples: [Int32] = []
        for frame in 0..<channels[0].count / 2 {
            for channel in channels {
                var bits: UInt32 = 0
                for bit in 0..<16 { bits = (bits << 1) | UInt32(channel[2 * frame + bit / 8] >> (bit % 8) & 1) }
                let marker: UInt32 = frame % 2 == 0 ? 0x05 : 0xFA
                samples.append(Int32(bitPattern: marker << 24 | bits << 8) >> 8)
            }
        }
        return samples
    }
}
