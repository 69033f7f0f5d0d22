package import JSON

extension Wire {
    /// The result of `media.probe`: a description of media.
    public struct MediaDescription: WireObject {
        /// The short name of the container.
        public var container: String
        /// The duration, in seconds; `nil` if it is not known.
        public var duration: Double?
        /// Whether the duration may differ from what will be heard.
        public var durationIsEstimate: Bool
        /// The audio streams.
        public var audio: [AudioStream]
        /// The video streams, cover pictures included.
        public var video: [VideoStream]
        /// The tags of the media.
        public var tags: [String: String]
        /// Whether the media holds a picture.
        public var hasPicture: Bool

        /// Makes a description.
        package init(
            container: String, duration: Double?, durationIsEstimate: Bool = false, audio: [AudioStream],
            video: [VideoStream] = [], tags: [String: String] = [:], hasPicture: Bool = false
        ) {
            self.container = container
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
            self.audio = audio
            self.video = video
            self.tags = tags
            self.hasPicture = hasPicture
        }

        /// The members of a description.
        package static let shape = WireShape(
            MediaDescription.init(container:duration:durationIsEstimate:audio:video:tags:hasPicture:),
            .of(\.container, .required("container", .string, "The short name of the container.")),
            .of(
                \.duration, .nullable("duration", .number(minimum: 0), "The duration, in seconds; null if it is not known.")),
            .of(\.durationIsEstimate, .durationIsEstimate),
            .of(\.audio, .required("audio", .values(), "The audio streams.")),
            .of(\.video, .required("video", .values(), "The video streams, cover pictures included.")),
            .of(\.tags, .required("tags", .texts(), "The tags of the media.")),
            .of(\.hasPicture, .mark("picture", "Present, and true, if the media holds a picture.")))
    }
}

extension JSONValue {
    /// Makes an object of strings, sorted by name, so that the same tags always give the same text.
    package init(sorting strings: [String: String]) {
        self = .object(
            JSONObject(
                strings.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: .string($0.value)) }))
    }
}
