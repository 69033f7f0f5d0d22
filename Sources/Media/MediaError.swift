package import SystemSupport

/// Why media could not be opened, read or positioned.
package struct MediaError: Error, Hashable, Sendable {
    /// What happened, for programs.
    package let code: Code
    /// What happened and to which media, a sentence for a person.
    package let message: String
    /// The system's error number, where a system call failed.
    package let systemError: Int32?
    /// FFmpeg's own words, where it gave any.
    package let detail: String?

    /// Makes an error.
    package init(_ code: Code, _ message: String, systemError: Int32? = nil, detail: String? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
        self.detail = detail
    }

    /// No thread is left for what was asked.
    package init(_ failure: OwnThread.Failure) {
        self.init(.limitExceeded, failure.description, systemError: failure.number)
    }
}

extension MediaError: CustomStringConvertible {
    /// The message, and FFmpeg's words in brackets.
    package var description: String { detail.map { "\(message) (\($0))" } ?? message }
}
