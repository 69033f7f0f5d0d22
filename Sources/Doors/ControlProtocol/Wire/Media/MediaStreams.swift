extension Wire {
    /// An audio stream of a file.
    public struct AudioStream: WireObject {
        /// The index among all streams of the container.
        public var index: Int
        /// The short name of the codec.
        public var codec: String
        /// The sample rate, in hertz.
        public var sampleRate: Int
        /// How many channels there are.
        public var channels: Int
        /// The name of the channel layout in FFmpeg, such as `stereo` or `5.1`.
        public var channelLayout: String
        /// Bits per second; `nil` if the bit rate is not known.
        public var bitRate: Int64?
        /// The language, if the file names one.
        public var language: String?

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

        /// The members of a stream.
        package static let shape = WireShape(
            AudioStream.init(index:codec:sampleRate:channels:channelLayout:bitRate:language:),
            .of(\.index, .required("index", .integer(minimum: 0), "The index among all streams of the container.")),
            .of(\.codec, .required("codec", .string, "The short name of the codec.")),
            .of(\.sampleRate, .required("sampleRate", .integer(minimum: 0), "The sample rate, in hertz.")),
            .of(\.channels, .required("channels", .integer(minimum: 0), "How many channels.")),
            .of(
                \.channelLayout,
                .required("channelLayout", .string, "The name of the channel layout, such as `stereo`.")),
            .of(
                \.bitRate,
                .nullable("bitRate", .integer(minimum: 0), "Bits per second; null if the bit rate is not known.")),
            .of(\.language, .optional("language", .string, "The language.")))
    }

    /// A video stream of a file, which Fermata does not show.
    public struct VideoStream: WireObject {
        /// The index among all streams of the container.
        public var index: Int
        /// The short name of the codec.
        public var codec: String
        /// The width, in pixels.
        public var width: Int
        /// The height, in pixels.
        public var height: Int
        /// How far a player should turn the picture, in degrees clockwise.
        public var rotation: Double

        /// Makes a stream.
        package init(index: Int, codec: String, width: Int, height: Int, rotation: Double = 0) {
            self.index = index
            self.codec = codec
            self.width = width
            self.height = height
            self.rotation = rotation
        }

        /// The members of a stream.
        package static let shape = WireShape(
            VideoStream.init(index:codec:width:height:rotation:),
            .of(\.index, .required("index", .integer(minimum: 0), "The index among all streams of the container.")),
            .of(\.codec, .required("codec", .string, "The short name of the codec.")),
            .of(\.width, .required("width", .integer(minimum: 0), "The width, in pixels.")),
            .of(\.height, .required("height", .integer(minimum: 0), "The height, in pixels.")),
            .of(\.rotation, .required("rotation", .number(), "How far to turn the picture, in degrees clockwise.")))
    }
}
