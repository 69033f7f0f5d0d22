extension Wire {
    /// An audio stream of a file.
    package struct AudioStream: WireValue {
        /// The index among all streams of the container.
        package var index: Int
        /// The short name of the codec.
        package var codec: String
        /// The sample rate, in hertz.
        package var sampleRate: Int
        /// How many channels there are.
        package var channels: Int
        /// The name of the channel layout in FFmpeg, such as `stereo` or `5.1`.
        package var channelLayout: String
        /// Bits per second; `nil` if the bit rate is not known.
        package var bitRate: Int64?
        /// The language, if the file names one.
        package var language: String?

        /// Makes a stream.
        package init(
            index: Int, codec: String, sampleRate: Int, channels: Int, channelLayout: String, bitRate: Int64? = nil,
            language: String? = nil
        ) {
            self.index = index
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
            self.channelLayout = channelLayout
            self.bitRate = bitRate
            self.language = language
        }

        /// Reads a stream.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                index: try object.int("index"), codec: try object.string("codec"), sampleRate: try object.int("sampleRate"),
                channels: try object.int("channels"), channelLayout: try object.string("channelLayout"),
                bitRate: object["bitRate"]?.integerValue, language: object["language"]?.stringValue)
        }

        /// The stream as JSON.
        package var json: JSONValue {
            [
                "index": .integer(Int64(index)), "codec": .string(codec), "sampleRate": .integer(Int64(sampleRate)),
                "channels": .integer(Int64(channels)), "channelLayout": .string(channelLayout),
                "bitRate": bitRate.map(JSONValue.integer) ?? .null, "language": language.map(JSONValue.string),
            ]
        }

        /// The schema of a stream.
        package static var schema: Schema {
            .object([
                .required("index", .integer(minimum: 0), "The index among all streams of the container."),
                .required("codec", .string(), "The short name of the codec."),
                .required("sampleRate", .integer(minimum: 0), "The sample rate, in hertz."),
                .required("channels", .integer(minimum: 0), "How many channels."),
                .required("channelLayout", .string(), "The name of the channel layout, such as `stereo`."),
                .required("bitRate", .nullable(.integer(minimum: 0)), "Bits per second; null if the bit rate is not known."),
                .optional("language", .string(), "The language."),
            ])
        }
    }

    /// A video stream of a file, which Fermata does not show.
    package struct VideoStream: WireValue {
        /// The index among all streams of the container.
        package var index: Int
        /// The short name of the codec.
        package var codec: String
        /// The width, in pixels.
        package var width: Int
        /// The height, in pixels.
        package var height: Int
        /// How far a player should turn the picture, in degrees clockwise.
        package var rotation: Double

        /// Makes a stream.
        package init(index: Int, codec: String, width: Int, height: Int, rotation: Double = 0) {
            self.index = index
            self.codec = codec
            self.width = width
            self.height = height
            self.rotation = rotation
        }

        /// Reads a stream.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                index: try object.int("index"), codec: try object.string("codec"), width: try object.int("width"),
                height: try object.int("height"), rotation: try object.number("rotation"))
        }

        /// The stream as JSON.
        package var json: JSONValue {
            [
                "index": .integer(Int64(index)), "codec": .string(codec), "width": .integer(Int64(width)),
                "height": .integer(Int64(height)), "rotation": .number(rotation),
            ]
        }

        /// The schema of a stream.
        package static var schema: Schema {
            .object([
                .required("index", .integer(minimum: 0), "The index among all streams of the container."),
                .required("codec", .string(), "The short name of the codec."),
                .required("width", .integer(minimum: 0), "The width, in pixels."),
                .required("height", .integer(minimum: 0), "The height, in pixels."),
                .required("rotation", .number(), "How far to turn the picture, in degrees clockwise."),
            ])
        }
    }
}
