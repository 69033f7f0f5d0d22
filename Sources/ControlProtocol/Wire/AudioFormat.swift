extension Wire {
    /// The format of audio as it is stored.
    package struct AudioFormat: WireValue {
        /// The short name of the codec: `flac`.
        package var codec: String
        /// The sample rate, in hertz.
        package var sampleRate: Int
        /// How many channels there are.
        package var channels: Int
        /// Bits per sample; `nil` if the codec has no such number.
        package var bitsPerSample: Int?
        /// The gain applied to it, in decibels; `nil` if replay gain is off.
        package var replayGain: Double?

        /// Makes a format.
        package init(codec: String, sampleRate: Int, channels: Int, bitsPerSample: Int? = nil, replayGain: Double? = nil) {
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
            self.bitsPerSample = bitsPerSample
            self.replayGain = replayGain
        }

        /// Reads a format.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                codec: try object.string("codec"), sampleRate: try object.int("sampleRate"),
                channels: try object.int("channels"), bitsPerSample: object["bitsPerSample"]?.integerValue.map(Int.init),
                replayGain: object["replayGain"]?.numberValue)
        }

        /// The format as JSON.
        package var json: JSONValue {
            [
                "codec": .string(codec), "sampleRate": .integer(Int64(sampleRate)), "channels": .integer(Int64(channels)),
                "bitsPerSample": bitsPerSample.map { .integer(Int64($0)) }, "replayGain": replayGain.map(JSONValue.number),
            ]
        }

        /// The schema of a format.
        package static var schema: Schema {
            .object([
                .required("codec", .string(), "The short name of the codec."),
                .required("sampleRate", .integer(minimum: 1), "The sample rate, in hertz."),
                .required("channels", .integer(minimum: 1), "How many channels."),
                .optional("bitsPerSample", .integer(minimum: 1), "Bits per sample, if the codec has such a number."),
                .optional("replayGain", .number(), "The gain applied to it, in decibels, if replay gain is on."),
            ])
        }
    }

    /// The format of a stream that a client sends.
    package struct StreamFormat: WireValue {
        /// How samples are written.
        package enum Encoding: String, CaseIterable, Hashable, Sendable {
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
        package var encoding: Encoding
        /// The sample rate, in hertz; `nil` with ``Encoding/auto``.
        package var sampleRate: Int?
        /// How many channels there are; `nil` with ``Encoding/auto``.
        package var channels: Int?

        /// Makes a format.
        package init(encoding: Encoding, sampleRate: Int? = nil, channels: Int? = nil) {
            self.encoding = encoding
            self.sampleRate = sampleRate
            self.channels = channels
        }

        /// Any container.
        package static let automatic = StreamFormat(encoding: .auto)

        /// Reads a format.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                encoding: try object.choice("encoding", of: Encoding.self),
                sampleRate: object["sampleRate"]?.integerValue.map(Int.init),
                channels: object["channels"]?.integerValue.map(Int.init))
        }

        /// The format as JSON.
        package var json: JSONValue {
            [
                "encoding": .string(encoding.rawValue), "sampleRate": sampleRate.map { .integer(Int64($0)) },
                "channels": channels.map { .integer(Int64($0)) },
            ]
        }

        /// The schema of a format.
        package static var schema: Schema {
            let rate = Schema.Field.optional(
                "sampleRate", .integer(minimum: 8_000, maximum: 384_000), "The sample rate, in hertz; for raw samples only.")
            let channels = Schema.Field.optional(
                "channels", .integer(minimum: 1, maximum: 8), "How many, interleaved; for raw samples only.")
            return .object([
                .required("encoding", .choice(of: Encoding.self), "`auto` for any container, else how samples are written."),
                rate, channels,
            ])
        }
    }
}
