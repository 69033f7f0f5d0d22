import MediaTypes

/// Why a command could not be carried out, or an item not be played.
package struct PlaybackError: Error, Hashable, Sendable {
    /// What happened, for programs: one of the protocol's stable codes.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let superseded = Code(rawValue: "superseded")
        package static let nothingToPlay = Code(rawValue: "nothing_to_play")
        package static let queueItemNotFound = Code(rawValue: "queue_item_not_found")
        package static let queueFull = Code(rawValue: "queue_full")
        package static let notSeekable = Code(rawValue: "not_seekable")
        package static let mediaServicesFailed = Code(rawValue: "media_services_failed")
        package static let limitExceeded = Code(rawValue: "limit_exceeded")
        package static let shuttingDown = Code(rawValue: "shutting_down")
    }

    package let code: Code
    /// What happened and to what: a sentence for a person.
    package let message: String
    /// The media meant, as the client named it, without user and password.
    package let uri: String?
    /// The item of the queue meant, by its id.
    package let item: Int64?
    /// The directory with which the media is gone, and everything else below it; `nil` where it is only the media.
    package let gone: GoneDirectory?

    package init(
        _ code: Code, _ message: String, uri: String? = nil, item: Int64? = nil, gone: GoneDirectory? = nil
    ) {
        self.code = code
        self.message = message
        self.uri = uri.map(MediaAddress.shown)
        self.item = item
        self.gone = gone
    }
}
