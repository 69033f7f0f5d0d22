package import MediaTypes

/// The reason why a command could not be carried out, or an item could not be played.
package struct PlaybackError: Error, Hashable, Sendable {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// The media cannot be opened, read or positioned.
        case media(MediaError.Code)
        /// A later command took the place of this one, which was waiting for media.
        case superseded
        /// The queue is empty, or no item follows.
        case nothingToPlay
        /// No item has that id.
        case queueItemNotFound
        /// The item has no such chapter.
        case chapterNotFound
        /// No change of the queue is there to take back, or to do again.
        case nothingToUndo
        /// The queue has no room.
        case queueFull
        /// What was to be changed of an item cannot be changed.
        case queueItemNotEditable
        /// The media has no such part.
        case rangeNotAllowed
        /// The sound server is away.
        case mediaServicesFailed
        /// The rooms, or their server, do not take the sound.
        case roomsFailed
        /// The time at which something was to be heard has passed, or is too far away.
        case tooLate
        /// The daemon is about to end.
        case shuttingDown

        /// The media can only be read from front to back.
        package static let notSeekable = Code.media(.notSeekable)
        /// A limit of the daemon is reached.
        package static let limitExceeded = Code.media(.limitExceeded)
    }

    /// The kind of failure, for programs.
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
