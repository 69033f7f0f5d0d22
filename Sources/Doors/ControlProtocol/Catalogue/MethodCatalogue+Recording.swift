import JSON

extension MethodCatalogue {
    /// The errors that beginning a recording may lead to.
    private static let recordingErrors: [ControlError.Code] = [
        .permissionDenied, .mediaServicesFailed, .sessionInsufficientPriority, .inputNotFound, .outputNotFound,
        .mediaUnsupported, .fileExists, .fileNotWritable, .uriNotAllowed, .limitExceeded, .superseded,
    ]
    private static let identified = Parameter<Int64>.required(
        "recording", .identifier, "The id that `record.start` returned.")

    // The parameters that both ways to begin a recording have.
    private static let source = Parameter<Wire.RecordingSource>.optional(
        "source", .named, default: .input,
        """
        What is recorded: `input` (a microphone), `output` (what an output plays) or `player` (what the player plays, as it was \
        decoded: before volume and fades).
        """)
    private static let input = Parameter<String?>.optional(
        "input", .text, "The uid of the input; the current one if left out.")
    private static let output = Parameter<String?>.optional(
        "output", .text, "The uid of the output; the default one if left out.")
    private static let path = Parameter<String?>.optional(
        "path", .text,
        "The file, relative to the directory of recordings. It must not exist. A name made of the time if left out.")
    private static let format = Parameter<String?>.optional(
        "format", .text,
        """
        `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a` or `mka`; what the suffix of the file says, or `flac`. Over a connection \
        also `raw`: samples without a header. For the source `player` also `copy`: the packets of what plays, as they are, in the \
        container that the suffix names or that fits the codec.
        """)
    private static let codec = Parameter<String?>.optional(
        "codec", .text, "The codec in `ogg` or `mka`, by the name of its format.")
    private static let bits = Parameter<String?>.optional(
        "bits", .choice(["16", "24", "float"]), "How lossless formats store a sample; `16` if left out.")
    private static let bitRate = Parameter<Int?>.optional(
        "bitRate", .index, "Bits per second, for formats that have bit rates.")
    private static let quality = Parameter<Double?>.optional(
        "quality", .number(minimum: -1, maximum: 10), "The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.")
    private static let channels = Parameter<Int?>.optional(
        "channels", .index, "How many channels; as many as the device has if left out, but for the format's limits.")
    private static let sampleRate = Parameter<Int?>.optional(
        "sampleRate", .index, "In hertz; the rate of the sound system if left out.")
    private static let title = Parameter<String?>.optional("title", .text, "The title, for mixers and tags.")
    private static let tags = Parameter<[String: String]?>.optional("tags", .texts, "Tags such as `artist` and `album`.")
    private static let splitEvery = Parameter<Double?>.optional(
        "splitEvery", .number(minimum: 1, maximum: 604_800), "The length of a file, in seconds.")
    private static let splitOnClock = Parameter<Bool>.optional(
        "splitOnClock", .boolean, default: false, "Whether files end when the time of day is a multiple of `splitEvery`.")
    private static let splitOnTitle = Parameter<Bool>.optional(
        "splitOnTitle", .boolean, default: false,
        "Whether a file ends when the player plays another title, such as the next song of a station; for the source `player`.")
    private static let preRoll = Parameter<Double?>.optional(
        "preRoll", .number(minimum: 0.1, maximum: 60),
        "How many seconds before the request the recording begins; as many as `recording.pre_roll` keeps ready.")
    private static let onSilence = Parameter<Wire.SilenceRule?>.optional("onSilence", .wire, "What silence does.")
    private static let maxDuration = Parameter<Double?>.optional(
        "maxDuration", .number(minimum: 0.1, maximum: 31_536_000), "The length of the recording, in seconds.")
    private static let fillGaps = Parameter<Bool>.optional(
        "fillGaps", .boolean, default: true, "Whether silence takes the place of sound that is missing.")
    private static let followInput = Parameter<Bool>.optional(
        "followInput", .boolean, default: false,
        "Whether the recording goes on with the next input if its own is lost, instead of ending.")

