/// Texts from outside, such as titles of stations, tags of files and names of devices, as they may be shown.
///
/// A terminal obeys control characters, and a person does not see them. The marks that embed, override and isolate a direction of
/// writing make a text look like another one. Neither gets further than the place where a text comes in. What only says in which
/// direction the signs between two letters run (U+200E, U+200F, U+061C) stays: Hebrew and Arabic need it, and it moves no letters.
package enum CleanText {
    /// Returns `text` with a blank in the place of each control character, and without marks that hide something.
    ///
    /// - Parameter keepsLines: whether the text may have several lines. Their ends become line feeds; otherwise they are control
    ///   characters like all others.
    package static func of(_ text: String, keepsLines: Bool = false) -> String {
        // Nearly every text is clean.
        guard text.utf8.contains(where: mayNotBeClean) else { return text }
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepsLines: if previous != "\r" { scalars.append("\n") }
            case 0x0D where keepsLines, 0x2028 where keepsLines, 0x2029 where keepsLines: scalars.append("\n")
            case _ where isHidden(scalar): break
            case _ where isControl(scalar): scalars.append(" ")
            default: scalars.append(scalar)
            }
            previous = scalar
        }
        return String(scalars)
    }

    /// Returns whether ``of(_:keepsLines:)`` leaves a text of one line as it is.
    package static func isClean(_ text: String) -> Bool {
        !text.utf8.contains(where: mayNotBeClean) || !text.unicodeScalars.contains { isHidden($0) || isControl($0) }
    }

    /// Returns whether the text of a byte of UTF-8 may have to be changed: if none of its bytes is one of these, it is clean.
    package static func mayNotBeClean(_ byte: UInt8) -> Bool {
        switch byte {
        // The last three begin the controls beyond ASCII; the marks, and the ends of lines and paragraphs; the byte order mark.
        case 0..<0x20, 0x7F, 0xC2, 0xE2, 0xEF: true
        default: false
        }
    }

    /// Controls of ASCII and beyond, the ends of lines and paragraphs, and the byte order mark.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }

    /// Marks that change the order in which letters are shown: embeddings and overrides, isolates, the older ones that Unicode advises
    /// against; and those around text that is not shown.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
