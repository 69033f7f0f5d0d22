/// Writes screens to a terminal: only the cells that have changed since the last one.
package struct ScreenPainter: Sendable {
    /// What the terminal can do.
    package struct Abilities: Hashable, Sendable {
        /// Whether it shows what comes between two marks at once.
        package var isSynchronized = false
        /// Whether it reads UTF-8; if not, what is not ASCII becomes a question mark, and lines become hyphens.
        package var readsUTF8 = true
        /// Whether colours are wanted.
        package var hasColours = true
        /// Whether it has more than 256 colours.
        package var hasMixedColours = false

        /// Makes the abilities of a terminal that has not answered.
        package init() {}
    }

    /// What the terminal can do.
    package var abilities: Abilities
    /// The screen that the terminal shows; `nil` if that is not known.
    private var shown: Screen?

    // Where the terminal stands while it is written to.
    private var place: Screen.Place?
    private var style: CellStyle?
    private var bytes: [UInt8] = []

    /// Nothing has been shown yet.
    package init(_ abilities: Abilities = Abilities()) { self.abilities = abilities }

    /// Forgets what the terminal shows: somebody else has written to it.
    package mutating func forget() { shown = nil }

    /// Returns the bytes that make the terminal show `screen`; none if it shows that already.
    package mutating func paint(_ screen: Screen) -> [UInt8] {
        bytes = []
        (place, style) = (nil, nil)
        let old = shown.flatMap { $0.rows == screen.rows && $0.columns == screen.columns ? $0 : nil }
        if old == screen { return [] }
        if old == nil { bytes += Array("\u{1B}[0m\u{1B}[2J".utf8) }
        let before = old ?? Screen(rows: screen.rows, columns: screen.columns)
        // A picture lies over the cells, which have to be written anew where it was.
        let hidden = before.picture == screen.picture ? nil : before.picture
        for row in 0..<screen.rows { paint(row, of: screen, over: before, hidden: hidden) }
        shown = screen
        if style != nil, style != .plain { bytes += Array("\u{1B}[0m".utf8) }
        if let cursor = screen.cursor {
            move(to: Screen.Place(row: min(cursor.row, screen.rows - 1), column: min(cursor.column, screen.columns - 1)))
        }
        if before.cursor == nil || old == nil || screen.cursor == nil {
            bytes += Array((screen.cursor == nil ? "\u{1B}[?25l" : "\u{1B}[?25h").utf8)
        }
        guard abilities.isSynchronized else { return bytes }
        return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }

    private mutating func paint(_ row: Int, of screen: Screen, over before: Screen, hidden: Screen.PicturePlace?) {
        let start = row * screen.columns
        let new = screen.cells[start..<start + screen.columns]
        let old = before.cells[start..<start + screen.columns]
        let covered = hidden.map { $0.place.row..<$0.place.row + $0.rows }?.contains(row) == true
        guard covered || new != old else { return }
        // The blanks at the end are erased at once.
        let end = (new.lastIndex { $0 != .blank } ?? start - 1) + 1
        var index = start
        while index < end {
            let cell = new[index]
            let columns = max(1, Int(cell.columns))
            let isOther = covered || (index..<min(index + columns, start + screen.columns)).contains { new[$0] != old[$0] }
            if isOther { write(cell, at: Screen.Place(row: row, column: index - start)) }
            index += columns
        }
        guard covered || (end..<start + screen.columns).contains(where: { old[$0] != .blank }) else { return }
        if end < start + screen.columns {
            move(to: Screen.Place(row: row, column: end - start))
            set(.plain)
            bytes += Array("\u{1B}[K".utf8)
        }
    }

    private mutating func write(_ cell: Screen.Cell, at wanted: Screen.Place) {
        move(to: wanted)
        set(cell.style)
        let glyph = cell.glyph
        if abilities.readsUTF8 || glyph.scalar.isASCII && glyph.marks == 0 {
            glyph.append(to: &bytes)
        } else {
            bytes += Array(String(repeating: Self.plain(glyph.scalar), count: glyph.columns).utf8)
        }
        place =
            glyph.isDisputed && abilities.readsUTF8 ? nil : Screen.Place(row: wanted.row, column: wanted.column + glyph.columns)
    }

    private mutating func move(to wanted: Screen.Place) {
        if place == wanted { return }
        bytes += Array("\u{1B}[\(wanted.row + 1);\(wanted.column + 1)H".utf8)
        place = wanted
    }

    private mutating func set(_ wanted: CellStyle) {
        if style == wanted { return }
        style = wanted
        var parameters = ["0"]
        let codes: [(CellStyle.Emphasis, String)] = [(.bold, "1"), (.faint, "2"), (.underlined, "4"), (.reversed, "7")]
        parameters += codes.filter { wanted.emphasis.contains($0.0) }.map(\.1)
        if abilities.hasColours {
            parameters += [
                wanted.foreground.parameters(38, hasMixed: abilities.hasMixedColours),
                wanted.background.parameters(48, hasMixed: abilities.hasMixedColours),
            ].compactMap(\.self)
        }
        bytes += Array("\u{1B}[\(parameters.joined(separator: ";"))m".utf8)
    }

    /// What stands for a character on a terminal that knows ASCII alone.
    private static func plain(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "─", "━", "…", "–": "-"
        case "│": "|"
        case "█", "▌", "▐", "▀", "▄", "■": "#"
        case "▶", "›": ">"
        default: "?"
        }
    }
}
