package import SystemSupport

/// The pattern of the names of recordings: text with `%Y`, `%m`, `%d`, `%H`, `%M`, `%S` for the time at which the file begins, `%t`
/// for the title, and `%%` for a percent sign. A slash makes a directory.
package struct FileNamePattern: Hashable, Sendable {
    /// The error if a pattern is none.
    package struct Refusal: Error, Hashable, Sendable {
        /// A sentence for a person.
        package let message: String
    }

    /// The pattern of recordings if nobody says otherwise.
    package static let standard = FileNamePattern(checked: "%Y-%m-%d %H.%M.%S")

    /// The longest pattern, in bytes.
    private static let longest = 255
    /// The longest part between two slashes, in bytes: what file systems allow, less a number and a suffix.
    private static let longestPart = 230
    /// The longest title, in bytes.
    private static let longestTitle = 120
    /// The most that comes behind what a pattern makes: a number and a suffix.
    private static let longestEnding = " 9999999.flac"

    /// The pattern itself.
    package let text: String

    private init(checked text: String) { self.text = text }

    /// Makes a pattern.
    /// - Throws: if it is empty, too long, or has a sign that means nothing.
    package init(_ text: String) throws(Refusal) {
        guard !text.isEmpty, text.utf8.count <= Self.longest else {
            throw Refusal(message: "a pattern for names has 1 to \(Self.longest) bytes")
        }
        var letters = text.makeIterator()
        while let letter = letters.next() {
            guard letter == "%" else { continue }
            guard let sign = letters.next(), "YmdHMSt%".contains(sign) else {
                throw Refusal(message: "the pattern \"\(text)\" has a % that means nothing: %Y %m %d %H %M %S %t and %% do")
            }
        }
        self.init(checked: text)
        let time = LocalTime(year: 2_000, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        if let reason = RelativePath.refusal(of: fill(time, title: "t")) {
            throw Refusal(message: "the pattern \"\(text)\" makes no name: \(reason)")
        }
        // Otherwise the name of a station could make it impossible to record.
        let longest = fill(time, title: String(repeating: "t", count: Self.longestTitle)) + Self.longestEnding
        if let reason = RelativePath.refusal(of: longest) {
            throw Refusal(message: "the pattern \"\(text)\" makes no name with a long title: \(reason)")
        }
    }

    /// The pattern, with the title at its end unless it has it.
    package var withTitle: FileNamePattern { text.contains("%t") ? self : FileNamePattern(checked: text + " %t") }

    /// Returns the path, relative to the directory and without a suffix, of a file that begins at `time`.
    /// - Parameter title: the title of what is recorded; the word `recording` stands in for an empty one.
    package func fill(_ time: LocalTime, title: String) -> String {
        var path = ""
        var letters = text.makeIterator()
        while let letter = letters.next() {
            guard letter == "%", let sign = letters.next() else {
                path.append(letter)
                continue
            }
            switch sign {
            case "Y": path += Self.digits(time.year, 4)
            case "m": path += Self.digits(time.month, 2)
            case "d": path += Self.digits(time.day, 2)
            case "H": path += Self.digits(time.hour, 2)
            case "M": path += Self.digits(time.minute, 2)
            case "S": path += Self.digits(time.second, 2)
            case "t": path += Self.nameable(title)
            default: path.append(sign)
            }
        }
        let parts = RelativePath.parts(of: path).map { $0.isEmpty ? "" : Self.cut(String($0), to: Self.longestPart) }
        return parts.joined(separator: "/")
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let digits = String(max(0, number))
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// Returns `title` as a part of a file name: nothing in it makes a directory, hides the file, or cannot be typed.
    package static func nameable(_ title: String) -> String {
        let kept = title.unicodeScalars.map { scalar -> Character in
            scalar == "/" || scalar.properties.generalCategory == .control ? "-" : Character(scalar)
        }
        let name = String(String.UnicodeScalarView(kept.flatMap(\.unicodeScalars)).drop { $0 == "." || $0 == " " })
        return cut(name, to: longestTitle)
    }

    /// Returns the beginning of `text` that has at most `most` bytes; the word `recording` where no character of it fits.
    private static func cut(_ text: String, to most: Int) -> String {
        let cut = RelativePath.cut(text, to: most)
        return cut.isEmpty ? "recording" : cut
    }
}

/// A path below a directory: which ones are allowed, and how long their parts may be.
///
/// The system sees bytes: a slash is one also where an accent behind it makes another character of it.
enum RelativePath {
    private static let slash = UInt8(ascii: "/")
    /// The longest name of a file, in bytes.
    static let longestName = 255
    /// The longest path, in bytes.
    private static let longestPath = 1_024

    /// Returns what stands between the slashes of `path`, also if that is empty.
    static func parts(of path: String) -> [Substring] {
        path.utf8.split(separator: slash, omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Returns the directories above the file at `path`, the outermost first, each with those above it.
    static func directories(above path: String) -> [String] {
        path.utf8.indices.filter { path.utf8[$0] == slash }.map { String(path[..<$0]) }
    }

    /// Whether `text` names a file of a directory, and none of another.
    static func isName(_ text: String) -> Bool { !text.isEmpty && !text.utf8.contains(slash) && text != "." && text != ".." }

    /// Returns why `path` is not allowed, or `nil` if it is.
    static func refusal(of path: String) -> String? {
        if path.isEmpty { return "it is empty" }
        if path.utf8.first == slash { return "it must be relative to the directory of recordings" }
        if path.utf8.count > longestPath { return "it is longer than \(longestPath) bytes" }
        if path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "it has a control character"
        }
        for part in parts(of: path) {
            if part.isEmpty || part == "." || part == ".." { return "it has an empty part, \".\" or \"..\"" }
            if part.utf8.count > longestName { return "it has a part of more than \(longestName) bytes" }
        }
        return nil
    }

    /// Returns the beginning of `text` that has at most `most` bytes, cut between two characters.
    static func cut(_ text: String, to most: Int) -> String {
        var text = text
        while text.utf8.count > most { text.removeLast() }
        return text
    }
}
