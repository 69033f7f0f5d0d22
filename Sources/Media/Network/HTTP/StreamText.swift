import AudioTypes
import SystemSupport

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
    /// - Parameter charset: the character set of the text, if the user has named it.
    static func title(in text: [UInt8], charset: CharacterSet? = nil) -> String? {
        let text = text.prefix { $0 != 0 }
        guard let start = text.firstRange(of: Array("StreamTitle='".utf8))?.upperBound else { return nil }
        let rest = text[start...]
        // A title may contain the quotation mark; the first one that a semicolon follows is the end.
        let end = rest.firstRange(of: Array("';".utf8))?.lowerBound ?? rest.lastIndex(of: UInt8(ascii: "'")) ?? rest.endIndex
        // Alone: another field may be in another character set.
        return CleanText.of(HeaderText.decode(rest[..<end], in: charset))
    }
}
