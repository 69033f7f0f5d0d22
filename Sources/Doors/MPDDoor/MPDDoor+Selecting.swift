import Application
import Database
import MPDProtocol
import MusicLibrary

// Some songs of the queue, or of a stored playlist, in an order and within a window.
extension MPDDoor {
    /// Finds the places of the songs that a query wants, in its order. Waits for the library if it may have some of them.
    /// - Parameters:
    ///   - places: those that are looked at: the queue's or the playlist's.
    ///   - entry: makes the song at a place.
    func select(
        _ places: Range<Int>, _ entry: @escaping (Int) -> ListedSongs.Entry, by query: SongQuery, _ client: MPDClient,
        _ answer: @escaping (Result<[Int], MPDFailure>) -> Void
    ) {
        select(places, entry, by: query, [], client) { [application] result in
            switch result {
            case .failure(let failure): answer(.failure(failure))
            case .success(let found):
                guard query.order != nil else { return answer(.success(query.window.part(of: found.map(\.0)))) }
                if query.window.start > found.count { return answer(.failure(.badIndex)) }
                application.compare(for: client.origin) {
                    query.window.part(of: query.sorted(found))
                } answer: { result in
                    answer(result.mapError(MPDFailure.comparing))
                }
            }
        }
    }

    /// Looks at some places at a time, because other clients ask in between.
    private func select(
        _ places: Range<Int>, _ entry: @escaping (Int) -> ListedSongs.Entry, by query: SongQuery,
        _ found: [(Int, SongQuery.Key)], _ client: MPDClient,
        _ answer: @escaping (Result<[(Int, SongQuery.Key)], MPDFailure>) -> Void
    ) {
        // Without an order, nothing behind the window is wanted.
        guard !places.isEmpty, query.order != nil || found.count < query.window.end else { return answer(.success(found)) }
        let part = places.prefix(ListedSongs.most)
        let songs = ListedSongs(
            entries: part.map(entry), roots: application.library.roots, tags: [], matcher: query.filter.map(SongMatcher.init))
        let next = { [weak self] (selected: Result<[ListedSongs.Selected], MPDFailure>) in
            switch selected {
            case .success(let selected):
                let more = selected.map { (part.lowerBound + $0.offset, $0.key) }
                self?.select(places.dropFirst(ListedSongs.most), entry, by: query, found + more, client, answer)
            case .failure(let failure): answer(.failure(failure))
            }
        }
        guard songs.mayBeInLibrary else {
            return application.compare(for: client.origin) {
                songs.selected(by: query)
            } answer: {
                next($0.mapError(MPDFailure.comparing).flatMap { $0 })
            }
        }
        let work: LibraryWork<Result<[ListedSongs.Selected], MPDFailure>> = { store throws(DatabaseError) in
            try songs.selected(by: query, in: store)
        }
        application.library.ask(for: client.origin, work) { result in
            next(result.mapError(MPDFailure.init).flatMap { $0 })
        }
    }
}
