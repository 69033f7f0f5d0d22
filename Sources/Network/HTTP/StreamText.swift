import AudioTypes

/// Separates the sound of a radio station from the text between it. After a fixed number of bytes of sound, one byte
/// gives the length of the text, in units of 16 bytes (the SHOUTcast protocol, which Icecast uses too).
struct StreamText: Hashable {
    /// How many bytes of sound lie between two texts.
    let interval: Int
    /// How many bytes of sound come before the next text.
    private(set) var left: Int

    init(interval: Int) {
        self.interval = interval
        left = interval
    }

    /// Notes that `count` bytes of sound were read, at most `left`.
    mutating func took(_ count: Int) { left -= count }

    /// Starts to count again after a text.
    mutating func textWasRead() { left = interval }

    /// Returns the title in a text such as `StreamTitle='Artist - Song';StreamUrl='';`, or `nil` if it has none; as it may be shown (``CleanText``).
    static func title(in text: [UInt8]) -> String? {
        let text = HeaderText.decode(text.prefix { $0 != 0 })
        let key = "StreamTitle='"
        guard let start = text.firstRange(of: key)?.upperBound else { return nil }
        let rest = text[start...]
        // A title may contain the quotation mark; the first one that a semicolon follows is the end.
        let end = rest.firstRange(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
        return CleanText.of(String(rest[..<end]))
    }
}
