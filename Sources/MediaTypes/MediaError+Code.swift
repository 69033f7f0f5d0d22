extension MediaError {
    /// A kind of failure. The raw values are the `data.code` of the control protocol and never change.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code in the control protocol.
        package let rawValue: String

        /// Makes a code.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// There is nothing at the location.
        package static let notFound = Code(rawValue: "media_not_found")
        /// The media exists, but may not or cannot be read: no permission, a directory, a device, a failing disk.
        package static let unreadable = Code(rawValue: "media_unreadable")
        /// The content can be read, but has no audio, or a format that is not played.
        package static let unsupported = Code(rawValue: "media_unsupported")
        /// The format is known, but the content cannot be decoded.
        package static let corrupt = Code(rawValue: "media_corrupt")
        /// Everything that is there was read, and it is less than the media states: the media was cut short.
        package static let incomplete = Code(rawValue: "media_incomplete")
        /// An address that may not be opened: a foreign scheme, another host, a relative path.
        package static let notAllowed = Code(rawValue: "uri_not_allowed")
        /// The network or the server failed.
        package static let networkFailed = Code(rawValue: "network_failed")
        /// The media can only be read from front to back.
        package static let notSeekable = Code(rawValue: "not_seekable")
        /// The daemon has too many threads or open files at the moment.
        package static let limitExceeded = Code(rawValue: "limit_exceeded")
        /// The ``CancellationToken`` was cancelled. This is not a failure of the media and is never sent to clients.
        package static let cancelled = Code(rawValue: "cancelled")
    }
}
