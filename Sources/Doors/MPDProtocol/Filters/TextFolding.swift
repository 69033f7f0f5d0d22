@_spi(_Unicode) import Swift

/// Which differences between two texts do not count when they are compared.
package struct TextFolding: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Small and capital letters are the same.
    package static let letterCase = TextFolding(rawValue: 1)
    /// Letters are the same with and without marks over and under them.
    package static let marks = TextFolding(rawValue: 2)

    /// Returns `text` in the form that all texts have from which it differs in nothing that counts.
    func form(of text: String) -> String {
        let text = contains(.marks) ? Self.withoutMarks(text) : text
        guard contains(.letterCase) else { return text }
        let small = text.lowercased()
        // A letter with a mark is the same in one character and in two.
        return small.utf8.allSatisfy { $0 < 0x80 } ? small : String(String.UnicodeScalarView(small._nfc))
    }

    private static func withoutMarks(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var bare = String.UnicodeScalarView()
        for scalar in text._nfd {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: break
            default: bare.append(scalar)
            }
        }
        return String(bare)
    }
}
