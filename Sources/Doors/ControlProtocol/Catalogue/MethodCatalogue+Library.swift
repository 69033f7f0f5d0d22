import JSON
import MediaTypes

// The library of music, and what the user has noted of its songs.
extension MethodCatalogue {
    private static let libraryErrors: [ControlError.Code] = [.libraryFailed, .limitExceeded]

    // The parameters of all lists.
    private static let after = Parameter<String?>.optional(
        "after", .text, "The place to go on from: `next` of the part before; from the beginning if left out.")
    private static let limit = Parameter<Int>.optional(
        "limit", .index, default: 100, "How many at most, up to 1,000.")
    private static let song = Parameter<Int64>.required("song", .identifier, "The id of the song.")
    private static let name = Parameter<String>.required("name", .text, "The name of the note, such as `rating`.")

    private static func page(_ after: String?, _ limit: Int) -> Request.LibraryPage {
        Request.LibraryPage(after: after, limit: limit)
    }

    private static func place(
        _ path: String?, _ album: Int64?, _ name: Int64?, _ year: Int?, _ list: String?, _ seed: Int?
    ) throws(ControlError) -> Request.LibraryPlace {
        let given = [path != nil, album != nil, name != nil, year != nil, list != nil].count { $0 }
        guard given <= 1 else {
            throw ControlError(
                .invalidParams, "library.browse: give one of \"path\", \"album\", \"name\", \"year\" and \"list\"")
        }
        guard seed == nil || list == "random" else {
            throw ControlError(
                .invalidParams, "library.browse: \"seed\" is for the list `random` only", details: ["parameter": "seed"])
        }
        if let album { return .album(album) }
        if let name { return .name(name) }
        if let year { return .year(year) }
        switch list {
        case "recentlyAdded": return .recentlyAdded
        case "recentlyPlayed": return .recentlyPlayed
        case "neverPlayed": return .neverPlayed
        case "random": return .random(seed: seed ?? 0)
        default: return .directory(path ?? "")
        }
    }

