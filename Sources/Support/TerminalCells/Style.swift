/// A colour of a terminal.
package struct CellColour: Hashable, Sendable {
    /// 0 for the terminal's own, else the kind in the upper byte and its number below.
    private let code: UInt32

    private init(code: UInt32) { self.code = code }

    /// The colour that the terminal has without being told.
    package static let standard = CellColour(code: 0)

    /// A colour of the terminal's table, 0 to 255. The first 16 are what its user has chosen.
    package static func indexed(_ number: UInt8) -> CellColour { CellColour(code: 1 << 24 | UInt32(number)) }

    /// A colour of its own.
    package static func mixed(red: UInt8, green: UInt8, blue: UInt8) -> CellColour {
        CellColour(code: 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// Returns the numbers that choose the colour, behind `base` (38 for what is written, 48 for what is behind it).
    func parameters(_ base: Int, hasMixed: Bool) -> String? {
        switch code >> 24 {
        case 0: return nil
        case 1: return Self.parameters(base, index: Int(code & 0xFF))
        default:
            let parts = [code >> 16 & 0xFF, code >> 8 & 0xFF, code & 0xFF].map(Int.init)
            if hasMixed { return "\(base);2;\(parts[0]);\(parts[1]);\(parts[2])" }
            // The cube of 6 by 6 by 6 colours.
            let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
            return Self.parameters(base, index: 16 + 36 * steps[0] + 6 * steps[1] + steps[2])
        }
    }

    private static func parameters(_ base: Int, index: Int) -> String {
        switch index {
        case 0..<8: "\(base - 8 + index)"
        case 8..<16: "\(base + 52 + index - 8)"
        default: "\(base);5;\(index)"
        }
    }
}

/// How a cell looks.
package struct CellStyle: Hashable, Sendable {
    /// What stands out by more than its colour.
    package struct Emphasis: OptionSet, Hashable, Sendable {
        /// The bits.
        package let rawValue: UInt8
        /// Makes a set of these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Heavier.
        package static let bold = Emphasis(rawValue: 1)
        /// Lighter.
        package static let faint = Emphasis(rawValue: 2)
        /// With a line below.
        package static let underlined = Emphasis(rawValue: 4)
        /// With the two colours exchanged.
        package static let reversed = Emphasis(rawValue: 8)
    }

    /// The colour of what is written.
    package var foreground: CellColour
    /// The colour behind it.
    package var background: CellColour
    /// What stands out.
    package var emphasis: Emphasis

    /// Makes a style.
    package init(
        foreground: CellColour = .standard, background: CellColour = .standard, emphasis: Emphasis = []
    ) {
        self.foreground = foreground
        self.background = background
        self.emphasis = emphasis
    }

    /// As the terminal writes without being told.
    package static let plain = CellStyle()

    /// Returns the style with more emphasis.
    package func adding(_ emphasis: Emphasis) -> CellStyle {
        var style = self
        style.emphasis.formUnion(emphasis)
        return style
    }
}
