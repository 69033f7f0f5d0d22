import MediaTypes

// The library of music, and what the user has noted of its songs.
extension Methods {
    private static let libraryErrors: [ControlError.Code] = [.libraryFailed, .limitExceeded]

    private static let page = WireMember.inline(Wire.LibraryPage.shape)
    private static let song = WireMember<Int64>.required("song", .identifier, "The id of the song.")
    private static let name = WireMember<String>.required("name", .text, "The name of the note, such as `rating`.")
    private static let nextPart = WireMember<String?>.optional(
        "next", .string, "The place for `after` to go on from; missing at the end.")
    private static let listed = WireMember<[Wire.LibraryName]>.required("names", .references(), "The names.")
    private static let tagNames = SongTag.named.map(\.definition.name)

    /// The methods whose names begin with `library.`. Lists come in parts: the answer has the place for ``Wire/LibraryPage/after`` to go
    /// on from.
    public enum Library {
        /// Finds songs by their texts; with the field where all terms have to be.
        public static let search = Method(
            "library.search", .view,
            """
            Finds the songs whose tags or file names have each term of a text, whatever the case and the diacritics. A term of \
            three characters or more is found anywhere, a shorter one where words begin.
            """,
            .required("text", .text, "The terms, with blanks between them."),
            .optional(
                "field", .choice(SearchField.allCases.map(\.rawValue)),
                "Where all terms have to be; anywhere if left out."),
            page, answer: .value(Wire.LibrarySongs.self), errors: libraryErrors, waitsForMedia: true)

        /// Lists the albums by their titles.
        public static let albums = Method(
            "library.albums", .view, "Lists the albums by their titles. An album of various artists is one album.",
            page,
            answer: .object(WireMember<[Wire.LibraryAlbum]>.required("albums", .references(), "The albums."), nextPart),
            errors: libraryErrors, waitsForMedia: true)

        /// Lists the names that songs have in a part: artists if none is given.
        public static let artists = Method(
            "library.artists", .view, "Lists artists, or those who have another part in songs, by their names.",
            .optional("role", .choice(tagNames), "The part; `artist` if left out."), page,
            answer: .object(listed, nextPart), errors: libraryErrors, waitsForMedia: true)

        /// Lists the names that songs have in a tag.
        public static let names = Method(
            "library.names", .view,
            "Lists the names that are values of a tag: artists, composers, genres, labels. `library.artists` asks the same.",
            .required("tag", .choice(tagNames), "The tag."), page,
            answer: .object(listed, nextPart), errors: libraryErrors, waitsForMedia: true)

        /// Lists the years of songs, newest first.
        public static let years = Method(
            "library.years", .view, "Lists the years of songs, newest first.",
            answer: .object(WireMember<[Wire.LibraryYear]>.required("years", .values(), "The years.")), errors: libraryErrors,
            waitsForMedia: true)

