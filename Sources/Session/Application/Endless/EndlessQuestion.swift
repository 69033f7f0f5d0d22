import AudioTypes
import MediaLibrary
import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

/// What a queue goes on with that has nothing more: asked of the library, or of a stored playlist. Any thread that may wait.
struct EndlessQuestion: Sendable {
    /// How many songs come at once.
    static let batch = 10
    /// So many are enough not to look further for songs that are less alike.
    private static let enough = 5
    /// Whose rules they are, in the sentence of an error.
    private static let owner = "endless play"

    let mode: EndlessPlay
    /// The queue, which has what is not wanted again.
    let items: [QueueItem]
    /// The items that were heard last, the one that plays last.
    let heard: [QueueItem]

    /// - Parameters:
    ///   - songs: asks the library.
    ///   - directory: has the stored playlists.
    /// - Returns: the items, still without ids; none if there is nothing.
    func answer(_ songs: SmartSongs, _ directory: PlaylistDirectory) throws(StoredPlaylistError) -> [QueueItem] {
        switch mode {
        case .off: return []
        case .similar: return try found(by: SimilarSongs(like: try seeds(songs)), songs)
        case .library: return try found(by: SimilarSongs(like: []), songs)
        case .playlist(let name):
            let entries = try directory.contents(of: name).entries.filter { $0.problem == nil }
            return chosen(of: [entries.map { QueueItem($0.entry) }.shuffled()])
        }
    }

    /// What is known of the songs that were heard: by the library, or by their own tags.
    private func seeds(_ songs: SmartSongs) throws(StoredPlaylistError) -> [SimilarSongs.Seed] {
        let paths = heard.map { item in item.isFile ? (try? MediaLocation(uri: item.uri))?.path : nil }
        let known = try songs.songs(at: paths.compactMap(\.self), for: Self.owner)
        return zip(heard, paths).map { item, path in
            if let song = known.first(where: { $0.path == path }) { return SimilarSongs.Seed(song) }
            return SimilarSongs.Seed(
                artists: item.artist.map { [$0] } ?? [], genres: item.albumTags.genre.map { [$0] } ?? [],
                year: item.albumTags.date.flatMap(SimilarSongs.Seed.year))
        }
    }

    private func found(by rules: SimilarSongs, _ songs: SmartSongs) throws(StoredPlaylistError) -> [QueueItem] {
        var lists: [[QueueItem]] = []
        for list in rules.lists {
            lists.append(try songs.songs(by: list, of: Self.owner).map { QueueItem($0) })
            let chosen = chosen(of: lists, repeating: false)
            if chosen.count >= Self.enough { return chosen }
        }
        return chosen(of: lists)
    }

    /// Chooses of lists, the first of them first. What the queue has already is better than silence only if there is nothing else.
    private func chosen(of lists: [[QueueItem]], repeating mayRepeat: Bool = true) -> [QueueItem] {
        let (queued, current) = (Set(items.lazy.map(\.uri)), heard.last?.uri)
        var chosen: [QueueItem] = []
        for list in lists where chosen.count < Self.batch {
            let taken = queued.union(chosen.lazy.map(\.uri))
            chosen += SimilarSongs.choose(Self.batch - chosen.count, of: list, unless: taken.contains)
        }
        guard chosen.isEmpty, mayRepeat else { return chosen }
        return SimilarSongs.choose(Self.batch, of: lists.last ?? []) { $0 == current }
    }
}

extension QueueItem: SimilarSongs.Candidate {
    package var address: String { uri }
    package var artistName: String? { artist }
    package var albumName: String? { album }
}
