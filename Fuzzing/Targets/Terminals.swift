import TerminalCells
import TerminalPictures

extension FuzzTarget {
    /// What a terminal says when it is asked what it can draw: in pieces it is the same as at once, it ends, and a picture for the size that it
    /// names has a bounded length. So are the keys in it, the columns of the text that it may be, and the dots if it is a picture.
    static let terminals = FuzzTarget("terminals", atMost: 2_048) { bytes in
        var invention = Invention(bytes)
        let length = 1 + invention.pick(64)
        let said = Array(invention.rest())
        var (whole, pieces) = (TerminalAnswer(), TerminalAnswer())
        whole.take(said)
        for start in stride(from: 0, to: said.count, by: length) { pieces.take(said[start..<min(start + length, said.count)]) }
        precondition(whole.hasSixels == pieces.hasSixels && whole.cell == pieces.cell && whole.isComplete == pieces.isComplete)
        precondition(whole.isInterrupted == pieces.isInterrupted)
        precondition(whole.isComplete || said.count < TerminalAnswer.byteLimit, "\(said.count) bytes")
        checkKeys(said, length)
        if let bitmap = try? Bitmap(said, atLeast: (16, 16)) {
            precondition(bitmap.bytes.count == 3 * bitmap.width * bitmap.height && bitmap.fitted(width: 8, height: 8).width <= 8)
        }
        guard let cell = whole.cell else { return }
        precondition((2...64).contains(cell.width) && (4...128).contains(cell.height), "\(cell)")
        let columns = min(40, SixelPicture.sideLimit / cell.width)
        guard
            var picture = SixelPicture(
                width: columns * cell.width, height: 12 * cell.height,
                colours: [SixelPicture.Colour(red: 0, green: 50, blue: 100)])
        else { preconditionFailure("no picture for \(cell)") }
        for (column, byte) in said.enumerated() { picture.draw(column: column, from: Int(byte), to: Int(byte) + 2, colour: 0) }
        precondition(picture.bytes.count < 1 << 20 && picture.bytes.last == 0x5C)
    }

    private static func checkKeys(_ said: [UInt8], _ length: Int) {
        var (keys, others) = (TerminalReader(), TerminalReader())
        let whole = keys.take(said)
        let pieces = stride(from: 0, to: said.count, by: length).flatMap { start in
            others.take(said[start..<min(start + length, said.count)])
        }
        precondition(whole == pieces)
        var screen = Screen(rows: 2, columns: 30)
        screen.put(String(decoding: said, as: UTF8.self), row: 0, column: 3, width: 20)
        precondition(CellText.columns(of: screen.text(row: 0)) <= 23 && screen.text(row: 1).isEmpty)
    }
}
