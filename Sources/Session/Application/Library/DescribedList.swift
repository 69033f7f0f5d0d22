import MediaTypes
import MusicLibrary
import PlayerModel
import Playlists

/// Items that wait for what the library knows of them, and whoever waits for the items.
final class DescribedList {
    private let list: MediaList
    private var answer: ((MediaList) -> Void)?

    init(_ list: MediaList, _ answer: @escaping (MediaList) -> Void) {
        self.list = list
        self.answer = answer
    }

    /// Answers with what is known by now, by the places of the items in the list. Later calls do nothing.
    func end(_ songs: [Int: LibrarySong] = [:]) {
        guard let answer = answer.take() else { return }
        var items = list.items
        for (index, song) in songs {
            items[index].describe(as: QueueItem(song))
        }
        answer(MediaList(items: items, skipped: list.skipped))
    }
}

extension QueueItem {
    /// Makes an item, still without an id, of a song of the library.
    init(_ song: LibrarySong) {
        self.init(
            id: 0, uri: LocationResolver.uri(ofAbsolutePath: song.path), title: QueueText.shown(song.title),
            artist: QueueText.shown(song.tags.shownArtist), album: QueueText.shown(song.tags[.album]), duration: song.seconds,
            durationIsEstimate: song.seconds != nil)
    }
}
