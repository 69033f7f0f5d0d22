import JSON

extension Wire {
    /// What ``Methods/Record/start`` and ``Methods/Record/open`` record, and how. Times are in seconds.
    public struct RecordingOrder: Hashable, Sendable {
        /// What is recorded: `input` (a microphone), `output` (what an output plays), `player` (what the player plays, as it
        /// was decoded: before volume and fades) or `meeting` (an input in the first channel, what an output plays in the second).
        public var source: RecordingSource
        /// The uid of the input; `nil` for the current one.
        public var input: String?
        /// The uid of the output; `nil` for the default one.
        public var output: String?
        /// The file, below the directory of recordings; `nil` for a name made of the time.
        public var path: String?
        /// `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of the file says, or
        /// `flac`.
        public var format: String?
        /// The codec in `ogg` or `mka`, by the name of its format.
        public var codec: String?
        /// How lossless formats store a sample: `16`, `24` or `float`.
        public var bits: String?
        /// Whether samples that lose bits are dithered.
        public var dither = true
        /// In bits per second.
        public var bitRate: Int?
        /// The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.
        public var quality: Double?
        /// How the bits are spread over time; `nil` for as the codec does it.
        public var bitRateMode: BitRateMode?
        /// How many channels, or which; as many as the device has if left out, but for the format's limits.
        public var channels: RecordedChannels?
        /// In hertz.
        public var sampleRate: Int?
        /// The title, for mixers and tags.
        public var title: String?
        /// Tags such as `artist` and `album`.
        public var tags: [String: String]?
        /// The length of a file, in seconds.
        public var splitEvery: Double?
        /// Whether files end when the time of day is a multiple of `splitEvery`.
        public var splitOnClock = false
        /// Whether a file ends when the player plays another title, such as the next song of a station; for the source
        /// `player`.
        public var splitOnTitle = false
        /// What silence does.
        public var onSilence: SilenceRule?
        /// The length of the recording, in seconds.
        public var maxDuration: Double?
        /// When the recording begins; with the first frame that comes if left out.
        public var at: Wire.StartTime?
        /// How long it lasts, in seconds, also if pauses and gaps are left out of it.
        public var duration: Double?
        /// How much sound a piece has at least, in seconds; for a recording over a connection.
        public var latency: Double?
        /// Whether silence takes the place of sound that is missing.
        public var fillGaps = true
        /// Whether the recording goes on with the next input if its own is lost, instead of ending.
        public var followInput = false
        /// Whether a call, an alarm or a client's interruption pauses the recording.
        public var interruptible = true
        /// Whether the recording begins with silence, until ``Methods/Record/setMuted`` lets sound be heard.
        public var muted = false
        /// Whether the echo of what is played is cancelled, or else nothing recorded; for the current input.
        public var echoCancelled = false
        /// How many seconds before the request the recording begins; as many as `recording.pre_roll` keeps ready.
        public var preRoll: Double?
        /// What the recording is for, for the person who has to allow it (`session.record`).
        public var purpose: String?

        /// The values of ``latency``.
        public static let latencies = 0.001...2.0
        /// The most channels that can be named.
        private static let mostChannelNumbers = 8

        /// Throws unless the parameters go together.
        func check(in method: String) throws(ControlError) {
            func refuse(_ parameter: String, _ sentence: String) -> ControlError {
                ControlError(
                    .invalidParams, "\(method): \"\(parameter)\" \(sentence)", details: ["parameter": .string(parameter)])
            }
            if case .numbers(let numbers) = channels, numbers.count > Self.mostChannelNumbers {
                throw refuse("channels", "names at most \(Self.mostChannelNumbers) channels")
            }
            if echoCancelled, source != .input && source != .meeting || input != nil || preRoll != nil {
                throw refuse("echoCancelled", "is for the current input, and goes neither with another source nor with `preRoll`")
            }
            let wrong: String? =
                if input != nil, source != .input, source != .meeting {
                    "input"
                } else if output != nil, source != .output,
                    source != .meeting
                { "output" } else { nil }
            try at?.check(method)
            guard let parameter = wrong else { return }
            throw refuse(parameter, "does not go with the source `\(source.rawValue)`")
        }
    }
}

extension Wire.RecordingOrder {
    /// Makes an order for what the current input takes in.
    public init() { self.init(source: .input) }

