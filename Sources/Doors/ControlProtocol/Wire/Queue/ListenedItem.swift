extension Wire {
    /// What was heard of an item: the event `library.listened`.
    public struct ListenedItem: WireObject {
        /// The id of the song, if the library has it.
        public var song: Int64?
        /// The address of the item.
        public var uri: String
        /// `title`, `artist`, `album`, `albumartist`, `track`, `date` and `genre`, as far as they are known.
        public var tags: [String: String]
        /// How many seconds were heard.
        public var seconds: Double
        /// In seconds; `nil` if unknown.
        public var duration: Double?
        /// Seconds since 1970.
        public var startedAt: Double
        /// Whether its last frame was heard.
        public var completed: Bool
        /// Whether somebody went on to another item before this one counted as played.
        public var skipped: Bool
        /// Whether it counts as a play: half of it or four minutes were heard.
        public var played: Bool

        /// Makes a value.
        package init(
            song: Int64? = nil, uri: String, tags: [String: String] = [:], seconds: Double, duration: Double? = nil,
            startedAt: Double, completed: Bool, skipped: Bool, played: Bool
        ) {
            self.song = song
            self.uri = uri
            self.tags = tags
            self.seconds = seconds
            self.duration = duration
            self.startedAt = startedAt
            self.completed = completed
            self.skipped = skipped
            self.played = played
        }

        /// The members of the value.
        package static let shape = WireShape(
            ListenedItem.init(song:uri:tags:seconds:duration:startedAt:completed:skipped:played:),
            .of(\.song, .optional("song", .integer(), "The id of the song, if the library has it.")),
            .of(\.uri, .required("uri", .string, "The address of the item.")),
            .of(
                \.tags,
                .required(
                    "tags", .texts(),
                    "`title`, `artist`, `album`, `albumartist`, `track`, `date` and `genre`, as far as they are known.")
            ),
            .of(
                \.seconds,
                .required(
                    "seconds", .number(minimum: 0), "Seconds that were heard; pauses and what was passed over do not count.")),
            .of(\.duration, .optional("duration", .number(minimum: 0), "The duration of the item in seconds.")),
            .of(\.startedAt, .required("startedAt", .number(), "When its first frame was heard, in seconds since 1970.")),
            .of(\.completed, .required("completed", .boolean, "Whether its last frame was heard.")),
            .of(
                \.skipped,
                .required("skipped", .boolean, "Whether somebody went on to another item before this one counted as played.")),
            .of(
                \.played,
                .required("played", .boolean, "Whether it counts as a play: half of it or four minutes were heard.")))
    }
}
