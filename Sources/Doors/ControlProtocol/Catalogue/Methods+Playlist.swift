// Stored playlists.
extension Methods {
    private static let playlistErrors: [ControlError.Code] = [.playlistNotFound, .playlistFailed, .limitExceeded]
    private static let entryErrors = playlistErrors + [.playlistChanged, .playlistHasRules, .invalidParams]
    private static let name = WireMember<String>.required("name", .text, "The name of the playlist.")
    private static let revision = WireMember<String?>.optional(
        "revision", .text, "The `revision` for which the change is meant; with another one, it is refused. Any if left out.")
    private static let outcome = MethodAnswer.object(WireMember<Wire.PlaylistOutcome>.inline)

    /// The methods whose names begin with `playlist.`. Indices count from 0; a revision is the content that a change is meant for.
    public enum Playlist {
        /// The most bytes of rules.
        public static let longestRules = 65_536

        /// Lists the stored playlists by their names.
        public static let list = Method(
            "playlist.list", .view, "Lists the stored playlists by their names.",
            answer: .object(WireMember<[Wire.StoredPlaylist]>.required("playlists", .references(), "The playlists.")),
            errors: playlistErrors, waitsForMedia: true)

        /// Reads the entries of a playlist from an offset on, up to a limit.
        public static let get = Method(
            "playlist.get", .view, "Reads the entries of a playlist. Long ones come in parts.",
            name,
            .optional("offset", .index, default: 0, "The index of the first entry."),
            .optional("limit", .index, default: 1_000, "How many at most, up to 1,000."),
            answer: .object(WireMember<Wire.PlaylistPage>.inline), errors: playlistErrors, waitsForMedia: true)

        /// Saves what addresses stand for as a playlist; `nil`: the queue.
        public static let save = Method(
            "playlist.save", .control, "Saves the queue, or other media, as a playlist.",
            name,
            .optional(
                "mode", .choice, default: Wire.PlaylistSaving.create,
                "`create` refuses a name that is taken; `replace` and `append` change the playlist that has it."),
            .optional(
                "uris", .addresses(minimumCount: 0),
                "What to save in place of the queue: media, and the entries of playlists and directories."),
            answer: outcome, errors: playlistErrors + [.playlistExists, .playlistHasRules, .invalidParams], waitsForMedia: true)

        /// Adds what addresses stand for at an index; `nil`: at the end.
        public static let add = Method(
            "playlist.add", .control,
            "Adds media, and the entries of playlists and directories, to a playlist, which is made if it is missing.",
            name, .required("uris", .addresses(minimumCount: 1), "Paths and URLs."),
            .optional("position", .index, "The index that the first is to have; at the end if left out."),
            revision, answer: outcome, errors: entryErrors, waitsForMedia: true)

        /// Moves so many entries from an index to another one.
        public static let move = Method(
            "playlist.move", .control, "Moves entries of a playlist.",
            name, .required("from", .index, "The index of the first entry."),
            .optional("count", .index, default: 1, "How many entries."),
            .required("to", .index, "The index that the first of them is to have afterwards."),
            revision, answer: outcome, errors: entryErrors, waitsForMedia: true)

        /// Removes so many entries from an index on.
        public static let remove = Method(
            "playlist.remove", .control, "Removes entries from a playlist.",
            name, .required("index", .index, "The index of the first entry."),
            .optional("count", .index, default: 1, "How many entries at most."),
            revision, answer: outcome, errors: entryErrors, waitsForMedia: true)

        /// Gives a playlist another name.
        public static let rename = Method(
            "playlist.rename", .control, "Gives a playlist another name.",
            name, .required("to", .text, "The new name."),
            answer: .nothing, errors: playlistErrors + [.playlistExists, .invalidParams], waitsForMedia: true)

        /// Reads the rules by which the songs of a playlist are found.
        public static let rules = Method(
            "playlist.rules", .view, "Reads the rules by which the songs of a smart playlist are found.", name,
            answer: .object(WireMember<Wire.PlaylistRules>.inline), errors: playlistErrors + [.invalidParams], waitsForMedia: true
        )

        /// Writes the rules of a playlist.
        public static let setRules = Method(
            "playlist.setRules", .control,
            "Writes the rules of a smart playlist, which is made if it is missing. Rules that cannot be followed are refused.",
            name,
            .required(
                "rules", .string(minimumLength: 1, maximumLength: longestRules),
                "The text of the file: JSON, as Navidrome has it in its files `.nsp`."),
            .optional("revision", .text, "The `revision` of the rules for which the change is meant. Any if left out."),
            answer: .object(WireMember<Wire.PlaylistRules>.inline),
            errors: playlistErrors + [.playlistExists, .playlistChanged, .invalidParams], waitsForMedia: true)

        /// Deletes a playlist.
        public static let delete = Method(
            "playlist.delete", .control, "Deletes a playlist. Its media stay where they are.", name,
            answer: .nothing, errors: playlistErrors, waitsForMedia: true)
    }

    static let playlists: [any AnyMethod] = [
        Playlist.list, Playlist.get, Playlist.save, Playlist.add, Playlist.move, Playlist.remove, Playlist.rename,
        Playlist.rules, Playlist.setRules, Playlist.delete,
    ]
}
