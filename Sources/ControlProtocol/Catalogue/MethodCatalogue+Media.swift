extension MethodCatalogue {
    static let media: [Method] = [
        Method(
            "stream.open",
            """
            Makes a queue item of the bytes that follow. After the reply the connection carries the media to the daemon and \
            nothing else; closing the writing half ends the media. The connection ends when the item is over or gone; where \
            the media failed, after one line with the error.
            """,
            .optional(
                "format", ParameterKind<Wire.StreamFormat>.wire, default: .automatic,
                "How to understand the bytes."),
            .optional("title", .text, "What to call the item where the media has no title of its own."),
            .optional(
                "play", .boolean, default: true,
                "Whether it replaces the queue and plays, once it is open. Otherwise it stands at the queue's end."),
            result: .object([.required("item", .integer(), "The id of the new queue item.")]),
            errors: [.queueFull, .limitExceeded, .mediaUnsupported, .mediaCorrupt] + activationErrors
        ) { format, title, play throws(ControlError) in
            try check("format.sampleRate", isGiven: format.sampleRate != nil, with: format.encoding)
            try check("format.channels", isGiven: format.channels != nil, with: format.encoding)
            return .streamOpen(format: format, title: title, play: play)
        },
        Method(
            "media.probe", "Describes media without playing it.",
            .required("uri", .address, "An absolute path or an URL."),
            result: .reference("MediaDescription"), errors: mediaErrors, waitsForMedia: true
        ) { uri in .mediaProbe(uri: uri) },
    ]

    /// Bare samples need what a container says by itself.
    private static func check(
        _ parameter: String, isGiven: Bool, with encoding: Wire.StreamFormat.Encoding
    ) throws(ControlError) {
        if isGiven == (encoding != .auto) { return }
        let sentence = isGiven ? "goes with bare samples only, not with \"auto\"" : "is missing: bare samples need it"
        throw ControlError(
            .invalidParams, "stream.open: \"\(parameter)\" \(sentence)", details: ["parameter": .string(parameter)])
    }
}
