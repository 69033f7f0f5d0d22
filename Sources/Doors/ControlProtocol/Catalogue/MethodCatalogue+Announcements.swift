import JSON

extension MethodCatalogue {
    static let announcements: [Method] = [
        Method(
            "announce",
            """
            Plays a short sound over the music, which goes on more softly or pauses meanwhile. Without `uri`, the connection then \
            carries the media to the daemon and nothing else, as with `stream.open`. Announcements wait for each other. With \
            `rooms`, it is heard in those rooms of the Snapcast server alone. Answers once the media is open.
            """,
            .optional("uri", .address, "An absolute path or a URL."),
            .optional("format", ParameterKind<Wire.StreamFormat>.wire, "The format of the bytes that the client sends."),
            .optional("title", .text, "The title that mixers show."),
            .optional(
                "volume", .number(minimum: 0, maximum: 1), "The volume of the announcement; the volume of the music if left out."),
            .optional(
                "interrupt", ParameterKind<Wire.AnnouncementEffect>.named,
                "What happens to the music: `duck` or `pause`. If left out, `duck`; with `rooms`, it goes on as it is."),
            .optional(
                "rooms", .texts(minimumCount: 1),
                "The ids or the names of the rooms in which it is to be heard, at most 64; where the music plays if left out."),
            result: .object([.required("announcement", .integer(), "The id of the announcement.")]),
            errors: mediaErrors + [
                .superseded, .sessionIncompatibleCategory, .sessionInsufficientPriority, .mediaServicesFailed,
                .roomsUnavailable, .roomNotFound, .roomAmbiguous, .roomsFailed,
            ],
            waitsForMedia: true
        ) { uri, format, title, volume, effect, rooms throws(ControlError) in
            let wish = Request.AnnouncementWish(title: title, volume: volume, effect: effect, rooms: rooms)
            guard let uri else {
                let format = format ?? .automatic
                try check(format, in: "announce")
                return .announcement(.stream(format, wish))
            }
            if format != nil {
                throw ControlError(
                    .invalidParams, "announce: give \"uri\" or \"format\", not both", details: ["parameter": "format"])
            }
            return .announcement(.media(uri, wish))
        },
        Method(
            "announce.cancel", "Cancels an announcement, or all of them. It is no error if it is over already.",
            .optional("announcement", .identifier, "The id that `announce` returned; all announcements if left out."),
            result: .object([])
        ) { id in .announcement(.cancel(id)) },
        Method(
            "announce.list", "Lists the announcements that are not over, in their order.",
            result: .array(of: .reference("Announcement"))
        ) { .announcement(.list) },
    ]
}
