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
            try check("format.sampleRate", isGiven: format.sampleRate != nil, with: format.encoding)
            try check("format.channels", isGiven: format.channels != nil, with: format.encoding)
            return .media(.openStream(format: format, title: title, play: play))
        },
        Method(
            "media.probe", "Describes media without playing it.",
            .required("uri", .address, "An absolute path or a URL."),
            result: .reference("MediaDescription"), errors: mediaErrors, waitsForMedia: true
        ) { uri in .media(.probe(uri: uri)) },
    ]

    /// Raw samples need the sample rate and the channels, which a container describes itself.
    private static func check(
        _ parameter: String, isGiven: Bool, with encoding: Wire.StreamFormat.Encoding
    ) throws(ControlError) {
        if isGiven == (encoding != .auto) { return }
        let sentence = isGiven ? "is for raw samples only, not for \"auto\"" : "is missing: raw samples need it"
        throw ControlError(
            .invalidParams, "stream.open: \"\(parameter)\" \(sentence)", details: ["parameter": .string(parameter)])
    }
}
