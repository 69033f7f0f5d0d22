extension MethodCatalogue {
    static let media: [Method] = [
        Method(
            "stream.open",
            """
            Makes a queue item of the bytes that follow. After the reply the connection carries the media to the daemon and \
            nothing else; closing the writing half ends the media.
            """,
            .optional(
                "format", ParameterKind<Wire.StreamFormat>.wire, default: .automatic,
                "How to understand the bytes."),
            .optional("title", .text, "What to call the item."),
            .optional("play", .boolean, default: false, "Whether to play it at once."),
            result: .object([.required("item", .integer(), "The id of the new queue item.")]),
            errors: [.queueFull, .mediaUnsupported] + activationErrors
        ) { format, title, play throws(ControlError) in
            if format.encoding != .auto, format.sampleRate == nil || format.channels == nil {
                throw ControlError(
                    .invalidParams, "stream.open: bare samples need \"format.sampleRate\" and \"format.channels\"",
                    details: ["parameter": "format"])
            }
            return .streamOpen(format: format, title: title, play: play)
        },
        Method(
            "media.probe", "Describes media without playing it.",
            .required("uri", .text, "An absolute path or an URL."),
            result: .reference("MediaDescription"), errors: mediaErrors, waitsForMedia: true
        ) { uri in .mediaProbe(uri: uri) },
    ]
}
