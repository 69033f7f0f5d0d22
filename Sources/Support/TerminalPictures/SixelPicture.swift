/// A picture of few colours for terminals that draw sixels. What nothing is drawn on keeps the background of the terminal.
package struct SixelPicture: Sendable {
    /// A colour, each part in per cent.
    package struct Colour: Hashable, Sendable {
        fileprivate let red: Int
        fileprivate let green: Int
        fileprivate let blue: Int

        /// Makes a colour; what is outside 0 to 100 is brought there.
        package init(red: Int, green: Int, blue: Int) {
            let bounds = { (part: Int) in min(100, max(0, part)) }
            (self.red, self.green, self.blue) = (bounds(red), bounds(green), bounds(blue))
        }
    }

    /// How many dots there are in a row.
    package let width: Int
    /// How many rows of dots there are.
    package let height: Int
    private let colours: [Colour]
    /// For each dot the number of its colour, from 1, row by row; 0 is none.
    private var dots: [UInt8]

    /// The longest side, in dots.
    package static let sideLimit = 2_048
    /// The most colours.
    package static let colourLimit = 15
    /// One sixel is six dots, one below the other.
    private static let band = 6

    /// Makes an empty picture, or returns `nil` without a dot or a colour, or with too many.
    package init?(width: Int, height: Int, colours: [Colour]) {
        let sides = 1...Self.sideLimit
        guard sides.contains(width), sides.contains(height), (1...Self.colourLimit).contains(colours.count) else { return nil }
        (self.width, self.height, self.colours) = (width, height, colours)
        dots = [UInt8](repeating: 0, count: width * height)
    }

    /// Draws the dots of one column from `top` down to `bottom`, both of them too, in a colour by its place in the list. What is outside
    /// the picture is left out.
    package mutating func draw(column: Int, from top: Int, to bottom: Int, colour: Int) {
        guard (0..<width).contains(column), colours.indices.contains(colour) else { return }
        let (first, last) = (max(0, top), min(height - 1, bottom))
        guard first <= last else { return }
        for row in first...last { dots[row * width + column] = UInt8(colour + 1) }
    }

    /// What a terminal draws at the place of the cursor.
    package var bytes: [UInt8] {
        // Dots on which nothing is drawn stay as they are, and dots are as high as wide.
        var text = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for (place, colour) in colours.enumerated() {
            text += Array("#\(place + 1);2;\(colour.red);\(colour.green);\(colour.blue)".utf8)
        }
        for top in stride(from: 0, to: height, by: Self.band) {
            if top > 0 { text.append(UInt8(ascii: "-")) }
            var isFirst = true
            for colour in 1...colours.count {
                let sixels = sixels(of: UInt8(colour), below: top)
                guard !sixels.isEmpty else { continue }
                if !isFirst { text.append(UInt8(ascii: "$")) }
                isFirst = false
                text += Array("#\(colour)".utf8)
                Self.write(sixels, to: &text)
            }
        }
        return text + [0x1B, UInt8(ascii: "\\")]
    }

    /// The dots of one colour in six rows, a number for each column, as far as there are any.
    private func sixels(of colour: UInt8, below top: Int) -> [UInt8] {
        var sixels = [UInt8](repeating: 0, count: width)
        var end = 0
        for row in top..<min(top + Self.band, height) {
            for column in 0..<width where dots[row * width + column] == colour {
                sixels[column] |= 1 << UInt8(row - top)
                end = max(end, column + 1)
            }
        }
        return Array(sixels.prefix(end))
    }

    /// Four or more that are alike are written as a number and one of them.
    private static func write(_ sixels: [UInt8], to text: inout [UInt8]) {
        var place = 0
        while place < sixels.count {
            let count = sixels[place...].prefix { $0 == sixels[place] }.count
            let letter = 63 + sixels[place]
            text += count > 3 ? Array("!\(count)".utf8) + [letter] : [UInt8](repeating: letter, count: count)
            place += count
        }
    }
}
