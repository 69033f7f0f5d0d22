/// Leaves out the rest of each long text between quotes, while the bytes of a server arrive. A value without I/O.
///
/// The status of a server has the cover of whatever a foreign stream plays, as one text of any length, and no text that counts here is
/// that long. So a cover is never in memory. Everything else passes unchanged, also what is no JSON. What is left out is not looked at.
struct TextTrimmer: Hashable {
    /// How much of a text passes at least, in bytes as they are sent.
    private let keptBytes: Int
    /// How many bytes the line has so far that has not ended, with those that were left out.
    private(set) var lineBytes = 0

    private var isInText = false
    /// How many bytes of the text are there, without its quotes.
    private var textBytes = 0
    /// At which of them the last escape began.
    private var lastEscape = 0
    /// Whether the next byte belongs to a backslash.
    private var isEscaped = false
    /// Whether the rest of the text is left out.
    private var isCutting = false

    /// The longest escape, `\u0000`, in bytes.
    private static let longestEscape = 6

    /// - Parameter keptBytes: what is cut has to be longer still than any text that is taken: 256 bytes, of which each may be written as
    ///   an escape of six.
    init(keptBytes: Int = 4_096) { self.keptBytes = keptBytes }

    /// Returns what passes of the next bytes, in whatever pieces they come.
    mutating func trim(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        // Where what passes begins, if nothing is being left out.
        var start = 0
        for index in bytes.indices {
            let wasCutting = isCutting
            take(bytes[index])
            if isCutting == wasCutting { continue }
            if isCutting { kept += bytes[start..<index] } else { start = index }
        }
        if isCutting { return kept }
        return start == 0 && kept.isEmpty ? bytes : kept + bytes[start...]
    }

    private mutating func take(_ byte: UInt8) {
        // No text has the end of a line in it.
        guard byte != UInt8(ascii: "\n") else {
            (lineBytes, isInText, isCutting) = (0, false, false)
            return
        }
        lineBytes += 1
        if isInText { takeInText(byte) } else if byte == UInt8(ascii: "\"") { beginText() }
    }

    private mutating func beginText() {
        (isInText, isEscaped) = (true, false)
        (textBytes, lastEscape) = (0, -Self.longestEscape)
    }

    private mutating func takeInText(_ byte: UInt8) {
        defer { textBytes += 1 }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\"") {
            (isInText, isCutting) = (false, false)
            return
        } else if byte == UInt8(ascii: "\\") {
            (isEscaped, lastEscape) = (true, textBytes)
            return
        }
        if !isCutting, textBytes >= keptBytes { isCutting = isBeginning(byte) }
    }

    /// Whether a character begins with this byte, which is no escape: what passes must not end in the middle of one.
    private func isBeginning(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 && textBytes - lastEscape >= Self.longestEscape }
}
