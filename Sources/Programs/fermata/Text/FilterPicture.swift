import ControlProtocol
import Glibc

/// The curve of an equaliser as a picture.
enum FilterPicture {
    private static let rows = 12
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
        let width = min(120, max(24, columns - 9))
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
            let top = range.lowerBound + span * Double(row + 1) / Double(rows)
            // Every third row tells what its upper edge is.
            let label = (rows - 1 - row).isMultiple(of: 3) ? "\(Int(top.rounded()))" : ""
            let blocks = heights.map { height in
                let part = min(8, max(0, height - row * 8))
                return part == 0 ? " " : String(block(part))
            }.joined()
            return String(repeating: " ", count: max(0, 5 - label.count)) + label + " │" + blocks
        }
    }

    private static func block(_ eighths: Int) -> Character {
        let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return blocks[min(7, max(0, eighths - 1))]
    }

    private static func axis(_ width: Int) -> String {
        var line = [Character](repeating: " ", count: width + 4)
        var free = 0
        for mark in marks {
            let place = Int((position(of: mark.frequency) * Double(width - 1)).rounded())
            guard place >= free, place + mark.name.count <= line.count else { continue }
            for (offset, character) in mark.name.enumerated() { line[place + offset] = character }
            free = place + mark.name.count + 1
        }
        return String(repeating: " ", count: 7) + String(line).trimmed + " Hz"
    }

    /// Where a frequency lies between 20 Hz and 20 kHz, from 0 to 1.
    private static func position(of frequency: Double) -> Double { log10(frequency / 20) / 3 }

    /// The value of a curve from 0 to 1 along it.
    private static func value(_ values: [Double], at place: Double) -> Double {
        guard let last = values.indices.last else { return 0 }
        let exact = place * Double(last)
        let low = min(last, max(0, Int(exact)))
        let high = min(last, low + 1)
        return values[low] + (values[high] - values[low]) * (exact - Double(low))
    }

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
