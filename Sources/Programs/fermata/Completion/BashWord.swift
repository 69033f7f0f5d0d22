/// The word at the cursor of bash's line, of which bash replaces only a part: what stands behind the last unquoted colon or the like
/// (`COMP_WORDBREAKS`), or behind an open quotation mark.
struct BashWord {
    /// The quotation mark that is open at the cursor.
    private enum Mark: Unicode.Scalar {
        case single = "'"
        case double = "\""
    }

    /// What the word is so far, without quotation marks and backslashes.
    private(set) var value = ""
    /// How many characters (Unicode scalars) of ``value`` stay as they are in the line.
    private var keptCount = 0
    private var mark: Mark?

    /// Reads the word.
    /// - Parameters:
    ///   - line: the line up to the cursor.
    ///   - tail: what bash replaces: the end of the line as it was typed. `nil` comes of a line that ends with something else.
    init?(line: String, tail: String) {
        let (line, tail) = (Array(line.unicodeScalars), Array(tail.unicodeScalars))
        guard line.count >= tail.count, line.suffix(tail.count).elementsEqual(tail) else { return nil }
        let start = line.count - tail.count
        var isEscaped = false
        for (index, scalar) in line.enumerated() {
            if index == start { keptCount = value.unicodeScalars.count }
            let isSpecial = !isEscaped && take(scalar, before: index + 1 < line.count ? line[index + 1] : nil)
            if !isSpecial { value.unicodeScalars.append(scalar) }
            isEscaped = isSpecial && scalar == "\\"
        }
        if tail.isEmpty { keptCount = value.unicodeScalars.count }
    }

    /// Takes a character that no backslash stands before. Returns whether it means something, and is not a part of the value.
    private mutating func take(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
        switch mark {
        case .double where scalar == "\\": return next.map { "$`\"\\\n".unicodeScalars.contains($0) } ?? true
        case .single, .double:
            guard scalar == mark?.rawValue else { return false }
            mark = nil
        case nil:
            if let opening = Mark(rawValue: scalar) {
                mark = opening
            } else if " \t\n;|&()<>".unicodeScalars.contains(scalar) {
                // Another word begins.
                value = ""
            } else {
                return scalar == "\\"
            }
        }
        return true
    }

    /// Returns what bash is to put into the line for the word to become `whole`; `nil` if it cannot.
    func completion(to whole: String) -> String? {
        guard whole.unicodeScalars.starts(with: value.unicodeScalars) else { return nil }
        let text = whole.unicodeScalars.dropFirst(keptCount).map(quoted).joined()
        // readline would take a quotation mark at the beginning for the one that is open.
        guard let first = text.unicodeScalars.first, first != mark?.rawValue else { return nil }
        return text
    }

    /// Returns a character so that bash takes it as it is.
    private func quoted(_ scalar: Unicode.Scalar) -> String {
        let text = String(scalar)
        switch mark {
        case .single: return scalar == "'" ? "'\\''" : text
        case .double:
            // Between these marks, the backslash before an exclamation mark would stay.
            if scalar == "!" { return "\"\\!\"" }
            return "$`\"\\".unicodeScalars.contains(scalar) ? "\\\(text)" : text
        case nil: return Self.isPlain(scalar) ? text : "\\\(text)"
        }
    }

    /// Whether a character means nothing to bash.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
            || "-_.,:/+@%".unicodeScalars.contains(scalar)
    }
}
