/// What a terminal is to show: rows of cells, the place of the cursor, and of a picture.
package struct Screen: Hashable, Sendable {
    /// One place for a character.
    struct Cell: Hashable, Sendable {
        var scalar: Unicode.Scalar
        var marks: UInt64
        /// 1 or 2; 0 is the second half of the cell in front.
        var columns: UInt8
        var style: CellStyle

        static let blank = Cell(scalar: " ", marks: 0, columns: 1, style: .plain)

        var glyph: CellText.Glyph { CellText.Glyph(scalar: scalar, marks: marks, columns: Int(columns)) }
    }

    /// A row and a column, both from 0.
    package struct Place: Hashable, Sendable {
        /// The row, from the top.
        package var row: Int
        /// The column, from the left.
        package var column: Int

        /// Makes a place.
        package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
    }

    /// Where a picture is shown, and which one.
    package struct PicturePlace: Hashable, Sendable {
        /// The number by which the picture is known.
        package let picture: Int64
        /// The upper left corner.
        package let place: Place
        /// How many rows it takes.
        package let rows: Int
        /// How many columns it takes.
        package let columns: Int

        /// Makes a place.
        package init(picture: Int64, place: Place, rows: Int, columns: Int) {
            self.picture = picture
            self.place = place
            self.rows = rows
            self.columns = columns
        }
    }

    /// The most rows and columns that are drawn. A terminal that says it has more gets no more.
    package static let mostRows = 500, mostColumns = 1_000

    /// How many rows there are, at least 1.
    package let rows: Int
    /// How many columns there are, at least 1.
    package let columns: Int
    private(set) var cells: [Cell]
    /// Where the cursor stands; `nil` where it is not shown.
    package var cursor: Place?
    /// The picture, if one is shown. What is written to its place is not seen.
    package var picture: PicturePlace?

    /// Makes an empty screen.
    package init(rows: Int, columns: Int) {
        self.rows = min(max(rows, 1), Self.mostRows)
        self.columns = min(max(columns, 1), Self.mostColumns)
        cells = Array(repeating: .blank, count: self.rows * self.columns)
    }

    /// Writes a text, as far as there is room. What does not fit ends with an ellipsis.
    /// - Parameter width: the columns that the text may take; `nil` for all up to the edge.
    /// - Returns: how many columns it has taken.
    @discardableResult
    package mutating func put(
        _ text: some StringProtocol, row: Int, column: Int, width: Int? = nil, style: CellStyle = .plain
    ) -> Int {
        let limit = min(width ?? columns, columns - column)
        guard (0..<rows).contains(row), column >= 0, limit > 0 else { return 0 }
        var used = 0
        for glyph in CellText(text) {
            if used + glyph.columns > limit {
                shorten(row: row, column: column, used: &used, limit: limit, style: style)
                break
            }
            set(glyph, row: row, column: column + used, style: style)
            used += glyph.columns
        }
        return used
    }

    /// Writes a text that ends at a column.
    package mutating func put(_ text: some StringProtocol, row: Int, endingAt end: Int, style: CellStyle = .plain) {
        put(text, row: row, column: max(0, end - CellText.columns(of: text)), style: style)
    }

    /// Fills columns of a row with one character that takes one column.
    package mutating func fill(
        _ scalar: Unicode.Scalar = " ", row: Int, column: Int = 0, width: Int? = nil, style: CellStyle = .plain
    ) {
        guard (0..<rows).contains(row), (0..<columns).contains(column), CellText.columns(of: scalar) == 1 else { return }
        for place in column..<min(columns, column + max(0, width ?? columns)) {
            set(CellText.Glyph(scalar: scalar, marks: 0, columns: 1), row: row, column: place, style: style)
        }
    }

    /// Gives a whole row the look of a row that is chosen, whatever stands there.
    package mutating func emphasize(row: Int, _ change: (CellStyle) -> CellStyle) {
        guard (0..<rows).contains(row) else { return }
        for index in row * columns..<(row + 1) * columns { cells[index].style = change(cells[index].style) }
    }

    /// Returns the text of a row, without blanks at its end.
    package func text(row: Int) -> String {
        guard (0..<rows).contains(row) else { return "" }
        var bytes: [UInt8] = []
        for cell in cells[row * columns..<(row + 1) * columns] where cell.columns > 0 { cell.glyph.append(to: &bytes) }
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Puts an ellipsis behind what has been written, in the place of what stands there.
    private mutating func shorten(row: Int, column: Int, used: inout Int, limit: Int, style: CellStyle) {
        let ellipsis = CellText.Glyph(scalar: "…", marks: 0, columns: 1)
        if used == limit {
            used -= 1
            // The first half of a wide character would be left.
            if cells[row * columns + column + used].columns == 0 {
                used -= 1
                set(CellText.Glyph(scalar: " ", marks: 0, columns: 1), row: row, column: column + used + 1, style: style)
            }
        }
        set(ellipsis, row: row, column: column + used, style: style)
        used += 1
    }

    private mutating func set(_ glyph: CellText.Glyph, row: Int, column: Int, style: CellStyle) {
        let index = row * columns + column
        // Half a wide character does not stay behind.
        if cells[index].columns == 0, column > 0 { cells[index - 1] = .blank }
        let end = column + glyph.columns
        if end < columns, cells[row * columns + end].columns == 0 { cells[row * columns + end] = .blank }
        cells[index] = Cell(scalar: glyph.scalar, marks: glyph.marks, columns: UInt8(glyph.columns), style: style)
        if glyph.columns == 2 { cells[index + 1] = Cell(scalar: " ", marks: 0, columns: 0, style: style) }
    }
}
