import Database
import Media
package import MediaLibrary
import MediaTypes
import MusicLibrary
package import PlayerModel
import Playlists

// Stored playlists.
extension Application {
    /// Gets what was wanted of a stored playlist, or the reason why it was refused. Called on the control thread.
    package typealias PlaylistAnswer<Value> = (Result<Value, StoredPlaylistError>) -> Void

    /// The path of the directory of stored playlists.
    package var playlistDirectory: String { storedPlaylists.directory.path }

    /// Lists the stored playlists.
    package func listPlaylists(for origin: Origin, answer: @escaping PlaylistAnswer<[StoredPlaylist]>) {
        storedPlaylists.run(for: origin, { directory throws(StoredPlaylistError) in try directory.list() }, answer: answer)
    }

    /// Reads a stored playlist. If it has rules, its songs are those that follow them now.
    /// - Parameter offset: the first entry that a client wants who reads it in parts: what rules have found for the first part counts for the
    ///   others.
    package func readPlaylist(
        _ name: String, from offset: Int? = nil, for origin: Origin, answer: @escaping PlaylistAnswer<StoredContents>
    ) {
        if let offset, offset > 0, let kept = storedPlaylists.kept(name, for: origin) { return answer(.success(kept)) }
        storedPlaylists.run(
            for: origin, { directory throws(StoredPlaylistError) in try directory.contents(of: name) }
        ) { [weak self] result in
            if offset != nil, case .success(let contents) = result, contents.hasRules {
                self?.storedPlaylists.keep(contents, of: name, for: origin)
            }
            answer(result)
        }
    }

    /// Saves the queue as a playlist. What only exists as long as its client sends it is left out.
    /// - Parameter makesMissing: whether a playlist that is to be replaced or to get more entries is made if it is missing.
    package func saveQueue(
        as name: String, _ saving: PlaylistSaving, makesMissing: Bool = true, for origin: Origin,
        answer: @escaping PlaylistAnswer<(PlaylistOutcome, [SkippedEntry])>
    ) {
        let (kept, sent) = Self.entries(of: snapshot.player.queue.items)
        save(kept, as: name, saving, makesMissing: makesMissing, skipped: sent, for: origin, answer: answer)
    }

