import AudioTypes

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
        /// The language, as the file names it.
        public var language: String?
        /// The name that the file gives the stream.
        public var title: String?
        /// What the stream is for, such as `default` or `commentary`.
        public var disposition: [String]
        /// Bits of a sample; `nil` if the codec has no such number.
        public var bitsPerSample: Int?
        /// How many samples each channel has; `nil` if the file does not say.
        public var frames: Int64?

        /// Makes a stream.
        package init(
            index: Int, codec: String, sampleRate: Int, channels: Int, channelLayout: String, bitRate: Int64? = nil,
            language: String? = nil, title: String? = nil, disposition: [String] = [], bitsPerSample: Int? = nil,
            frames: Int64? = nil
        ) {
            self.index = index
            self.codec = codec
            self.sampleRate = sampleRate
            self.channels = channels
            self.channelLayout = channelLayout
            self.bitRate = bitRate
            self.language = language
            self.title = title
            self.disposition = disposition
            self.bitsPerSample = bitsPerSample
            self.frames = frames
        }

        /// The members of a stream.
        package static let shape = WireShape(
            AudioStream.init(
                index:codec:sampleRate:channels:channelLayout:bitRate:language:title:disposition:bitsPerSample:frames:),
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
            .of(\.language, .optional("language", .string, "The language, as the file names it.")),
            .of(\.title, .optional("title", .string, "The name that the file gives the stream.")),
            .of(
                \.disposition,
                .required("disposition", .choices(TrackPurpose.allCases.map(\.rawValue)), "What the stream is for.")),
            .of(
                \.bitsPerSample,
                .optional("bitsPerSample", .integer(minimum: 1), "Bits of a sample, if the codec has such a number.")),
            .of(
                \.frames,
                .optional("frames", .integer(minimum: 0), "How many samples each channel has, if the file says so.")))
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
