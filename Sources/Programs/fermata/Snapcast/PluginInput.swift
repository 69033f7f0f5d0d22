/// The lines that come in from a server, cut out of its bytes. A value. A line that is too long is dropped.
struct PluginInput {
    /// The longest line, in bytes.
    static let longest = 64 << 10

    private var line: [UInt8] = []
    private var isDropping = false

    /// Adds bytes, and returns the lines that have ended, without their ends.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isDropping { lines.append(line) }
                line.removeAll(keepingCapacity: line.count < 4_096)
                isDropping = false
            } else if !isDropping {
                line.append(byte)
                if line.count > Self.longest {
                    line = []
                    isDropping = true
                }
            }
        }
        return lines
    }
}
