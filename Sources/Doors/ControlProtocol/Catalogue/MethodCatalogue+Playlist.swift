// Stored playlists.
extension MethodCatalogue {
    private static let playlistErrors: [ControlError.Code] = [.playlistNotFound, .playlistFailed, .limitExceeded]
    private static let name = Parameter<String>.required("name", .text, "The name of the playlist.")
    private static let revision = Parameter<String?>.optional(
        "revision", .text, "The `revision` for which the change is meant; with another one, it is refused. Any if left out.")

    private static let outcome: Schema = .object([
        .required("name", .string(), "The name."),
        .required("length", .integer(minimum: 0), "How many entries the playlist has now."),
        .required("revision", .string(), "Tells this content of the file from every other one."),
        .optional("skipped", .array(of: .reference("SkippedEntry")), "What was left out, if anything was; at most 100 entries."),
    ])

    static let playlists: [Method] = [
        Method(
            "playlist.list", "Lists the stored playlists by their names.",
            result: .object([.required("playlists", .array(of: .reference("StoredPlaylist")), "The playlists.")]),
            errors: playlistErrors, waitsForMedia: true
        ) { .playlist(.list) },
        Method(
            "playlist.get", "Reads the entries of a playlist. Long ones come in parts.",
            name,
            .optional("offset", .index, default: 0, "The index of the first entry."),
            .optional("limit", .index, default: 1_000, "How many at most, up to 1,000."),
            result: .object([
                .required("name", .string(), "The name."),
                .required("entries", .array(of: .reference("PlaylistEntry")), "The entries."),
                .required("length", .integer(minimum: 0), "How many entries the whole playlist has."),
                .required("revision", .string(), "Tells this content of the file from every other one."),
                .optional("next", .integer(minimum: 0), "The offset of the next part; missing at the end."),
            ]), errors: playlistErrors, waitsForMedia: true
        ) { name, offset, limit in .playlist(.get(name: name, offset: offset, limit: limit)) },
        Method(
            "playlist.save", "Saves the queue, or other media, as a playlist.",
            name,
            .optional(
                "mode", .named, default: Wire.PlaylistSaving.create,
                "`create` refuses a name that is taken; `replace` and `append` change the playlist that has it."),
            .optional(
                "uris", .addressesIfAny,
                "What to save in place of the queue: media, and the entries of playlists and directories."),
            result: outcome, errors: playlistErrors + [.playlistExists, .invalidParams], waitsForMedia: true
        ) { name, mode, uris in .playlist(.save(name: name, mode: mode, uris: uris)) },
        Method(
            "playlist.add",
            "Adds media, and the entries of playlists and directories, to a playlist, which is made if it is missing.",
            name, .required("uris", .addresses, "Paths and URLs."),
            .optional("position", .index, "The index that the first is to have; at the end if left out."),
            revision, result: outcome, errors: playlistErrors + [.playlistChanged, .invalidParams], waitsForMedia: true
        ) { name, uris, position, revision in
            .playlist(.add(name: name, uris: uris, position: position, revision: revision))
        },
        Method(
            "playlist.move", "Moves entries of a playlist.",
            name, .required("from", .index, "The index of the first entry."),
            .optional("count", .index, default: 1, "How many entries."),
            .required("to", .index, "The index that the first of them is to have afterwards."),
            revision, result: outcome, errors: playlistErrors + [.playlistChanged, .invalidParams], waitsForMedia: true
        ) { name, from, count, to, revision in
            .playlist(.move(name: name, from: from, count: count, to: to, revision: revision))
        },
        Method(
            "playlist.remove", "Removes entries from a playlist.",
            name, .required("index", .index, "The index of the first entry."),
            .optional("count", .index, default: 1, "How many entries at most."),
            revision, result: outcome, errors: playlistErrors + [.playlistChanged, .invalidParams], waitsForMedia: true
        ) { name, index, count, revision in
            .playlist(.remove(name: name, index: index, count: count, revision: revision))
        },
        Method(
            "playlist.rename", "Gives a playlist another name.",
            name, .required("to", .text, "The new name."),
            result: .object([]), errors: playlistErrors + [.playlistExists, .invalidParams], waitsForMedia: true
        ) { name, to in .playlist(.rename(name: name, to: to)) },
        Method(
            "playlist.delete", "Deletes a playlist. Its media stay where they are.", name,
            result: .object([]), errors: playlistErrors, waitsForMedia: true
        ) { name in .playlist(.delete(name: name)) },
    ]
}
