import JSON

// Long work on media.
extension Methods.Media {
    private static let jobErrors: [ControlError.Code] = [.mediaUnsupported, .uriNotAllowed, .limitExceeded]

    /// Copies the sound of media without decoding it.
    public static let extract = Method(
        "media.extract", .owner,
        """
        Copies the sound of media into a file of its own, without decoding it, as a job. Without `uri`, the bytes that follow on the \
        connection are the media, until the client closes its writing half. Answers at once; `job.changed` tells the rest. A part is cut between packets, and the result says what lies around it.
        """,
        .inline(Wire.ExtractionOrder.shape), answer: .value(Wire.Job.self), errors: jobErrors
    )
    .openingStream { $0.to != Wire.JobTarget.file || $0.uri == nil }
    .checked { order throws(ControlError) in try check(order.path, order.to, in: "media.extract") }

    /// Decodes the sound of media and writes it again.
    public static let convert = Method(
        "media.convert", .owner,
        """
        Decodes the sound of media and writes it in another format, as a job. Without `uri`, the bytes that follow on the connection \
        are the media, until the client closes its writing half. Answers at once; `job.changed` tells the rest. A part is exact to the frame.
        """,
        .inline(Wire.ConversionOrder.shape), answer: .value(Wire.Job.self), errors: jobErrors
    )
    .openingStream { $0.to != Wire.JobTarget.file || $0.uri == nil }
    .checked { order throws(ControlError) in
        try check(order.path, order.to, in: "media.convert")
        guard let input = order.input else { return }
        guard order.uri == nil else {
            throw ControlError(
                .invalidParams, "media.convert: \"input\" is for media that follow on the connection, without \"uri\"",
                details: ["parameter": "input"])
        }
        try Methods.check(input, called: "input", in: "media.convert")
    }

    private static func check(_ path: String?, _ target: Wire.JobTarget, in method: String) throws(ControlError) {
        guard path == nil || target == .file else {
            throw ControlError(
                .invalidParams, "\(method): \"path\" does not go with `\(target.rawValue)`", details: ["parameter": "path"])
        }
    }
}

extension Methods {
    /// The methods whose names begin with `job.`.
    public enum Job {
        /// Lists the jobs that wait and run, and the last ones that are over, oldest first.
        public static let list = Method(
            "job.list", .admin, "Lists the jobs that wait and run, and the last ones that are over, oldest first.",
            answer: .list(of: Wire.Job.self))

        /// Ends a job; what it has written is deleted.
        public static let cancel = Method(
            "job.cancel", .admin, "Ends a job; what it has written is deleted.",
            .required("job", .identifier, "The id of the job."), answer: .nothing, errors: [.jobNotFound])
    }

    static let jobs: [any AnyMethod] = [Media.extract, Media.convert, Job.list, Job.cancel]
}

extension Wire {
    /// How a codec spreads its bits over time.
    public enum BitRateMode: String, CaseIterable, Hashable, Sendable {
        case constant, variable
    }

    /// What ``Methods/Media/extract`` copies, and where to. Times are in seconds.
    public struct ExtractionOrder: Hashable, Sendable {
        /// The address: an absolute path or a URL; `nil` for what follows on the connection.
        public var uri: String?
        /// The index of the stream; `nil` for the best one.
        public var stream: Int?
        /// Where the part begins, in seconds; `nil` for the beginning of the media.
        public var start: Double?
        /// Where the part ends, in seconds; `nil` for the end of the media.
        public var end: Double?
        /// What holds the sound; `nil` for what the suffix of the file says, or for the usual one of the codec.
        public var container: String?
        /// The new file, below the directory of recordings.
        public var path: String?
        /// Where the result goes.
        public var to: JobTarget

        /// Makes an order.
        public init(
            uri: String?, stream: Int? = nil, start: Double? = nil, end: Double? = nil, container: String? = nil,
            path: String? = nil, to: JobTarget = .file
        ) {
            self.uri = uri
            self.stream = stream
            self.start = start
            self.end = end
            self.container = container
            self.path = path
            self.to = to
        }

        fileprivate static var shape: WireShape<ExtractionOrder> {
            WireShape(
                ExtractionOrder.init(uri:stream:start:end:container:path:to:),
                .of(\.uri, JobMember.uri),
                .of(\.stream, .optional("stream", .index, "The index of the stream; the best one if left out.")),
                .of(\.start, JobMember.start), .of(\.end, JobMember.end),
                .of(
                    \.container,
                    .optional(
                        "container", .choice(["aac", "m4a", "opus", "ogg", "mka", "mp3", "flac", "ac3", "eac3"]),
                        "What holds the sound; what the suffix of `path` says, or the usual one of its codec if left out.")),
                .of(\.path, JobMember.path), .of(\.to, JobMember.target))
        }
    }

    /// What ``Methods/Media/convert`` converts, into what, and where to. Times are in seconds.
    public struct ConversionOrder: Hashable, Sendable {
        /// The address: an absolute path or a URL; `nil` for what follows on the connection.
        public var uri: String?
        /// `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of `path` says, or `flac`.
        public var format: String?
        /// Where the part begins, in seconds; `nil` for the beginning of the media.
        public var start: Double?
        /// Where the part ends, in seconds; `nil` for the end of the media.
        public var end: Double?
        /// How loud the result is to be, in LUFS; `nil` for as it is.
        public var loudness: Double?
        /// The codec in `ogg` or `mka`, by the name of its format.
        public var codec: String?
        /// How lossless formats store a sample: `16`, `24` or `float`.
        public var bits: String?
        /// Whether samples that lose bits are dithered.
        public var dither: Bool
        /// In bits per second.
        public var bitRate: Int?
        /// The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.
        public var quality: Double?
        /// How the bits are spread over time; `nil` for as the codec does it.
        public var bitRateMode: BitRateMode?
        /// In hertz.
        public var sampleRate: Int?
        /// How many channels; as many as the media has if left out.
        public var channels: Int?
        /// The new file, below the directory of recordings.
        public var path: String?
        /// Where the result goes.
        public var to: JobTarget
        /// The format of what follows on the connection; `nil` for a container, which tells it itself.
        public var input: StreamFormat?

