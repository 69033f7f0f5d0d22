/// Text as cells of a terminal: what each character is, and how many columns it takes.
///
/// Only what all terminals agree about is made of a text. A control character cannot get through; marks that change the direction of
/// writing, joiners, variation selectors and the colours of skin are left out, because terminals differ in the columns that they take then.
package struct CellText: Sequence, IteratorProtocol {
    /// A character that takes at least one column, with the marks that are put over it.
    package struct Glyph: Hashable, Sendable {
        /// The character.
        package let scalar: Unicode.Scalar
        /// Up to three marks of 21 bits each, the first in the lowest bits; 0 is none.
        let marks: UInt64
        /// How many columns it takes: 1 or 2.
        package let columns: Int
    }

    /// How many marks a character keeps at most.
    private static let mostMarks = 3

    private var scalars: String.UnicodeScalarView.Iterator
    private var ahead: Unicode.Scalar?

    /// Makes the glyphs of a text.
    package init(_ text: some StringProtocol) {
        scalars = String(text).unicodeScalars.makeIterator()
        ahead = scalars.next()
    }

    /// The next glyph; `nil` at the end.
    package mutating func next() -> Glyph? {
        while let scalar = ahead {
            ahead = scalars.next()
            let shown = Self.shown(scalar)
            let columns = Self.columns(of: shown)
            // A mark without a character, or one that is left out.
            guard columns > 0 else { continue }
            var (marks, count) = (UInt64(0), 0)
            while let mark = ahead, mark.value >= 0x300, Self.columns(of: mark) == 0 {
                if count < Self.mostMarks, Self.isMark(mark) {
                    marks |= UInt64(mark.value) << (21 * UInt64(count))
                    count += 1
                }
                ahead = scalars.next()
            }
            return Glyph(scalar: shown, marks: marks, columns: columns)
        }
        return nil
    }

    /// Returns how many columns a text takes.
    package static func columns(of text: some StringProtocol) -> Int { CellText(text).reduce(0) { $0 + $1.columns } }

    /// Returns how many columns a character takes: none for marks and for what is left out, and for control characters.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value >= 0x20 && !(0x7F..<0xA0).contains(value) && value != 0xAD ? 1 : 0 }
        switch value {
        // Hangul that is written into the syllable before; selectors of variants; colours of skin; tags.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return isWide(value) ? 2 : 1
        }
    }

    /// Returns what is shown of a character: a blank for white space, a sign for a control character.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85, 0xA0, 0x2028, 0x2029: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        default: scalar
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: !(0xFE00...0xFE0F).contains(scalar.value)
        default: false
        }
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        let ranges = WideCharacters.ranges
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= value
    }
}

extension CellText.Glyph {
    /// The bytes of the character and its marks.
    func append(to bytes: inout [UInt8]) {
        bytes += UTF8.encode(scalar).map { Array($0) } ?? []
        var rest = marks
        while rest != 0 {
            if let mark = Unicode.Scalar(UInt32(truncatingIfNeeded: rest & 0x1F_FFFF)) {
                bytes += UTF8.encode(mark).map { Array($0) } ?? []
            }
            rest >>= 21
        }
    }

    /// Whether terminals may differ in where the cursor stands behind it.
    var isDisputed: Bool { marks != 0 || scalar.value >= 0x300 }
}
