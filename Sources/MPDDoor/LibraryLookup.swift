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
    /// The most values that one list looks at.
    private static let valueLimit = 5_000_000

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
                switch listing {
                case .names, .details: try list(listing, below: folder, in: store, &rows)
                case .contents, .files: rows.add { Self.add(name, folder, listing, to: &$0) }
                }
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
        reply.add("directory", listing == .files ? lastPart(of: place) : place)
        if listing != .names, folder.modified > 0 { reply.add("Last-Modified", Timestamp.text(folder.modified)) }
    }

    private func add(_ song: Song, _ listing: Listing, to reply: inout ReplyText) {
        switch listing {
        case .names: reply.add("file", song.file)
        case .details, .contents: reply.add(song, showing: tags)
        case .files:
            reply.add("file", Self.lastPart(of: song.file))
            reply.add("size", ifKnown: song.size)
            reply.add("Last-Modified", ifKnown: song.modified.map(Timestamp.text))
        }
    }

    private static func lastPart(of place: String) -> String {
        String(place[(place.lastIndex(of: "/").map(place.index(after:)) ?? place.startIndex)...])
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
        let filter = query.filter
        var found: [LibrarySong] = []
        let take: (LibrarySong) -> Void = { song in
            if let shown = Song(song, in: roots), filter?.holds(for: shown) ?? true { found.append(song) }
        }
        if let ids = try candidates(filter, in: store) {
            try store.songs(ids).forEach(take)
        } else if filter?.asksForFile ?? true {
            try store.forEachSong(take)
        } else {
            var ids: [Int64] = []
            let wanted = filter.wantedTags(besides: [])
            try store.forEachTags { id, tags, milliseconds in
                if filter?.holds(for: Song(tags, milliseconds: milliseconds, wanted: wanted)) ?? true { ids.append(id) }
            }
            found = try store.songs(ids)
        }
        return query.select(found.inTreeOrder().compactMap { Song($0, in: roots) })
    }

    /// Returns the values of a tag, within those of the groups, of the songs for which the condition holds.
    func values(
        of tag: TagType, _ query: GroupQuery, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = (query.groups + [tag])[...]
        var (tree, rows) = (TagTree(), Rows(limit: Self.answerLimit))
        var left = Self.valueLimit
        try forEachSong(query.filter, levels, in: store) { song in
            if left > 0 { left -= tree.add(song, under: levels) }
        }
        guard left > 0 else { return .failure(Self.tooLarge) }
        tree.forEach(levels) { type, value, _ in rows.add { $0.add(type.rawValue, value) } }
        return rows.result ?? .failure(Self.tooLarge)
    }

    /// Returns how many songs there are and how long they last, for each value of the group if there is one.
    func counts(_ query: GroupQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = query.groups.prefix(1)
        var (tree, rows) = (TagTree(), Rows(limit: Self.answerLimit))
        try forEachSong(query.filter, levels, in: store) { tree.add($0, under: levels) }
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

    /// Calls `body` with each song for which the condition holds, in no order; it may have only its duration and, of its tags, those in
    /// `types` and in the condition.
    private func forEachSong(
        _ filter: SongFilter?, _ types: ArraySlice<TagType>, in store: LibraryStore, _ body: (Song) -> Void
    ) throws(DatabaseError) {
        if filter?.asksForFile ?? false {
            return try store.forEachSong { song in
                if let song = Song(song, in: roots), filter?.holds(for: song) ?? true { body(song) }
            }
        }
        if let ids = try candidates(filter, in: store) {
            for song in try store.songs(ids) {
                let song = Song(song.tags, milliseconds: song.milliseconds)
                if filter?.holds(for: song) ?? true { body(song) }
            }
            return
        }
        let wanted = filter.wantedTags(besides: types)
        try store.forEachTags { _, tags, milliseconds in
            let song = Song(tags, milliseconds: milliseconds, wanted: wanted)
            if filter?.holds(for: song) ?? true { body(song) }
        }
    }

    /// The songs among which all are for which the condition holds; `nil` if the index cannot tell.
    private func candidates(_ filter: SongFilter?, in store: LibraryStore) throws(DatabaseError) -> [Int64]? {
        guard let hint = filter?.hint else { return nil }
        return try store.candidates(containing: hint.text, in: hint.field)
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

    /// Whether the condition asks for the file, and not for tags only.
    fileprivate var asksForFile: Bool {
        switch self {
        case .matches(.file, _, _, _), .below, .modifiedSince: true
        case .matches: false
        case .not(let filter): filter.asksForFile
        case .all(let filters): filters.contains(where: \.asksForFile)
        }
    }
}

extension SongFilter? {
    /// The library's tags at which the condition looks, and those of `types`; `nil` for all of them.
    fileprivate func wantedTags(besides types: ArraySlice<TagType>) -> Set<SongTag>? {
        guard let own = self?.types else { return self == nil ? Set(of: types) : nil }
        return Set(of: own + types)
    }
}

extension SongFilter {
    /// The tags at which the condition looks; `nil` for all of them.
    fileprivate var types: [TagType]? {
        switch self {
        case .matches(.tag(let type), _, _, _): [type]
        case .matches(.any, _, _, _): nil
        case .matches(.file, _, _, _), .below, .modifiedSince: []
        case .not(let filter): filter.types
        case .all(let filters): filters.contains { $0.types == nil } ? nil : filters.flatMap { $0.types ?? [] }
        }
    }
}
