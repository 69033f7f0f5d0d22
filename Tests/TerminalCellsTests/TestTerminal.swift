@testable import TerminalCells

/// A terminal that understands what ``ScreenPainter`` writes and nothing else: it says so if there is more.
struct TestTerminal {
    let rows: Int
    let columns: Int
    private(set) var cells: [[String]]
    private(set) var styles: [[String]]
    private(set) var cursor = (row: 0, column: 0)
    private(set) var isCursorShown = true
    /// What it did not understand.
    private(set) var unknown: [String] = []
    /// How many characters were written.
    private(set) var written = 0
    private var style = "0"

    init(rows: Int, columns: Int) {
        (self.rows, self.columns) = (rows, columns)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        styles = Array(repeating: Array(repeating: "0", count: columns), count: rows)
    }

    func text(row: Int) -> String {
        var line = cells[row].joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    mutating func take(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return unknown.append("what is no UTF-8") }
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1B}" {
                guard scalars.popFirst() == "[" else { return unknown.append("an escape") }
                var sequence = ""
                while let next = scalars.popFirst() {
                    if (0x40...0x7E).contains(next.value) {
                        obey(sequence, next)
                        break
                    }
                    sequence.unicodeScalars.append(next)
                }
            } else if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                unknown.append("a control character \(scalar.value)")
            } else {
                write(scalar)
            }
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        written += 1
        let width = CellText.columns(of: scalar)
        guard cursor.row < rows else { return unknown.append("a row beyond the end") }
        if width == 0 {
            if cursor.column > 0 { cells[cursor.row][cursor.column - 1].unicodeScalars.append(scalar) }
            return
        }
        guard cursor.column + width <= columns else { return unknown.append("a column beyond the end") }
        cells[cursor.row][cursor.column] = String(scalar)
        styles[cursor.row][cursor.column] = style
        if width == 2 { cells[cursor.row][cursor.column + 1] = "" }
        cursor.column += width
    }

    private mutating func obey(_ sequence: String, _ final: Unicode.Scalar) {
        let numbers = sequence.split(separator: ";").compactMap { Int($0) }
        switch (final, sequence) {
        case ("H", _) where numbers.count == 2: cursor = (numbers[0] - 1, numbers[1] - 1)
        case ("m", _): style = sequence
        case ("J", "2"):
            cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
            styles = Array(repeating: Array(repeating: "0", count: columns), count: rows)
        case ("K", ""):
            for column in cursor.column..<columns {
                cells[cursor.row][column] = " "
                styles[cursor.row][column] = "0"
            }
        case ("h", "?25"): isCursorShown = true
        case ("l", "?25"): isCursorShown = false
        case ("h", "?2026"), ("l", "?2026"): break
        default: unknown.append("\(sequence)\(final)")
        }
    }
}
