import Database
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists
import Synchronization
import SystemSupport

/// Follows the rules of stored playlists in the library, for a thread that waits. Any thread.
///
/// Nothing is done for a playlist at which nobody looks. Which ones somebody has looked at is noted, so that their readers can be told once
/// that the songs may be others now.
final class SmartSongs: RuledSongs {
    private struct State {
        var roots = MusicRoots([])
        /// The playlists that were read since their readers were told last, and on what their songs depend beside the files.
        var read: [String: SmartDependence] = [:]
    }

    /// For how long the rules of a playlist and of those that it names are followed, in nanoseconds: somebody may write some that look at
    /// everything of each song.
    private static let patience: Int64 = 60_000_000_000
    /// How deep playlists may name each other, and how many other ones may be read for one.
    fileprivate static let (depthLimit, memberLimit) = (8, 16)

    private let library: Library
    fileprivate let patience: Int64
    private let state = Mutex(State())

    /// - Parameter patience: for how long rules are followed, in nanoseconds.
    init(_ library: Library, patience: Int64 = SmartSongs.patience) {
        self.library = library
        self.patience = patience
    }

    /// Takes over the directories of music.
    func configure(_ roots: MusicRoots) { state.withLock { $0.roots = roots } }

    /// Returns the playlists that were read since they were returned last and whose songs may be others now.
    /// - Parameter change: what has changed; `nil` for the files of the library.
    func takeOutdated(by change: SmartDependence?) -> [String] {
        state.withLock { state in
            let names = state.read.filter { change == nil || !$0.value.isDisjoint(with: change ?? []) }.map(\.key).sorted()
            for name in names { state.read[name] = nil }
            return names
        }
    }

    /// Forgets that a playlist was read: it has another name, or is gone.
    func forget(_ name: String) { state.withLock { $0.read[name] = nil } }

    func songs(
        by rules: [UInt8], of name: String, in directory: PlaylistDirectory
    ) throws(StoredPlaylistError) -> [PlaylistEntry] {
        try SmartQuestion(songs: self, top: name).songs(by: rules, of: name, in: directory)
    }

    func check(_ rules: [UInt8], of name: String) throws(StoredPlaylistError) { _ = try Self.list(rules, name) }

    fileprivate static func list(_ rules: [UInt8], _ name: String) throws(StoredPlaylistError) -> SmartPlaylist {
        do throws(SmartPlaylistError) { return try SmartPlaylist(parsing: rules) } catch {
            throw StoredPlaylistError(.badRules, "the playlist \(name)\(PlaylistName.rulesSuffix) \(error.message)")
        }
    }

    /// Notes on what the songs of a playlist depend that is being read: before, so that no change gets in between.
    fileprivate func note(_ name: String, _ dependence: SmartDependence) {
        state.withLock { $0.read[name, default: []].formUnion(dependence) }
    }

    /// Finds the songs that follow rules which are in no file. `owner` is whoever has them, for the sentence of an error.
    func songs(by rules: SmartPlaylist, of owner: String) throws(StoredPlaylistError) -> [LibrarySong] {
        try find(rules, owner, members: [:], until: MonotonicClock.nanoseconds + patience)
    }

    /// What the library knows of the songs at these paths; nothing of those that it does not have.
    func songs(at paths: [[UInt8]], for owner: String) throws(StoredPlaylistError) -> [LibrarySong] {
        try ask(owner, until: MonotonicClock.nanoseconds + patience) { store throws(DatabaseError) in
            var songs: [LibrarySong] = []
            for path in paths { if let song = try store.song(at: path) { songs.append(song) } }
            return songs
        }
    }

    /// Looks through the library.
    fileprivate func find(
        _ list: SmartPlaylist, _ owner: String, members: [String: Set<[UInt8]>], until deadline: Int64
    ) throws(StoredPlaylistError) -> [LibrarySong] {
        let roots = state.withLock { $0.roots }
        guard !roots.paths.isEmpty else {
            throw StoredPlaylistError(
                .unreadable, "\(owner) has rules for the library: set library.directories in the configuration")
        }
        let search = SharedSearch(
            SmartSearch(
                list, members: members, roots: roots, now: CalendarClock.seconds, seed: .random(in: .min ... .max)))
        while true {
            let found = try ask(owner, until: deadline) { store throws(DatabaseError) in try search.advance(in: store) }
            if let found { return found }
        }
    }

