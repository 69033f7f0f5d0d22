import JSON

// Long work on media.
extension MethodCatalogue {
    private static let jobErrors: [ControlError.Code] = [.mediaUnsupported, .uriNotAllowed, .limitExceeded]

    // The parameters that all jobs have.
    private static let uri = Parameter<String>.required("uri", .address, "An absolute path or a URL.")
    private static let start = Parameter<Double?>.optional(
        "start", .number(minimum: 0, maximum: 315_360_000),
        "The beginning of the part, in seconds; the beginning of the media if left out.")
    private static let end = Parameter<Double?>.optional(
        "end", .number(minimum: 0, maximum: 315_360_000), "The end of the part, in seconds; the end of the media if left out.")
    private static let path = Parameter<String?>.optional(
        "path", .text,
        """
        The new file, relative to the directory of recordings. It must not exist. The name of the media if left out, with a \
        number where that is taken.
        """)
    private static let target = Parameter<Wire.JobTarget>.optional(
        "to", .named, default: .file,
        """
        Where the result goes: `file` below the directory of recordings, `connection`, or `chunks`: over the connection so that \
        lengths can be corrected, each with 8 bytes for its place in the file, 4 bytes for their number, both little-endian, then \
        the bytes. From the reply on the connection carries the result and nothing else.
        """)

    private static func wish(
        _ method: String, _ uri: String, _ start: Double?, _ end: Double?, _ path: String?, _ target: Wire.JobTarget
    ) throws(ControlError) -> Request.JobWish {
        guard path == nil || target == .file else {
            throw ControlError(
                .invalidParams, "\(method): \"path\" does not go with `\(target.rawValue)`", details: ["parameter": "path"])
        }
        return Request.JobWish(uri: uri, start: start, end: end, path: path, target: target)
    }

    static let jobs: [Method] = [
        Method(
            "media.extract",
            """
            Copies the sound of media into a file of its own, without decoding it, as a job. Answers at once; `job.changed` tells \
            the rest. A part is cut between packets, and the result says what lies around it.
            """,
            uri,
            .optional("stream", .index, "The index of the stream; the best one if left out."),
            start, end,
            .optional(
                "container", .choice(["aac", "m4a", "opus", "ogg", "mka", "mp3", "flac", "ac3", "eac3"]),
                "What holds the sound; what the suffix of `path` says, or the usual one of its codec if left out."),
            path, target,
            result: .reference("Job"), errors: jobErrors
        ) { uri, stream, start, end, container, path, target throws(ControlError) in
            .job(.extract(try wish("media.extract", uri, start, end, path, target), stream: stream, container: container))
        },
        Method(
            "media.convert",
            """
            Decodes the sound of media and writes it in another format, as a job. Answers at once; `job.changed` tells the rest. \
            A part is exact to the frame.
            """,
            uri,
            .optional(
                "format", .text,
                "`wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a` or `mka`; what the suffix of `path` says, or `flac`."
            ),
            start, end,
            .optional(
                "loudness", .number(minimum: -70, maximum: 0),
                "How loud the result is to be, in LUFS (EBU R 128), as far as its peaks stay below -1 dBTP; as it is if left out."
            ),
            .optional("codec", .text, "The codec in `ogg` or `mka`, by the name of its format."),
            .optional("bits", .choice(["16", "24", "float"]), "How lossless formats store a sample; `16` if left out."),
            .optional("bitRate", .index, "Bits per second, for formats that have bit rates."),
            .optional(
                "quality", .number(minimum: -1, maximum: 10), "The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9."),
            .optional("sampleRate", .index, "In hertz; the rate of the media if left out."),
            .optional("channels", .index, "How many channels; as many as the media has if left out."),
            path, target,
            result: .reference("Job"), errors: jobErrors
        ) {
            uri, format, start, end, loudness, codec, bits, bitRate, quality, sampleRate, channels, path,
            target throws(ControlError) in
            .job(
                .convert(
                    try wish("media.convert", uri, start, end, path, target),
                    Request.ConversionWish(
                        format: format, codec: codec, bits: bits, bitRate: bitRate, quality: quality.map { Int($0.rounded()) },
                        loudness: loudness, sampleRate: sampleRate, channels: channels)))
        },
        Method(
            "job.list", "Lists the jobs that wait and run, and the last ones that are over, oldest first.",
            result: .array(of: .reference("Job"))
        ) { .job(.list) },
        Method(
            "job.cancel", "Ends a job; what it has written is deleted.",
            .required("job", .identifier, "The id of the job."),
            result: .object([]), errors: [.jobNotFound]
        ) { id in .job(.cancel(id)) },
    ]
}
