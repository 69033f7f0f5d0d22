import JSON

extension Methods {
    /// The methods whose names begin with `stream.`.
    public enum Stream {
        /// Makes a queue item of the bytes that follow on the connection.
        public static let open = Method(
            "stream.open", .owner,
            """
            Makes a queue item of the bytes that the client sends from here on. The connection then carries the media to the \
            daemon and nothing else; closing its writing half ends the media. The daemon closes the connection when the item \
            has ended or is removed; if the media failed, it first sends one line with the error.
            """,
            .optional("format", .value, default: Wire.StreamFormat.automatic, "The format of the bytes."),
            .optional("title", .text, "The title of the item if the media has none of its own."),
            .optional(
                "play", .boolean, default: true,
                "Whether the item replaces the queue and plays, once it is open. Otherwise it is added at the end."),
            .optional(
                "latency",
                .number(minimum: Wire.StreamFormat.latencies.lowerBound, maximum: Wire.StreamFormat.latencies.upperBound),
                """
                For live sound: how much of it must be there before it is heard, in seconds. The sound then stays as near as that: what \
                comes late is left out. Without it, the stream is buffered, and nothing is left out.
                """),
            .optional(
                "at", WireKind<Wire.StartTime>.value,
                "When it is to be heard, to the frame; without it, as soon as it can be. Goes with `play`."),
            answer: .object(.required("item", .identifier, "The id of the new queue item.")),
            errors: [.queueFull, .limitExceeded, .mediaUnsupported, .mediaCorrupt, .tooLate] + activationErrors
        )
        .openingStream { _ in true }
        .checked { format, _, play, _, start throws(ControlError) in
            try check(format, in: "stream.open")
            try start?.check("stream.open")
            guard start == nil || play else {
                throw ControlError(
                    .invalidParams, "stream.open: \"at\" goes with \"play\"", details: ["parameter": "at"])
            }
        }

        /// Has everything be heard that was sent of live sound.
        public static let flush = Method(
            "stream.flush", .owner,
            """
            Has all of a live stream be heard that was sent so far, also if it is less than the latency, and takes the silence behind it \
            for no gap. Send it on another connection; the stream goes on.
            """,
            .required("item", .identifier, "The id that `stream.open` answered."),
            answer: .nothing, errors: [.queueItemNotFound])
    }

    /// The methods whose names begin with `media.`. Those that begin jobs stand with the jobs.
    public enum Media {
        /// Describes media without playing it.
        public static let probe = Method(
            "media.probe", .control, "Describes media without playing it.",
            .required("uri", .address, "An absolute path or a URL."),
            answer: .value(Wire.MediaDescription.self), errors: mediaErrors, waitsForMedia: true)

        /// Lists the chapters of media; `nil`: of the current item.
        public static let chapters = Method(
            "media.chapters", .view,
            "Lists the chapters of media, also those of a CUE sheet in the file or beside it; without `uri`, of the current item.",
            .optional("uri", .address, "An absolute path or a URL."),
            answer: .value(Wire.Chapters.self), errors: mediaErrors + [.nothingToPlay], waitsForMedia: true)

        /// Finds the lyrics of media; `nil`: of the current item.
        public static let lyrics = Method(
            "media.lyrics", .view,
            """
            Finds the lyrics of media: with times if there are such, in a file beside it with the suffix `.lrc`, or in its tags. Without \
            `uri`, those of the current item.
            """,
            .optional("uri", .address, "An absolute path or a URL."),
            answer: .value(Wire.Lyrics.self), errors: mediaErrors + [.nothingToPlay], waitsForMedia: true)

        /// Finds the picture of media; the second parameter says whether the answer has its bytes.
        public static let picture = Method(
            "media.picture", .view,
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
            answer: .value(Wire.Picture.self),
            errors: [
                .pictureNotFound, .mediaNotFound, .mediaUnreadable, .uriNotAllowed, .limitExceeded, .queueItemNotFound,
                .nothingToPlay,
            ], waitsForMedia: true
        ) { uri, item, withData throws(ControlError) -> (Wire.PictureTarget, Bool) in
            switch (uri, item) {
            case (nil, nil): return (.current, withData)
            case (let uri?, nil): return (.media(uri), withData)
            case (nil, let item?): return (.item(item), withData)
            default: throw ControlError(.invalidParams, "media.picture: give \"uri\" or \"item\", not both")
            }
        } take: { target, withData in
            switch target {
            case .current: (nil, nil, withData)
            case .media(let uri): (uri, nil, withData)
            case .item(let item): (nil, item, withData)
            }
        }
    }

    static let media: [any AnyMethod] = [Stream.open, Stream.flush, Media.probe, Media.chapters, Media.lyrics, Media.picture]

    /// Raw samples need the sample rate and the channels, which a container describes itself.
    static func check(_ format: Wire.StreamFormat, called name: String = "format", in method: String) throws(ControlError) {
        let given = [("\(name).sampleRate", format.sampleRate != nil), ("\(name).channels", format.channels != nil)]
        for (parameter, isGiven) in given where isGiven != (format.encoding != .auto) {
            let sentence = isGiven ? "is for raw samples only, not for \"auto\"" : "is missing: raw samples need it"
            throw ControlError(
                .invalidParams, "\(method): \"\(parameter)\" \(sentence)", details: ["parameter": .string(parameter)])
        }
    }
}

extension Wire {
    /// The media whose picture ``Methods/Media/picture`` finds.
    public enum PictureTarget: Hashable, Sendable {
        /// The current item.
        case current
        /// The local file at an address.
        case media(String)
        /// The queue item with this id.
        case item(Int64)
    }
}
