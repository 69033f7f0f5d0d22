import MediaTypes

/// The reason why a command could not be carried out, or an item could not be played.
package struct PlaybackError: Error, Hashable, Sendable {
    /// The kind of failure, for programs: one of the protocol's stable codes.
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
    /// The media that the error is about, as the client named it, without user and password.
    package let uri: String?
    /// The id of the queue's item that the error is about.
    package let item: Int64?
    /// The directory that is gone, with the media and everything else below it; `nil` if only the media is concerned.
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
