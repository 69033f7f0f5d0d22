extension Wire {
    /// A word of a line, or a part of one, and when it is sung.
    public struct LyricWord: WireObject {
        /// When it is sung, in seconds.
        public var start: Double
        /// The word, with the blank behind it if one follows.
        public var text: String

        /// Makes a word.
        package init(start: Double, text: String) {
            self.start = start
            self.text = text
        }

        /// The members of a word.
        package static let shape = WireShape(
            LyricWord.init(start:text:),
            .of(\.start, .required("start", .number(minimum: 0), "When it is sung, in seconds.")),
            .of(\.text, .required("text", .string, "The word, with the blank behind it if one follows.")))
    }

    /// A line of lyrics.
    public struct LyricLine: WireObject {
        /// The place in the list, counted from 0.
        public var index: Int
        /// When it is sung, in seconds; `nil` in lyrics without times.
        public var start: Double?
        /// The text; several rows if the source states several lines for one time, empty where nothing is sung.
        public var text: String
        /// Its words, if they have times of their own.
        public var words: [LyricWord]

        /// Makes a line.
        package init(index: Int, start: Double? = nil, text: String, words: [LyricWord] = []) {
            self.index = index
            self.start = start
            self.text = text
            self.words = words
        }

        /// The members of a line.
        package static let shape = WireShape(
            LyricLine.init(index:start:text:words:),
            .of(\.index, .required("index", .integer(minimum: 0), "The place in the list, counted from 0.")),
            .of(
                \.start, .optional("start", .number(minimum: 0), "When it is sung, in seconds; missing in lyrics without times.")),
            .of(
                \.text,
                .required(
                    "text", .string,
                    "The text; several rows if the source states several lines for one time, empty where nothing is sung.")),
            .of(\.words, .unlessEmpty("words", .references(), "Its words, if they have times of their own.")))
    }

    /// Where lyrics were found.
    public enum LyricSource: String, CaseIterable, Hashable, Sendable {
        /// In a file beside that of the music.
        case file
        /// In the tags of the music.
        case tags
    }

    /// The lyrics of media.
    public struct Lyrics: WireObject {
        /// The lines in their order; none if the media has no lyrics.
        public var lines: [LyricLine]
        /// Where they were found; `nil` if there are none.
        public var source: LyricSource?
        /// The index of the line that is heard; `nil` if none is.
        public var current: Int?

        /// Makes lyrics.
        package init(lines: [LyricLine], source: LyricSource? = nil, current: Int? = nil) {
            self.lines = lines
            self.source = source
            self.current = current
        }

        /// The members of lyrics.
        package static let shape = WireShape(
            Lyrics.init(lines:source:current:),
            .of(\.lines, .required("lines", .references(), "The lines in their order; none if the media has no lyrics.")),
            .of(\.source, .optional("source", .choice, "Where they were found: `file`, beside the music, or `tags`.")),
            .of(
                \.current,
                .optional(
                    "current", .integer(minimum: 0),
                    "The index of the line that is heard, if they are the lyrics of the current item and have times.")))
    }
}
