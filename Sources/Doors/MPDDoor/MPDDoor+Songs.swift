import Application
import Database
import MPDProtocol
import MusicLibrary
import NIOCore
import PlayerModel

/// A look at the songs that clients were shown, while it runs. A value.
struct LookAtSongs {
    /// What the library says of those that were looked up.
    var found: [ShownSongs.Shown] = []
    /// Whether the library has changed once more.
    var again = false
}

// Songs of the queue as clients see them: what the library knows of them is looked up on its thread, for some songs at a time.
extension MPDDoor {
    /// After how long songs are shown without the library. A scan that writes, or a disk that has to wake up, may hold it up for longer.
    private static let libraryPatience = TimeAmount.seconds(2)

    /// Answers with the songs at some positions of the queue.
    /// - Parameters:
    ///   - items: the queue as it was when the client asked.
    ///   - matcher: what the songs have to match; `nil` if all are wanted.
    func show<Positions: RandomAccessCollection<Int>>(
        _ positions: Positions, of items: [QueueItem], matching matcher: SongMatcher? = nil, _ client: MPDClient,
        _ answer: @escaping Answer
    ) where Positions.SubSequence == Positions {
        let entries = positions.prefix(ListedSongs.most).map { ListedSongs.Entry(item: items[$0], index: $0) }
        let rest = positions.dropFirst(ListedSongs.most)
        var more: ((@escaping Answer) -> Void)?
        if !rest.isEmpty {
            more = { [weak self] answer in self?.show(rest, of: items, matching: matcher, client, answer) }
        }
        show(entries, matching: matcher, client, followedBy: more, answer)
    }

    /// Answers with songs, and has `more` answer with what follows them. The queue is shown whatever becomes of the library: without an
    /// answer from that in time, its songs have the tags that the queue keeps. An answer that comes later is told as a change.
    func show(
        _ entries: [ListedSongs.Entry], matching matcher: SongMatcher? = nil, _ client: MPDClient,
        followedBy more: ((@escaping Answer) -> Void)? = nil, _ answer: @escaping Answer
    ) {
        let songs = ListedSongs(entries: entries, roots: application.library.roots, tags: client.tags, matcher: matcher)
        let reply = { (wanted: [ListedSongs.Entry]) in
            MPDReply(rows: MPDReply.Rows(count: wanted.count, add: { songs.add(wanted[$0], to: &$1) }, more: more))
        }
        let asQueued = { [application] in
            guard matcher != nil else { return answer(.success(reply(entries))) }
            application.compare(for: client.origin) {
                songs.wanted()
            } answer: { result in
                answer(result.mapError(MPDFailure.comparing).flatMap { $0 }.map(reply))
            }
        }
        guard songs.mayBeInLibrary else { return asQueued() }
        var isAnswered = false
        let withoutLibrary: () -> Void = { [weak self] in
            guard !isAnswered else { return }
            isAnswered = true
            self?.noteWithoutLibrary(songs.idsWithin)
            asQueued()
        }
        let patience = eventLoop.assumeIsolated().scheduleTask(in: Self.libraryPatience) { withoutLibrary() }
        let work: LibraryWork<ListedSongs.Answer> = { store throws(DatabaseError) in try songs.answer(by: store) }
        application.library.ask(for: client.origin, work) { [weak self] result in
            patience.cancel()
            guard let self, case .success(let found) = result else { return withoutLibrary() }
            note(found.shown)
            guard !isAnswered else { return }
            isAnswered = true
            // A part of the songs would look like all of them.
            if case .failure(.comparisonTooHard) = found.rows { return answer(.failure(.comparisonTooHard)) }
            // What the queue keeps takes no memory.
            guard case .success(let reply) = found.rows.flatMap({ Self.reply($0, in: self.answers, more: more) }) else {
                return asQueued()
            }
            answer(.success(reply))
        }
    }

    // MARK: Changes

    /// The version of the queue that clients see. It grows as well when the library says something else of songs that were shown.
    func version(of queue: PlayQueue) -> Int64 { queue.revision + shownSongs.changeCount }

    /// Notes what clients are shown of songs, and tells those that have seen something else.
    private func note(_ shown: [ShownSongs.Shown]) {
        forgetGoneSongs()
        if shownSongs.take(shown) { tell(.playlist) }
    }

    private func noteWithoutLibrary(_ ids: [Int64]) {
        forgetGoneSongs()
        shownSongs.takeWithoutLibrary(ids)
    }

    /// Forgets the songs that have left the queue once they are the most.
    private func forgetGoneSongs() {
        let items = application.snapshot.player.queue.items
        if shownSongs.count > 2 * (items.count + ListedSongs.most) { shownSongs.keepOnly(Set(items.map(\.id))) }
    }

    /// Looks whether the library, which has changed, says something else of songs that clients were shown. Without a client, everything
    /// counts as changed.
    func lookAtShownSongs() {
        guard !shownSongs.isEmpty else { return }
        guard hasClients else { return shownSongs.forget() }
        guard songsLook == nil else {
            songsLook?.again = true
            return
        }
        let items = application.snapshot.player.queue.items.filter { shownSongs.contains($0.id) }
        shownSongs.keepOnly(Set(items.map(\.id)))
        songsLook = LookAtSongs()
        lookUp(items[...])
    }

    /// Looks the items up, some at a time, and notes at the end what was found: a change of thousands of songs is told once.
    private func lookUp(_ items: ArraySlice<QueueItem>) {
        guard !items.isEmpty else {
            note(songsLook?.found ?? [])
            return endLook()
        }
        // Where they are in the queue does not matter.
        let entries = items.prefix(ListedSongs.most).map { ListedSongs.Entry(item: $0, index: 0) }
        let songs = ListedSongs(entries: entries, roots: application.library.roots, tags: [], matcher: nil)
        let work: LibraryWork<[ShownSongs.Shown]> = { store throws(DatabaseError) in try songs.shown(by: store) }
        application.library.ask(for: Self.origin(0, isLocal: true), work) { [weak self] result in
            guard let self else { return }
            guard case .success(let shown) = result else {
                // Nobody knows what is shown now.
                shownSongs.forget()
                tell(.playlist)
                return endLook()
            }
            songsLook?.found += shown
            lookUp(items.dropFirst(ListedSongs.most))
        }
    }

    private func endLook() {
        let ended = songsLook.take()
        if ended?.again == true { lookAtShownSongs() }
    }
}
