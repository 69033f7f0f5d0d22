import JSON

extension Methods {
    /// Announces the media at an address, or without one the bytes that follow on the connection.
    public static let announce = Method(
        "announce", .owner,
        """
        Plays a short sound over the music, which goes on more softly or pauses meanwhile. Without `uri`, the connection then \
        carries the media to the daemon and nothing else, as with `stream.open`. Announcements wait for each other. With \
        `rooms`, it is heard in those rooms of the Snapcast server alone. Answers once the media is open.
        """,
        .inline(Wire.AnnouncementOrder.shape),
        answer: .object(.required("announcement", .identifier, "The id of the announcement.")),
        errors: mediaErrors + [
            .superseded, .sessionIncompatibleCategory, .sessionInsufficientPriority, .mediaServicesFailed,
            .roomsUnavailable, .roomNotFound, .roomAmbiguous, .roomsFailed,
        ],
        waitsForMedia: true
    )
    .openingStream { $0.uri == nil }
    .checked { order throws(ControlError) in
        if order.uri == nil {
            try check(order.format ?? .automatic, in: "announce")
        } else if order.format != nil {
            throw ControlError(
                .invalidParams, "announce: give \"uri\" or \"format\", not both", details: ["parameter": "format"])
        }
    }

    /// The methods whose names begin with `announce.`.
    public enum Announce {
        /// Cancels one announcement; `nil`: all of them.
        public static let cancel = Method(
            "announce.cancel", .control, "Cancels an announcement, or all of them. It is no error if it is over already.",
            .optional("announcement", .identifier, "The id that `announce` returned; all announcements if left out."),
            answer: .nothing)

        /// Lists the announcements that are not over, in their order.
        public static let list = Method(
            "announce.list", .view, "Lists the announcements that are not over, in their order.",
            answer: .list(of: Wire.Announcement.self))
    }

    static let announcements: [any AnyMethod] = [announce, Announce.cancel, Announce.list]
}

extension Wire {
    /// What ``Methods/announce`` announces, and how it is to be heard.
    public struct AnnouncementOrder: Hashable, Sendable {
        /// The address of the media; `nil` for the bytes that follow on the connection.
        public var uri: String?
        /// The format of these bytes.
        public var format: StreamFormat?
        /// The title that mixers show.
        public var title: String?
        /// The volume; `nil` for that of the music.
        public var volume: Double?
        /// What happens to the music; `nil` for what is usual.
        public var interrupt: AnnouncementEffect?
        /// The ids or names of the rooms in which it is to be heard; `nil` for where the music plays.
        public var rooms: [String]?

        /// Makes an order.
        public init(
            uri: String? = nil, format: StreamFormat? = nil, title: String? = nil, volume: Double? = nil,
            interrupt: AnnouncementEffect? = nil, rooms: [String]? = nil
        ) {
            self.uri = uri
            self.format = format
            self.title = title
            self.volume = volume
            self.interrupt = interrupt
            self.rooms = rooms
        }

        fileprivate static var shape: WireShape<AnnouncementOrder> {
            WireShape(
                AnnouncementOrder.init(uri:format:title:volume:interrupt:rooms:),
                .of(\.uri, .optional("uri", .address, "An absolute path or a URL.")),
                .of(\.format, .optional("format", .value, "The format of the bytes that the client sends.")),
                .of(\.title, .optional("title", .text, "The title that mixers show.")),
                .of(
                    \.volume,
                    .optional(
                        "volume", .number(minimum: 0, maximum: 1),
                        "The volume of the announcement; the volume of the music if left out.")),
                .of(
                    \.interrupt,
                    .optional(
                        "interrupt", .choice,
                        "What happens to the music: `duck` or `pause`. If left out, `duck`; with `rooms`, it goes on as it is.")),
                .of(
                    \.rooms,
                    .optional(
                        "rooms", .texts(minimumCount: 1),
                        "The ids or the names of the rooms in which it is to be heard, at most 64; where the music plays if left out."
                    )))
        }
    }
}
