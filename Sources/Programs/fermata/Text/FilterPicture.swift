import ControlProtocol
import Glibc
import TerminalPictures

/// The curve of an equaliser as a picture.
enum FilterPicture {
    private static let rows = 12
    /// The columns that are no curve: seven on the left, and on the right what the axis has behind it, so that no line breaks.
    private static let margin = 11
    private static let marks: [(frequency: Double, name: String)] = [
        (20, "20"), (50, "50"), (100, "100"), (200, "200"), (500, "500"), (1_000, "1k"), (2_000, "2k"), (5_000, "5k"),
        (10_000, "10k"), (20_000, "20k"),
    ]

    /// The decibels from the lower to the upper edge: all of the curve and 0, at least twelve, in steps of six.
    static func range(of curve: Wire.FilterCurve) -> ClosedRange<Double> {
        let values = (curve.left + curve.right).filter(\.isFinite) + [0]
        let low = max(-120, ((values.min() ?? 0) / 6).rounded(.down) * 6)
        let high = min(120, ((values.max() ?? 0) / 6).rounded(.up) * 6)
        return low...max(high, low + 12)
    }

    // MARK: The terminal

    /// Returns the curve in blocks, a line for each row, with decibels on the left and hertz below.
    static func blocks(of curve: Wire.FilterCurve, columns: Int) -> [String] {
        let width = min(120, max(24, columns - margin))
        let range = range(of: curve)
        var lines = [String]()
        for (name, values) in curve.right.isEmpty ? [("", curve.left)] : [("left", curve.left), ("right", curve.right)] {
            if !name.isEmpty { lines.append(name) }
            lines += rows(of: values, range, width)
        }
        return lines + [axis(width)]
    }

    private static func rows(of values: [Double], _ range: ClosedRange<Double>, _ width: Int) -> [String] {
        let span = range.upperBound - range.lowerBound
        let heights = (0..<width).map { column in
            let value = self.value(values, at: Double(column) / Double(width - 1))
            return Int(((value - range.lowerBound) / span * Double(rows * 8)).rounded())
        }
        return (0..<rows).reversed().map { row in
            let blocks = heights.map { height in
                let part = min(8, max(0, height - row * 8))
                return part == 0 ? " " : String(block(part))
            }.joined()
            return label(row, range) + blocks
        }
    }

    /// What stands on the left of a row, counted from below: every third one tells what its upper edge is.
    private static func label(_ row: Int, _ range: ClosedRange<Double>) -> String {
        let top = range.lowerBound + (range.upperBound - range.lowerBound) * Double(row + 1) / Double(rows)
        let label = (rows - 1 - row).isMultiple(of: 3) ? "\(Int(top.rounded()))" : ""
        return String(repeating: " ", count: max(0, 5 - label.count)) + label + " │"
    }

    private static func block(_ eighths: Int) -> Character {
        let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return blocks[min(7, max(0, eighths - 1))]
    }

    private static func axis(_ width: Int) -> String {
        var line = [Character](repeating: " ", count: width)
        var free = 0
        for mark in marks {
            let place = min(Int((position(of: mark.frequency) * Double(width - 1)).rounded()), width - mark.name.count)
            guard place >= free else { continue }
            for (offset, character) in mark.name.enumerated() { line[place + offset] = character }
            free = place + mark.name.count + 1
        }
        return String(repeating: " ", count: 7) + String(line).trimmed + " Hz"
    }

    /// Where a frequency lies between 20 Hz and 20 kHz, from 0 to 1.
    private static func position(of frequency: Double) -> Double { log10(frequency / 20) / 3 }

    /// The value of a curve from 0 to 1 along it, within what can be a place on a screen.
    private static func value(_ values: [Double], at place: Double) -> Double {
        guard let last = values.indices.last else { return 0 }
        let exact = place * Double(last)
        let low = min(last, max(0, Int(exact)))
        let high = min(last, low + 1)
        let value = values[low] + (values[high] - values[low]) * (exact - Double(low))
        return value.isFinite ? min(1_000, max(-1_000, value)) : 0
    }

    // MARK: A terminal that draws pictures

    /// The fewest lines and columns of a terminal in which there is room for the picture and for a line of the shell.
    static let room = (lines: rows + 4, columns: 40)