    /// Checks that the uid that was given goes with the source.
    private static func check(
        _ source: Wire.RecordingSource, _ input: String?, _ output: String?, in method: String
    ) throws(ControlError) {
        let wrong: String? =
            if input != nil, source != .input { "input" } else if output != nil, source != .output { "output" } else { nil }
        guard let parameter = wrong else { return }
        throw ControlError(
            .invalidParams, "\(method): \"\(parameter)\" does not go with the source `\(source.rawValue)`",
            details: ["parameter": .string(parameter)])
    }

    static let recording: [Method] = [
        Method(
            "record.start",
            """
            Begins a recording below the directory of recordings. It does not end with the connection. Answers once the file is \
            there, or for `copy`, whose file comes with the first packet, at once; if a person has to allow it, once that is done.
            """,
            source, input, output, path, format, codec, bits, bitRate, quality, channels, sampleRate, title, tags, splitEvery,
            splitOnClock, splitOnTitle, onSilence, maxDuration, fillGaps, followInput, preRoll,
            result: .reference("Recording"), errors: recordingErrors, waitsForMedia: true
        ) {
            source, input, output, path, format, codec, bits, bitRate, quality, channels, sampleRate, title, tags, splitEvery,
            splitOnClock, splitOnTitle, onSilence, maxDuration, fillGaps, followInput, preRoll throws(ControlError) in
            try check(source, input, output, in: "record.start")
            return .recording(
                .start(
                    Request.RecordingWish(
                        source: source, uid: input ?? output, path: path, format: format, codec: codec, bits: bits,
                        bitRate: bitRate, quality: quality.map { Int($0.rounded()) }, channels: channels,
                        sampleRate: sampleRate, title: title, tags: tags ?? [:], splitEvery: splitEvery,
                        splitsOnClock: splitOnClock, onSilence: onSilence, maximumDuration: maxDuration, fillsGaps: fillGaps,
                        followsInput: followInput, splitsOnTitle: splitOnTitle, preRoll: preRoll)))
        },
        Method(
            "record.open",
            """
            Begins a recording that goes over this connection: from the reply on, the connection carries it to the client and \
            nothing else, until `record.stop` on another connection, or until the client closes it. While the client does not \
            read, 20 seconds of sound wait; what is more is dropped, counted and marked.
            """,
            source, input, output, format, codec, bits, bitRate, quality, channels, sampleRate, title, tags, onSilence,
            maxDuration, fillGaps, followInput, preRoll,
            .optional(
                "chunks", .boolean, default: false,
                """
                Whether the bytes come in chunks, so that lengths in the head of the file can be corrected: 8 bytes with the place \
                in the file, 4 bytes with their number, both little-endian, then the bytes.
                """),
            result: .reference("Recording"), errors: recordingErrors, waitsForMedia: true
        ) {
            source, input, output, format, codec, bits, bitRate, quality, channels, sampleRate, title, tags, onSilence,
            maxDuration, fillGaps, followInput, preRoll, chunks throws(ControlError) in
            try check(source, input, output, in: "record.open")
            let wish = Request.RecordingWish(
                source: source, uid: input ?? output, format: format, codec: codec, bits: bits, bitRate: bitRate,
                quality: quality.map { Int($0.rounded()) }, channels: channels, sampleRate: sampleRate, title: title,
                tags: tags ?? [:], onSilence: onSilence, maximumDuration: maxDuration, fillsGaps: fillGaps,
                followsInput: followInput, preRoll: preRoll)
            return .recording(.open(wish, inChunks: chunks))
        },
        Method(
            "record.pause", "Pauses a recording. Nothing listens until it goes on.", identified,
            result: .reference("Recording"), errors: [.recordingNotFound]
        ) { id in .recording(.pause(id)) },
        Method(
            "record.resume", "Lets a recording go on.", identified, result: .reference("Recording"), errors: [.recordingNotFound]
        ) { id in .recording(.resume(id)) },
        Method(
            "record.split", "Begins a new file with the next frame; no frame is lost or doubled.", identified,
            .optional("title", .text, "The title from then on."),
            result: .object([]), errors: [.recordingNotFound, .limitExceeded]
        ) { id, title in .recording(.split(id, title: title)) },
        Method(
            "record.stop", "Ends a recording. Answers once everything is on the disk.", identified,
            result: .reference("RecordingResult"), errors: [.recordingNotFound], waitsForMedia: true
        ) { id in .recording(.stop(id)) },
        Method(
            "record.list", "Lists the recordings that are not over.", result: .array(of: .reference("Recording"))
        ) { .recording(.list) },
    ]
}
