extension Wire {
    /// A part of the current item that is heard over and over.
    public struct Loop: WireObject {
        /// Where it begins, in seconds of the media.
        public var from: Double
        /// Where it ends, in seconds of the media.
        public var to: Double
        /// How many times it is heard; `nil`: until somebody ends it.
        public var count: Int?
        /// How many of these times are to come, with the one that is heard; a request has none.
        public var left: Int?

        /// Makes a value.
        public init(from: Double, to: Double, count: Int? = nil, left: Int? = nil) {
            self.from = from
            self.to = to
            self.count = count
            self.left = left
        }

        /// The members of the value.
        package static let shape = WireShape(
            Loop.init(from:to:count:left:),
            .of(\.from, .required("from", .number(minimum: 0, in: 0...1e9), "Where it begins, in seconds of the item.")),
            .of(\.to, .required("to", .number(minimum: 0, in: 0...1e9), "Where it ends, in seconds of the item.")),
            .of(
                \.count,
                .optional("count", .integer(in: 1...1_000), "How many times it is heard; missing: until somebody ends it.")),
            .of(
                \.left,
                .optional("left", .integer(in: 1...1_000), "How many of these times are to come, with the one that is heard.")))
    }
}
