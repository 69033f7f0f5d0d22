/// Why a configuration was refused. The whole file is refused, whatever else in it is right.
///
/// Its description is one line in the form compilers use, `FILE:LINE:COLUMN: what is wrong`, so that editors can jump to it.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// What kind of mistake it is.
    package enum Code: String, Sendable {
        /// The file is missing, is no regular file, is too large or may not be read.
        case unreadable
        /// The file is no TOML.
        case syntax
        /// No key or section has that name.
        case unknownKey
        /// The value is of another type than the key takes.
        case wrongType
        /// The value is of the right type, but not among those the key takes.
        case badValue
    }

    /// What kind of mistake it is.
    package let code: Code
    /// The file's name as it was given.
    package let file: String
    /// Where in the file; nil where the file as a whole is meant.
    package let position: SourcePosition?
    /// The sentence for a person, without the place.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, file: String, at position: SourcePosition? = nil, _ message: String) {
        self.code = code
        self.file = file
        self.position = position
        self.message = message
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: message`, or `FILE: message`.
    package var description: String {
        guard let position else { return "\(file): \(message)" }
        return "\(file):\(position.line):\(position.column): \(message)"
    }
}

/// A place in a text. Lines and columns count from 1; a column is one Unicode scalar.
package struct SourcePosition: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1.
    package let column: Int

    /// Makes a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Whether `left` comes before `right` in the text.
    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
