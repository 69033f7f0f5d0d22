import Database
import MPDProtocol
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

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

    /// The most values that one list looks at.
    private static let valueLimit = 5_000_000

    let roots: MusicRoots
    /// The tags that the client wants to see.
    let tags: Set<TagType>

    private static let noDirectory = MPDFailure(.noExist, "No such directory")

    // MARK: Directories

    /// Returns the rows about a directory or a song at a place of the tree.
    func list(
        _ listing: Listing, _ place: String, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: tags))
        let isTop = place.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
        if isTop, !roots.top.isEmpty {
            for (name, path) in roots.top {
                guard let folder = try store.folder(at: path), let name = String(validating: name, as: UTF8.self) else {
                    continue
                }
                switch listing {
                case .names, .details: try list(listing, below: folder, in: store, &rows, &blocks)
                case .contents, .files: rows.add { Self.add(name, folder, listing, to: &$0) }
                }
            }
            return rows.result
        }
        guard isTop || place.utf8.last != UInt8(ascii: "/"), let path = roots.path(of: Array(place.utf8)) else {
            return .failure(Self.noDirectory)
        }
        if let folder = try store.folder(at: path) {
            switch listing {
            case .names, .details: try list(listing, below: folder, in: store, &rows, &blocks)
            case .contents, .files: try list(listing, directlyIn: folder, in: store, &rows, &blocks)
            }
        } else if !isTop, let song = try store.song(at: path), blocks.place(of: song) != nil {
            rows.add { Self.add(song, listing, &blocks, to: &$0) }
        } else if !isTop {
            return .failure(Self.noDirectory)
        }
        return rows.result
    }

    private func list(
        _ listing: Listing, below folder: LibraryFolder, in store: LibraryStore, _ rows: inout ReplyRows,
        _ blocks: inout SongBlocks
    ) throws(DatabaseError) {
        if listing == .details, let form = blocks.form {
            try store.walkTexts(from: folder.path, form: form) { songs in
                var text = ReplyText()
                for song in songs { blocks.add(song, to: &text) }
                return text.bytes
            } _: { below, text throws(DatabaseError) in
                if let name = place(below), !name.isEmpty { rows.add { Self.add(name, below, listing, to: &$0) } }
                if !text.isEmpty { rows.add { $0.addLines { $0 += text } } }
                return !rows.isFull
            }
            return
        }
        try store.walk(from: folder.path) { below, songs throws(DatabaseError) in
            guard !rows.isFull else { return }
            if let name = place(below), !name.isEmpty { rows.add { Self.add(name, below, listing, to: &$0) } }
            for song in songs { rows.add { Self.add(song, listing, &blocks, to: &$0) } }
        }
    }

    private func list(
        _ listing: Listing, directlyIn folder: LibraryFolder, in store: LibraryStore, _ rows: inout ReplyRows,
        _ blocks: inout SongBlocks
    ) throws(DatabaseError) {
        for song in try store.songs(in: folder) { rows.add { Self.add(song, listing, &blocks, to: &$0) } }
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

    /// Adds a song; nothing if it has no place that the protocol can say.
    private static func add(_ song: LibrarySong, _ listing: Listing, _ blocks: inout SongBlocks, to reply: inout ReplyText) {
        switch listing {
        case .names: blocks.addPlace(of: song, to: &reply)
        case .details, .contents: blocks.add(song, to: &reply)
        case .files:
            guard blocks.place(of: song) != nil else { return }
            reply.add("file", String(decoding: song.name, as: UTF8.self))
            reply.add("size", song.size)
            reply.add("Last-Modified", Timestamp.text(song.modified))
        }
    }

    private static func lastPart(of place: String) -> String {
        String(place[(place.lastIndex(of: "/").map(place.index(after:)) ?? place.startIndex)...])
    }

    // MARK: Conditions

    /// Returns the rows of the songs that a query wants.
    func songs(_ query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: tags))
        for found in try find(query, in: store) {
            rows.add { blocks.add(found.song, to: &$0) }
        }
        return rows.result
    }

    /// Returns the songs that a query wants, in its order.
    func find(_ query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> [PlacedSong] {
        let matcher = query.filter.map(SongMatcher.init)
        let candidates = try candidates(for: query.filter, in: store)
        // A window in an order of its own may have any of the songs.
        let end = query.order == nil ? query.window.end : .max
        if case .all = candidates, end < .max, roots.paths.count == 1 {
            return query.select(try first(end, below: roots.paths[0], matcher, in: store))
        }
        var blocks = SongBlocks(roots: roots, tags: [])
        var found: [LibrarySong] = []
        try forEach(candidates, in: store) { song in
            guard let place = blocks.place(of: song) else { return }
            if matcher?.holds(for: PlacedSong(song: song, place: place)) ?? true { found.append(song) }
        }
        let placed = found.inTreeOrder(first: end).compactMap { song in
            blocks.place(of: song).map { PlacedSong(song: song, place: $0) }
        }
        return query.select(placed)
    }

    /// Returns the first songs of the tree for which a condition holds, and reads the library only up to the last of them.
    private func first(
        _ count: Int, below root: [UInt8], _ matcher: SongMatcher?, in store: LibraryStore
    ) throws(DatabaseError) -> [PlacedSong] {
        var blocks = SongBlocks(roots: roots, tags: [])
        var found: [PlacedSong] = []
        try store.walkPart(from: root) { _, songs throws(DatabaseError) in
            for song in songs where found.count < count {
                guard let place = blocks.place(of: song) else { continue }
                let song = PlacedSong(song: song, place: place)
                if matcher?.holds(for: song) ?? true { found.append(song) }
            }
            return found.count < count
        }
        return found
    }

    /// Returns the values of a tag, within those of the groups, of the songs for which the condition holds.
    func values(
        of tag: TagType, _ query: GroupQuery, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = (query.groups + [tag])[...]
        var tree = TagTree()
        var left = Self.valueLimit
        guard let matcher = sharedOnly(query.filter, levels) else {
            try forEachSong(query.filter, in: store) { song in
                if left > 0 { left -= tree.add(song, under: levels, upTo: left) }
            }
            return left > 0 ? Self.rows(of: tree, levels) : .failure(ReplyRows.tooLarge)
        }
        return try store.kept(for: ListQuestion(tag: tag, query: query), size: Self.size) { () throws(DatabaseError) in
            try store.forEachSharedTags { tags in
                if left > 0, matcher.holds(for: tags) { left -= tree.add(tags, under: levels, upTo: left) }
            }
            return left > 0 ? Self.rows(of: tree, levels) : .failure(ReplyRows.tooLarge)
        }
    }

    /// What the answer to `list` depends on if it looks only at tags that the songs of an album share.
    private struct ListQuestion: Hashable {
        let tag: TagType
        let query: GroupQuery
    }

    private static func rows(of tree: TagTree, _ levels: ArraySlice<TagType>) -> Result<[ReplyText], MPDFailure> {
        var rows = ReplyRows()
        tree.forEach(levels) { type, value, _ in rows.add { $0.add(type.rawValue, utf8: value) } }
        return rows.result
    }

    private static func size(_ answer: Result<[ReplyText], MPDFailure>) -> Int {
        (try? answer.get())?.reduce(0) { $0 + $1.bytes.count } ?? 0
    }

    /// Returns how many songs there are and how long they last, for each value of the group if there is one.
    func counts(_ query: GroupQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        let levels = query.groups.prefix(1)
        var (tree, rows) = (TagTree(), ReplyRows())
        if let matcher = sharedOnly(query.filter, levels) {
            try store.forEachSharedTagsCounted { tags, songCount, milliseconds in
                guard matcher.holds(for: tags) else { return }
                tree.add(tags, count: Int(songCount), milliseconds: Int(milliseconds), under: levels)
            }
        } else {
            try forEachSong(query.filter, in: store) { tree.add($0, under: levels) }
        }
        let add: (TagTree, inout ReplyText) -> Void = { tree, reply in
            reply.add("songs", tree.count)
            reply.add("playtime", tree.milliseconds / 1_000)
        }
        if levels.isEmpty { rows.add { add(tree, &$0) } }
        tree.forEach(levels) { type, value, tree in
            rows.add {
                $0.add(type.rawValue, utf8: value)
                add(tree, &$0)
            }
        }
        return rows.result
    }

    /// The condition, if it and a list of `types` look only at tags that the songs of an album share: then these are looked at once for all
    /// of them. `nil` if they look at more.
    private func sharedOnly(_ filter: SongFilter?, _ types: ArraySlice<TagType>) -> SongMatcher? {
        guard !(filter?.asksForFile ?? false), let own = filter.map(\.types) ?? [] else { return nil }
        let wanted = Set<SongTag>(of: own + types)
        return wanted.allSatisfy(\.isShared) ? SongMatcher(filter ?? .all([])) : nil
    }

    /// Calls `body` with each song for which the condition holds, in no order.
    private func forEachSong(
        _ filter: SongFilter?, in store: LibraryStore, _ body: (PlacedSong) -> Void
    ) throws(DatabaseError) {
        var blocks = SongBlocks(roots: roots, tags: [])
        let matcher = filter.map(SongMatcher.init)
        try forEach(try candidates(for: filter, in: store), in: store) { song in
            guard let place = blocks.place(of: song) else { return }
            let song = PlacedSong(song: song, place: place)
            if matcher?.holds(for: song) ?? true { body(song) }
        }
    }

    /// Songs among which all are for which a condition holds.
    private enum Candidates {
        case songs([LibrarySong])
        /// Those of which the shared tags match.
        case sharing(SongMatcher)
        case all
    }

    private func candidates(for filter: SongFilter?, in store: LibraryStore) throws(DatabaseError) -> Candidates {
        if let hint = filter?.hint, let songs = try store.candidates(containing: hint.text, in: hint.field) {
            return .songs(songs)
        }
        if let filter, let matcher = sharedOnly(filter, []) { return .sharing(matcher) }
        return .all
    }

    /// Calls `body` with each of the songs, in no order.
    private func forEach(
        _ candidates: Candidates, in store: LibraryStore, _ body: (LibrarySong) -> Void
    ) throws(DatabaseError) {
        switch candidates {
        case .songs(let songs): songs.forEach(body)
        case .sharing(let matcher): try store.forEachSong(sharing: { matcher.holds(for: $0) }, body)
        case .all: try store.forEachSong(body)
        }
    }

    // MARK: Songs

    /// Returns the songs at a place as items for the queue: the song, or all songs below the directory; `nil` if there is neither.
    func items(at place: String, in store: LibraryStore) throws(DatabaseError) -> [QueueItem]? {
        guard let songs = try songs(at: place, in: store) else { return nil }
        return QueueItem.items(of: songs.map(file))
    }

    /// Returns the songs that a query wants as items for the queue.
    func items(for query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> [QueueItem] {
        QueueItem.items(of: try find(query, in: store).map { file($0.song) })
    }

    /// Returns the address of a song, and what the library knows of it.
    private func file(_ song: LibrarySong) -> (uri: String, facts: MediaFacts) {
        (LocationResolver.uri(ofAbsolutePath: song.path), Song(song, in: roots).map { MediaFacts($0) } ?? MediaFacts())
    }

    private func songs(at place: String, in store: LibraryStore) throws(DatabaseError) -> [LibrarySong]? {
        guard let path = roots.path(of: Array(place.utf8)) else {
            guard place.utf8.allSatisfy({ $0 == UInt8(ascii: "/") }) else { return nil }
            var songs: [LibrarySong] = []
            for root in roots.paths { songs += try self.songs(below: root, in: store) }
            return songs
        }
        if let song = try store.song(at: path) { return [song] }
        return try store.folder(at: path) == nil ? nil : try songs(below: path, in: store)
    }

    private func songs(below path: [UInt8], in store: LibraryStore) throws(DatabaseError) -> [LibrarySong] {
        var found: [LibrarySong] = []
        try store.walk(from: path) { _, songs throws(DatabaseError) in found += songs }
        return found
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
