import Database
import MPDProtocol
import MusicLibrary

/// Looks things up in the library for clients of MPD, on the library's thread.
struct LibraryLookup: Sendable {
    /// What a list of a directory shows.
    enum Listing: Sendable {
        /// Names only, of everything below.
        case names
        /// Everything about everything below.
        case details
        /// Everything about what is directly there.
        case contents
        /// The names of the files that are directly there.
        case files
    }

    /// The most bytes of one answer. It waits in memory while the client reads it.
    private static let answerLimit = 64 << 20

    let roots: MusicRoots
    /// The tags that the client wants to see.
    let tags: Set<TagType>

    private static let noDirectory = MPDFailure(.noExist, "No such directory")
    private static let tooLarge = MPDFailure(
        .system, "The answer would have more than \(answerLimit >> 20) MiB: ask for one directory, or for a window")

    // MARK: Directories

    /// Returns the rows about a directory or a song at a place of the tree.
    func list(
        _ listing: Listing, _ place: String, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        var rows = Rows(limit: Self.answerLimit)
        let isTop = place.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
        if isTop, !roots.top.isEmpty {
            for (name, path) in roots.top {
                guard let folder = try store.folder(at: path), let name = String(validating: name, as: UTF8.self) else {
                    continue
                }
                rows.add { Self.add(name, folder, listing, to: &$0) }
                if listing == .names || listing == .details { try list(listing, below: folder, in: store, &rows) }
            }
            return rows.result ?? .failure(Self.tooLarge)
        }
        guard isTop || place.utf8.last != UInt8(ascii: "/"), let path = roots.path(of: Array(place.utf8)) else {
            return .failure(Self.noDirectory)
        }
        if let folder = try store.folder(at: path) {
            switch listing {
            case .names, .details: try list(listing, below: folder, in: store, &rows)
            case .contents, .files: try list(listing, directlyIn: folder, in: store, &rows)
            }
        } else if !isTop, let song = try store.song(at: path), let song = Song(song, in: roots) {
            rows.add { add(song, listing, to: &$0) }
        } else if !isTop {
            return .failure(Self.noDirectory)
        }
        return rows.result ?? .failure(Self.tooLarge)
    }

    private func list(
        _ listing: Listing, below folder: LibraryFolder, in store: LibraryStore, _ rows: inout Rows
    ) throws(DatabaseError) {
        try store.walk(from: folder.path) { below, songs throws(DatabaseError) in
            guard !rows.isFull else { return }
            if let name = place(below), !name.isEmpty { rows.add { Self.add(name, below, listing, to: &$0) } }
            for song in songs {
                if let song = Song(song, in: roots) { rows.add { add(song, listing, to: &$0) } }
            }
        }
    }

    private func list(
        _ listing: Listing, directlyIn folder: LibraryFolder, in store: LibraryStore, _ rows: inout Rows
    ) throws(DatabaseError) {
        for song in try store.songs(inFolder: folder.id) {
            if let song = Song(song, in: roots) { rows.add { add(song, listing, to: &$0) } }
        }
        for below in try store.folders(in: folder.id) {
            if let name = place(below) { rows.add { Self.add(name, below, listing, to: &$0) } }
        }
    }

