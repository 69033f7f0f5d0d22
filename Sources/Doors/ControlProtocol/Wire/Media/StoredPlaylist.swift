extension Wire {
    /// What saving does with a playlist that is there already.
    public enum PlaylistSaving: String, CaseIterable, Hashable, Sendable {
        case create, replace, append
    }

    /// A stored playlist.
    public struct StoredPlaylist: WireObject {
        /// The name of the file without its suffix.
        public var name: String
        /// The path of the file.
        public var path: String
        /// In seconds since 1970.
        public var modifiedAt: Double
        /// In bytes.
        public var size: Int64
        /// Whether its songs are found by rules.
        public var smart: Bool

        /// Makes a playlist.
        package init(name: String, path: String, modifiedAt: Double, size: Int64, smart: Bool = false) {
            self.name = name
            self.path = path
            self.modifiedAt = modifiedAt
            self.size = size
            self.smart = smart
        }

        /// The members of a playlist.
        package static let shape = WireShape(
            StoredPlaylist.init(name:path:modifiedAt:size:smart:),
            .of(\.name, .required("name", .string, "The name of the file without its suffix.")),
            .of(\.path, .required("path", .string, "The path of the file.")),
            .of(\.modifiedAt, .required("modifiedAt", .number(), "When the file was changed last, in seconds since 1970.")),
            .of(\.size, .required("size", .integer(minimum: 0), "The size of the file in bytes.")),
            .of(\.smart, .mark("smart", "The songs are found by rules each time.")))
    }

    /// An entry of a stored playlist.
    public struct PlaylistEntry: WireObject {
        /// A path or a URL; the line of the file if it is neither.
        public var uri: String
        /// The title that the playlist states.
        public var title: String?
        /// The artist that the playlist states.
        public var artist: String?
        /// In seconds.
        public var duration: Double?
        /// Why it cannot be played.
        public var problem: String?

        /// Makes an entry.
        package init(uri: String, title: String?, artist: String?, duration: Double?, problem: String?) {
            self.uri = uri
            self.title = title
            self.artist = artist
            self.duration = duration
            self.problem = problem
        }

        /// The members of an entry.
        package static let shape = WireShape(
            PlaylistEntry.init(uri:title:artist:duration:problem:),
            .of(\.uri, .required("uri", .string, "A path or a URL; the line of the file if it is neither.")),
            .of(\.title, .optional("title", .string, "The title that the playlist states.")),
            .of(\.artist, .optional("artist", .string, "The artist that the playlist states.")),
            .of(\.duration, .optional("duration", .number(minimum: 0), "The seconds that the playlist states.")),
            .of(\.problem, .optional("problem", .string, "Why the entry cannot be played; missing if nothing is known.")))
    }

    /// A part of a stored playlist.
    public struct PlaylistPage: WireObject {
        /// The name.
        public var name: String
        /// The entries.
        public var entries: [PlaylistEntry]
        /// How many entries the whole playlist has.
        public var length: Int
        /// Tells this content of the file from every other one; of rules, other songs.
        public var revision: String
        /// The offset of the next part; `nil` at the end.
        public var next: Int?
        /// Whether the entries were found by rules.
        public var smart: Bool

        /// Makes a part.
        package init(
            name: String, entries: [PlaylistEntry], length: Int, revision: String, next: Int?, smart: Bool = false
        ) {
            self.name = name
            self.entries = entries
            self.length = length
            self.revision = revision
            self.next = next
            self.smart = smart
        }

        /// The members of a part.
        package static let shape = WireShape(
            PlaylistPage.init(name:entries:length:revision:next:smart:),
            .of(\.name, .required("name", .string, "The name.")),
            .of(\.entries, .required("entries", .references(), "The entries.")),
            .of(\.length, .required("length", .integer(minimum: 0), "How many entries the whole playlist has.")),
            .of(\.revision, .required("revision", .string, "Tells this content of the file from every other one.")),
            .of(\.next, .optional("next", .integer(minimum: 0), "The offset of the next part; missing at the end.")),
            .of(\.smart, .mark("smart", "The entries were found by rules, and none can be changed.")))
    }

    /// The rules of a stored playlist.
    public struct PlaylistRules: WireObject {
        /// The name.
        public var name: String
        /// The text of the file.
        public var rules: String
        /// Tells these rules from all others.
        public var revision: String

        /// Makes rules.
        package init(name: String, rules: String, revision: String) {
            self.name = name
            self.rules = rules
            self.revision = revision
        }

        /// The members of rules.
        package static let shape = WireShape(
            PlaylistRules.init(name:rules:revision:),
            .of(\.name, .required("name", .string, "The name.")),
            .of(\.rules, .required("rules", .string, "The text of the file: JSON, as Navidrome has it in its files `.nsp`.")),
            .of(\.revision, .required("revision", .string, "Tells these rules from all others.")))
    }

    /// What a change has made of a stored playlist.
    public struct PlaylistOutcome: WireObject {
        /// The name.
        public var name: String
        /// How many entries the playlist has now.
        public var length: Int
        /// Tells this content of the file from every other one.
        public var revision: String
        /// What was left out.
        public var skipped: [SkippedEntry]

        /// Makes an outcome.
        package init(name: String, length: Int, revision: String, skipped: [SkippedEntry]) {
            self.name = name
            self.length = length
            self.revision = revision
            self.skipped = skipped
        }

        /// The members of an outcome.
        package static let shape = WireShape(
            PlaylistOutcome.init(name:length:revision:skipped:),
            .of(\.name, .required("name", .string, "The name.")),
            .of(\.length, .required("length", .integer(minimum: 0), "How many entries the playlist has now.")),
            .of(\.revision, .required("revision", .string, "Tells this content of the file from every other one.")),
            .of(\.skipped, SkippedEntry.member))
    }

    /// A change of a stored playlist.
    public struct PlaylistChange: WireObject {
        /// What has become of it.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case created, edited, renamed, deleted
            /// Its rules may find other songs than when somebody has read it last.
            case outdated
        }

        /// The name of the playlist.
        public var name: String
        /// `created`, `edited`, `renamed`, `deleted` or `outdated`.
        public var change: Kind
        /// The new name.
        public var to: String?

        /// Makes a change.
        package init(name: String, change: Kind, to: String? = nil) {
            self.name = name
            self.change = change
            self.to = to
        }

        /// The members of a change.
        package static let shape = WireShape(
            PlaylistChange.init(name:change:to:),
            .of(\.name, .required("name", .string, "The name of the playlist.")),
            .of(\.change, .required("change", .choice, "`created`, `edited`, `renamed`, `deleted` or `outdated`.")),
            .of(\.to, .optional("to", .string, "The new name of one that was renamed.")))
    }
}
