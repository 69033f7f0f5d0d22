import JSON

extension MethodCatalogue {
    static let media: [Method] = [
        Method(
            "stream.open",
            """
            Makes a queue item of the bytes that the client sends from here on. The connection then carries the media to the \
            daemon and nothing else; closing its writing half ends the media. The daemon closes the connection when the item \
            has ended or is removed; if the media failed, it first sends one line with the error.
            """,
            .optional(
                "format", ParameterKind<Wire.StreamFormat>.wire, default: .automatic,
                "The format of the bytes."),
            .optional("title", .text, "The title of the item if the media has none of its own."),
            .optional(
                "play", .boolean, default: true,
                "Whether the item replaces the queue and plays, once it is open. Otherwise it is added at the end."),
            result: .object([.required("item", .integer(), "The id of the new queue item.")]),
            errors: [.queueFull, .limitExceeded, .mediaUnsupported, .mediaCorrupt] + activationErrors
        ) { format, title, play throws(ControlError) in
            try check(format, in: "stream.open")
            return .media(.openStream(format: format, title: title, play: play))
        },
        Method(
            "media.probe", "Describes media without playing it.",
            .required("uri", .address, "An absolute path or a URL."),
            result: .reference("MediaDescription"), errors: mediaErrors, waitsForMedia: true
        ) { uri in .media(.probe(uri: uri)) },
        Method(
            "media.chapters",
            "Lists the chapters of media, also those of a CUE sheet in the file or beside it; without `uri`, of the current item.",
            .optional("uri", .address, "An absolute path or a URL."),
            result: .reference("Chapters"), errors: mediaErrors + [.nothingToPlay], waitsForMedia: true
        ) { uri in .media(.chapters(uri: uri)) },
        Method(
            "media.picture",
            """
            Finds the picture of a local file: the one inside it, the front cover first, else the cover beside it. Without \
            `uri` and `item` the current item is meant.
            """,
            .optional("uri", .address, "An absolute path or a `file:` URL."),
            .optional("item", .identifier, "The id of a queue item."),
            .optional(
                "data", .boolean, default: false,
                """
                Whether the reply has the bytes in base64. If there are more than \(Wire.Picture.dataLimit >> 20) MiB of them, \
                that is an error: take the file instead.
                """),
            result: .reference("Picture"),
            errors: [
                .pictureNotFound, .mediaNotFound, .mediaUnreadable, .uriNotAllowed, .limitExceeded, .queueItemNotFound,
                .nothingToPlay,
            ], waitsForMedia: true
        ) { uri, item, withData throws(ControlError) in
            switch (uri, item) {
            case (nil, nil): return .media(.picture(of: .current, withData: withData))
            case (let uri?, nil): return .media(.picture(of: .media(uri), withData: withData))
            case (nil, let item?): return .media(.picture(of: .item(item), withData: withData))
            default: throw ControlError(.invalidParams, "media.picture: give \"uri\" or \"item\", not both")
            }
        },
    ]

    /// Raw samples need the sample rate and the channels, which a container describes itself.
    static func check(_ format: Wire.StreamFormat, in method: String) throws(ControlError) {
        let given = [("format.sampleRate", format.sampleRate != nil), ("format.channels", format.channels != nil)]
        for (parameter, isGiven) in given where isGiven != (format.encoding != .auto) {
            let sentence = isGiven ? "is for raw samples only, not for \"auto\"" : "is missing: raw samples need it"
            throw ControlError(
                .invalidParams, "\(method): \"\(parameter)\" \(sentence)", details: ["parameter": .string(parameter)])
        }
    }
}
