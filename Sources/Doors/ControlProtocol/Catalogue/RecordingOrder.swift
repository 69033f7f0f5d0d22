import JSON

extension Wire {
    /// What ``Methods/Record/start`` and ``Methods/Record/open`` record, and how. Times are in seconds.
    package struct RecordingOrder: Hashable, Sendable {
        package var source: RecordingSource
        /// The uid of the input; `nil` for the current one.
        package var input: String?
        /// The uid of the output; `nil` for the default one.
        package var output: String?
        /// The file, below the directory of recordings; `nil` for a name made of the time.
        package var path: String?
        package var format: String?
        package var codec: String?
        package var bits: String?
        /// In bits per second.
        package var bitRate: Int?
        package var quality: Double?
        package var channels: Int?
        /// In hertz.
        package var sampleRate: Int?
        package var title: String?
        package var tags: [String: String]?
        package var splitEvery: Double?
        package var splitOnClock = false
        package var splitOnTitle = false
        package var onSilence: SilenceRule?
        package var maxDuration: Double?
        package var fillGaps = true
        package var followInput = false
        package var preRoll: Double?

        /// Throws unless the uid that was given goes with the source.
        func checkSource(in method: String) throws(ControlError) {
            let wrong: String? =
                if input != nil, source != .input { "input" } else if output != nil, source != .output { "output" } else { nil }
            guard let parameter = wrong else { return }
            throw ControlError(
                .invalidParams, "\(method): \"\(parameter)\" does not go with the source `\(source.rawValue)`",
                details: ["parameter": .string(parameter)])
        }
    }
}

extension Wire.RecordingOrder {
    /// Makes an order for what the current input takes in.
    package init() { self.init(source: .input) }

    /// The parameters that make no sense for a recording over a connection, which is one file without a name.
    private static let ofFiles = ["path", "splitEvery", "splitOnClock", "splitOnTitle"]

    /// The members of an order for a recording over a connection.
    static let connectionShape = WireShape(
        fields: fileShape.fields.filter { !ofFiles.contains($0.name) }, write: fileShape.write, read: fileShape.read)

    /// The members of an order for a recording in a file.
    static let fileShape = WireShape(
        Wire.RecordingOrder.init(
            source:input:output:path:format:codec:bits:bitRate:quality:channels:sampleRate:title:tags:splitEvery:splitOnClock:
            splitOnTitle:onSilence:maxDuration:fillGaps:followInput:preRoll:),
        .of(
            \.source,
            .optional(
                "source", .choice, default: .input,
                """
                What is recorded: `input` (a microphone), `output` (what an output plays) or `player` (what the player plays, as it was \
                decoded: before volume and fades).
                """)),
        .of(\.input, .optional("input", .text, "The uid of the input; the current one if left out.")),
        .of(\.output, .optional("output", .text, "The uid of the output; the default one if left out.")),
        .of(
            \.path,
            .optional(
                "path", .text,
                "The file, relative to the directory of recordings. It must not exist. A name made of the time if left out.")),
        .of(
            \.format,
            .optional(
                "format", .text,
                """
                `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a` or `mka`; what the suffix of the file says, or `flac`. Over a connection \
                also `raw`: samples without a header. For the source `player` also `copy`: the packets of what plays, as they are, in the \
                container that the suffix names or that fits the codec.
                """)),
        .of(\.codec, EncodingMember.codec), .of(\.bits, EncodingMember.bits), .of(\.bitRate, EncodingMember.bitRate),
        .of(\.quality, EncodingMember.quality),
        .of(
            \.channels,
            .optional(
                "channels", .index, "How many channels; as many as the device has if left out, but for the format's limits.")),
        .of(\.sampleRate, .optional("sampleRate", .index, "In hertz; the rate of the sound system if left out.")),
        .of(\.title, .optional("title", .text, "The title, for mixers and tags.")),
        .of(\.tags, .optional("tags", .texts(maximumLength: 4_096), "Tags such as `artist` and `album`.")),
        .of(
            \.splitEvery,
            .optional("splitEvery", .number(minimum: 1, maximum: 604_800), "The length of a file, in seconds.")),
        .of(
            \.splitOnClock,
            .optional(
                "splitOnClock", .boolean, default: false,
                "Whether files end when the time of day is a multiple of `splitEvery`.")),
        .of(
            \.splitOnTitle,
            .optional(
                "splitOnTitle", .boolean, default: false,
                "Whether a file ends when the player plays another title, such as the next song of a station; for the source `player`."
            )),
        .of(\.onSilence, .optional("onSilence", .value, "What silence does.")),
        .of(
            \.maxDuration,
            .optional(
                "maxDuration", .number(minimum: 0.1, maximum: 31_536_000), "The length of the recording, in seconds.")),
        .of(
            \.fillGaps,
            .optional("fillGaps", .boolean, default: true, "Whether silence takes the place of sound that is missing.")),
        .of(
            \.followInput,
            .optional(
                "followInput", .boolean, default: false,
                "Whether the recording goes on with the next input if its own is lost, instead of ending.")),
        .of(
            \.preRoll,
            .optional(
                "preRoll", .number(minimum: 0.1, maximum: 60),
                "How many seconds before the request the recording begins; as many as `recording.pre_roll` keeps ready.")))
}
