import MediaTypes

/// What a packet of Opus and its stream's header say about lengths (RFC 6716, section 3.1; RFC 7845, section 5.1).
package enum OpusPacket {
    /// Frames at 48 kHz, by the lower two bits of the configuration.
    private static let speech: [Int64] = [480, 960, 1_920, 2_880]
    private static let music: [Int64] = [120, 240, 480, 960]

    /// The number of frames at 48 kHz in a packet that begins with `bytes`; `nil` if it is empty.
    package static func frames(_ bytes: [UInt8]) -> Int64? {
        guard let first = bytes.first else { return nil }
        let configuration = Int(first >> 3)
        let size =
            configuration < 12
            ? speech[configuration & 3] : configuration < 16 ? speech[configuration & 1] : music[configuration & 3]
        switch first & 3 {
        case 0: return size
        case 1, 2: return 2 * size
        default: return bytes.count > 1 ? Int64(bytes[1] & 0x3F) * size : nil
        }
    }

    /// The frames before the recording that the stream's header tells decoders to drop; `nil` if it is no such header.
    package static func preSkip(_ header: [UInt8]) -> Int64? {
        header.count >= 19 && header.starts(with: "OpusHead".utf8) ? header[10..<12].littleEndian() : nil
    }
}
