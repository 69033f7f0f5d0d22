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
        return withoutAttributes(CleanText.of(HeaderText.decode(rest[..<end], in: charset)))
    }

    /// Returns the song where a station sends attributes in its place: `Artist - text="Song" song_spot="M" length="00:04:42"`.
    private static func withoutAttributes(_ title: String) -> String {
        let mark = "text=\""
        guard let start = title.firstRange(of: mark), title[start.upperBound...].contains("=\""),
            start.lowerBound == title.startIndex || title[..<start.lowerBound].hasSuffix(" - ")
        else { return title }
        var song = title[start.upperBound...]
        // Some put the whole of it in once more.
        for nested in [mark, "text=\\\""] where song.hasPrefix(nested) { song = song.dropFirst(nested.count) }
        // The value ends before the next attribute; it may have quotation marks of its own.
        var end = song.endIndex
        for place in song.ranges(of: "\" ") where isAttribute(song[place.upperBound...]) {
            end = place.lowerBound
            break
        }
        if end == song.endIndex, song.hasSuffix("\"") { end = song.index(before: end) }
        let text = song[..<end].hasSuffix("\\") ? song[..<end].dropLast() : song[..<end]
        let artist = title[..<start.lowerBound].dropLast(start.lowerBound == title.startIndex ? 0 : 3)
        if text.allSatisfy(\.isWhitespace) { return String(artist) }
        return artist.allSatisfy(\.isWhitespace) ? String(text) : "\(artist) - \(text)"
    }

    private static func isAttribute(_ text: Substring) -> Bool {
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let rest = text.dropFirst(name.count)
        return !name.isEmpty && (rest.hasPrefix("=\"") || rest.hasPrefix("=\\\""))
    }
}
