package import JSON

extension Wire {
    /// What saving does with a playlist that is there already.
    package enum PlaylistSaving: String, CaseIterable, Hashable, Sendable, JSONRepresentable {
        case create, replace, append

        package var json: JSONValue { .string(rawValue) }
    }

    /// A stored playlist.
    package struct StoredPlaylist: WireObject {
        package var name: String
        /// The path of the file.
        package var path: String
        /// In seconds since 1970.
        package var modifiedAt: Double
        /// In bytes.
        package var size: Int64

        /// Makes a playlist.
        package init(name: String, path: String, modifiedAt: Double, size: Int64) {
            self.name = name
            self.path = path
            self.modifiedAt = modifiedAt
            self.size = size
        }

        /// The members of a playlist.
        package static let shape = WireShape(
            StoredPlaylist.init(name:path:modifiedAt:size:),
            .of(\.name, .required("name", .string, "The name of the file without its suffix.")),
            .of(\.path, .required("path", .string, "The path of the file.")),
            .of(\.modifiedAt, .required("modifiedAt", .number(), "When the file was changed last, in seconds since 1970.")),
            .of(\.size, .required("size", .integer(minimum: 0), "The size of the file in bytes.")))
    }

    /// An entry of a stored playlist.
    package struct PlaylistEntry: WireObject {
        package var uri: String
        package var title: String?
        package var artist: String?
        /// In seconds.
        package var duration: Double?
        /// Why it cannot be played.
        package var problem: String?

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

    /// A change of a stored playlist.
    package struct PlaylistChange: WireObject {
        /// What has become of it.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case created, edited, renamed, deleted
        }

        package var name: String
        package var change: Kind
        /// The new name.
        package var to: String?

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
            .of(\.change, .required("change", .choice, "`created`, `edited`, `renamed` or `deleted`.")),
            .of(\.to, .optional("to", .string, "The new name of one that was renamed.")))
    }
}
