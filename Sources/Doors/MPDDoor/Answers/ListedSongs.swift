import Database
import MPDProtocol
import MediaTypes
import MusicLibrary
import PlayerModel
import TextPatterns

/// Some songs of the queue, or of a stored playlist, as a client wants to see them: those that the library has as it knows them, with the
/// tags of `find` and `lsinfo`, the others as the queue does. A value.
struct ListedSongs: Sendable {
    /// One of the songs.
    struct Entry: Sendable {
        let item: QueueItem
        /// The index in the queue; `nil` if the song is not in it.
        let index: Int?
        /// The place in a stored playlist that is shown with the song; `nil` if none is.
        var position: Int?
    }

    /// What the library's thread has made of the songs.
    struct Answer: Sendable {
        let rows: Result<[ReplyText], MPDFailure>
        let shown: [ShownSongs.Shown]
    }

    /// The most songs that are looked up at once: meanwhile, other clients wait.
    static let most = 500

    let entries: [Entry]
    let roots: MusicRoots
    /// The tags that the client wants to see.
    let tags: Set<TagType>
    /// What the songs have to match; `nil` if all are wanted.
    let matcher: SongMatcher?

    /// Whether the library may have one of the songs.
    var mayBeInLibrary: Bool { !roots.paths.isEmpty && entries.contains { $0.item.mayBeInLibrary } }

    // MARK: With the library

    /// Returns the rows of the songs, on the library's thread.
    func answer(by store: LibraryStore) throws(DatabaseError) -> Answer {
        let found = try look(in: store)
        var (rows, blocks) = (ReplyRows(), SongBlocks(roots: roots, tags: tags))
        let effort = ComparisonEffort.forListedSongs()
        for song in found { rows.add { add(song, &blocks, effort, to: &$0) } }
        return Answer(rows: effort.isSpent ? .failure(.comparisonTooHard) : rows.result, shown: Self.shown(found))
    }

    /// Returns what is shown now of those songs that the library may have, on its thread.
    func shown(by store: LibraryStore) throws(DatabaseError) -> [ShownSongs.Shown] { Self.shown(try look(in: store)) }

    /// Returns how long the songs last together, on the library's thread. One of which that is not known counts nothing.
    func milliseconds(by store: LibraryStore) throws(DatabaseError) -> Int {
        try look(in: store).reduce(0) { sum, found in
            sum + (found.song?.milliseconds(playing: found.entry.item.part) ?? Self.milliseconds(of: found.entry))
        }
    }

    /// One of the songs, and what the library has at its path.
    private struct Found {
        let entry: Entry
        /// Whether it is a file in the directories of music.
        let isWithin: Bool
        let song: LibrarySong?
    }

    private func look(in store: LibraryStore) throws(DatabaseError) -> [Found] {
        let paths = entries.map { path(of: $0.item) }
        var songs = try store.songs(at: paths.compactMap { $0 })[...]
        return zip(entries, paths).map { entry, path in
            Found(entry: entry, isWithin: path != nil, song: path == nil ? nil : songs.removeFirst())
        }
    }

    /// The path of a file in the directories of music; `nil` for anything else.
    private func path(of item: QueueItem) -> [UInt8]? {
        guard item.mayBeInLibrary else { return nil }
        let path = Array(item.wholeURI.utf8)
        return roots.place(of: path) == nil ? nil : path
    }

    /// Songs of a stored playlist have no version that could tell a change.
    private static func shown(_ found: [Found]) -> [ShownSongs.Shown] {
        found.filter { $0.isWithin && $0.entry.index != nil }
            .map { ShownSongs.Shown(id: $0.entry.item.id, checksum: $0.song?.checksum ?? 0) }
    }

    /// A song that is wanted, and by what it is sorted.
    typealias Selected = (offset: Int, key: SongQuery.Key)