    /// The parameters that make no sense for a recording over a connection, which is one file without a name.
    private static let ofFiles = ["path", "splitEvery", "splitOnClock", "splitOnTitle"]
    /// The parameters that make no sense for a file.
    private static let ofConnections = ["latency"]

    /// The members of an order for a recording over a connection.
    static let connectionShape = WireShape(
        fields: wholeShape.fields.filter { !ofFiles.contains($0.name) }, write: wholeShape.write, read: wholeShape.read)

    /// The members of an order for a recording in a file.
    static let fileShape = WireShape(
        fields: wholeShape.fields.filter { !ofConnections.contains($0.name) }, write: wholeShape.write, read: wholeShape.read)

    private static let wholeShape = WireShape(
        Wire.RecordingOrder.init(
            source:input:output:path:format:codec:bits:dither:bitRate:quality:bitRateMode:channels:sampleRate:title:tags:
            splitEvery:
            splitOnClock:
            splitOnTitle:onSilence:maxDuration:at:duration:latency:fillGaps:followInput:interruptible:muted:echoCancelled:preRoll:
            purpose:),
        .of(
            \.source,
            .optional(
                "source", .choice, default: .input,
                """
                What is recorded: `input` (a microphone), `output` (what an output plays), `player` (what the player plays, as it was \
                decoded: before volume and fades) or `meeting` (an input in the first channel, and what an output plays in the second, in \
                step).
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
                `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of the file \
                says, or `flac`. Over a connection \
                also `raw`: samples without a header. For the source `player` also `copy`: the packets of what plays, as they are, in the \
                container that the suffix names or that fits the codec.
                """)),
        .of(\.codec, EncodingMember.codec), .of(\.bits, EncodingMember.bits), .of(\.dither, EncodingMember.dither),
        .of(\.bitRate, EncodingMember.bitRate), .of(\.quality, EncodingMember.quality),
        .of(\.bitRateMode, EncodingMember.bitRateMode),
        .of(
            \.channels,
            .optional(
                "channels", .recordedChannels,
                """
                How many channels; as many as the device has if left out, but for the format's limits. Or the numbers of up to eight \
                channels of an input or output, 1 for the first, in the order in which they are recorded.
                """)),
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
            \.at,
            .optional(
                "at", .value,
                """
                When the recording begins, to the frame; an hour away at most. Until then its input is open, and what comes is thrown away. If \
                the first frame comes later, `recording.marked` says so (`late`), and silence stands in for the rest. Not for the player.
                """)),
        .of(
            \.duration,
            .optional(
                "duration", .number(minimum: 0.001, maximum: 31_536_000),
                "How long the recording lasts, in seconds: it then ends, also if pauses and gaps were left out of it.")),
        .of(
            \.latency,
            .optional(
                "latency",
                .number(minimum: Wire.RecordingOrder.latencies.lowerBound, maximum: Wire.RecordingOrder.latencies.upperBound),
                """
                How much sound a piece has at least, in seconds: down to one cycle of the graph, which is then asked to be as short. The \
                connection carries pieces, as soon as they are there. Each begins with 20 bytes, little-endian: the number of the first frame \
                that it lets be decoded (8), when that was sound, at the microphone or at the output (8: CLOCK_MONOTONIC, nanoseconds; 0 if \
                it is not known), and the number of bytes that follow (4). The answer waits a second at most for the first frame.
                """)),
        .of(
            \.fillGaps,
            .optional("fillGaps", .boolean, default: true, "Whether silence takes the place of sound that is missing.")),
        .of(
            \.followInput,
            .optional(
                "followInput", .boolean, default: false,
                "Whether the recording goes on with the next input if its own is lost, instead of ending.")),
        .of(
            \.interruptible,
            .optional(
                "interruptible", .boolean, default: true,
                "Whether a call, an alarm or a client's interruption pauses the recording. If false, only sleep does.")),
        .of(
            \.muted,
            .optional(
                "muted", .boolean, default: false,
                "Whether the recording begins with silence, until `record.setMuted` lets sound be heard.")),
        .of(
            \.echoCancelled,
            .optional(
                "echoCancelled", .boolean, default: false,
                "Whether the echo of what is played is cancelled, or else nothing recorded; for the current input.")),
        .of(
            \.preRoll,
            .optional(
                "preRoll", .number(minimum: 0.1, maximum: 60),
                "How many seconds before the request the recording begins; as many as `recording.pre_roll` keeps ready.")),
        .of(\.purpose, .purpose))
}
