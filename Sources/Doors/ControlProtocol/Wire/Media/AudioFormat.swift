extension Wire {
    /// The format of audio as it is stored.
    public struct AudioFormat: WireObject {
        /// The short name of the codec: `flac`.
        public var codec: String
        /// The sample rate, in hertz.
        public var sampleRate: Int
        /// How many channels there are.
        public var channels: Int
        /// Bits per sample; `nil` if the codec has no such number.
        public var bitsPerSample: Int?
        /// Bits of the compressed sound in a second; `nil` if the media does not state them.
        public var bitRate: Int?
        /// The gain applied to it, in decibels; `nil` if replay gain is off.
        public var replayGain: Double?
        /// What the gain goes by; `nil` if replay gain is off.
        public var replayGainFrom: GainOrigin?
        /// As what the output gets it undecoded, such as `ac3`; `nil` if it is decoded here.
        public var passthrough: String?

        /// Makes a format.
        package init(
            codec: String, sampleRate: Int, channels: Int, bitsPerSample: Int? = nil, bitRate: Int? = nil,
            replayGain: Double? = nil, replayGainFrom: GainOrigin? = nil, passthrough: String? = nil
        ) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
            self.bitsPerSample = bitsPerSample
            self.bitRate = bitRate
            self.replayGain = replayGain
            self.replayGainFrom = replayGainFrom
            self.passthrough = passthrough
        }

        /// The members of a format.
        package static let shape = WireShape(
            AudioFormat.init(codec:sampleRate:channels:bitsPerSample:bitRate:replayGain:replayGainFrom:passthrough:),
            .of(\.codec, .required("codec", .string, "The short name of the codec.")),
            .of(\.sampleRate, .required("sampleRate", .integer(minimum: 1), "The sample rate, in hertz.")),
            .of(\.channels, .required("channels", .integer(minimum: 1), "How many channels.")),
            .of(
                \.bitsPerSample,
                .optional("bitsPerSample", .integer(minimum: 1), "Bits per sample, if the codec has such a number.")),
            .of(
                \.bitRate,
                .optional("bitRate", .integer(minimum: 1), "Bits of the compressed sound in a second, if it states them.")),
            .of(
                \.replayGain, .optional("replayGain", .number(), "The gain applied to it, in decibels, if replay gain is on.")),
            .of(
                \.replayGainFrom,
                .optional(
                    "replayGainFrom", .choice,
                    "What the gain goes by: `tags`, what the library has `measured`, or `unknown` if neither says anything.")),
            .of(
                \.passthrough,
                .optional("passthrough", .string, "As what the output gets it undecoded: `ac3`, `eac3`, `dts` or `dop`.")))
    }

    /// What a gain goes by.
    public enum GainOrigin: String, CaseIterable, Hashable, Sendable {
        /// The tags of the media, or the sheet that names the track.
        case tags
        /// What the library has measured.
        case measured
        /// Nothing: the media have the gain of all that state no loudness.
        case unknown
    }

    /// The format of a stream that a client sends.
    public struct StreamFormat: WireObject {
        /// How samples are written.
        public enum Encoding: String, CaseIterable, Hashable, Sendable {
            /// Any container; it describes the format itself.
            case auto
            /// 32-bit floats, little-endian.
            case f32le
            /// 16-bit integers, little-endian.
            case s16le
            /// 24-bit integers, little-endian, three bytes per sample.
            case s24le
            /// 32-bit integers, little-endian.
            case s32le
        }

        /// How samples are written; channels are interleaved.
        public var encoding: Encoding
        /// The sample rate, in hertz; `nil` with ``Encoding/auto``.
        public var sampleRate: Int?
        /// How many channels there are; `nil` with ``Encoding/auto``.
        public var channels: Int?

        /// Makes a format.
        public init(encoding: Encoding, sampleRate: Int? = nil, channels: Int? = nil) {
            self.encoding = encoding
            self.sampleRate = sampleRate
            self.channels = channels
        }

        /// The sample rates that raw samples may have, in hertz.
        public static let sampleRates = 8_000...384_000
        /// How many channels raw samples may have.
        public static let channelCounts = 1...8

        /// How much live sound may have to be there before it is heard, in seconds.
        public static let latencies = 0.001...2

        /// Any container.
        public static let automatic = StreamFormat(encoding: .auto)

        /// The members of a format.
        package static let shape = WireShape(
            StreamFormat.init(encoding:sampleRate:channels:),
            .of(\.encoding, .required("encoding", .choice, "`auto` for any container, else how samples are written.")),
            .of(
                \.sampleRate,
                .optional(
                    "sampleRate", .integer(in: sampleRates),
                    "The sample rate, in hertz; for raw samples only.")),
            .of(
                \.channels,
                .optional("channels", .integer(in: channelCounts), "How many, interleaved; for raw samples only.")))
    }
}
