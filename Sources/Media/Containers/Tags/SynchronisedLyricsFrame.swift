import MediaTypes

/// The frame `SYLT` of an ID3 tag (ID3v2.4 frames, 4.9; `SLT` in version 2.2): lyrics of which each piece has a time.
enum SynchronisedLyricsFrame {
    /// The name in each version.
    static let names = ["SYLT", "SLT"]

    /// Returns the lyrics in the content of a frame; `nil` if it has other texts, such as chords, times in frames of MPEG, or nothing.
    static func lyrics(in content: [UInt8]) -> Lyrics? {
        // Encoding, three letters for the language, unit of the times, kind of the texts.
        guard content.count > 6, content[0] <= 3, content[4] == 2, content[5] <= 2 else { return nil }
        let isWide = content[0] == 1 || content[0] == 2
        var rest = content[6...]
        var order: Bool? = content[0] == 2 ? true : nil
        // A description comes first.
        guard takeText(&rest, isWide, encoding: content[0], &order) != nil else { return nil }
        var pieces: [Lyrics.Word] = []
        while pieces.count < Lyrics.wordLimit, let text = takeText(&rest, isWide, encoding: content[0], &order), rest.count >= 4 {
            pieces.append(Lyrics.Word(start: Double(rest.prefix(4).bigEndian(as: UInt32.self)) / 1_000, text: text))
            rest = rest.dropFirst(4)
        }
        return Lyrics(timed: lines(of: pieces))
    }

    /// Takes a text and the zero that ends it; `nil` if there is no such zero. `order` is the order of the bytes of UTF-16, which a mark in
    /// front of the first text may tell for all.
    private static func takeText(_ rest: inout ArraySlice<UInt8>, _ isWide: Bool, encoding: UInt8, _ order: inout Bool?)
        -> String?
    {
        guard isWide else {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            defer { rest = rest[(end + 1)...] }
            // Windows-1252 in place of Latin-1, and UTF-8 although the frame says otherwise: both are met.
            return TagText.decode(rest[..<end])
        }
        var end = rest.startIndex
        while end + 1 < rest.endIndex, rest[end] != 0 || rest[end + 1] != 0 { end += 2 }
        guard end + 1 < rest.endIndex else { return nil }
        let text = rest[..<end]
        rest = rest[(end + 2)...]
        if text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) { order = text.first == 0xFE }
        return TagText.decodeUTF16(text, isBigEndian: order)
    }

    /// Puts the pieces together: a line feed at the beginning or the end of a piece separates lines, and where no piece has one, each is a
    /// line.
    private static func lines(of pieces: [Lyrics.Word]) -> [Lyrics.Line] {
        guard pieces.contains(where: { $0.text.contains(where: \.isNewline) }) else {
            return pieces.map { Lyrics.Line(start: $0.start, text: $0.text) }
        }
        var lines: [Lyrics.Line] = []
        var words: [Lyrics.Word] = []
        func finish() {
            guard let first = words.first else { return }
            lines.append(
                Lyrics.Line(start: first.start, text: words.map(\.text).joined(), words: words.count > 1 ? words : []))
            words = []
        }
        for piece in pieces {
            if piece.text.first?.isNewline == true { finish() }
            let text = piece.text.filter { !$0.isNewline }
            if !text.isEmpty { words.append(Lyrics.Word(start: piece.start, text: text)) }
            if piece.text.count > 1, piece.text.last?.isNewline == true { finish() }
        }
        finish()
        return lines
    }
}
