import AudioTypes
import JSON

extension Wire {
    /// Which of several audio tracks is played.
    public enum TrackChoice: Hashable, Sendable {
        /// The stream with this index among all streams of the container.
        case index(Int)
        /// The track in this language, by a code of ISO 639 or a tag of BCP 47.
        case language(String)

        /// Throws unless it is a number that a stream can have, or the code of a language.
        package func check(_ name: String, in method: String) throws(ControlError) {
            guard case .language(let text) = self, LanguageCode(text) == nil else { return }
            throw ControlError(
                .invalidParams, "\(method): \"\(text)\" is no language: give a code such as de, deu or en-GB",
                details: ["parameter": .string(name)])
        }
    }
}

extension Wire {
    /// One of several audio tracks.
    public struct AudioTrack: WireObject {
        /// The index of its stream among all of the container.
        public var index: Int
        /// The language; `nil` if the container does not say.
        public var language: String?
        /// The name that the container gives it.
        public var title: String?

        /// Makes a track.
        package init(index: Int, language: String? = nil, title: String? = nil) {
            self.index = index
            self.language = language
            self.title = title
        }

        /// The members of a track.
        package static let shape = WireShape(
            AudioTrack.init(index:language:title:),
            .of(\.index, .required("index", .integer(minimum: 0), "The index of its stream among all of the container.")),
            .of(\.language, .optional("language", .string, "The language, if the container says it.")),
            .of(\.title, .optional("title", .string, "The name that the container gives it.")))
    }
}

extension WireKind where Value == Wire.TrackChoice {
    /// The number of a stream, or a language.
    @inline(never)
    static var trackChoice: Self { Self(track: .either([.index, .language])) }

    /// One of both, as `schema` says.
    @inline(never)
    init(track schema: Schema) {
        self.init(
            schema,
            write: { choice in
                switch choice {
                case .index(let index): .integer(Int64(index))
                case .language(let text): .string(text)
                }
            }
        ) { object, name throws(JSONMismatch) in
            if let index = object[name]?.integerValue { return .index(Int(clamping: index)) }
            return .language(try object.string(name))
        }
    }
}

extension Schema {
    /// The number of a stream in its container.
    static let index = Schema.integer(
        minimum: Int64(AudioTypes.TrackChoice.indices.lowerBound), maximum: Int64(AudioTypes.TrackChoice.indices.upperBound))
    /// The code of a language.
    static let language = Schema.string(minimumLength: 2, maximumLength: 35)
}
