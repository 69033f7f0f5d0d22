/// The reason why media could not be opened, read or positioned.
package struct MediaError: Error, Hashable, Sendable {
    /// The kind of failure, for programs.
    package let code: Code
    /// What happened and to which media: a sentence for a person.
    package let message: String
    /// The system's error number, if a system call failed.
    package let systemError: Int32?
    /// FFmpeg's own message, if it gave one.
    package let detail: String?

    /// Makes an error.
    package init(_ code: Code, _ message: String, systemError: Int32? = nil, detail: String? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
        self.detail = detail
    }
}

extension MediaError: CustomStringConvertible {
    /// The message, with FFmpeg's own in brackets.
    package var description: String { detail.map { "\(message) (\($0))" } ?? message }
}
