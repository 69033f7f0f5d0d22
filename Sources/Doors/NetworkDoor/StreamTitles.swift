import NIOCore

/// Puts titles between the bytes of a stream, as stations do: a block after each so many bytes, which is empty unless the title is another one. A
/// value.
struct StreamTitles {
    /// How many bytes of sound stand between two blocks.
    static let interval = 16_000
    /// The longest title, in bytes. Players show less.
    static let longest = 500

    private var left = interval
    private var told: String?

    /// Returns `bytes` with the blocks that belong there.
    /// - Parameter title: the title now.
    mutating func insert(into bytes: ByteBuffer, title: () -> String) -> ByteBuffer {
        var (rest, result) = (bytes, ByteBuffer())
        while rest.readableBytes >= left {
            if var sound = rest.readSlice(length: left) { result.writeBuffer(&sound) }
            let title = title()
            result.writeBytes(title == told ? [0] : Self.block(title))
            told = title
            left = Self.interval
        }
        left -= rest.readableBytes
        result.writeBuffer(&rest)
        return result
    }

    /// Returns a block: its length in sixteenths, and the text, filled up with zeros.
    static func block(_ title: String) -> [UInt8] {
        // Players look for the quotation mark and the semicolon that end it.
        var shown = title.replacing("';", with: "’;")
        while shown.utf8.count > longest { shown.removeLast() }
        var text = Array("StreamTitle='\(shown)';".utf8).filter { $0 >= 0x20 }
        text += [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
        return [UInt8(text.count / 16)] + text
    }
}