    /// Returns those of the songs that match, by their offsets, with what `query` sorts them by, on the library's thread.
    func selected(by query: SongQuery, in store: LibraryStore) throws(DatabaseError) -> Result<[Selected], MPDFailure> {
        var blocks = SongBlocks(roots: roots, tags: [])
        let effort = ComparisonEffort.forListedSongs()
        var selected: [Selected] = []
        for (offset, found) in try look(in: store).enumerated() {
            if let song = found.song, let place = blocks.place(of: song) {
                select(placed(found.entry, song, place), offset, query, effort, &selected)
            } else {
                select(self.song(found.entry), offset, query, effort, &selected)
            }
        }
        return effort.isSpent ? .failure(.comparisonTooHard) : .success(selected)
    }

    /// Does the same without the library. Not on the control thread.
    func selected(by query: SongQuery) -> Result<[Selected], MPDFailure> {
        let effort = ComparisonEffort.forListedSongs()
        var selected: [Selected] = []
        for (offset, entry) in entries.enumerated() { select(song(entry), offset, query, effort, &selected) }
        return effort.isSpent ? .failure(.comparisonTooHard) : .success(selected)
    }

    private func select(
        _ song: some MatchedSong, _ offset: Int, _ query: SongQuery, _ effort: ComparisonEffort, _ selected: inout [Selected]
    ) {
        guard matcher?.holds(for: song, effort) ?? true else { return }
        selected.append((offset, query.key(of: song)))
    }

    private func add(_ found: Found, _ blocks: inout SongBlocks, _ effort: ComparisonEffort, to reply: inout ReplyText) {
        let item = found.entry.item
        guard let song = found.song, let place = blocks.place(of: song) else {
            if wants(found.entry, effort) { add(found.entry, to: &reply) }
            return
        }
        guard matcher?.holds(for: placed(found.entry, song, place), effort) ?? true else { return }
        blocks.add(song, playing: item.part, lasting: item.duration, to: &reply)
        if let place = item.place(at: found.entry.index) { reply.add(place) }
        reply.add("Pos", ifKnown: found.entry.position)
    }

    // MARK: Without it

    /// How long the songs last together, as far as the queue or the playlist knows.
    var milliseconds: Int { entries.reduce(0) { $0 + Self.milliseconds(of: $1) } }

    private static func milliseconds(of entry: Entry) -> Int { entry.item.duration.map(Decimals.wholeMilliseconds) ?? 0 }

    /// The items of the queue among the songs that the library may have.
    var idsWithin: [Int64] { entries.compactMap { $0.index != nil && path(of: $0.item) != nil ? $0.item.id : nil } }

    /// The entries that are wanted, as the queue knows them. Not on the control thread.
    func wanted() -> Result<[Entry], MPDFailure> {
        let effort = ComparisonEffort.forListedSongs()
        let wanted = entries.filter { wants($0, effort) }
        return effort.isSpent ? .failure(.comparisonTooHard) : .success(wanted)
    }

    private func wants(_ entry: Entry, _ effort: ComparisonEffort) -> Bool { matcher?.holds(for: song(entry), effort) ?? true }

    /// Adds a song as the queue knows it.
    func add(_ entry: Entry, to reply: inout ReplyText) {
        reply.add(song(entry), showing: tags)
        reply.add("Pos", ifKnown: entry.position)
    }

    private func placed(_ entry: Entry, _ song: LibrarySong, _ place: [UInt8]) -> PlacedSong {
        PlacedSong(song: song, place: place, priority: entry.index == nil ? 0 : entry.item.priority)
    }

    private func song(_ entry: Entry) -> Song {
        Song(entry.item, file: roots.file(ofAddress: entry.item.wholeURI), at: entry.index)
    }
}

extension QueueItem {
    /// Whether what is played is a file whose path can be written as text, or a part of one.
    fileprivate var mayBeInLibrary: Bool { location.utf8.first == UInt8(ascii: "/") || MediaRange.split(location) != nil }
}
