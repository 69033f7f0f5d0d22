extension Wire {
    /// An item of the queue.
    public struct QueueItem: WireObject {
        /// The id of the item. No other item gets it as long as the daemon keeps its queue.
        public var id: Int64
        /// An absolute path or a URL.
        public var uri: String
        /// The title, if the media has one.
        public var title: String?
        /// The artist, if the media has one.
        public var artist: String?
        /// The album, if the media has one.
        public var album: String?
        /// The artist of the whole album, if the media names one.
        public var albumArtist: String?
        /// The number of the track, from 1.
        public var trackNumber: Int?
        /// How many tracks the disc has.
        public var trackTotal: Int?
        /// The number of the disc, from 1.
        public var discNumber: Int?
        /// How many discs the album has.
        public var discTotal: Int?
        /// The date of the release as the media states it, often only a year.
        public var date: String?
        /// The genre, if the media has one.
        public var genre: String?
        /// Whether there is a picture, as far as the daemon has looked.
        public var hasPicture: Bool
        /// The duration in seconds, if it is known.
        public var duration: Double?
        /// Whether the duration may differ from what will be heard.
        public var durationIsEstimate: Bool
        /// How early a queue that shuffles plays the item; `nil` if it has no priority.
        public var priority: Int?
        /// The part of the file that is played; `nil` for all of it.
        public var range: ItemRange?
        /// Which of several audio tracks somebody has chosen; `nil` if nobody has.
        public var audio: TrackChoice?
        /// Why the item could not be played when it was tried last, as a sentence; `nil` if it could, or was not tried.
        public var failure: String?
        /// Whether nobody has added the item: it came because the queue had nothing more.
        public var automatic: Bool

        /// Makes an item.
        package init(
            id: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil,
            albumArtist: String? = nil, trackNumber: Int? = nil, trackTotal: Int? = nil, discNumber: Int? = nil,
            discTotal: Int? = nil, date: String? = nil, genre: String? = nil, hasPicture: Bool = false, duration: Double? = nil,
            durationIsEstimate: Bool = false, priority: Int? = nil, range: ItemRange? = nil, audio: TrackChoice? = nil,
            failure: String? = nil, automatic: Bool = false
        ) {
            self.id = id
            self.uri = uri
            self.title = title
            self.artist = artist
            self.album = album
            self.albumArtist = albumArtist
            self.trackNumber = trackNumber
            self.trackTotal = trackTotal
            self.discNumber = discNumber
            self.discTotal = discTotal
            self.date = date
            self.genre = genre
            self.hasPicture = hasPicture
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
            self.priority = priority
            self.range = range
            self.audio = audio
            self.failure = failure
            self.automatic = automatic
        }

        /// The members of an item.
        package static let shape = WireShape(
            QueueItem.init(
                id:uri:title:artist:album:albumArtist:trackNumber:trackTotal:discNumber:discTotal:date:genre:hasPicture:
                duration:durationIsEstimate:priority:range:audio:failure:automatic:),
            .of(\.id, .required("id", .integer(), "The id of the item.")),
            .of(\.uri, .required("uri", .string, "An absolute path or a URL.")),
            .of(\.title, .optional("title", .string, "The title.")),
            .of(\.artist, .optional("artist", .string, "The artist.")),
            .of(\.album, .optional("album", .string, "The album.")),
            .of(\.albumArtist, .optional("albumArtist", .string, "The artist of the whole album.")),
            .of(\.trackNumber, .optional("trackNumber", .integer(minimum: 1), "The number of the track, from 1.")),
            .of(\.trackTotal, .optional("trackTotal", .integer(minimum: 1), "How many tracks the disc has.")),
            .of(\.discNumber, .optional("discNumber", .integer(minimum: 1), "The number of the disc, from 1.")),
            .of(\.discTotal, .optional("discTotal", .integer(minimum: 1), "How many discs the album has.")),
            .of(
                \.date,
                .optional("date", .string, "The date of the release as the media states it: `2003-05-12`, or only a year.")),
            .of(\.genre, .optional("genre", .string, "The genre.")),
            .of(
                \.hasPicture,
                .mark("picture", "Present, and true, if there is a picture: `media.picture` gives it.")),
            .of(\.duration, .optional("duration", .number(minimum: 0), "The duration, in seconds.")),
            .of(\.durationIsEstimate, .durationIsEstimate),
            .of(\.priority, .optional("priority", .integer(minimum: 1), "The priority in a queue that shuffles, if it has one.")),
            .of(\.range, .optional("range", .value, "The part of the file that is played, if not all of it.")),
            .of(
                \.audio,
                .optional(
                    "audio", .trackChoice, "The audio track that somebody has chosen: the index of a stream, or a language.")),
            .of(
                \.failure,
                .optional("failure", .string, "Why the item could not be played when it was tried last, as a sentence.")),
            .of(
                \.automatic,
                .mark("automatic", "Present, and true, if nobody has added the item: it came because the queue had nothing more.")
            ))
    }
}
