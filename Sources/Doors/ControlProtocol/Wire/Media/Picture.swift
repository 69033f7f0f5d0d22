extension Wire {
    /// The result of `media.picture`: the picture of a piece of music.
    public struct Picture: WireObject {
        /// Where a picture comes from.
        public enum Source: String, CaseIterable, Hashable, Sendable {
            /// The media holds it.
            case embedded
            /// It is a file beside the media.
            case file
        }

        /// Where the picture comes from.
        public var source: Source
        /// The media type: `image/jpeg`, `image/png`, `image/gif` or `image/webp`.
        public var type: String
        /// The size in bytes.
        public var size: Int
        /// The `file:` URL of a file with the picture; `nil` if the daemon could not make one.
        public var uri: String?
        /// The bytes in base64, if they were asked for.
        public var data: String?

        /// The largest picture whose bytes a reply has. A larger one is only in its file.
        public static let dataLimit = 1 << 20

        /// Makes a picture.
        package init(source: Source, type: String, size: Int, uri: String? = nil, data: String? = nil) {
            self.source = source
            self.type = type
            self.size = size
            self.uri = uri
            self.data = data
        }

        /// The members of a picture.
        package static let shape = WireShape(
            Picture.init(source:type:size:uri:data:),
            .of(\.source, .required("source", .choice, "`embedded`: the media holds it. `file`: it is beside the media.")),
            .of(\.type, .required("type", .string, "The media type, such as `image/jpeg`.")),
            .of(\.size, .required("size", .integer(minimum: 1), "The size in bytes.")),
            .of(
                \.uri,
                .optional("uri", .string, "The `file:` URL of a file with the picture; missing if none could be made.")),
            .of(\.data, .optional("data", .string, "The bytes in base64, if they were asked for.")))
    }
}
