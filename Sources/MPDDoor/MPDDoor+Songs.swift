import Application
import Database
import MPDProtocol
import MusicLibrary
import PlayerModel

// Songs of the queue as clients see them: what the library knows of them is looked up on its thread, for some songs at a time.
extension MPDDoor {
    /// Answers with the songs at some positions of the queue.
    /// - Parameters:
    ///   - first: the index in `positions` from which on they are shown.
    ///   - items: the queue as it was when the client asked.
    ///   - matcher: what the songs have to match; `nil` if all are wanted.
    func show(
        _ positions: [Int], from first: Int = 0, of items: [QueueItem], matching matcher: SongMatcher? = nil, _ client: MPDClient,
        _ answer: @escaping Answer
    ) {
        let end = min(first + ListedSongs.most, positions.count)
        let entries = positions[first..<end].map { ListedSongs.Entry(item: items[$0], index: $0) }
        var more: ((@escaping Answer) -> Void)?
        if end < positions.count {
            more = { [weak self] answer in
                self?.show(positions, from: end, of: items, matching: matcher, client, answer)
            }
        }
        show(entries, matching: matcher, client, followedBy: more, answer)
    }

    /// Answers with songs, and has `more` answer with what follows them. The queue is shown whatever becomes of the library: without an
    /// answer from that, its songs have the tags that the queue keeps.
    func show(
        _ entries: [ListedSongs.Entry], matching matcher: SongMatcher? = nil, _ client: MPDClient,
        followedBy more: ((@escaping Answer) -> Void)? = nil, _ answer: @escaping Answer
    ) {
        let songs = ListedSongs(entries: entries, roots: application.musicRoots, tags: client.tags, matcher: matcher)
        let asQueued = {
            let rows = MPDReply.Rows(count: entries.count, add: { songs.add(entries[$0], to: &$1) }, more: more)
            answer(.success(MPDReply(rows: rows)))
        }
        guard songs.mayBeInLibrary else { return asQueued() }
        let work: LibraryWork<ListedSongs.Answer> = { store throws(DatabaseError) in try songs.answer(by: store) }
        application.askLibrary(for: Self.origin(client.number), work) { [weak self] result in
            guard let self, case .success(let found) = result else { return asQueued() }
            note(found.shown)
            answer(found.rows.flatMap { Self.reply($0, in: self.answers, more: more) })
        }
    }

    // MARK: Changes

    /// The version of the queue that clients see. It grows as well when the library says something else of songs that were shown.
    func version(of queue: PlayQueue) -> Int64 { queue.revision + shownSongs.changeCount }

    /// Notes what clients are shown of songs, and tells those that have seen something else.
    private func note(_ shown: [ShownSongs.Shown]) {
        let items = application.snapshot.player.queue.items
        // Songs that have left the queue are forgotten once they are the most.
        if shownSongs.count > 2 * (items.count + ListedSongs.most) { shownSongs.keepOnly(Set(items.map(\.id))) }
        if shownSongs.take(shown) { tell(.playlist) }
    }

    /// Looks whether the library, which has changed, says something else of songs that clients were shown.
    /// - Parameter hasClients: whether anybody is there to be told. Otherwise everything counts as changed.
    func lookAtShownSongs(hasClients: Bool) {
        guard !shownSongs.isEmpty else { return }
        guard hasClients else { return shownSongs.forget() }
        let items = application.snapshot.player.queue.items.filter { shownSongs.contains($0.id) }
        shownSongs.keepOnly(Set(items.map(\.id)))
        lookAtShownSongs(items[...])
    }

    private func lookAtShownSongs(_ items: ArraySlice<QueueItem>) {
        guard !items.isEmpty else { return }
        // Where they are in the queue does not matter.
        let entries = items.prefix(ListedSongs.most).map { ListedSongs.Entry(item: $0, index: 0) }
        let songs = ListedSongs(entries: entries, roots: application.musicRoots, tags: [], matcher: nil)
        let work: LibraryWork<[ShownSongs.Shown]> = { store throws(DatabaseError) in try songs.shown(by: store) }
        application.askLibrary(for: Self.origin(0), work) { [weak self] result in
            guard let self else { return }
            guard case .success(let shown) = result else {
                // Nobody knows what is shown now.
                shownSongs.forget()
                return tell(.playlist)
            }
            note(shown)
            lookAtShownSongs(items.dropFirst(ListedSongs.most))
        }
    }
}
