extension Wire {
    /// The part of a file that an item plays.
    public struct ItemRange: WireObject {
        /// Where the part begins, in seconds of the file.
        public var start: Double
        /// Where it ends; `nil` for the end of the file.
        public var end: Double?

        /// Makes a range.
        package init(start: Double, end: Double? = nil) {
            self.start = start
            self.end = end
        }

        /// The members of a range.
        package static let shape = WireShape(
            ItemRange.init(start:end:),
            .of(\.start, .required("start", .number(minimum: 0, in: 0...1e12), "Where the part begins, in seconds of the file.")),
            .of(\.end, .optional("end", .number(minimum: 0, in: 0...1e12), "Where it ends; missing for the end of the file.")))
    }

    /// A tag that `queue.setTags` sets.
    public enum QueueTag: String, CaseIterable, Hashable, Sendable {
        case title, artist, album, albumArtist, trackNumber, discNumber, date, genre

        /// One sentence for a person.
        var summary: String {
            switch self {
            case .title: "The title."
            case .artist: "The artist."
            case .album: "The album."
            case .albumArtist: "The artist of the whole album."
            case .trackNumber: "The number of the track: `3` or `3/12`."
            case .discNumber: "The number of the disc."
            case .date: "The date of the release."
            case .genre: "The genre."
            }
        }
    }
}