        /// Lists songs: those of a directory, of an album, of a name, of a year, or of a list.
        public static let browse = Method(
            "library.browse", .view,
            "Lists songs: those of a directory, of an album, of a name, of a year, or of a list. Without any, the top directory.",
            .optional("path", .text, "A directory, relative to the directories of music."),
            .optional("album", .identifier, "The id of an album."),
            .optional("name", .identifier, "The id of an artist, a composer, a genre: of `library.artists`."),
            .optional("year", .index, "A year."),
            .optional(
                "list", .choice(["recentlyAdded", "recentlyPlayed", "neverPlayed", "random"]), "A list."),
            .optional("seed", .index, "With `list` `random`: the same number picks the same songs; 0 if left out."),
            page, answer: .value(Wire.LibrarySongs.self), errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { path, album, name, year, list, seed, page throws(ControlError) -> (Wire.LibraryPlace, Wire.LibraryPage) in
            (try Wire.LibraryPlace(path, album, name, year, list, seed), page)
        } take: { place, page in
            switch place {
            case .directory(let path): (path.isEmpty ? nil : path, nil, nil, nil, nil, nil, page)
            case .album(let album): (nil, album, nil, nil, nil, nil, page)
            case .name(let name): (nil, nil, name, nil, nil, nil, page)
            case .year(let year): (nil, nil, nil, year, nil, nil, page)
            case .recentlyAdded: (nil, nil, nil, nil, "recentlyAdded", nil, page)
            case .recentlyPlayed: (nil, nil, nil, nil, "recentlyPlayed", nil, page)
            case .neverPlayed: (nil, nil, nil, nil, "neverPlayed", nil, page)
            case .random(let seed): (nil, nil, nil, nil, "random", seed == 0 ? nil : seed, page)
            }
        }

        /// Describes a song; the second parameter says whether also with what only its file says.
        public static let item = Method(
            "library.item", .view,
            """
            Describes a song with all its tags and notes, and with the loudness and the lyrics that its file has now; these are \
            missing if the file cannot be read.
            """,
            .optional("song", .identifier, "The id of the song."),
            .optional("uri", .address, "An absolute path or a `file:` URL."),
            .optional(
                "file", .boolean, default: true,
                "Whether the file is read, for `replayGain` and `lyrics`. Otherwise the reply waits for no disk of music."),
            answer: .value(Wire.LibrarySong.self), errors: libraryErrors + [.songNotFound], waitsForMedia: true
        ) { song, uri, file throws(ControlError) -> (Wire.LibraryItem, Bool) in
            switch (song, uri) {
            case (let song?, nil): return (.song(song), file)
            case (nil, let uri?): return (.uri(uri), file)
            default: throw ControlError(.invalidParams, "library.item: give \"song\" or \"uri\"")
            }
        } take: { item, file in
            switch item {
            case .song(let song): (song, nil, file)
            case .uri(let uri): (nil, uri, file)
            }
        }

        /// Brings the library up to date, or a directory of it.
        public static let update = Method(
            "library.update", .admin,
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
            .optional(
                "loudness", .boolean, default: false,
                """
                Whether the loudness of the songs there is measured after the scan, unless it was. `library.loudness` tells how \
                that gets on.
                """),
            answer: .object(
                .required("scan", .identifier, "The number of the scan."),
                WireMember<String?>.optional(
                    "problem", .string,
                    "Why no loudness can be measured, for a person; missing if it can, or if `loudness` was not given.")),
            errors: libraryErrors + [.songNotFound])

        /// Lists the songs whose loudness was measured, with their gains.
        public static let gains = Method(
            "library.gains", .view,
            """
            Lists the songs whose loudness the library has measured, with the gains that follow: for a program that writes them \
            into the files, as `fermata library write-loudness` does. The daemon writes into none. A part may have fewer songs \
            than `limit`, or none, and still have a `next`.
            """,
            .optional("path", .address, "An absolute path within the directories of music; everything if left out."), page,
            answer: .object(WireMember<[Wire.MeasuredSong]>.required("songs", .values(), "The songs, by id."), nextPart),
            errors: libraryErrors + [.songNotFound], waitsForMedia: true)

        /// Ends the scan that runs and those that wait, and the measuring of loudness.
        public static let cancelUpdate = Method(
            "library.cancelUpdate", .admin,
            """
            Ends the scan that runs and those that wait, and the measuring of loudness. What was read and measured by then stays.
            """,
            answer: .nothing, errors: libraryErrors)

        /// Counts what the library has.
        public static let statistics = Method(
            "library.statistics", .view, "Counts what the library has.",
            answer: .object(WireMember<Wire.LibraryStatistics>.inline), errors: libraryErrors, waitsForMedia: true)

        /// Finds the picture of a song; the second parameter says whether the answer has its bytes.
        public static let picture = Method(
            "library.picture", .view, "Finds the picture of a song, as `media.picture` does.",
            song,
            .optional("data", .boolean, default: false, "Whether the reply has the bytes in base64."),
            answer: .value(Wire.Picture.self),
            errors: libraryErrors + [.songNotFound, .pictureNotFound, .mediaNotFound, .mediaUnreadable], waitsForMedia: true)
    }

    /// The methods whose names begin with `sticker.`: what the user has noted of songs. A note has a song and a name.
    public enum Sticker {
        /// Reads what the user has noted of a song under a name.
        public static let get = Method(
            "sticker.get", .view, "Reads what the user has noted of a song under a name.", song, name,
            answer: .object(.required("value", .string, "The note.")),
            errors: libraryErrors + [.songNotFound, .stickerNotFound], waitsForMedia: true)

        /// Notes something of a song under a name.
        public static let set = Method(
            "sticker.set", .control, "Notes something of a song under a name. It is on the disk when the reply comes.", song,
            name,
            .required("value", .text, "The note."),
            answer: .nothing, errors: libraryErrors + [.songNotFound], waitsForMedia: true)

        /// Removes a note of a song.
        public static let delete = Method(
            "sticker.delete", .control, "Removes a note of a song.", song, name,
            answer: .nothing, errors: libraryErrors + [.songNotFound, .stickerNotFound], waitsForMedia: true)

        /// Lists the notes of a song.
        public static let list = Method(
            "sticker.list", .view, "Lists the notes of a song.", song,
            answer: .object(.required("stickers", .namedTexts, "The notes by their names.")),
            errors: libraryErrors + [.songNotFound], waitsForMedia: true)

        /// Finds the songs that have a note of a name.
        public static let find = Method(
            "sticker.find", .view, "Finds the songs that have a note of a name.", name, page,
            answer: .object(WireMember<[Wire.NotedSong]>.required("songs", .values(), "The songs, by id."), nextPart),
            errors: libraryErrors, waitsForMedia: true)
    }

    static let library: [any AnyMethod] = [
        Library.search, Library.albums, Library.artists, Library.names, Library.years, Library.browse, Library.item,
        Library.update, Library.gains, Library.cancelUpdate, Library.statistics, Library.picture, Sticker.get, Sticker.set,
        Sticker.delete,
        Sticker.list, Sticker.find,
    ]
}
