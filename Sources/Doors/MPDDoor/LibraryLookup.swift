import Database
import MPDProtocol
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists
import TextPatterns

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

    /// What a list of values may take: 24 MiB, and more in a library whose usual lists take more.
    private static func allowance(_ store: LibraryStore) throws(DatabaseError) -> TreeAllowance {
        TreeAllowance(values: 5_000_000, bytes: (24 << 20) + 192 * min(try store.mostSongs(), 1 << 24))
    }

    let roots: MusicRoots
    /// The tags that the client wants to see.
    let tags: Set<TagType>

    /// How long a part of a list of directories is, in bytes. It ends with the directory, or the song, that goes beyond.
    var partBytes = SongTexts.limit

    // MARK: Conditions

    /// Returns the rows of the songs that a query wants.
    func songs(_ query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        if let failure = try missingBase(of: query.filter, in: store) { return .failure(failure) }
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: tags))
        let effort = try ComparisonEffort.forLibrary(store)
        for found in try find(query, effort, in: store) {
            rows.add { blocks.add(found.song, to: &$0) }
        }
        return effort.isSpent ? .failure(.comparisonTooHard) : rows.result
    }

    /// Returns the rows with the names of the songs for which a condition holds.
    func names(_ filter: SongFilter?, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        if let failure = try missingBase(of: filter, in: store) { return .failure(failure) }
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: []))
        let effort = try ComparisonEffort.forLibrary(store)
        for found in try find(SongQuery(filter), effort, in: store) {
            rows.add { $0.addLines { blocks.addPlace(of: found.song, to: &$0) } }
        }
        return effort.isSpent ? .failure(.comparisonTooHard) : rows.result
    }

    /// Returns whether a condition holds for any song.
    func hasSong(_ filter: SongFilter, in store: LibraryStore) throws(DatabaseError) -> Result<Bool, MPDFailure> {
        var query = SongQuery(filter)
        query.window = PositionRange(start: 0, end: 1)
        let effort = try ComparisonEffort.forLibrary(store)
        let found = try find(query, effort, in: store)
        return effort.isSpent ? .failure(.comparisonTooHard) : .success(!found.isEmpty)
    }

    /// Returns the refusal of a condition for the songs of a directory that is not there.
    private func missingBase(of filter: SongFilter?, in store: LibraryStore) throws(DatabaseError) -> MPDFailure? {
        guard let base = filter?.base, !base.isEmpty else { return nil }
        let missing = MPDFailure(.noExist, "No such directory")
        let slash = UInt8(ascii: "/")
        guard base.utf8.first != slash, base.utf8.last != slash, let path = roots.path(of: Array(base.utf8)) else {
            return missing
        }
        if try store.folder(at: path) != nil { return nil }
        return try store.song(at: path) == nil ? missing : nil
    }

    /// Returns the songs that a query wants, in its order; some of them if the effort is spent.
    private func find(
        _ query: SongQuery, _ effort: ComparisonEffort, in store: LibraryStore
    ) throws(DatabaseError) -> [PlacedSong] {
        let matcher = query.filter.map(SongMatcher.init)
        let candidates = try candidates(for: query.filter, in: store)
        // A window in an order of its own may have any of the songs.
        let end = query.order == nil ? query.window.end : .max
        if case .all = candidates, end < .max, roots.paths.count == 1 {
            return query.select(try first(end, below: roots.paths[0], matcher, effort, in: store))
        }
        var blocks = SongBlocks(roots: roots, tags: [])
        var found: [LibrarySong] = []
        try forEach(candidates, effort, in: store) { song in
            guard let place = blocks.place(of: song) else { return }
            if matcher?.holds(for: PlacedSong(song: song, place: place), effort) ?? true, !effort.isSpent { found.append(song) }
        }
        guard !effort.isSpent else { return [] }
        let placed = found.inTreeOrder(first: end).compactMap { song in
            blocks.place(of: song).map { PlacedSong(song: song, place: $0) }
        }
        return query.select(placed)
    }

    /// Returns the first songs of the tree for which a condition holds, and reads the library only up to the last of them.
    private func first(
        _ count: Int, below root: [UInt8], _ matcher: SongMatcher?, _ effort: ComparisonEffort, in store: LibraryStore
    ) throws(DatabaseError) -> [PlacedSong] {
        var blocks = SongBlocks(roots: roots, tags: [])
        var found: [PlacedSong] = []
        try store.walkPart(from: root) { _, songs throws(DatabaseError) in
            for song in songs where found.count < count {
                guard let place = blocks.place(of: song) else { continue }
                let song = PlacedSong(song: song, place: place)
                if matcher?.holds(for: song, effort) ?? true, !effort.isSpent { found.append(song) }
            }
            return found.count < count && !effort.isSpent
        }
        return found
    }

    /// Returns the values of a tag, within those of the groups, of the songs for which the condition holds.
    func values(
        of tag: TagType, _ query: GroupQuery, in store: LibraryStore
    ) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        if let failure = try missingBase(of: query.filter, in: store) { return .failure(failure) }
        let levels = (query.groups + [tag])[...]
        var tree = TagTree()
        var allowance = try Self.allowance(store)
        let effort = try ComparisonEffort.forLibrary(store)
        func answer() -> Result<[ReplyText], MPDFailure> {
            if effort.isSpent { return .failure(.comparisonTooHard) }
            return allowance.isSpent ? .failure(ReplyRows.tooLarge) : Self.rows(of: tree, levels, within: query.window)
        }
        guard let matcher = sharedOnly(query.filter, levels) else {
            try forEachSong(query.filter, effort, in: store) { song in
                if !allowance.isSpent { tree.add(song, under: levels, within: &allowance) }
            }
            return answer()
        }
        func look() throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
            try store.forEachSharedTags { tags in
                if !allowance.isSpent, matcher.holds(for: tags, effort), !effort.isSpent {
                    tree.add(tags, under: levels, within: &allowance)
                }
            }
            return answer()
        }
        // With a regular expression, the answer depends on the time that it took.
        guard !(query.filter?.hasPattern ?? false) else { return try look() }
        return try store.kept(for: ListQuestion(tag: tag, query: query), size: Self.size, make: look)
    }

    /// What the answer to `list` depends on if it looks only at tags that the songs of an album share.
    private struct ListQuestion: Hashable {
        let tag: TagType
        let query: GroupQuery
    }

    private static func rows(
        of tree: TagTree, _ levels: ArraySlice<TagType>, within window: PositionRange
    ) -> Result<[ReplyText], MPDFailure> {
        var rows = ReplyRows()
        tree.forEach(levels, within: window) { type, value, _ in rows.add { $0.add(type.rawValue, utf8: value) } }
        return rows.result
    }

    private static func size(_ answer: Result<[ReplyText], MPDFailure>) -> Int {
        (try? answer.get())?.reduce(0) { $0 + $1.bytes.count } ?? 0
    }

    /// Returns how many songs there are and how long they last, for each value of the group if there is one.
    func counts(_ query: GroupQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[ReplyText], MPDFailure> {
        if let failure = try missingBase(of: query.filter, in: store) { return .failure(failure) }
        let levels = query.groups.prefix(1)
        var (tree, rows) = (TagTree(), ReplyRows())
        var allowance = try Self.allowance(store)
        let effort = try ComparisonEffort.forLibrary(store)
        if let matcher = sharedOnly(query.filter, levels) {
            try store.forEachSharedTagsCounted { tags, songCount, milliseconds in
                guard matcher.holds(for: tags, effort), !effort.isSpent else { return }
                tree.add(
                    tags, count: Int(songCount), milliseconds: Int(milliseconds), under: levels, within: &allowance)
            }
        } else {
            try forEachSong(query.filter, effort, in: store) { tree.add($0, under: levels, within: &allowance) }
        }
        guard !effort.isSpent else { return .failure(.comparisonTooHard) }
        guard !allowance.isSpent else { return .failure(ReplyRows.tooLarge) }
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
        _ filter: SongFilter?, _ effort: ComparisonEffort, in store: LibraryStore, _ body: (PlacedSong) -> Void
    ) throws(DatabaseError) {
        var blocks = SongBlocks(roots: roots, tags: [])
        let matcher = filter.map(SongMatcher.init)
        try forEach(try candidates(for: filter, in: store), effort, in: store) { song in
            guard let place = blocks.place(of: song) else { return }
            let song = PlacedSong(song: song, place: place)
            if matcher?.holds(for: song, effort) ?? true, !effort.isSpent { body(song) }
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

    /// Calls `body` with each of the songs, in no order, until the effort is spent.
    private func forEach(
        _ candidates: Candidates, _ effort: ComparisonEffort, in store: LibraryStore, _ body: (LibrarySong) -> Void
    ) throws(DatabaseError) {
        switch candidates {
        case .songs(let songs): songs.forEach(body)
        case .sharing(let matcher): try store.forEachSong(sharing: { matcher.holds(for: $0, effort) && !effort.isSpent }, body)
        case .all: try store.forEachSong { if !effort.isSpent { body($0) } }
        }
    }

    // MARK: Songs

    /// Returns the songs at a place as items for the queue: the song, or all songs below the directory; `nil` if there is neither.
    func items(at place: String, in store: LibraryStore) throws(DatabaseError) -> [QueueItem]? {
        guard let songs = try songs(at: place, in: store) else { return nil }
        // What no client can be told of is not added either.
        var blocks = SongBlocks(roots: roots, tags: [])
        return QueueItem.items(of: songs.filter { blocks.place(of: $0) != nil }.map(file))
    }

    /// Returns the songs that a query wants as items for the queue.
    func items(for query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[QueueItem], MPDFailure> {
        if let failure = try missingBase(of: query.filter, in: store) { return .failure(failure) }
        let effort = try ComparisonEffort.forLibrary(store)
        let found = try find(query, effort, in: store)
        return effort.isSpent ? .failure(.comparisonTooHard) : .success(QueueItem.items(of: found.map { file($0.song) }))
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
