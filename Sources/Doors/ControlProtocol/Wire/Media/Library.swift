extension Wire {
    /// A song of the library.
    public struct LibrarySong: WireObject {
        /// The id, which stays the same when the file is renamed or moved.
        public var song: Int64
        /// The path, or the `file:` URL of one that is not UTF-8.
        public var uri: String
        /// The title.
        public var title: String?
        /// The artists as they are shown.
        public var artist: String?
        /// The album.
        public var album: String?
        /// The artists of the whole album as they are shown.
        public var albumArtist: String?
        /// The track as the file states it: `3`, `3/12`.
        public var track: String?
        /// The disc as the file states it.
        public var disc: String?
        /// The date as the file states it.
        public var date: String?
        /// The genres.
        public var genre: [String]
        /// In seconds.
        public var duration: Double?
        /// How often it was played.
        public var playCount: Int64
        /// Every value of every tag that the library keeps; `nil` if it was not asked for.
        public var tags: [String: [String]]?
        /// What the user has noted; `nil` if it was not asked for.
        public var stickers: NamedTexts?
        /// When it was last played, in seconds since 1970; `nil` if it never was, or was not asked for.
        public var lastPlayed: Double?
        /// How often it was skipped; `nil` if it was not asked for.
        public var skipCount: Int64?
        /// When it was last skipped.
        public var lastSkipped: Double?
        /// The place to go on from, in seconds; `nil` if there is none.
        public var position: Double?
        /// The loudness that the file states; `nil` if it states none, or was not read.
        public var replayGain: ReplayGain?
        /// The loudness that the library has measured of it.
        public var measuredGain: ReplayGain?
        /// Each text of lyrics that the file has; empty if it has none, or was not read.
        public var lyrics: [String]

        /// Makes a song.
        package init(
            song: Int64, uri: String, title: String? = nil, artist: String? = nil, album: String? = nil,
            albumArtist: String? = nil, track: String? = nil, disc: String? = nil, date: String? = nil, genre: [String] = [],
            duration: Double? = nil, playCount: Int64 = 0, tags: [String: [String]]? = nil, stickers: NamedTexts? = nil,
            lastPlayed: Double? = nil, skipCount: Int64? = nil, lastSkipped: Double? = nil, position: Double? = nil,
            replayGain: ReplayGain? = nil, measuredGain: ReplayGain? = nil, lyrics: [String] = []
        ) {
            self.song = song
            self.uri = uri
            self.title = title
            self.artist = artist
            self.album = album
            self.albumArtist = albumArtist
            self.track = track
            self.disc = disc
            self.date = date
            self.genre = genre
            self.duration = duration
            self.playCount = playCount
            self.tags = tags
            self.stickers = stickers
            self.lastPlayed = lastPlayed
            self.skipCount = skipCount
            self.lastSkipped = lastSkipped
            self.position = position
            self.replayGain = replayGain
            self.measuredGain = measuredGain
            self.lyrics = lyrics
        }

        /// The members of a song.
        package static let shape = WireShape(
            LibrarySong.init(
                song:uri:title:artist:album:albumArtist:track:disc:date:genre:duration:playCount:tags:stickers:lastPlayed:
                skipCount:lastSkipped:position:replayGain:measuredGain:lyrics:),
            .of(\.song, .required("song", .integer(), "The id, which stays the same when the file is renamed or moved.")),
            .of(\.uri, .required("uri", .string, "The path, or the `file:` URL of one that is not UTF-8: the queue takes it.")),
            .of(\.title, .optional("title", .string, "The title.")),
            .of(\.artist, .optional("artist", .string, "The artists as they are shown.")),
            .of(\.album, .optional("album", .string, "The album.")),
            .of(\.albumArtist, .optional("albumArtist", .string, "The artists of the whole album as they are shown.")),
            .of(\.track, .optional("track", .string, "The track as the file states it: `3`, `3/12`.")),
            .of(\.disc, .optional("disc", .string, "The disc as the file states it.")),
            .of(\.date, .optional("date", .string, "The date as the file states it.")),
            .of(\.genre, .unlessEmpty("genre", .strings, "The genres.")),
            .of(\.duration, .optional("duration", .number(minimum: 0), "In seconds.")),
            .of(\.playCount, .required("playCount", .integer(minimum: 0), "How often it was played.")),
            .of(\.tags, .optional("tags", .lists, "All values of all tags; `library.item` has them.")),
            .of(\.stickers, .optional("stickers", .namedTexts, "What the user has noted; `library.item` has it.")),
            .of(
                \.lastPlayed,
                .optional("lastPlayed", .number(), "When it was last played, in seconds since 1970; `library.item` has it.")),
            .of(\.skipCount, .optional("skipCount", .integer(minimum: 0), "How often it was skipped; `library.item` has it.")),
            .of(\.lastSkipped, .optional("lastSkipped", .number(), "When it was last skipped; `library.item` has it.")),
            .of(\.position, .optional("position", .number(minimum: 0), "The second to go on from; `library.item` has it.")),
            .of(\.replayGain, .optional("replayGain", .value, "The loudness that the file states; `library.item` has it.")),
            .of(
                \.measuredGain,
                .optional(
                    "measuredGain", .value, "The loudness that the library has measured of it; `library.item` has it.")),
            .of(\.lyrics, .unlessEmpty("lyrics", .strings, "The lyrics that the file has; `library.item` has them.")))
    }

    /// A part of a list of songs.
    public struct LibrarySongs: WireObject {
        /// The songs.
        public var songs: [LibrarySong]
        /// The place to go on from; `nil` at the end.
        public var next: String?
        /// The directories at this place.
        public var directories: [LibraryDirectory]

        /// Makes a part.
        package init(songs: [LibrarySong], next: String? = nil, directories: [LibraryDirectory] = []) {
            self.songs = songs
            self.next = next
            self.directories = directories
        }

        /// The members of a part.
        package static let shape = WireShape(
            LibrarySongs.init(songs:next:directories:),
            .of(\.songs, .required("songs", .references(), "The songs.")),
            .of(\.next, .optional("next", .string, "The place for `after` to go on from; missing at the end.")),
            .of(\.directories, .unlessEmpty("directories", .references(), "The directories at this place.")))
    }

    /// A directory of the library.
    public struct LibraryDirectory: WireObject {
        /// The place for `path`: relative to the directories of music.
        public var path: String
        /// The path, or the `file:` URL of one that is not UTF-8: the queue takes it.
        public var uri: String

        /// Makes a directory.
        package init(path: String, uri: String) {
            self.path = path
            self.uri = uri
        }

        /// The members of a directory.
        package static let shape = WireShape(
            LibraryDirectory.init(path:uri:),
            .of(\.path, .required("path", .string, "The place for `path`: relative to the directories of music.")),
            .of(\.uri, .required("uri", .string, "The path, or the `file:` URL of one that is not UTF-8: the queue takes it.")))
    }

    /// How the directories of music are watched.
    public struct LibraryWatching: WireObject {
        /// The directories whose changes the system reports.
        public var directories: Int
        /// Those that are looked at from time to time: on network file systems, and beyond the limit of the system.
        public var polled: Int
        /// Why some are not watched that could be; missing if all are.
        public var problem: String?

        /// Makes it.
        package init(directories: Int, polled: Int, problem: String? = nil) {
            self.directories = directories
            self.polled = polled
            self.problem = problem
        }

        /// The members.
        package static let shape = WireShape(
            LibraryWatching.init(directories:polled:problem:),
            .of(
                \.directories,
                .required("directories", .integer(minimum: 0), "The directories whose changes the system reports.")),
            .of(
                \.polled,
                .required(
                    "polled", .integer(minimum: 0),
                    "Those that are looked at from time to time: on network file systems, and beyond the limit of the system.")),
            .of(\.problem, .optional("problem", .string, "Why some are not watched that could be; missing if all are.")))
    }

    /// An album of the library.
    public struct LibraryAlbum: WireObject {
        /// The id.
        public var album: Int64
        /// The title.
        public var title: String
        /// The artist; missing for various artists.
        public var artist: String?
        /// The date as the files state it.
        public var date: String?
        /// How many songs it has.
        public var songs: Int64

        /// Makes an album.
        package init(album: Int64, title: String, artist: String?, date: String?, songs: Int64) {
            self.album = album
            self.title = title
            self.artist = artist
            self.date = date
            self.songs = songs
        }

        /// The members of an album.
        package static let shape = WireShape(
            LibraryAlbum.init(album:title:artist:date:songs:),
            .of(\.album, .required("album", .integer(), "The id.")),
            .of(\.title, .required("title", .string, "The title.")),
            .of(\.artist, .optional("artist", .string, "The artist; missing for various artists.")),
            .of(\.date, .optional("date", .string, "The date as the files state it.")),
            .of(\.songs, .required("songs", .integer(minimum: 0), "How many songs it has.")))
    }

    /// A name of the library: an artist, a composer, a genre.
    public struct LibraryName: WireObject {
        /// The id, for `name` of `library.browse`.
        public var id: Int64
        /// The name.
        public var name: String

        /// Makes a name.
        package init(id: Int64, name: String) {
            self.id = id
            self.name = name
        }

        /// The members of a name.
        package static let shape = WireShape(
            LibraryName.init(id:name:),
            .of(\.id, .required("id", .integer(), "The id, for `name` of `library.browse`.")),
            .of(\.name, .required("name", .string, "The name.")))
    }

    /// A year of songs.
    public struct LibraryYear: WireObject {
        /// The year.
        public var year: Int64
        /// How many songs it has.
        public var songs: Int64

        /// Makes a year.
        package init(year: Int64, songs: Int64) {
            self.year = year
            self.songs = songs
        }

        /// The members of a year.
        package static let shape = WireShape(
            LibraryYear.init(year:songs:),
            .of(\.year, .required("year", .integer(), "The year.")),
            .of(\.songs, .required("songs", .integer(minimum: 1), "How many songs it has.")))
    }

    /// A song that has a note of a name.
    public struct NotedSong: WireObject {
        /// The id.
        public var song: Int64
        /// The path, or its URL.
        public var uri: String
        /// The note.
        public var value: String

        /// Makes a song.
        package init(song: Int64, uri: String, value: String) {
            self.song = song
            self.uri = uri
            self.value = value
        }

        /// The members of a song.
        package static let shape = WireShape(
            NotedSong.init(song:uri:value:),
            .of(\.song, .required("song", .integer(), "The id.")),
            .of(\.uri, .required("uri", .string, "The path, or its URL.")),
            .of(\.value, .required("value", .string, "The note.")))
    }

    /// What the library has.
    public struct LibraryStatistics: WireObject {
        /// The songs.
        public var songs: Int64
        /// The albums.
        public var albums: Int64
        /// The artists.
        public var artists: Int64
        /// The duration of all songs, in seconds.
        public var duration: Double
        /// When a scan has changed something last, in seconds since 1970.
        public var changedAt: Double?
        /// The scan that runs or comes next.
        public var scan: LibraryScan?
        /// How the directories are watched; `nil` if they are not.
        public var watching: LibraryWatching?
        /// How far the library is with the loudness of songs; `nil` if none was ever measured.
        public var loudness: LibraryLoudness?

        /// Makes statistics.
        package init(
            songs: Int64, albums: Int64, artists: Int64, duration: Double, changedAt: Double? = nil, scan: LibraryScan? = nil,
            watching: LibraryWatching? = nil, loudness: LibraryLoudness? = nil
        ) {
            self.songs = songs
            self.albums = albums
            self.artists = artists
            self.duration = duration
            self.changedAt = changedAt
            self.scan = scan
            self.watching = watching
            self.loudness = loudness
        }

        /// The members of statistics.
        package static let shape = WireShape(
            LibraryStatistics.init(songs:albums:artists:duration:changedAt:scan:watching:loudness:),
            .of(\.songs, .required("songs", .integer(minimum: 0), "The songs.")),
            .of(\.albums, .required("albums", .integer(minimum: 0), "The albums.")),
            .of(\.artists, .required("artists", .integer(minimum: 0), "The artists.")),
            .of(\.duration, .required("duration", .number(minimum: 0), "The duration of all songs, in seconds.")),
            .of(
                \.changedAt,
                .optional("changedAt", .number(), "When a scan has changed something last, in seconds since 1970.")),
            .of(\.scan, .optional("scan", .reference, "The scan that runs or comes next.")),
            .of(
                \.watching,
                .optional(
                    "watching", .reference,
                    "How the directories are watched; missing unless `library.watch` of the configuration is set.")),
            .of(
                \.loudness,
                .optional(
                    "loudness", .reference,
                    "How far the library is with the loudness of songs; missing if none was ever measured.")))
    }

    /// A scan of the library.
    public struct LibraryScan: WireObject {
        /// What has become of it.
        public enum State: String, CaseIterable, Hashable, Sendable {
            case running, done, failed, cancelled
        }

        /// The number of the scan.
        public var scan: Int64
        /// `running`, `done`, `failed` or `cancelled`.
        public var state: State
        /// Directories that were looked at.
        public var directories: Int
        /// Files that were read.
        public var files: Int
        /// Songs that are new.
        public var added: Int
        /// Songs whose files have changed.
        public var changed: Int
        /// Songs that were renamed or moved.
        public var moved: Int
        /// Songs whose files are gone.
        public var removed: Int
        /// Why it failed.
        public var problem: String?

        /// Makes a scan.
        package init(
            scan: Int64, state: State, directories: Int, files: Int, added: Int, changed: Int, moved: Int, removed: Int,
            problem: String? = nil
        ) {
            self.scan = scan
            self.state = state
            self.directories = directories
            self.files = files
            self.added = added
            self.changed = changed
            self.moved = moved
            self.removed = removed
            self.problem = problem
        }

        /// The members of a scan.
        package static let shape = WireShape(
            LibraryScan.init(scan:state:directories:files:added:changed:moved:removed:problem:),
            .of(\.scan, .required("scan", .integer(), "The number of the scan.")),
            .of(\.state, .required("state", .choice, "`running`, `done`, `failed` or `cancelled`.")),
            .of(\.directories, .required("directories", .integer(minimum: 0), "Directories that were looked at.")),
            .of(\.files, .required("files", .integer(minimum: 0), "Files that were read.")),
            .of(\.added, .required("added", .integer(minimum: 0), "Songs that are new.")),
            .of(\.changed, .required("changed", .integer(minimum: 0), "Songs whose files have changed.")),
            .of(\.moved, .required("moved", .integer(minimum: 0), "Songs that were renamed or moved.")),
            .of(\.removed, .required("removed", .integer(minimum: 0), "Songs whose files are gone.")),
            .of(\.problem, .optional("problem", .string, "Why it failed, for a person.")))
    }
}
