extension Wire {
    /// A chapter of media.
    public struct Chapter: WireObject {
        /// The place in the list, counted from 0.
        public var index: Int
        /// The title.
        public var title: String?
        /// Where it begins, in seconds.
        public var start: Double
        /// Where it ends, in seconds; `nil` for the end of the media.
        public var end: Double?

        /// Makes a chapter.
        package init(index: Int, title: String? = nil, start: Double, end: Double? = nil) {
            self.index = index
            self.title = title
            self.start = start
            self.end = end
        }

        /// The members of a chapter.
        package static let shape = WireShape(
            Chapter.init(index:title:start:end:),
            .of(\.index, .required("index", .integer(minimum: 0), "The place in the list, counted from 0.")),
            .of(\.title, .optional("title", .string, "The title.")),
            .of(\.start, .required("start", .number(minimum: 0), "Where it begins, in seconds.")),
            .of(\.end, .optional("end", .number(minimum: 0), "Where it ends, in seconds; missing for the end of the media.")))
    }

    /// The chapters of media.
    public struct Chapters: WireObject {
        /// The chapters in their order; none if the media has none.
        public var chapters: [Chapter]
        /// The index of the one that is heard; `nil` if none is.
        public var current: Int?

        /// Makes a list.
        package init(chapters: [Chapter], current: Int? = nil) {
            self.chapters = chapters
            self.current = current
        }

        /// The members of the list.
        package static let shape = WireShape(
            Chapters.init(chapters:current:),
            .of(\.chapters, .required("chapters", .references(), "The chapters in their order; none if the media has none.")),
            .of(
                \.current,
                .optional(
                    "current", .integer(minimum: 0),
                    "The index of the one that is heard, if they are those of the current item.")))
    }
}
