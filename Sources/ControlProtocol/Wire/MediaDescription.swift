extension Wire {
    /// The result of `media.probe`: a description of media.
    package struct MediaDescription: WireValue {
        /// The short name of the container.
        package var container: String
        /// The duration, in seconds; `nil` if it is not known.
        package var duration: Double?
        /// Whether the duration may differ from what will be heard.
        package var durationIsEstimate: Bool
        /// The audio streams.
        package var audio: [AudioStream]
        /// The video streams, cover pictures included.
        package var video: [VideoStream]
        /// The tags of the media.
        package var tags: [String: String]

        /// Makes a description.
        package init(
            container: String, duration: Double?, durationIsEstimate: Bool = false, audio: [AudioStream],
            video: [VideoStream] = [], tags: [String: String] = [:]
        ) {
            self.container = container
            self.duration = duration
            self.durationIsEstimate = durationIsEstimate
            self.audio = audio
            self.video = video
            self.tags = tags
        }

        /// Reads a description.
        package init(json: JSONValue) throws(JSONMismatch) {
            let object = try Self.members(json)
            self.init(
                container: try object.string("container"), duration: object["duration"]?.numberValue,
                durationIsEstimate: Wire.isEstimate(object),
                audio: try object.wires("audio", as: AudioStream.self), video: try object.wires("video", as: VideoStream.self),
                tags: try object.dictionary("tags"))
        }

        /// The description as JSON.
        package var json: JSONValue {
            [
                "container": .string(container), "duration": duration.map(JSONValue.number) ?? .null,
                "durationIsEstimate": Wire.mark(durationIsEstimate),
                "audio": .array(audio.map(\.json)), "video": .array(video.map(\.json)), "tags": JSONValue(sorting: tags),
            ]
        }

        /// The schema of a description.
        package static var schema: Schema {
            .object([
                .required("container", .string(), "The short name of the container."),
                .required("duration", .nullable(.number(minimum: 0)), "The duration, in seconds; null if it is not known."),
                Wire.estimateField,
                .required("audio", .array(of: AudioStream.schema), "The audio streams."),
                .required("video", .array(of: VideoStream.schema), "The video streams, cover pictures included."),
                .required("tags", .map(.string()), "The tags of the media."),
            ])
        }
    }
}

extension JSONValue {
    /// Makes an object of strings, sorted by name, so that the same tags always give the same text.
    init(sorting strings: [String: String]) {
        self = .object(
            JSONObject(
                strings.sorted { $0.key < $1.key }.map { JSONObject.Member(name: $0.key, value: .string($0.value)) }))
    }
}