    /// Has the thread of the library answer, and waits for that.
    private func ask<Value: Sendable>(
        _ owner: String, until deadline: Int64, _ question: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value
    ) throws(StoredPlaylistError) -> Value {
        let answer = Monitor<Result<Value, DatabaseError>?>(nil)
        library.ask(question) { result in answer.withLock { $0 = result } }
        switch answer.wait(until: deadline, { $0 }) {
        case .success(let value): return value
        case .failure(let error):
            throw StoredPlaylistError(.unreadable, "the rules of \(owner) cannot be followed: \(error.message)")
        case nil:
            throw StoredPlaylistError(
                .limitExceeded, "to follow the rules of \(owner) takes longer than a minute: ask for less")
        }
    }
}

/// A search whose parts are done by the thread of the library.
private final class SharedSearch: Sendable {
    private let search: Mutex<SmartSearch>

    init(_ search: SmartSearch) { self.search = Mutex(search) }

    func advance(in store: LibraryStore) throws(DatabaseError) -> [LibrarySong]? {
        try search.withLock { search throws(DatabaseError) in try search.advance(in: store) }
    }
}

/// Follows the rules of one playlist, and of those that its rules name.
private struct SmartQuestion: RuledSongs {
    /// What the playlists have that were read for it, by their names: each is read once, however often it is named.
    private final class Members: Sendable {
        let known = Mutex<[String: Set<[UInt8]>]>([:])
    }

    private let songs: SmartSongs
    /// The playlist that somebody wants.
    private let top: String
    /// The playlists whose rules are being followed, the outermost one first.
    private let open: [String]
    private let members: Members
    /// Up to when all of it is to be found. One thread reads all stored playlists.
    private let deadline: Int64

    init(songs: SmartSongs, top: String) {
        (self.songs, self.top, open, members) = (songs, top, [], Members())
        deadline = MonotonicClock.nanoseconds + songs.patience
    }

    private init(in question: SmartQuestion, _ name: String) {
        (songs, top, open, members) = (question.songs, question.top, question.open + [name], question.members)
        deadline = question.deadline
    }

    func songs(
        by rules: [UInt8], of name: String, in directory: PlaylistDirectory
    ) throws(StoredPlaylistError) -> [PlaylistEntry] {
        let list = try SmartSongs.list(rules, name)
        songs.note(top, list.dependence)
        var wanted: [String: Set<[UInt8]>] = [:]
        for other in list.playlists { wanted[other] = try paths(of: other, namedBy: name, directory) }
        return try songs.find(list, "the playlist \(name)", members: wanted, until: deadline).map { song in
            let item = QueueItem(song)
            return PlaylistEntry(uri: item.uri, title: item.title, artist: item.artist, duration: item.duration)
        }
    }

    func check(_ rules: [UInt8], of name: String) throws(StoredPlaylistError) { try songs.check(rules, of: name) }

    /// The paths of the songs in another playlist.
    private func paths(
        of other: String, namedBy name: String, _ directory: PlaylistDirectory
    ) throws(StoredPlaylistError) -> Set<[UInt8]> {
        if let known = members.known.withLock({ $0[other] }) { return known }
        func fault(_ reason: String) -> StoredPlaylistError {
            StoredPlaylistError(.badRules, "the rules of the playlist \(name) name the playlist \(other): \(reason)")
        }
        guard other != name, !open.contains(other) else { throw fault("its songs would depend on themselves") }
        guard open.count + 1 < SmartSongs.depthLimit else {
            throw fault("\(SmartSongs.depthLimit) playlists that name each other are the limit")
        }
        guard members.known.withLock({ $0.count }) < SmartSongs.memberLimit else {
            throw fault("\(SmartSongs.memberLimit) other playlists are the limit")
        }
        let contents: StoredContents
        do throws(StoredPlaylistError) {
            contents = try directory.following(SmartQuestion(in: self, name)).contents(of: other)
        } catch {
            if error.code == .notFound || error.code == .badName { throw fault(error.message) }
            throw error
        }
        let paths = contents.entries.lazy.filter { $0.problem == nil }.compactMap { entry in
            (try? MediaLocation(uri: entry.entry.uri))?.path
        }
        let found = Set(paths)
        members.known.withLock { $0[other] = found }
        return found
    }
}
