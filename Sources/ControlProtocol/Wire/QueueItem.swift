extension Wire {
    /// An item of the queue.
    package struct QueueItem: WireObject {
        /// The id of the item. No other item gets it as long as the daemon keeps its queue.
        package var id: Int64
        /// An absolute path or a URL.
        package var uri: String
        /// The title, if the media has one.
        package var title: String?
        /// The artist, if the media has one.
        package var artist: String?
        /// The album, if the media has one.
        package var album: String?
        /// The duration in seconds, if it is known.
        package var duration: Double?
        /// Whether the duration may differ from what will be heard.
        package var durationIsEstimate: Bool

        /// Makes an item.
        package init(
            id: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil, duration: Double? = nil,
            durationIsEstimate: Bool = false
        ) {
            self.id = id
            self.uri = uri
            self.title = title
            self.artist = artist
            self.album = album
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
        }

        /// The members of an item.
        package static let shape = WireShape(
            QueueItem.init(id:uri:title:artist:album:duration:durationIsEstimate:),
            .of(\.id, .required("id", .integer(), "The id of the item.")),
            .of(\.uri, .required("uri", .string, "An absolute path or a URL.")),
            .of(\.title, .optional("title", .string, "The title.")),
            .of(\.artist, .optional("artist", .string, "The artist.")),
            .of(\.album, .optional("album", .string, "The album.")),
            .of(\.duration, .optional("duration", .number(minimum: 0), "The duration, in seconds.")),
            .of(\.durationIsEstimate, .durationIsEstimate))
    }
}