    /// Returns the curve as a picture of dots, with decibels on the left and hertz below. The last line draws it: over the lines before,
    /// which have to be in sight, and then goes back.
    static func sixels(of curve: Wire.FilterCurve, columns: Int, cell: TerminalAnswer.Cell) -> [String] {
        let width = min(120, columns - margin, SixelPicture.sideLimit / cell.width)
        let range = range(of: curve)
        guard
            var picture = SixelPicture(
                width: width * cell.width, height: rows * cell.height, colours: [Self.grid, Self.first, Self.second])
        else { return blocks(of: curve, columns: columns) }
        let height = Double(picture.height - 1)
        let y = { (decibels: Double) in
            Int(((range.upperBound - decibels) / (range.upperBound - range.lowerBound) * height).rounded())
        }
        for mark in marks {
            picture.draw(
                column: Int((position(of: mark.frequency) * Double(picture.width - 1)).rounded()), from: 0,
                to: picture.height - 1,
                colour: 0)
        }
        // One at 0 dB, and one beside each number on the left.
        for row in [y(0)] + stride(from: 0, to: picture.height, by: 3 * cell.height) {
            for column in 0..<picture.width { picture.draw(column: column, from: row, to: row, colour: 0) }
        }
        for (values, colour) in [(curve.right, 2), (curve.left, 1)] where !values.isEmpty {
            var before: Int?
            for column in 0..<picture.width {
                let place = y(value(values, at: Double(column) / Double(picture.width - 1)))
                // As high as the way from the last column, so that a steep part has no holes.
                let (top, bottom) = (min(place, before ?? place), max(place, before ?? place))
                picture.draw(column: column, from: top, to: bottom + max(1, cell.height / 10), colour: colour)
                before = place
            }
        }
        let isTwo = !curve.right.isEmpty
        let lines = (isTwo ? ["left: blue, right: red"] : []) + (0..<rows).reversed().map { label($0, range) }
        let drawing = "\u{1B}7\u{1B}[\(rows)A\u{1B}[8G" + String(decoding: picture.bytes, as: UTF8.self) + "\u{1B}8"
        return lines + [axis(width) + drawing]
    }

    private static let grid = SixelPicture.Colour(red: 45, green: 45, blue: 45)
    private static let first = SixelPicture.Colour(red: 20, green: 50, blue: 95)
    private static let second = SixelPicture.Colour(red: 82, green: 27, blue: 18)

    // MARK: A file

    /// Returns the curve as a picture of 800 by 400 points.
    static func svg(of curve: Wire.FilterCurve, title: String) -> String {
        let range = range(of: curve)
        let (left, top, width, height) = (60.0, 40.0, 710.0, 310.0)
        let x = { (frequency: Double) in left + position(of: frequency) * width }
        let y = { (decibels: Double) in
            top + (range.upperBound - decibels) / (range.upperBound - range.lowerBound) * height
        }
        var parts = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" font-family="sans-serif" font-size="12">"#,
            #"<rect width="800" height="400" fill="white"/>"#,
            "<text x=\"60\" y=\"24\" font-size=\"14\">\(escaped(title))</text>",
        ]
        for mark in marks {
            parts.append(line(x(mark.frequency), top, x(mark.frequency), top + height))
            parts.append(text(x(mark.frequency), top + height + 18, mark.name, anchor: "middle"))
        }
        for decibels in stride(from: range.lowerBound, through: range.upperBound, by: 6) {
            parts.append(line(left, y(decibels), left + width, y(decibels)))
            parts.append(text(left - 8, y(decibels) + 4, "\(Int(decibels))", anchor: "end"))
        }
        parts.append(text(left + width, top + height + 36, "Hz", anchor: "end"))
        parts.append(text(left - 8, top - 14, "dB", anchor: "end"))
        for (values, colour) in [(curve.left, "#1f6feb"), (curve.right, "#d1442f")] where !values.isEmpty {
            let points = zip(curve.frequencies, values).map { "\(short(x($0))),\(short(y($1)))" }.joined(separator: " ")
            parts.append("<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\" points=\"\(points)\"/>")
        }
        return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(short(x1))\" y1=\"\(short(y1))\" x2=\"\(short(x2))\" y2=\"\(short(y2))\" stroke=\"#ccc\"/>"
    }

    private static func text(_ x: Double, _ y: Double, _ text: String, anchor: String) -> String {
        "<text x=\"\(short(x))\" y=\"\(short(y))\" text-anchor=\"\(anchor)\">\(text)</text>"
    }

    /// A number with one digit behind the point.
    private static func short(_ number: Double) -> String { "\((max(-10_000, min(10_000, number)) * 10).rounded() / 10)" }

    private static func escaped(_ text: String) -> String {
        text.map { character -> String in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: Terminal.harmless(String(character))
            }
        }.joined()
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
