import MPDProtocol

/// Rows of an answer up to a size. Short ones come together, because each piece has a cost of its own.
struct ReplyRows {
    private var rows: [ReplyText] = []
    private var last = ReplyText()
    private var left = Self.limit

    /// The most bytes of one answer. It waits in memory while the client reads it.
    static let limit = 64 << 20
    static let tooLarge = MPDFailure(
        .system, "The answer would have more than \(limit >> 20) MiB: ask for one directory, or for a window")

    /// When a piece is long enough, in bytes.
    private static let pieceSize = 8 << 10
    /// The most bytes that come into a piece at once: it is written whole, however much the client reads.
    private static let longestPiece = 64 << 10

    /// How many bytes the rows have.
    var byteCount: Int { Self.limit - left + last.bytes.count }

    /// Whether the answer would be too large.
    var isFull: Bool { left < last.bytes.count }

    /// All rows, or that the answer would be too large.
    var result: Result<[ReplyText], MPDFailure> {
        isFull ? .failure(Self.tooLarge) : .success(last.bytes.isEmpty ? rows : rows + [last])
    }

    mutating func add(_ write: (inout ReplyText) -> Void) {
        guard !isFull else { return }
        write(&last)
        guard last.bytes.count >= Self.pieceSize else { return }
        left -= last.bytes.count
        rows.append(last)
        last = ReplyText()
    }

    /// Adds whole lines.
    mutating func add(lines text: [UInt8]) {
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.count <= Self.longestPiece ? nil : rest.prefix(Self.longestPiece).lastIndex(of: UInt8(ascii: "\n"))
            let piece = end.map { rest[...$0] } ?? rest
            add { $0.addLines { $0 += piece } }
            rest = rest[piece.endIndex...]
        }
    }
}
