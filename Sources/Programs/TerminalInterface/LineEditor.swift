import TerminalCells

/// A line that somebody types.
struct LineEditor: Hashable, Sendable {
    /// The most characters that it takes.
    static let limit = 1_000

    private var scalars: [Unicode.Scalar] = []
    /// In front of which character the next one is put.
    private(set) var cursor = 0

    var text: String { String(String.UnicodeScalarView(scalars)) }
    /// What stands in front of the cursor.
    var head: String { String(String.UnicodeScalarView(scalars[..<cursor])) }

    init(_ text: String = "") { insert(text) }

    /// Puts a text in at the cursor; line ends become blanks, and controls are left out.
    mutating func insert(_ text: String) {
        for scalar in text.unicodeScalars where scalars.count < Self.limit {
            let shown: Unicode.Scalar = ["\n", "\r", "\t"].contains(scalar) ? " " : scalar
            if shown.properties.generalCategory == .control { continue }
            scalars.insert(shown, at: cursor)
            cursor += 1
        }
    }

    /// Takes a key that writes, moves or deletes. Returns `false` if it is none of these.
    mutating func take(_ key: TerminalKey) -> Bool {
        switch (key.code, key.modifiers) {
        case (.character(let scalar), []): insert(String(scalar))
        case (.backspace, _):
            guard cursor > 0 else { return !scalars.isEmpty }
            cursor -= 1
            scalars.remove(at: cursor)
        case (.delete, _): if cursor < scalars.count { scalars.remove(at: cursor) }
        case (.left, _), (.character("b"), .control): cursor = max(0, cursor - 1)
        case (.right, _), (.character("f"), .control): cursor = min(scalars.count, cursor + 1)
        case (.home, _), (.character("a"), .control): cursor = 0
        case (.end, _), (.character("e"), .control): cursor = scalars.count
        case (.character("u"), .control):
            scalars.removeFirst(cursor)
            cursor = 0
        case (.character("k"), .control): scalars.removeLast(scalars.count - cursor)
        case (.character("w"), .control):
            var start = cursor
            while start > 0, scalars[start - 1] == " " { start -= 1 }
            while start > 0, scalars[start - 1] != " " { start -= 1 }
            scalars.removeSubrange(start..<cursor)
            cursor = start
        default: return false
        }
        return true
    }
}