        /// Makes an order.
        public init(
            uri: String?, format: String? = nil, start: Double? = nil, end: Double? = nil, loudness: Double? = nil,
            codec: String? = nil, bits: String? = nil, dither: Bool = true, bitRate: Int? = nil, quality: Double? = nil,
            bitRateMode: BitRateMode? = nil, sampleRate: Int? = nil, channels: Int? = nil, path: String? = nil,
            to: JobTarget = .file, input: StreamFormat? = nil
        ) {
            self.uri = uri
            self.format = format
            self.start = start
            self.end = end
            self.loudness = loudness
            self.codec = codec
            self.bits = bits
            self.dither = dither
            self.bitRate = bitRate
            self.quality = quality
            self.bitRateMode = bitRateMode
            self.sampleRate = sampleRate
            self.channels = channels
            self.path = path
            self.to = to
            self.input = input
        }

        fileprivate static var shape: WireShape<ConversionOrder> {
            WireShape(
                ConversionOrder.init(
                    uri:format:start:end:loudness:codec:bits:dither:bitRate:quality:bitRateMode:sampleRate:channels:path:to:input:
                ),
                .of(\.uri, JobMember.uri),
                .of(
                    \.format,
                    .optional(
                        "format", .text,
                        """
                        `wav`, `flac`, `opus`, `vorbis`, `ogg`, `mp3`, `aac`, `m4a`, `mka`, `caf` or `aiff`; what the suffix of `path` says, \
                        or `flac`.
                        """)),
                .of(\.start, JobMember.start), .of(\.end, JobMember.end),
                .of(
                    \.loudness,
                    .optional(
                        "loudness", .number(minimum: -70, maximum: 0),
                        "How loud the result is to be, in LUFS (EBU R 128), as far as its peaks stay below -1 dBTP; as it is if left out."
                    )),
                .of(\.codec, EncodingMember.codec), .of(\.bits, EncodingMember.bits), .of(\.dither, EncodingMember.dither),
                .of(\.bitRate, EncodingMember.bitRate), .of(\.quality, EncodingMember.quality),
                .of(\.bitRateMode, EncodingMember.bitRateMode),
                .of(\.sampleRate, .optional("sampleRate", .index, "In hertz; the rate of the media if left out.")),
                .of(\.channels, .optional("channels", .index, "How many channels; as many as the media has if left out.")),
                .of(\.path, JobMember.path), .of(\.to, JobMember.target),
                .of(
                    \.input,
                    .optional(
                        "input", .value,
                        "The format of the bytes that follow on the connection, if these are raw samples, as in `stream.open`.")))
        }
    }
}

/// The parameters that all jobs have.
private enum JobMember {
    static let uri = WireMember<String?>.optional(
        "uri", .address, "An absolute path or a URL; if left out, the bytes that follow on the connection are the media.")
    static let start = WireMember<Double?>.optional(
        "start", .number(minimum: 0, maximum: 315_360_000),
        "The beginning of the part, in seconds; the beginning of the media if left out.")
    static let end = WireMember<Double?>.optional(
        "end", .number(minimum: 0, maximum: 315_360_000), "The end of the part, in seconds; the end of the media if left out.")
    static let path = WireMember<String?>.optional(
        "path", .text,
        """
        The new file, relative to the directory of recordings. It must not exist. The name of the media if left out, with a \
        number where that is taken.
        """)
    static let target = WireMember<Wire.JobTarget>.optional(
        "to", .choice, default: .file,
        """
        Where the result goes: `file` below the directory of recordings, `connection`, or `chunks`: over the connection so that \
        lengths can be corrected, each with 8 bytes for its place in the file, 4 bytes for their number, both little-endian, then \
        the bytes. From the reply on the connection carries the result and nothing else.
        """)
}

/// The parameters that say how sound is encoded.
enum EncodingMember {
    static let codec = WireMember<String?>.optional(
        "codec", .text, "The codec in `ogg` or `mka`, by the name of its format.")
    static let bits = WireMember<String?>.optional(
        "bits", .choice(["16", "24", "float"]),
        """
        How lossless formats store a sample; as the media or what plays has it if left out, and `16` for sound that was coded with \
        losses, and of an input or an output.
        """)
    static let dither = WireMember<Bool>.optional(
        "dither", .boolean, default: true,
        "Whether samples that had more bits are dithered before they get 16 (TPDF, of one step).")
    static let bitRate = WireMember<Int?>.optional(
        "bitRate", .index, "Bits per second, for formats that have bit rates.")
    static let quality = WireMember<Double?>.optional(
        "quality", .number(minimum: -1, maximum: 10), "The codec's own scale: Vorbis -1 to 10, MP3 0 (best) to 9.")
    static let bitRateMode = WireMember<Wire.BitRateMode?>.optional(
        "bitRateMode", .choice,
        """
        Whether the bit rate is `constant` or `variable`, for `mp3`, `opus` and `aac`; Vorbis is always variable. As the codec does it \
        if left out: constant for MP3 and AAC, variable for Opus.
        """)
}
