extension Wire {
    /// An item of the queue.
    package struct QueueItem: WireValue {
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

        /// Reads an item.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                id: try object.integer("id"), uri: try object.string("uri"), title: object["title"]?.stringValue,
                artist: object["artist"]?.stringValue, album: object["album"]?.stringValue,
                duration: object["duration"]?.numberValue, durationIsEstimate: Wire.isEstimate(object))
        }

        /// The item as JSON.
        package var json: JSONValue {
            [
                "id": .integer(id), "uri": .string(uri), "title": title.map(JSONValue.string),
                "artist": artist.map(JSONValue.string), "album": album.map(JSONValue.string),
                "duration": duration.map(JSONValue.number), "durationIsEstimate": Wire.mark(durationIsEstimate),
            ]
        }

        /// The schema of an item.
        package static var schema: Schema {
            .object([
                .required("id", .integer(), "The id of the item."),
                .required("uri", .string(), "An absolute path or a URL."),
                .optional("title", .string(), "The title."),
                .optional("artist", .string(), "The artist."),
                .optional("album", .string(), "The album."),
                .optional("duration", .number(minimum: 0), "The duration, in seconds."),
                Wire.estimateField,
            ])
        }
    }
}
