extension MediaError {
    /// A kind of failure. The raw values are the control protocol's `data.code` and never change.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The protocol's word.
        package let rawValue: String

        /// Makes a code.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing is there.
        package static let notFound = Code(rawValue: "media_not_found")
        /// Something is there, and may not or cannot be read: no permission, a directory, a device, a failing disk.
        package static let unreadable = Code(rawValue: "media_unreadable")
        /// Readable, but holds no audio, or a format that is not played.
        package static let unsupported = Code(rawValue: "media_unsupported")
        /// A known format whose content cannot be decoded.
        package static let corrupt = Code(rawValue: "media_corrupt")
        /// Everything that is there was read, and is less than the media says it holds: it was cut short.
        package static let incomplete = Code(rawValue: "media_incomplete")
        /// An address that is not opened: a foreign scheme, another host, a relative path.
        package static let notAllowed = Code(rawValue: "uri_not_allowed")
        /// The network or the other side failed.
        package static let networkFailed = Code(rawValue: "network_failed")
        /// The media can only be read from front to back.
        package static let notSeekable = Code(rawValue: "not_seekable")
        /// The daemon has too many threads or open files for this just now.
        package static let limitExceeded = Code(rawValue: "limit_exceeded")
        /// The ``CancellationToken`` was used. Not a failure of the media, and never sent to clients.
        package static let cancelled = Code(rawValue: "cancelled")
    }
}
