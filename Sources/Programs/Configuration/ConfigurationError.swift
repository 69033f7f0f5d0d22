package import TOML

/// Why a configuration was refused. A file with one mistake is refused as a whole.
///
/// Its description is one line in the form that compilers use, `FILE:LINE:COLUMN: what is wrong`, so that editors can jump to
/// the position.
package struct ConfigurationError: Error, Equatable, Sendable {
    /// What kind of mistake it is.
    package enum Code: String, Sendable {
        /// The file is missing, is not a regular file, is too large or may not be read.
        case unreadable
        /// The file is not TOML.
        case syntax
        /// No key or section has that name.
        case unknownKey
        /// The value is not of the type that the key takes.
        case wrongType
        /// The value is of the right type, but is not one that the key accepts.
        case badValue
    }

    /// What kind of mistake it is.
    package let code: Code
    /// The file's name as it was given.
    package let file: String
    /// The position in the file; `nil` if the error is about the file as a whole.
    package let position: SourcePosition?
    /// The sentence for a person, without the position.
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
