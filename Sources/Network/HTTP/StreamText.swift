/// Parts the sound of a radio station from the text that comes between: after so many bytes of sound one byte says how long
/// the text is, in units of 16 bytes (the SHOUTcast protocol, which Icecast speaks too).
struct StreamText: Hashable {
    /// Bytes of sound between two texts.
    let interval: Int
    /// Bytes of sound up to the next one.
    private(set) var left: Int

    init(interval: Int) {
        self.interval = interval
        left = interval
    }

    /// Notes that so many bytes of sound were read, at most `left`.
    mutating func took(_ count: Int) { left -= count }

    /// Begins anew behind a text.
    mutating func textWasRead() { left = interval }

    /// The title in a text such as `StreamTitle='Artist - Song';StreamUrl='';`, or `nil` where it names none.
    static func title(in text: [UInt8]) -> String? {
        let text = HeaderText.decode(text.prefix { $0 != 0 })
        let key = "StreamTitle='"
        guard let start = text.firstRange(of: key)?.upperBound else { return nil }
        let rest = text[start...]
        // A title may hold the quotation mark; a semicolon behind it is the end.
        let end = rest.firstRange(of: "';")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
        return String(rest[..<end])
    }
}
