extension Terminal {
    /// Returns text from a file or the network in a form that is safe to show: characters that would control the terminal,
    /// break the line or change the direction of writing are replaced.
    static func harmless(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(steers(scalar) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0 and C1 controls; line and paragraph separators; embedding, override and isolation of direction; tags.
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// Returns how many columns `text` takes.
    static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    /// Returns the text, cut if it is wider than `columns` columns.
    static func fit(_ text: String, columns: Int) -> String {
        if width(text) <= columns { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = width(character)
            if used + next >= columns { break }
            result.append(character)
            used += next
        }
        return columns > 0 ? result + "…" : ""
    }

    /// Returns the text so that what is beside it keeps its place on a terminal that writes from right to left where the text is
    /// Hebrew or Arabic. Any other text stays as it is.
    static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbours; forms for presentation; the old scripts.
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// East Asian wide characters and pictures take two columns, and marks that are only put over another character none.
    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
