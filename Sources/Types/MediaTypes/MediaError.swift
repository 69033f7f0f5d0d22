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

extension MediaError {
    /// A kind of failure.
    package enum Code: CaseIterable, Hashable, Sendable {
        /// There is nothing at the location.
        case notFound
        /// The media exists, but may not or cannot be read: no permission, a directory, a device, a failing disk.
        case unreadable
        /// The content can be read, but has no audio, or a format that is not played.
        case unsupported
        /// The format is known, but the content cannot be decoded.
        case corrupt
        /// Everything that is there was read, and it is less than the media states: the media was cut short.
        case incomplete
        /// An address that may not be opened: a foreign scheme, another host, a relative path.
        case notAllowed
        /// The place for new media refuses the bytes: no space, no permission, a failing disk.
        case unwritable
        /// There is a file of that name already, and nothing is overwritten.
        case exists
        /// The network or the server failed.
        case networkFailed
        /// A live stream came back as another one, which must be opened anew to be heard.
        case streamChanged
        /// The media can only be read from front to back.
        case notSeekable
        /// The daemon has too many threads or open files at the moment.
        case limitExceeded
        /// Somebody cancelled the work. This is not a failure of the media.
        case cancelled
    }
}