    private func place(_ folder: LibraryFolder) -> String? {
        roots.place(of: folder.path).flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func add(_ place: String, _ folder: LibraryFolder, _ listing: Listing, to reply: inout ReplyText) {
        let name =
            listing == .files ? String(place[(place.lastIndex(of: "/").map(place.index(after:)) ?? place.startIndex)...]) : place
        reply.add("directory", name)
        if listing != .names, folder.modified > 0 { reply.add("Last-Modified", Timestamp.text(folder.modified)) }
    }

    private func add(_ song: Song, _ listing: Listing, to reply: inout ReplyText) {
        switch listing {
        case .names: reply.add("file", song.file)
        case .details, .contents: reply.add(song, showing: tags)
        case .files:
            let start = song.file.lastIndex(of: "/").map(song.file.index(after:)) ?? song.file.startIndex
            reply.add("file", String(song.file[start...]))
            reply.add("size", ifKnown: song.size)
            reply.add("Last-Modified", ifKnown: song.modified.map(Timestamp.text))
        }
    }

    // MARK: Conditions

    /// Returns the rows of the songs that a query wants.
    func songs(_ query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        var rows = Rows(limit: Self.answerLimit)
        for song in try find(query, in: store) {
            rows.add { $0.add(song, showing: tags) }
        }
        return rows.result ?? .failure(Self.tooLarge)
    }

    /// Returns the songs that a query wants, in its order.
    func find(_ query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> [Song] {
        var songs: [Song] = []
        try forEachSong(query.filter, in: store, isOrdered: true) { songs.append($0) }
        return query.select(songs)
    }

    /// Returns the values of a tag, within those of the groups, of the songs for which the condition holds.
    func values(
        of tag: TagType, _ query: GroupQuery, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = (query.groups + [tag])[...]
        var (tree, rows) = (TagTree(), Rows(limit: Self.answerLimit))
        try forEachSong(query.filter, in: store, isOrdered: false) { tree.add($0, under: levels) }
        tree.forEach(levels) { type, value, _ in rows.add { $0.add(type.rawValue, value) } }
        return rows.result ?? .failure(Self.tooLarge)
    }

    /// Returns how many songs there are and how long they last, for each value of the group if there is one.
    func counts(_ query: GroupQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = query.groups.prefix(1)
        var (tree, rows) = (TagTree(), Rows(limit: Self.answerLimit))
        try forEachSong(query.filter, in: store, isOrdered: false) { tree.add($0, under: levels) }
        let add: (TagTree, inout ReplyText) -> Void = { tree, reply in
            reply.add("songs", tree.count)
            reply.add("playtime", tree.milliseconds / 1_000)
        }
        if levels.isEmpty { rows.add { add(tree, &$0) } }
        tree.forEach(levels) { type, value, tree in
            rows.add {
                $0.add(type.rawValue, value)
                add(tree, &$0)
            }
        }
        return rows.result ?? .failure(Self.tooLarge)
    }

    /// Calls `body` with each song for which the condition holds. The index names candidates where the condition allows that.
    private func forEachSong(
        _ filter: SongFilter?, in store: LibraryStore, isOrdered: Bool, _ body: (Song) -> Void
    ) throws(DatabaseError) {
        let wanted: (LibrarySong) -> Song? = { song in
            guard let song = Song(song, in: roots), filter?.holds(for: song) ?? true else { return nil }
            return song
        }
        if let hint = filter?.hint, let ids = try store.candidates(containing: hint.text, in: hint.field) {
            let found = try store.songs(ids).filter { wanted($0) != nil }
            for song in isOrdered ? found.inTreeOrder() : found {
                if let song = Song(song, in: roots) { body(song) }
            }
            return
        }
        for path in starts(filter) {
            try store.walk(from: path) { _, songs throws(DatabaseError) in songs.compactMap(wanted).forEach(body) }
        }
    }

    /// The directories below which a condition may hold.
    private func starts(_ filter: SongFilter?) -> [[UInt8]] {
        if let base = filter?.base, let path = roots.path(of: Array(base.utf8)) { return [path] }
        return roots.paths
    }

    // MARK: Songs

    /// Returns the paths of the songs at a place: of the song, or of all songs below the directory; `nil` if there is neither.
    func paths(at place: String, in store: LibraryStore) throws(DatabaseError) -> [[UInt8]]? {
        guard let path = roots.path(of: Array(place.utf8)) else {
            guard place.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) else { return nil }
            var paths: [[UInt8]] = []
            for root in roots.paths { paths += try self.paths(below: root, in: store) }
            return paths
        }
        if let song = try store.song(at: path) { return [song.path] }
        return try store.folder(at: path) == nil ? nil : try paths(below: path, in: store)
    }

    private func paths(below path: [UInt8], in store: LibraryStore) throws(DatabaseError) -> [[UInt8]] {
        var paths: [[UInt8]] = []
        try store.walk(from: path) { _, songs throws(DatabaseError) in paths += songs.map(\.path) }
        return paths
    }
}

/// Rows of an answer up to a size.
private struct Rows {
    private var rows: [ReplyText] = []
    private var left: Int

    init(limit: Int) { left = limit }

    /// Whether the answer would be too large.
    var isFull: Bool { left < 0 }

    /// All rows; `nil` if the answer would be too large.
    var result: Result<[ReplyText], MPDFailure>? { isFull ? nil : .success(rows) }

    mutating func add(_ write: (inout ReplyText) -> Void) {
        guard !isFull else { return }
        var row = ReplyText()
        write(&row)
        left -= row.bytes.count
        rows.append(row)
    }
}

extension SongFilter {
    /// A text that all songs have for which the condition holds, and where; `nil` if the condition asks for none that the index has.
    fileprivate var hint: (text: String, field: SearchField?)? {
        switch self {
        case .matches(let subject, _, let value, _):
            guard !value.isEmpty else { return nil }
            switch subject {
            case .tag(let tag):
                switch tag {
                case .title: return (value, .title)
                case .artist: return (value, .artist)
                case .album: return (value, .album)
                case .genre: return (value, .genre)
                // Identifiers are not in the index.
                case .musicBrainzArtist, .musicBrainzAlbum, .musicBrainzAlbumArtist, .musicBrainzTrack,
                    .musicBrainzReleaseTrack, .musicBrainzWork, .name:
                    return nil
                // Another tag may stand in for it.
                default: return (value, nil)
                }
            case .any: return (value, nil)
            // The index has the name of the file without its directories.
            case .file: return nil
            }
        case .all(let filters):
            return filters.compactMap(\.hint).max { $0.text.utf8.count < $1.text.utf8.count }
        case .below, .modifiedSince, .not: return nil
        }
    }

    /// The directory below which all songs are for which the condition holds; `nil` if the condition names none.
    fileprivate var base: String? {
        switch self {
        case .below(let directory): directory
        case .all(let filters): filters.lazy.compactMap(\.base).first
        case .matches, .modifiedSince, .not: nil
        }
    }
}
