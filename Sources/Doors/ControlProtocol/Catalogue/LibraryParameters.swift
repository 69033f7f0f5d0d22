import JSON

extension Wire {
    /// A part of a list of the library.
    public struct LibraryPage: Hashable, Sendable {
        /// The place to go on from; `nil` for the beginning.
        public var after: String?
        /// How many at most.
        public var limit: Int

        /// Makes a part.
        public init(after: String? = nil, limit: Int = 100) {
            self.after = after
            self.limit = limit
        }

        static let shape = WireShape(
            LibraryPage.init(after:limit:),
            .of(
                \.after,
                .optional("after", .text, "The place to go on from: `next` of the part before; from the beginning if left out.")),
            .of(\.limit, .optional("limit", .index, default: 100, "How many at most, up to 1,000.")))
    }

    /// The songs that ``Methods/Library/browse`` lists.
    public enum LibraryPlace: Hashable, Sendable {
        /// Those of a directory, with the directories in it; the empty path is the top one.
        case directory(String)
        case album(Int64)
        /// Those that have a name in any role.
        case name(Int64)
        case year(Int)
        case recentlyAdded, recentlyPlayed, neverPlayed
        /// Some by chance.
        case random(seed: Int)

        /// Makes the place that parameters name.
        init(
            _ path: String?, _ album: Int64?, _ name: Int64?, _ year: Int?, _ list: String?, _ seed: Int?
        ) throws(ControlError) {
            let given = [path != nil, album != nil, name != nil, year != nil, list != nil].count { $0 }
            guard given <= 1 else {
                throw ControlError(
                    .invalidParams, "library.browse: give one of \"path\", \"album\", \"name\", \"year\" and \"list\"")
            }
            guard seed == nil || list == "random" else {
                throw ControlError(
                    .invalidParams, "library.browse: \"seed\" is for the list `random` only", details: ["parameter": "seed"])
            }
            if let album {
                self = .album(album)
            } else if let name {
                self = .name(name)
            } else if let year {
                self = .year(year)
            } else {
                switch list {
                case "recentlyAdded": self = .recentlyAdded
                case "recentlyPlayed": self = .recentlyPlayed
                case "neverPlayed": self = .neverPlayed
                case "random": self = .random(seed: seed ?? 0)
                default: self = .directory(path ?? "")
                }
            }
        }
    }

    /// A song by one of its names.
    public enum LibraryItem: Hashable, Sendable {
        case song(Int64)
        case uri(String)
    }
}