    static let library: [Method] = [
        Method(
            "library.search",
            """
            Finds the songs whose tags or file names have each term of a text, whatever the case and the diacritics. A term of \
            three characters or more is found anywhere, a shorter one where words begin.
            """,
            .required("text", .text, "The terms, with blanks between them."),
            .optional(
                "field", .choice(SearchField.allCases.map(\.rawValue)),
                "Where all terms have to be; anywhere if left out."),
            after, limit, result: .reference("LibrarySongs"), errors: libraryErrors, waitsForMedia: true
        ) { text, field, after, limit in .library(.search(text: text, field: field, page(after, limit))) },
        Method(
            "library.albums", "Lists the albums by their titles. An album of various artists is one album.",
            after, limit,
            result: .object([
                .required("albums", .array(of: .reference("LibraryAlbum")), "The albums."),
                .optional("next", .string(), "The place for `after` to go on from; missing at the end."),
            ]), errors: libraryErrors, waitsForMedia: true
        ) { after, limit in .library(.albums(page(after, limit))) },
        Method(
            "library.artists", "Lists artists, or those who have another part in songs, by their names.",
            .optional(
                "role",
                .choice(SongTag.named.map(\.definition.name)),
                "The part; `artist` if left out."),
            after, limit,
            result: .object([
                .required("names", .array(of: .reference("LibraryName")), "The names."),
                .optional("next", .string(), "The place for `after` to go on from; missing at the end."),
            ]), errors: libraryErrors, waitsForMedia: true
        ) { role, after, limit in .library(.names(role: role ?? "artist", page(after, limit))) },
        Method(
            "library.names",
            "Lists the names that are values of a tag: artists, composers, genres, labels. `library.artists` asks the same.",
            .required("tag", .choice(SongTag.named.map(\.definition.name)), "The tag."), after, limit,
            result: .object([
                .required("names", .array(of: .reference("LibraryName")), "The names."),
                .optional("next", .string(), "The place for `after` to go on from; missing at the end."),
            ]), errors: libraryErrors, waitsForMedia: true
        ) { tag, after, limit in .library(.names(role: tag, page(after, limit))) },
        Method(
            "library.years", "Lists the years of songs, newest first.",
            result: .object([
                .required(
                    "years",
                    .array(
                        of: .object([
                            .required("year", .integer(), "The year."),
                            .required("songs", .integer(minimum: 1), "How many songs it has."),
                        ])), "The years.")
            ]), errors: libraryErrors, waitsForMedia: true
        ) { .library(.years) },
        Method(
            "library.browse",
            "Lists songs: those of a directory, of an album, of a name, of a year, or of a list. Without any, the top directory.",
            .optional("path", .text, "A directory, relative to the directories of music."),
            .optional("album", .identifier, "The id of an album."),
            .optional("name", .identifier, "The id of an artist, a composer, a genre: of `library.artists`."),
            .optional("year", .index, "A year."),
            .optional(
                "list", .choice(["recentlyAdded", "recentlyPlayed", "neverPlayed", "random"]), "A list."),
            .optional("seed", .index, "With `list` `random`: the same number picks the same songs; 0 if left out."),
            after, limit, result: .reference("LibrarySongs"), errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { path, album, name, year, list, seed, after, limit throws(ControlError) in
            .library(.browse(try place(path, album, name, year, list, seed), page(after, limit)))
        },
        Method(
            "library.item",
            """
            Describes a song with all its tags and notes, and with the loudness and the lyrics that its file has now; these are \
            missing if the file cannot be read.
            """,
            .optional("song", .identifier, "The id of the song."),
            .optional("uri", .address, "An absolute path or a `file:` URL."),
            .optional(
                "file", .boolean, default: true,
                "Whether the file is read, for `replayGain` and `lyrics`. Otherwise the reply waits for no disk of music."),
            result: .reference("LibrarySong"), errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { song, uri, file throws(ControlError) in
            switch (song, uri) {
            case (let song?, nil): return .library(.item(.song(song), readsFile: file))
            case (nil, let uri?): return .library(.item(.uri(uri), readsFile: file))
            default: throw ControlError(.invalidParams, "library.item: give \"song\" or \"uri\"")
            }
        },
        Method(
            "library.update",
            """
            Looks for new, changed and removed files, one request after the other. Answers at once with the number of the scan; \
            `library.progress` tells the rest.
            """,
            .optional("path", .address, "An absolute path within the directories of music; everything if left out."),
            .optional(
                "files", .boolean, default: false,
                "Whether every file is compared, and not only directories that have changed. With `path`, every file is."),
            .optional(
                "contents", .boolean, default: false,
                "Whether every file is read, also one that looks as it did: some programs put its time of change back."),
            result: .object([.required("scan", .integer(), "The number of the scan.")]),
            errors: libraryErrors + [.songNotFound]
        ) { path, files, contents in .library(.update(path: path, comparesFiles: files, readsFiles: contents)) },
        Method(
            "library.cancelUpdate", "Ends the scan that runs and those that wait. What was read by then stays.",
            result: .object([]), errors: libraryErrors
        ) { .library(.cancelUpdate) },
        Method(
            "library.statistics", "Counts what the library has.",
            result: .object([
                .required("songs", .integer(minimum: 0), "The songs."),
                .required("albums", .integer(minimum: 0), "The albums."),
                .required("artists", .integer(minimum: 0), "The artists."),
                .required("duration", .number(minimum: 0), "The duration of all songs, in seconds."),
                .optional("changedAt", .number(), "When a scan has changed something last, in seconds since 1970."),
                .optional("scan", .reference("LibraryScan"), "The scan that runs or comes next."),
                .optional(
                    "watching", .reference("LibraryWatching"),
                    "How the directories are watched; missing unless `library.watch` of the configuration is set."),
            ]), errors: libraryErrors, waitsForMedia: true
        ) { .library(.statistics) },
        Method(
            "library.picture", "Finds the picture of a song, as `media.picture` does.",
            song,
            .optional("data", .boolean, default: false, "Whether the reply has the bytes in base64."),
            result: .reference("Picture"),
            errors: libraryErrors + [.songNotFound, .pictureNotFound, .mediaNotFound, .mediaUnreadable], waitsForMedia: true
        ) { song, withData in .library(.picture(song: song, withData: withData)) },
        Method(
            "sticker.get", "Reads what the user has noted of a song under a name.", song, name,
            result: .object([.required("value", .string(), "The note.")]),
            errors: libraryErrors + [.songNotFound, .stickerNotFound], waitsForMedia: true
        ) { song, name in .sticker(.get(song: song, name: name)) },
        Method(
            "sticker.set", "Notes something of a song under a name. It is on the disk when the reply comes.", song, name,
            .required("value", .text, "The note."),
            result: .object([]), errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { song, name, value in .sticker(.set(song: song, name: name, value: value)) },
        Method(
            "sticker.delete", "Removes a note of a song.", song, name,
            result: .object([]), errors: libraryErrors + [.songNotFound, .stickerNotFound], waitsForMedia: true
        ) { song, name in .sticker(.delete(song: song, name: name)) },
        Method(
            "sticker.list", "Lists the notes of a song.", song,
            result: .object([.required("stickers", .map(.string()), "The notes by their names.")]),
            errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { song in .sticker(.list(song: song)) },
        Method(
            "sticker.find", "Finds the songs that have a note of a name.", name, after, limit,
            result: .object([
                .required(
                    "songs",
                    .array(
                        of: .object([
                            .required("song", .integer(), "The id."), .required("uri", .string(), "The path, or its URL."),
                            .required("value", .string(), "The note."),
                        ])), "The songs, by id."),
                .optional("next", .string(), "The place for `after` to go on from; missing at the end."),
            ]), errors: libraryErrors, waitsForMedia: true
        ) { name, after, limit in .sticker(.find(name: name, page(after, limit))) },
    ]
}
