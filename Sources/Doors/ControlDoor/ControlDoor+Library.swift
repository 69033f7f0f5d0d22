import Application
import ControlProtocol
import ControlServer
import Database
import JSON
import MediaTypes
import MusicLibrary
import Playlists

// The requests about the library of music. What they ask is carried out by the library's own thread.
extension ControlDoor {
    func handle(_ request: Request.Library, from origin: Origin, _ reply: Reply) {
        do throws(ControlError) { try carryOut(request, from: origin, reply) } catch { reply.fail(error) }
    }

    private func carryOut(_ request: Request.Library, from origin: Origin, _ reply: Reply) throws(ControlError) {
        switch request {
        case .search(let text, let field, let page):
            let (field, after) = (field.flatMap(SearchField.init(rawValue:)), try page.place(BlockPlace.init(cursor:)))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.found(text, in: field, after: after, limit: page.limit)
                return (found.items, found.next?.cursor)
            }
        case .albums(let page):
            let after = try page.place(SortedPlace.init(cursor:))
            ask(origin, reply) { store throws(DatabaseError) in
                let found = try store.albums(after: after, limit: page.limit)
                return Wire.list("albums", found.items.map(Wire.LibraryAlbum.init), next: found.next)
            } answer: {
                $0
            }
        case .names(let role, let page):
            let (tag, after) = (SongTag(name: role) ?? .artist, try page.place(SortedPlace.init(cursor:)))
            ask(origin, reply) { store throws(DatabaseError) in
                let found = try store.names(in: tag, after: after, limit: page.limit)
                return Wire.list("names", found.items.map { Wire.LibraryName(id: $0.id, name: $0.name) }, next: found.next)
            } answer: {
                $0
            }
        case .years:
            ask(origin, reply) { store throws(DatabaseError) in
                try store.years()
            } answer: { years in
                let years = years.map { JSONValue.object(["year": .integer($0.year), "songs": .integer($0.songCount)]) }
                return .object(["years": .array(years)])
            }
        case .browse(let place, let page): try browse(place, page, origin, reply)
        case .item(let item, let readsFile): describe(item, readsFile: readsFile, origin, reply)
        case .update(let path, let comparesFiles, let readsFiles):
            let path = try path.map { text throws(ControlError) in try Self.path(text) }
            do throws(LibraryError) {
                let depth: LibraryScanner.Depth = readsFiles ? .contents : comparesFiles ? .files : .directories
                reply.succeed(.object(["scan": .integer(try application.updateLibrary(path, depth))]))
            } catch {
                throw ControlError(error)
            }
        case .cancelUpdate:
            application.library.cancelUpdates()
            reply.succeed(.object([:]))
        case .statistics:
            ask(origin, reply) { store throws(DatabaseError) in
                try store.statistics()
            } answer: { [application] statistics in
                var object = JSONObject([
                    .init(name: "songs", value: .integer(statistics.songs)),
                    .init(name: "albums", value: .integer(statistics.albums)),
                    .init(name: "artists", value: .integer(statistics.artists)),
                    .init(name: "duration", value: .number(Double(statistics.milliseconds) / 1_000)),
                ])
                if let changed = statistics.changed { object["changedAt"] = .number(changed) }
                if let scan = application.library.scan {
                    object["scan"] = Wire.LibraryScan(scan).json
                }
                if let watching = application.library.watching { object["watching"] = Wire.LibraryWatching(watching).json }
                return .object(object)
            }
        case .picture(let song, let withData):
            application.library.ask(for: origin, { store throws(DatabaseError) in try store.song(song)?.uri }) { [self] result in
                switch result.mapError(ControlError.init) {
                case .success(let uri?): findPicture(of: .media(uri), withData, from: origin, reply)
                case .success(nil): reply.fail(.noSong(song))
                case .failure(let error): reply.fail(error)
                }
            }
        }
    }

    /// Has the library asked, and answers with what `answer` makes of the result.
    private func ask<Value: Sendable>(
        _ origin: Origin, _ reply: Reply, _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value,
        answer: @escaping (Value) -> JSONValue
    ) {
        application.library.ask(for: origin, work) { result in reply(result.map(answer).mapError(ControlError.init)) }
    }

    /// Has the library asked for something that it may not have: `missing` is the error then.
    private func ask<Value: Sendable>(
        _ origin: Origin, _ reply: Reply, missing: ControlError,
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> Value?, answer: @escaping (Value) -> JSONValue
    ) {
        application.library.ask(for: origin, work) { result in
            switch result.mapError(ControlError.init) {
            case .success(let value?): reply.succeed(answer(value))
            case .success(nil): reply.fail(missing)
            case .failure(let error): reply.fail(error)
            }
        }
    }

    /// Has a note changed; `work` returns whether what it is about is there, and `missing` is the error if not.
    private func keep(
        _ origin: Origin, _ reply: Reply, missing: ControlError, _ work: @escaping LibraryWork<Bool>
    ) {
        application.library.keep(for: origin, work) { [application] result in
            switch result.mapError(ControlError.init) {
            case .success(true):
                application.stickersChanged()
                reply.succeed(.object([:]))
            case .success(false): reply.fail(missing)
            case .failure(let error): reply.fail(error)
            }
        }
    }

    // MARK: Songs

    private func browse(
        _ place: Request.LibraryPlace, _ page: Request.LibraryPage, _ origin: Origin, _ reply: Reply
    ) throws(ControlError) {
        let limit = max(1, min(page.limit, 1_000))
        switch place {
        case .directory(let path): try browse(path, page, origin, reply)
        case .album(let album):
            let after = try page.place(TrackPlace.init(cursor:))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.songs(ofAlbum: album, after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .name(let name):
            let after = try page.place(BlockPlace.init(cursor:))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.songs(ofName: name, inAlbumOrderAfter: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .year(let year):
            let after = try page.place(BlockPlace.init(cursor:))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.songs(ofYear: Int64(year), inAlbumOrderAfter: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .neverPlayed:
            let after = try page.place { Int64($0) }
            list(origin, reply) { store throws(DatabaseError) in
                let songs = try store.neverPlayed(after: after, limit: limit)
                return (songs, Self.place(behind: songs, limit))
            }
        case .recentlyAdded:
            let after = try page.place(TimedPlace.init(cursor:))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.recentlyAdded(after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .recentlyPlayed:
            let after = try page.place(TimedPlace.init(cursor:))
            list(origin, reply) { store throws(DatabaseError) in
                let found = try store.recentlyPlayed(after: after, limit: limit)
                return (found.items, found.next?.cursor)
            }
        case .random(let seed):
            let after = try page.place { Int($0) } ?? 0
            list(origin, reply) { store throws(DatabaseError) in
                let seed = UInt64(truncatingIfNeeded: seed)
                let found = try store.random(seed: seed, after: after, limit: limit)
                return (found.items, found.next.map { "\($0)" })
            }
        }
    }

    /// The place behind songs that are listed by id; `nil` if there are fewer than were asked for.
    private static func place(behind songs: [LibrarySong], _ limit: Int) -> String? {
        songs.count == limit ? songs.last.map { "\($0.id)" } : nil
    }

    /// Answers with songs, and with the place behind them if more may follow.
    private func list(
        _ origin: Origin, _ reply: Reply,
        _ work: @escaping @Sendable (LibraryStore) throws(DatabaseError) -> (songs: [LibrarySong], next: String?)
    ) {
        ask(origin, reply) { store throws(DatabaseError) in
            let (songs, next) = try work(store)
            return Wire.LibrarySongs(songs: songs.map(Wire.LibrarySong.init), next: next)
        } answer: {
            $0.json
        }
    }

    /// Answers with a directory. All directories in it come with the first part of its songs.
    private func browse(
        _ path: String, _ page: Request.LibraryPage, _ origin: Origin, _ reply: Reply
    ) throws(ControlError) {
        let (roots, after) = (application.library.roots, try page.place(TrackPlace.init(cursor:)))
        let place = path.utf8.filter { $0 != UInt8(ascii: "/") }.isEmpty ? [] : Array(path.utf8)
        if place.isEmpty, !roots.top.isEmpty {
            let directories = roots.top.map {
                Wire.LibraryDirectory(
                    path: String(decoding: $0.name, as: UTF8.self), uri: LocationResolver.uri(ofAbsolutePath: $0.path))
            }
            return reply.succeed(Wire.LibrarySongs(songs: [], directories: directories))
        }
        let missing = ControlError(.songNotFound, "the library has no directory \(path)")
        guard let absolute = roots.path(of: place) else { return reply.fail(missing) }
        ask(origin, reply, missing: missing) { store throws(DatabaseError) -> Wire.LibrarySongs? in
            guard let folder = try store.folder(at: absolute) else { return nil }
            let songs = try store.songs(in: folder, after: after, limit: page.limit)
            let directories = try after == nil ? store.folders(in: folder.id).map { Wire.LibraryDirectory($0, in: roots) } : []
            return Wire.LibrarySongs(
                songs: songs.items.map(Wire.LibrarySong.init), next: songs.next?.cursor, directories: directories)
        } answer: {
            $0.json
        }
    }

    private func describe(_ item: Request.LibraryItem, readsFile: Bool, _ origin: Origin, _ reply: Reply) {
        let missing: ControlError
        let find: LibraryWork<LibrarySong?>
        switch item {
        case .song(let id):
            missing = .noSong(id)
            find = { store throws(DatabaseError) in try store.song(id) }
        case .uri(let uri):
            let path: [UInt8]
            do throws(ControlError) { path = try Self.path(uri) } catch { return reply.fail(error) }
            missing = ControlError(.songNotFound, "the library does not have \(uri)")
            find = { store throws(DatabaseError) in try store.song(at: path) }
        }
        let work: LibraryWork<Wire.LibrarySong?> = { store throws(DatabaseError) in
            try find(store).map { song throws(DatabaseError) in
                Wire.LibrarySong(song, stickers: try store.stickers(of: song.id), try store.listening(to: song.id))
            }
        }
        application.library.ask(for: origin, work) { [self] result in
            switch result.mapError(ControlError.init) {
            case .success(let song?):
                if readsFile { readFile(of: song, origin, reply) } else { reply.succeed(song) }
            case .success(nil): reply.fail(missing)
            case .failure(let error): reply.fail(error)
            }
        }
    }

    /// Answers with a song and with what its file says now.
    private func readFile(of song: Wire.LibrarySong, _ origin: Origin, _ reply: Reply) {
        application.readDetails(ofSong: song.uri, for: origin) { result in
            reply(result.map { song.with($0).json }.mapError { ControlError($0, uri: song.uri) })
        }
    }

    /// Returns the path that an address names.
    private static func path(_ address: String) throws(ControlError) -> [UInt8] {
        do throws(MediaError) {
            // `.` and a slash too many mean nothing. What `..` means depends on symbolic links.
            let parts = try MediaLocation(uri: address).path.split(separator: UInt8(ascii: "/")).filter { $0 != [0x2E] }
            guard !parts.contains([0x2E, 0x2E]) else {
                throw MediaError(.notAllowed, "give the path without \"..\"")
            }
            return parts.flatMap { [UInt8(ascii: "/")] + $0 }
        } catch {
            throw ControlError(.songNotFound, "\(address) is not in the library: \(error.description)")
        }
    }

    // MARK: Notes

    func handle(_ request: Request.Sticker, from origin: Origin, _ reply: Reply) {
        switch request {
        case .get(let song, let name):
            let missing = ControlError(.stickerNotFound, "the song \(song) has no note \(name)")
            ask(origin, reply, missing: missing) { store throws(DatabaseError) in
                try store.stickers(of: song)[name]
            } answer: {
                .object(["value": .string($0)])
            }
        case .set(let song, let name, let value):
            keep(origin, reply, missing: .noSong(song)) { store throws(DatabaseError) in
                guard try store.song(song) != nil else { return false }
                try store.setSticker(name, value, of: song)
                return true
            }
        case .delete(let song, let name):
            let missing = ControlError(.stickerNotFound, "the song \(song) has no note \(name)")
            keep(origin, reply, missing: missing) { store throws(DatabaseError) in
                guard try store.stickers(of: song)[name] != nil else { return false }
                try store.setSticker(name, nil, of: song)
                return true
            }
        case .list(let song):
            ask(origin, reply, missing: .noSong(song)) { store throws(DatabaseError) -> [String: String]? in
                guard try store.song(song) != nil else { return nil }
                return try store.stickers(of: song)
            } answer: {
                .object(["stickers": JSONValue(sorting: $0)])
            }
        case .find(let name, let page):
            let after: Int64?
            do throws(ControlError) { after = try page.place { Int64($0) } } catch { return reply.fail(error) }
            ask(origin, reply) { store throws(DatabaseError) in
                try store.stickers(named: name, after: after, limit: page.limit)
            } answer: { found in
                .object([
                    "songs": .array(
                        found.items.map {
                            .object(["song": .integer($0.song.id), "uri": .string($0.song.uri), "value": .string($0.value)])
                        }),
                    "next": found.next.map { .string("\($0)") },
                ])
            }
        }
    }
}