    /// Saves what `uris` stand for as a playlist: media, and the entries of playlists and directories.
    package func savePlaylist(
        _ name: String, _ saving: PlaylistSaving, uris: [String], for origin: Origin,
        answer: @escaping PlaylistAnswer<(PlaylistOutcome, [SkippedEntry])>
    ) {
        findEntries(uris, for: origin) { [weak self] result in
            switch result {
            case .success(let (entries, skipped)):
                self?.save(entries, as: name, saving, skipped: skipped, for: origin, answer: answer)
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Adds what `uris` stand for to a playlist, which is made if it is missing.
    /// - Parameters:
    ///   - index: where the first is put; at the end without one.
    ///   - revision: the content that is meant; `nil` for any.
    package func addToPlaylist(
        _ name: String, uris: [String], at index: Int?, revision: String?, for origin: Origin,
        answer: @escaping PlaylistAnswer<(PlaylistOutcome, [SkippedEntry])>
    ) {
        findEntries(uris, for: origin) { [weak self] result in
            switch result {
            case .success(let (entries, skipped)):
                self?.change(
                    name, for: origin,
                    { directory throws(StoredPlaylistError) in
                        try directory.edit(name, .insert(entries, at: index), revision: revision, makesMissing: true)
                    }
                ) { answer($0.map { ($0, skipped) }) }
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Changes the order or the number of the entries of a playlist.
    /// - Parameter revision: the content that is meant; `nil` for any.
    package func editPlaylist(
        _ name: String, _ edit: PlaylistEdit, revision: String? = nil, for origin: Origin,
        answer: @escaping PlaylistAnswer<PlaylistOutcome>
    ) {
        change(
            name, for: origin,
            { directory throws(StoredPlaylistError) in try directory.edit(name, edit, revision: revision) }, answer: answer)
    }

    /// Gives a playlist another name.
    package func renamePlaylist(
        _ name: String, to new: String, for origin: Origin, answer: @escaping PlaylistAnswer<Void>
    ) {
        if let moveRefusal { return answer(.failure(moveRefusal)) }
        storedPlaylists.run(
            for: origin, { directory throws(StoredPlaylistError) in try directory.rename(name, to: new) }
        ) { [weak self] result in
            if case .success = result {
                self?.tellPlaylist(name, .renamed(new))
                self?.library.follow(.renamed(name, to: new))
            }
            answer(result)
        }
    }

    /// Deletes a playlist.
    package func deletePlaylist(_ name: String, for origin: Origin, answer: @escaping PlaylistAnswer<Void>) {
        if let moveRefusal { return answer(.failure(moveRefusal)) }
        storedPlaylists.run(
            for: origin, { directory throws(StoredPlaylistError) in try directory.delete(name) }
        ) { [weak self] result in
            if case .success = result {
                self?.tellPlaylist(name, .deleted)
                self?.library.follow(.deleted(name))
            }
            answer(result)
        }
    }

    /// Why no playlist may be deleted or renamed now; `nil` if one may.
    private var moveRefusal: StoredPlaylistError? {
        guard library.isBehindPlaylists else { return nil }
        return StoredPlaylistError(
            .limitExceeded, "the library is busy, and has not noted yet what has become of other playlists: try again in a minute"
        )
    }

    /// Adds a part of a playlist to the queue. If the client leaves meanwhile, nothing is added and `answer` is not called.
    /// - Parameter part: the indices of the entries; one that the playlist does not have is none.
    package func load(
        playlist name: String, _ part: Range<Int>, _ insertion: QueueInsertion, for origin: Origin, answer: @escaping Answer
    ) {
        let cancellation = cancellations.token(of: origin)
        playlists.read(
            playlist: name, part, stored: storedPlaylists.directory, limit: snapshot.player.queue.limit,
            scope: scope(of: origin), cancellation: cancellation
        ) { [weak self] result in
            guard let self, !cancellation.isCancelled else { return }
            var insertion = insertion
            insertion.playlist = name
            add(result, insertion, for: origin, answer: answer)
        }
    }

    /// Reads the entries of a playlist file that is none of the stored ones, such as one among the music. If the client leaves meanwhile,
    /// `answer` is not called.
    /// - Parameter path: the bytes of the absolute path.
    package func readPlaylist(
        file path: [UInt8], for origin: Origin, answer: @escaping (Result<MediaList, PlaybackError>) -> Void
    ) {
        let cancellation = cancellations.token(of: origin)
        playlists.read(
            file: path, stored: storedPlaylists.directory, limit: Playlist.entryLimit, scope: scope(of: origin),
            cancellation: cancellation
        ) { [weak self] result in
            guard let self, !cancellation.isCancelled else { return }
            if case .success(let list) = result { list.skipped.forEach(report) }
            answer(result)
        }
    }

    // MARK: Changes

    private func save(
        _ entries: [PlaylistEntry], as name: String, _ saving: PlaylistSaving, makesMissing: Bool = true, skipped: [SkippedEntry],
        for origin: Origin, answer: @escaping PlaylistAnswer<(PlaylistOutcome, [SkippedEntry])>
    ) {
        change(
            name, for: origin,
            { directory throws(StoredPlaylistError) in
                try directory.save(name, entries, saving, makesMissing: makesMissing)
            }
        ) { answer($0.map { ($0, skipped) }) }
    }

    /// Has a playlist changed, and tells that it has.
    func change(
        _ name: String, for origin: Origin,
        _ work: @escaping @Sendable (PlaylistDirectory) throws(StoredPlaylistError) -> PlaylistOutcome,
        answer: @escaping PlaylistAnswer<PlaylistOutcome>
    ) {
        storedPlaylists.run(for: origin, work) { [weak self] result in
            if case .success(let outcome) = result, outcome.hasChanged {
                self?.tellPlaylist(name, outcome.isNew ? .made : .edited)
            }
            answer(result)
        }
    }

    // MARK: Entries

    /// Finds the entries that `uris` stand for, and those that are left out.
    private func findEntries(
        _ uris: [String], for origin: Origin, answer: @escaping PlaylistAnswer<([PlaylistEntry], [SkippedEntry])>
    ) {
        if let refusal = uris.lazy.compactMap(Self.refusal).first { return answer(.failure(refusal)) }
        if let refusal = uris.lazy.compactMap({ self.refusal(ofAddress: $0, for: origin) }).first {
            return answer(.failure(StoredPlaylistError(.unreadable, refusal.message)))
        }
        guard uris.contains(where: PlaylistExpansion.mayBeMany) else {
            let items = limited(uris.map { QueueItem(id: 0, uri: $0) }, for: origin)
            return answer(.success((Self.entries(of: items).kept, [])))
        }
        let cancellation = cancellations.token(of: origin)
        playlists.read(
            uris, stored: storedPlaylists.directory, limit: Playlist.entryLimit, scope: scope(of: origin),
            refusesMissing: false, cancellation: cancellation
        ) { [weak self] result in
            guard let self, !cancellation.isCancelled else { return }
            answer(
                result.map { list in
                    list.skipped.forEach(report)
                    return (Self.entries(of: limited(list.items, for: origin)).kept, list.skipped)
                }.mapError { StoredPlaylistError($0.code == .media(.notFound) ? .notFound : .unreadable, $0.message) })
        }
    }

    /// Why an address cannot be an entry; `nil` if it can.
    private static func refusal(_ uri: String) -> StoredPlaylistError? {
        if MediaAddress.isWeb(uri) || PlaylistName.name(inAddress: uri) != nil { return nil }
        do throws(MediaError) {
            _ = try MediaLocation(uri: uri)
            return nil
        } catch {
            return StoredPlaylistError(.unreadable, "\(MediaAddress.shown(uri)) cannot be in a playlist: \(error.description)")
        }
    }

    /// The entries of items, with the reach that these have. A password in an address is in no file, so none is in a playlist.
    private static func entries(of items: [QueueItem]) -> (kept: [PlaylistEntry], sent: [SkippedEntry]) {
        let sent = items.filter { MediaAddress.isPushed($0.location) }
        let kept = items.filter { !MediaAddress.isPushed($0.location) }.map { item in
            // What is on the air belongs to the moment, and not into a playlist.
            let own = item.ownTags
            var entry = PlaylistEntry(uri: item.uri, title: own.title, artist: own.artist, duration: item.duration)
            entry.isPublicOnly = item.isPublicOnly
            return entry
        }
        return (
            kept, sent.map { SkippedEntry(uri: $0.location, message: "a stream that a client sends cannot be in a playlist") }
        )
    }
}
